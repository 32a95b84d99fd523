//! `fuzz`, `seeds`, `replay --bundle` and `promote` as a user starts them. What
//! needs a C++ compiler and minutes stands behind an environment variable.

use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::common::{Ran, Workspace};

const R3: &str = "corpus/cases/argument-check/r3.toml";
const BODY: &str = r#"{"arguments":{"x":"7"},"schema":{"properties":{"x":{"type":"integer"}}}}"#;

/// A bundle as `fuzz` writes it; `request` where the input is a body.
fn bundle(target: &str, bytes: &[u8], request: Option<&str>) -> String {
    let bytes = STANDARD.encode(bytes);
    let (op, body) = match request {
        Some(body) => (
            "\"check\"".to_owned(),
            format!("\"{}\"", STANDARD.encode(body)),
        ),
        None => ("null".to_owned(), "null".to_owned()),
    };
    format!(
        r#"{{"format":"argument-check-finding/v1","target":"{target}","bytes_base64":"{bytes}",
        "meaning":{{"text":"as read","op":{op},"body_base64":{body}}},
        "broken":{{"kind":"law","law":"canary","summary":"a summary","expected":"a","actual":"b"}},
        "stops_serving":false,
        "origin":{{"seed":1,"sanitizer":"none","engine":"0.0.9","oracle":"0.0.9","compiler":"rustc",
        "corpus":{{"id":"c","version":"1","sha256":"{}"}}}},
        "rerun":"cargo xtask replay --bundle f.json"}}"#,
        "0".repeat(64)
    )
}

#[test]
fn a_finding_is_reproduced_as_long_as_it_fails_and_no_longer() {
    let workspace = Workspace::new();
    let file = workspace.write("f.json", bundle("canary", b"[,]}", None));
    let words = [
        "reproduced",
        "canary is broken",
        "fn the_finding_of_canary_is_gone",
        "exit 2",
    ];
    workspace
        .xtask(&["replay", "--bundle", &file])
        .expect(2, &words);
    let file = workspace.write("f.json", bundle("check", BODY.as_bytes(), Some(BODY)));
    let words = [
        "break no law of check in this checkout any more",
        "engine 0.0.9",
    ];
    workspace
        .xtask(&["replay", "--bundle", &file])
        .expect(0, &words);
}

#[test]
fn a_bundle_that_is_not_whole_is_an_unreadable_input() {
    let workspace = Workspace::new();
    let whole = bundle("canary", b"[,]}", None);
    let file = workspace.write("f.json", &whole[..whole.len() / 2]);
    workspace
        .xtask(&["replay", "--bundle", &file])
        .expect(1, &["f.json", "whole"]);
    let file = workspace.write("f.json", bundle("nobody", b"", None));
    workspace
        .xtask(&["replay", "--bundle", &file])
        .expect(1, &["no fuzz target is called nobody", "canary"]);
    workspace
        .xtask(&["replay", "--bundle", &file, "--filter", "R3-*"])
        .expect(1, &["--filter"]);
}

#[test]
fn a_finding_becomes_a_case_that_is_judged_at_once_and_pinned_only_on_demand() {
    let workspace = Workspace::new();
    let artefact = std::fs::read(workspace.path("corpus/argument-check.json")).unwrap();
    let file = workspace.write("f.json", bundle("check", BODY.as_bytes(), Some(BODY)));
    let promote = [
        "promote",
        &file,
        "--id",
        "R3-900",
        "--clauses",
        "R3:fires,D58",
    ];
    let words = ["r3.toml: R3-900 added", "PASSED: exit 0", "pin --write"];
    workspace.xtask(&promote).expect(0, &words);
    let text = std::fs::read_to_string(workspace.path(R3)).unwrap();
    let expect = r#"expect = '''{"verdict":"REPAIRED","repaired":{"x":7},"diff":[{"path":"$.x","rule":"R3","op":"replace","before":"7","after":7}]}'''"#;
    assert!(text.contains(expect), "{text}");
    assert!(text.contains("found by fuzzing check: a summary"), "{text}");
    let unchanged = std::fs::read(workspace.path("corpus/argument-check.json")).unwrap();
    assert_eq!(unchanged, artefact);
    // The same path as every other case.
    workspace
        .xtask(&["replay", "--filter", "R3-900"])
        .expect(0, &["corpus 1"]);
    workspace.xtask(&["pin"]).expect(3, &["R3-900"]);
    workspace.xtask(&promote).expect(1, &["R3-900", "already"]);
}

#[test]
fn a_case_that_does_not_stand_for_its_clauses_is_not_added() {
    let workspace = Workspace::new();
    let before = std::fs::read_to_string(workspace.path(R3)).unwrap();
    let file = workspace.write("f.json", bundle("check", BODY.as_bytes(), Some(BODY)));
    for (id, clauses, words) in [
        ("R3-900", "R4:fires", ["nothing was added", "R4"]),
        ("R3-900", "D999", ["nothing was added", "D999"]),
        ("R3-001", "D58", ["R3-001", "already"]),
        ("NEW-001", "D58", ["no file has this prefix", "NUM"]),
    ] {
        workspace
            .xtask(&["promote", &file, "--id", id, "--clauses", clauses])
            .expect(1, &words);
    }
    let file = workspace.write("f.json", bundle("canary", b"[,]}", None));
    workspace
        .xtask(&["promote", &file, "--id", "R3-900", "--clauses", "D58"])
        .expect(1, &["no request body"]);
    let after = std::fs::read_to_string(workspace.path(R3)).unwrap();
    assert_eq!(after, before);
}

#[test]
fn seeds_are_made_of_the_cases_that_stand_there() {
    let workspace = Workspace::new();
    let out = workspace.path("seeds").display().to_string();
    workspace
        .xtask(&["seeds", "--out", &out])
        .expect(0, &["check: ", "text_repair: ", " seeds, ", " words"]);
    assert!(workspace.path("seeds/check.dict").exists());
    assert!(workspace.path("seeds/check").is_dir());
    assert!(!workspace.path("seeds/canary").exists());
    workspace.replace(R3, "op = \"check\"", "op = \"chekc\"");
    workspace
        .xtask(&["seeds", "--out", &out])
        .expect(1, &["r3.toml:", "chekc"]);
}

#[test]
fn fuzzing_what_does_not_exist_is_wrong_usage() {
    let workspace = Workspace::new();
    workspace
        .xtask(&["fuzz", "nobody"])
        .expect(1, &["no fuzz target is called nobody", "check"]);
    workspace
        .xtask(&["fuzz", "--seconds", "0"])
        .expect(1, &["--seconds"]);
    // The copy has no fuzz workspace.
    workspace
        .xtask(&["fuzz", "check"])
        .expect(1, &["fuzz/Cargo.toml", "--root"]);
    workspace
        .xtask(&["fuzz-proof"])
        .expect(1, &["git lists no files"]);
}

/// The build of `ClusterFuzzLite` and OSS-Fuzz, with the variables that these set.
#[test]
fn the_service_build_brings_targets_dictionaries_and_seed_archives() {
    if std::env::var_os("ARGUMENT_CHECK_BUILD_SH").is_none() {
        println!(
            "skipped: .clusterfuzzlite/build.sh takes minutes and a C++ compiler; ARGUMENT_CHECK_BUILD_SH=1 runs it"
        );
        return;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (folder.path().join("src"), folder.path().join("out"));
    std::fs::create_dir_all(&source).unwrap();
    std::os::unix::fs::symlink(here, source.join("argument-check")).unwrap();
    let output = Command::new("bash")
        .arg(here.join(".clusterfuzzlite/build.sh"))
        .env("SRC", &source)
        .env("OUT", &out)
        .env(
            "CXX",
            std::env::var_os("CXX").unwrap_or_else(|| "c++".into()),
        )
        .env("SANITIZER", "none")
        .output()
        .unwrap();
    Ran::of(&output).expect(0, &["check_seed_corpus.zip"]);
    for target in argument_check_oracle::fuzzing::TARGETS {
        let there = |name: String| {
            let data = std::fs::metadata(out.join(name));
            data.is_ok_and(|data| data.len() > 0)
        };
        let name = target.name;
        let wanted = name != "canary";
        assert_eq!(there(name.to_owned()), wanted, "{name}");
        assert_eq!(there(format!("{name}.dict")), wanted, "{name}.dict");
        assert_eq!(
            there(format!("{name}_seed_corpus.zip")),
            wanted,
            "{name}_seed_corpus.zip"
        );
    }
    // What came out runs: on its own seeds, without a finding.
    let seed = out.join("seed");
    std::fs::write(&seed, BODY).unwrap();
    let ran = Command::new(out.join("check")).arg(&seed).output().unwrap();
    Ran::of(&ran).expect(0, &["Executed"]);
}
