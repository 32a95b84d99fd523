//! The reference service as a process: it is served, replayed, killed, and
//! refuses what only a deliberate operator may want.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use crate::common::Workspace;

/// A served data directory; killed when it is dropped.
struct Served {
    child: Child,
    base: String,
}

impl Served {
    fn start(workspace: &Workspace) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(workspace.path("served"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let base = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening on ").map(str::to_owned));
        Self {
            child,
            base: base.unwrap(),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_deployment_is_replayed_and_broken_like_any_other_target() {
    let workspace = Workspace::new();
    let served = Served::start(&workspace);
    let replay = ["replay", "--target", &served.base, "--filter", "R3-00[12]"];
    let words = ["argument-check at http://127.0.0.1", "PASSED"];
    workspace.xtask(&replay).expect(0, &words);
    let reports = workspace.path("reports").display().to_string();
    let faults = [
        "faults",
        "--n",
        "24",
        "--target",
        &served.base,
        "--reports",
        &reports,
    ];
    workspace.xtask(&faults).expect(0, &["exit 0"]);
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let workspace = Workspace::new();
    let _served = Served::start(&workspace);
    let data = workspace.path("served").display().to_string();
    workspace
        .xtask(&["serve", "--addr", "127.0.0.1:0", "--data", &data])
        .expect(1, &["another process has it open"]);
}

#[test]
fn a_main_network_and_an_open_address_need_to_be_said() {
    let workspace = Workspace::new();
    let main = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
    workspace
        .xtask(&["serve", "--network", main])
        .expect(1, &["--allow-mainnet"]);
    workspace
        .xtask(&["serve", "--addr", "0.0.0.0:0"])
        .expect(1, &["--allow-remote"]);
    workspace
        .xtask(&["replay", "--target", "http://127.0.0.1:1"])
        .expect(1, &["GET /criteria has no answer"]);
}

#[test]
fn a_server_that_is_killed_under_load_loses_and_doubles_nothing() {
    let workspace = Workspace::new();
    let data = workspace.path("soaked").display().to_string();
    let reports = workspace.path("reports").display().to_string();
    let soak = [
        "soak",
        "--clients",
        "16",
        "--requests",
        "200",
        "--crashes",
        "3",
        "--until-kill",
        "600",
        "--data",
        &data,
        "--reports",
        &reports,
    ];
    workspace
        .xtask(&soak)
        .expect(0, &["killed 3 times", "| owed back |", "exit 0"]);
    let json = std::fs::read_to_string(workspace.path("reports/soak.json")).unwrap();
    assert!(json.contains("\"complete\": true"));
}
