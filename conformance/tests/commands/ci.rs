//! The shell of `action.yml` and of the documented jobs, run as the services run it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::guides::{block, section};
use crate::run::{
    Ended, Folder, PROGRAM, WRONG, acegate, command, ended, has_programs, path_after,
};
use acegate_vectors::Source;
use serde_json::Value as Json;

const ACTION: &str = include_str!("../../../action.yml");
const GUIDE: &str = include_str!("../../guides/in-ci.md");
const RELEASE: &str = include_str!("../../../.github/workflows/release.yml");
const README: &str = include_str!("../../../README.md");

/// The variables that name the files by which a step changes the rest of its job.
const STEP_FILES: [(&str, &str); 5] = [
    ("GITHUB_ENV", "github-env"),
    ("GITHUB_OUTPUT", "github-output"),
    ("GITHUB_PATH", "github-path"),
    ("GITHUB_STATE", "github-state"),
    ("GITHUB_STEP_SUMMARY", "github-summary"),
];

/// A workspace with an adapter, and commands that stand before the real ones on the path.
struct Workspace(Folder);

impl Workspace {
    /// `None` if the shell of the jobs is missing.
    fn new() -> Option<Self> {
        if !has_programs("the shell of jobs", &["bash"]) {
            return None;
        }
        let workspace = Self(Folder::new());
        let adapter = "import os\nos.execvp('acegate', ['acegate', 'serve'])\n";
        workspace.0.write("adapter.py", adapter);
        // A few checks are enough to see whether the job works.
        workspace.command(
            "acegate",
            &format!("[ \"$1\" = check ] || exec '{PROGRAM}' \"$@\"\nexec '{PROGRAM}' check --id 'punycode/edge/*' \"${{@:2}}\""),
        );
        // The programs that would be fetched and built are on the path already.
        workspace.command(
            "git",
            "echo \"git $*\" >> commands.txt\nmkdir -p \"${@: -1}\"",
        );
        workspace.command("cargo", "echo \"cargo $*\" >> commands.txt");
        Some(workspace)
    }

    fn command(&self, name: &str, text: &str) {
        let name = format!("bin/{name}");
        self.0
            .write(&name, format!("#!/usr/bin/env bash\n{text}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.0.path(&name), executable).expect("its own file");
    }

    /// The text of a file, which is empty if it is not there.
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path(name)).unwrap_or_default()
    }

    /// Runs a script as both services do: it ends at the first command that fails.
    fn bash(&self, script: &str, env: &[(String, String)]) -> Ended {
        let script = &format!("[ ! -e event.sh ] || source ./event.sh\n{script}");
        let mut bash = command("bash", &self.0);
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .env("PATH", path_after(&[&self.0.path("bin")]))
            .env("ACEGATE", "https://example.org/acegate.git")
            .env("RUNNER_TEMP", self.0.path("temp"))
            .env("GITHUB_ACTION_PATH", self.0.path("acegate"))
            .envs(STEP_FILES.map(|(name, file)| (name, self.0.path(file))))
            .envs(env.iter().cloned());
        ended(&mut bash)
    }

    /// Runs the shell of `action.yml` with these inputs; after a step that fails, only the steps that always run. Returns
    /// the exit status of that step, or 0, and all that was printed.
    fn action(&self, inputs: &[(&str, &str)]) -> (i32, String) {
        let action = yaml(ACTION);
        fs::create_dir_all(self.0.path("temp")).expect("a folder");
        let mut printed = String::new();
        let mut status = 0;
        for (name, _) in inputs {
            assert!(
                action["inputs"].get(name).is_some(),
                "the action has no input {name}"
            );
        }
        for step in steps(&action["runs"]["steps"]) {
            let Some(script) = step["run"].as_str() else {
                continue;
            };
            let condition = step["if"].as_str().unwrap_or_default();
            let has_comment = inputs.iter().any(|(name, _)| *name == "comment");
            let is_left_out = condition.contains("inputs.comment") && !has_comment;
            if is_left_out || status != 0 && !condition.starts_with("always()") {
                continue;
            }
            let env = step["env"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| {
                    let value = input(value.as_str().expect("a string"), &action, inputs);
                    (name.clone(), value)
                });
            let ended = self.bash(script, &env.collect::<Vec<_>>());
            printed += &(ended.out + &ended.err);
            if status == 0 {
                status = ended.status.expect("it exits");
            }
        }
        (status, printed)
    }
}

/// The value of `${{ inputs.NAME }}`.
fn input(text: &str, action: &Json, inputs: &[(&str, &str)]) -> String {
    let name = text
        .strip_prefix("${{ inputs.")
        .and_then(|text| text.strip_suffix(" }}"));
    let name = name.expect("an input");
    let given = inputs.iter().find(|(input, _)| *input == name);
    if let Some((_, value)) = given {
        return (*value).to_owned();
    }
    action["inputs"][name]["default"]
        .as_str()
        .expect("a default")
        .to_owned()
}

fn yaml(text: &str) -> Json {
    // The reader of acegate takes no field without a value.
    let text = text.replace("workflow_dispatch:\n", "workflow_dispatch: true\n");
    let source = Source::new("a file of CI", text.as_bytes());
    source.and_then(|source| source.parse()).expect("YAML")
}

fn steps(steps: &Json) -> impl Iterator<Item = &Json> {
    steps.as_array().expect("steps").iter()
}

#[test]
fn the_action_writes_every_report_and_fails_where_the_check_does() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let (status, printed) =
        workspace.action(&[("cmd", WRONG), ("args", "--enforce=should\n--jobs=1")]);
    assert_eq!(status, 1, "{printed}");
    assert!(
        printed.lines().any(|line| line.starts_with("::error ")),
        "{printed}"
    );
    assert!(
        printed.contains("punycode/edge/leading-delimiter-word"),
        "{printed}"
    );
    for file in ["acegate.ndjson", "junit.xml", "acegate.sarif", "summary.md"] {
        assert!(
            !workspace.read(&format!("acegate-report/{file}")).is_empty(),
            "{file}"
        );
    }
    assert_eq!(
        workspace.read("github-summary"),
        workspace.read("acegate-report/summary.md")
    );
    // Each output is set.
    let outputs = workspace.read("github-output");
    let action = yaml(ACTION);
    for (name, output) in action["outputs"].as_object().expect("outputs") {
        assert_eq!(
            output["value"],
            format!("${{{{ steps.check.outputs.{name} }}}}")
        );
        assert!(
            outputs
                .lines()
                .any(|line| line.starts_with(&format!("{name}="))),
            "{outputs}"
        );
    }
    let sarif: Json =
        serde_json::from_str(&workspace.read("acegate-report/acegate.sarif")).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
}

#[test]
fn the_action_hides_the_files_of_its_step_from_the_program_under_check() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let adapter = "import os
names = sorted(name for name in os.environ if name.startswith('GITHUB_'))
open('seen.txt', 'w').write(' '.join(names))
os.execvp('acegate', ['acegate', 'serve'])
";
    workspace.0.write("adapter.py", adapter);
    let (status, printed) = workspace.action(&[("cmd", "python3 adapter.py")]);
    assert_eq!(status, 0, "{printed}");
    let seen = workspace.read("seen.txt");
    let seen: Vec<_> = seen.split(' ').collect();
    for (name, _) in STEP_FILES {
        assert!(!seen.contains(&name), "{name}");
    }
    assert!(
        seen.contains(&"GITHUB_ACTION_PATH"),
        "nothing else is hidden: {seen:?}"
    );
}

/// A later step would read the verdict from a file that the program under check may have written.
#[test]
fn the_step_of_the_action_that_checks_fails_by_itself() {
    let action = yaml(ACTION);
    let mut names = Vec::new();
    for step in steps(&action["runs"]["steps"]) {
        names.push(step["name"].as_str().expect("a name"));
        assert!(!step.to_string().contains("steps.check"), "{step}");
    }
    let check = names.iter().position(|name| *name == "Check");
    for step in steps(&action["runs"]["steps"]).skip(check.expect("it checks") + 1) {
        let condition = step["if"].as_str().unwrap_or_default();
        assert!(condition.starts_with("always() "), "{step}");
    }
}

/// The library passed on the base branch, and the pull request makes it wrong.
#[test]
fn a_pull_request_gets_one_comment_on_what_changed() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    // It lists the comments of the first run, and writes what is sent.
    let gh = "echo \"$*\" >> gh.txt\ncase \"$*\" in *--paginate*) cat old.txt 2>/dev/null || true ;; esac";
    workspace.command("gh", gh);
    let event = |name: &str, cmd: &str| {
        let variables = format!(
            "export GITHUB_EVENT_NAME={name} GITHUB_REF=refs/pull/7/merge GITHUB_REPOSITORY=o/r"
        );
        workspace.0.write("event.sh", variables);
        workspace.action(&[("cmd", cmd), ("comment", "mylib"), ("args", "--jobs=1")])
    };
    let (status, printed) = event("push", "acegate serve");
    assert_eq!(status, 0, "{printed}");
    assert!(workspace.read("gh.txt").is_empty(), "a push has no comment");
    let (status, printed) = event("pull_request", WRONG);
    assert_eq!(status, 1, "the step Check fails: {printed}");
    let comment = workspace.read("acegate-report/comment.md");
    assert!(comment.starts_with("<!-- acegate mylib -->\n"), "{comment}");
    for part in [
        "skips a hyphen at the start",
        "punycode/edge/leading-delimiter-word",
    ] {
        assert!(comment.contains(part), "{part} in {comment}");
    }
    let sent = workspace.read("gh.txt");
    let body = "--field body=@acegate-report/comment.md";
    let first = format!("api --silent --method POST repos/o/r/issues/7/comments {body}\n");
    assert!(sent.ends_with(&first), "{sent}");
    workspace
        .0
        .write("old.txt", "https://api.example/comments/3\n");
    event("pull_request", WRONG);
    let again = format!("--method PATCH https://api.example/comments/3 {body}\n");
    assert!(workspace.read("gh.txt").ends_with(&again));
}

/// Steps that build or check something run without the tokens that publish.
#[test]
fn only_the_steps_that_publish_a_release_have_a_token() {
    let workflow = yaml(RELEASE);
    let mut publishing = 0;
    assert!(workflow.get("env").is_none(), "all jobs would have it");
    for (job, content) in workflow["jobs"].as_object().expect("jobs") {
        let all = content.get("env").map(Json::to_string).unwrap_or_default();
        assert!(!all.contains("oken"), "every step of {job} has it: {all}");
        for step in steps(&content["steps"]) {
            let env = step.get("env").map(Json::to_string).unwrap_or_default();
            if !env.contains("secrets.") && !env.contains("github.token") {
                continue;
            }
            let run = step["run"].as_str().expect("a command");
            let is_upload =
                run.starts_with("gh release ") || run.starts_with("cargo publish --no-verify ");
            assert!(
                is_upload && run.trim_end().matches("\n").count() <= 1,
                "{job}: {run}"
            );
            publishing += 1;
        }
    }
    assert_eq!(publishing, 3, "two commands of the release and the crates");
}

#[test]
fn the_action_takes_a_target_a_baseline_and_a_folder() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let update = format!(
        "acegate check --cmd '{WRONG}' --baseline known.yaml --update-baseline --reason Known"
    );
    workspace.bash(&update, &[]).with(0);
    let inputs = [
        ("cmd", WRONG),
        ("baseline", "known.yaml"),
        ("folder", "a folder/of it"),
    ];
    let (status, printed) = workspace.action(&inputs);
    assert_eq!(status, 0, "{printed}");
    assert!(!workspace.read("a folder/of it/junit.xml").is_empty());
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let (status, printed) = workspace.action(&[("implementation", "reference")]);
    assert_eq!(status, 0, "{printed}");
    // Nothing that is not there is uploaded or shown.
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let (status, printed) = workspace.action(&[("implementation", "no-such-adapter")]);
    assert_eq!(status, 2, "{printed}");
    assert!(workspace.read("github-summary").is_empty());
}

#[test]
fn no_input_of_the_action_is_code() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let code = "$(touch broken) `touch broken` ; touch broken\n\"; touch broken; \"";
    let names = yaml(ACTION)["inputs"]
        .as_object()
        .expect("inputs")
        .keys()
        .cloned()
        .collect::<Vec<_>>();
    for name in names.iter().filter(|name| *name != "folder") {
        let (status, _) = workspace.action(&[(name, code)]);
        assert!(!workspace.0.path("broken").exists(), "{name}");
        // The name of the upload goes to no shell.
        assert!(status != 0 || name == "artifact", "{name}");
    }
    for step in steps(&yaml(ACTION)["runs"]["steps"]) {
        assert!(
            !step["run"].as_str().unwrap_or_default().contains("${{"),
            "{step}"
        );
        if let Some(used) = step["uses"].as_str() {
            let (_, revision) = used.split_once('@').expect("a revision");
            assert!(
                revision.len() == 40 && revision.bytes().all(|b| b.is_ascii_hexdigit()),
                "{used}"
            );
        }
    }
}

#[test]
fn the_action_takes_an_archive_only_with_its_checksum() {
    if !has_programs("the archive of the action", &["curl", "sha256sum", "tar"]) {
        return;
    }
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let pack = "mkdir acegate-v1 && cp bin/acegate acegate-v1/ && tar czf packed.tar.gz acegate-v1 && \
        rm bin/acegate && sha256sum packed.tar.gz";
    let packed = workspace.bash(pack, &[]).with(0).out;
    let digest = packed.split(' ').next().expect("a digest");
    let address = format!("file://{}", workspace.0.word("packed.tar.gz"));
    let install = |digest: &str| {
        let action = yaml(ACTION);
        let step = steps(&action["runs"]["steps"])
            .find(|step| step["name"] == "Install acegate")
            .expect("it installs")
            .clone();
        let env = [
            ("ARCHIVE".to_owned(), address.clone()),
            ("ARCHIVE_SHA256".to_owned(), digest.to_owned()),
        ];
        fs::create_dir_all(workspace.0.path("temp")).expect("a folder");
        workspace.bash(step["run"].as_str().expect("a script"), &env)
    };
    for wrong in ["", &"0".repeat(64)] {
        assert!(
            install(wrong)
                .with(2)
                .out
                .contains("does not have the SHA-256")
        );
        assert!(workspace.read("github-path").is_empty());
    }
    install(digest).with(0);
    let folder = workspace.read("github-path");
    let program = Path::new(folder.trim()).join("acegate");
    let version = ended(Command::new(program).arg("--version")).with(0).out;
    assert_eq!(version, acegate(".", &["--version"]).out);
}

#[test]
fn the_documented_shell_checks_the_adapter() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    workspace
        .bash(block(section(GUIDE, "A shell"), "sh"), &[])
        .with(0);
    let commands = workspace.read("commands.txt");
    assert!(
        commands.starts_with("git clone ") && commands.contains("\ncargo install "),
        "{commands}"
    );
    assert!(!workspace.read("acegate.ndjson").is_empty());
}

#[test]
fn the_documented_jobs_of_github_check_the_adapter() {
    for (text, heading) in [(GUIDE, "GitHub"), (README, "In CI")] {
        let Some(workspace) = Workspace::new() else {
            return;
        };
        run_github_job(&workspace, block(section(text, heading), "yaml"));
    }
}

fn run_github_job(workspace: &Workspace, workflow: &str) {
    let workflow = yaml(workflow);
    let mut has_action = false;
    for step in steps(&workflow["jobs"]["check"]["steps"]) {
        if let Some(script) = step["run"].as_str() {
            workspace.bash(script, &[]).with(0);
        }
        if step["uses"] == "./acegate" {
            has_action = true;
            assert!(
                workspace.0.path("acegate").exists(),
                "it is cloned before it is used"
            );
            let with = step["with"].as_object().expect("inputs");
            let with = with
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")));
            let (status, printed) = workspace.action(&with.collect::<Vec<_>>());
            assert_eq!(status, 0, "{printed}");
        }
    }
    assert!(has_action);
}

#[test]
fn the_guide_names_every_input_and_output_of_the_action() {
    let action = yaml(ACTION);
    let names =
        ["inputs", "outputs"].map(|it| action[it].as_object().expect("names").keys().cloned());
    for name in names.into_iter().flatten() {
        assert!(
            GUIDE.contains(&format!("`{name}`")),
            "the guide lacks {name}"
        );
    }
}

#[test]
fn the_documented_job_of_gitlab_checks_the_adapter() {
    let Some(workspace) = Workspace::new() else {
        return;
    };
    let jobs = yaml(block(section(GUIDE, "GitLab"), "yaml"));
    let job = &jobs["acegate"];
    let lines = steps(&job["script"]).map(|line| line.as_str().expect("a command"));
    workspace
        .bash(&lines.collect::<Vec<_>>().join("\n"), &[])
        .with(0);
    let kept = steps(&job["artifacts"]["paths"]).chain([&job["artifacts"]["reports"]["junit"]]);
    for path in kept {
        let path = path.as_str().expect("a path");
        assert!(!workspace.read(path).is_empty(), "{path}");
    }
}

/// No registry has acegate: it is installed from a clone, by the lines that the jobs above run.
#[test]
fn every_document_installs_acegate_from_a_clone() {
    let guides = fs::read_dir("guides")
        .expect("the guides")
        .flatten()
        .map(|file| file.path());
    let documents = guides.chain(["../README.md".into(), "README.md".into()]);
    let mut installed = 0;
    for document in documents {
        let text = fs::read_to_string(&document).expect("UTF-8");
        let commands = [
            "pip install",
            "npm install",
            "cargo install",
            "cargo binstall",
        ];
        let is_install = |line: &&str| commands.iter().any(|command| line.contains(command));
        let is_own = |line: &&str| line.contains("acegate") && !line.starts_with('|');
        for line in text.lines().filter(is_install).filter(is_own) {
            let line = line.trim_start_matches([' ', '-']);
            let is_path = line.starts_with("`cargo install --path conformance ");
            let from_clone = "cargo install --locked --path acegate/conformance";
            assert!(
                line == from_clone || is_path,
                "{}: {line}",
                document.display()
            );
            installed += 1;
        }
    }
    assert!(installed > 2, "only {installed} lines install it");
}
