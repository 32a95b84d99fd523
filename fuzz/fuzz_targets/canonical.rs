#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argument_check_oracle::fuzzing::run("canonical", data));
