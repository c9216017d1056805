//! Books whose process dies, and one book that several processes share.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, thread};

use acegate_address_book::{Folder, Operation, Storage, StoreError, set_aside};

use crate::watched::{End, Watched};
use crate::{BOOK, learn, open, state};

/// Names for a process that a test starts: its folder, its role, and what the role needs.
const FOLDER: &str = "ACEGATE_BOOK_FOLDER";
const ROLE: &str = "ACEGATE_BOOK_ROLE";
const DETAIL: &str = "ACEGATE_BOOK_DETAIL";

/// How many addresses each process that shares a book learns.
const MANY: usize = 50;

#[test]
#[ignore = "it is the process that the other tests start"]
fn process() {
    let (Some(folder), Ok(role)) = (env::var_os(FOLDER), env::var(ROLE)) else { return };
    let (folder, detail) = (Path::new(&folder), env::var(DETAIL).unwrap());
    match role.as_str() {
        "dies" => die_after(detail.parse().unwrap(), folder),
        "shares" => share(&detail, folder),
        _ => {
            let _lock = Folder::new(folder).lock(BOOK).unwrap();
            File::create(folder.join("held")).unwrap();
            thread::sleep(Duration::from_secs(60));
        }
    }
}

/// Learns one address after another, and reports each, until it aborts after `operations`.
fn die_after(operations: usize, folder: &Path) {
    let left = Cell::new(operations);
    let end = |_, _: &str| {
        left.set(left.get().wrapping_sub(1));
        if left.get() == usize::MAX { End::Aborts } else { End::Succeeds }
    };
    let mut book = open(Watched { folder: Folder::new(folder), end }).unwrap();
    let mut reports = io::stderr();
    for address in addresses() {
        learn(&mut book, &address).unwrap();
        writeln!(reports, "learnt {address}").unwrap();
    }
}

/// The addresses that the process learns.
fn addresses() -> impl Iterator<Item = String> {
    (0..).map(|number: u64| format!("a{number}@x.org"))
}

/// Learns addresses, each again as often as another process was faster.
fn share(name: &str, folder: &Path) {
    let mut book = open(Folder::new(folder)).unwrap();
    for number in 0..MANY {
        while let Err(error) = learn(&mut book, &format!("{name}{number}@x.org")) {
            assert!(matches!(error, StoreError::Changed), "{error}");
            book.refresh().unwrap();
        }
    }
}

fn start(folder: &Path, role: &str, detail: &str) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "processes::process", "--ignored"]);
    command.env(FOLDER, folder).env(ROLE, role).env(DETAIL, detail);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The book is a beginning of the addresses, and holds at least those that were reported.
fn check_left_behind(folder: &Path, reported: usize) -> usize {
    let book = open(Folder::new(folder)).unwrap();
    let learnt: Vec<_> = state(&book).into_iter().map(|(address, _)| address).collect();
    assert_eq!(learnt, addresses().take(learnt.len()).collect::<Vec<_>>());
    let between = [reported, reported + 1];
    assert!(between.contains(&learnt.len()), "{reported} reported, {} kept", learnt.len());
    learnt.len()
}

#[test]
fn a_process_that_aborts_within_an_operation_leaves_a_whole_book() {
    // The first learning is read, create, two or three writes, sync, rename, sync: after twenty
    // operations the process is in the third.
    let mut kept = Vec::new();
    for after in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let output = start(folder.path(), "dies", &after.to_string()).wait_with_output().unwrap();
        assert!(!output.status.success(), "it aborts");
        let reported = String::from_utf8_lossy(&output.stderr);
        let reported = reported.lines().filter(|line| line.starts_with("learnt ")).count();
        kept.push(check_left_behind(folder.path(), reported));
    }
    assert!(kept.is_sorted());
    assert_eq!((kept[0], kept[1]), (0, 0));
    assert!(kept[19] >= 1, "{kept:?}");
}

#[test]
fn a_process_that_is_killed_from_outside_leaves_a_whole_book() {
    for lines in [1, 3, 10] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = start(folder.path(), "dies", &usize::MAX.to_string());
        let mut reader = BufReader::new(child.stderr.take().unwrap());
        let mut reported = 0;
        let mut line = String::new();
        while reported < lines && reader.read_line(&mut line).unwrap() > 0 {
            reported += usize::from(line.starts_with("learnt "));
            line.clear();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // These lines were reported before it died.
        let rest = reader.lines().map_while(Result::ok);
        reported += rest.filter(|line| line.starts_with("learnt ")).count();
        assert!(check_left_behind(folder.path(), reported) >= lines);
    }
}

#[test]
fn three_processes_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b", "c"];
    let mut processes = names.map(|name| start(folder.path(), "shares", name));
    for process in &mut processes {
        assert!(process.wait().unwrap().success());
    }
    let of = |name: &'static str| (0..MANY).map(move |number| format!("{name}{number}@x.org"));
    let mut all: Vec<_> = names.into_iter().flat_map(of).collect();
    all.sort();
    assert_eq!(sorted(folder.path()), all);
    // Nothing is left beside the book but its lock.
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["book", "book.lock"]);
}

#[test]
fn a_lock_is_waited_for_no_longer_than_asked_and_ends_with_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut holder = start(folder.path(), "holds", "");
    while !folder.path().join("held").exists() {
        assert!(holder.try_wait().unwrap().is_none(), "it ended before it held the lock");
        thread::sleep(Duration::from_millis(1));
    }
    let impatient = Folder::new(folder.path()).with_patience(Duration::from_millis(20));
    let mut book = open(impatient.clone()).unwrap();
    for error in [learn(&mut book, "alice").unwrap_err(), set_aside(&impatient, BOOK).unwrap_err()]
    {
        let StoreError::Io { operation: Operation::Lock, error } = error else { panic!("{error}") };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
    assert!(sorted(folder.path()).is_empty());
    holder.kill().unwrap();
    holder.wait().unwrap();
    learn(&mut book, "alice").unwrap();
    assert_eq!(sorted(folder.path()), ["alice"]);
}

/// The addresses of a book, sorted.
fn sorted(folder: &Path) -> Vec<String> {
    let book = open(Folder::new(folder)).unwrap();
    let mut addresses: Vec<_> = state(&book).into_iter().map(|(address, _)| address).collect();
    addresses.sort();
    addresses
}
