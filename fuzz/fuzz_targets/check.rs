//! Any bytes as a request body: no law is broken, the reference agrees.
#![no_main]

use argument_check_oracle::every::every;
use argument_check_oracle::laws::Target;
use libfuzzer_sys::fuzz_target;

struct Engine;

impl Target for Engine {
    fn check(&self, body: &[u8]) -> String {
        argument_check::check(body)
    }

    fn precheck(&self, body: &[u8]) -> String {
        argument_check::precheck(body)
    }
}

fuzz_target!(|body: &[u8]| {
    if let Err(breach) = every(body, &Engine) {
        panic!("{breach}");
    }
});
