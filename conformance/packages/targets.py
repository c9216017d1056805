"""The systems that acegate has packages for, and the names that compilers and package managers have for each."""
import platform
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One system on one processor."""

    # As Rust names it.
    rust: str
    # As a sentence names it.
    title: str
    # As the archive is named, with its ending.
    archive: str
    ending: str
    # As Node.js names it.
    node: str
    # The tags of a wheel for it, and the classifier of its system.
    tags: tuple
    classifier: str
    # As Python names it where it runs.
    here: tuple
    # How far its program was tested, which is stated wherever the program is offered.
    state: str

    @property
    def program(self):
        return "acegate.exe" if self.node.startswith("win32") else "acegate"

    @property
    def is_linux(self):
        return self.here[0] == "linux"

    @property
    def npm(self):
        return f"@acegate/{self.node}"

    def folder(self, version):
        """The folder inside the archive, which is its name without the ending."""
        return f"acegate-v{version}-{self.archive}"

    def file(self, version):
        return self.folder(version) + self.ending


def linux(machine, title, node, state):
    """A static program runs with the C library of any distribution, so its wheel has the tags of old glibc and of musl."""
    tags = tuple(f"{tag}_{machine}" for tag in ["manylinux2014", "manylinux_2_17", "musllinux_1_1"])
    return Target(f"{machine}-unknown-linux-gnu", f"Linux on {title}", f"{machine}-linux", ".tar.gz", f"linux-{node}", tags,
                  "POSIX :: Linux", ("linux", machine), state)


# A state changes when someone has run the program there.
NOT_RUN = "built and type-checked, not run"
TARGETS = [
    linux("x86_64", "x86-64", "x64", "tested"),
    linux("aarch64", "ARM", "arm64", "tested under qemu"),
    Target("aarch64-apple-darwin", "macOS on ARM", "aarch64-macos", ".tar.gz", "darwin-arm64", ("macosx_11_0_arm64",),
           "MacOS", ("darwin", "arm64"), NOT_RUN),
    # The other target of Windows, gnu, needs a linker that its runners and most of its users do not have.
    Target("x86_64-pc-windows-msvc", "Windows on x86-64", "x86_64-windows", ".zip", "win32-x64", ("win_amd64",),
           "Microsoft :: Windows", ("win32", "amd64"), NOT_RUN),
]


def here():
    """The target of this machine, or None."""
    machine = (sys.platform, platform.machine().lower())
    return next((target for target in TARGETS if target.here == machine), None)
