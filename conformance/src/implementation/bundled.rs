//! The adapters that the program carries.

use super::StartError;
use super::adapters::Manifest;
use crate::supervisor::TemporaryFolder;

/// An adapter that the program carries.
#[derive(Debug)]
pub struct Adapter {
    /// The name by which it is called.
    pub name: &'static str,
    manifest: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// An adapter in a folder of its own, or one of a folder that it shares with others of its language:
/// the frame of them all, and its own manifest and files.
macro_rules! adapter {
    ($name:literal, $($file:literal),+) => {
        adapter!(@ $name, concat!($name, "/manifest.yaml"), $name, $($file),+)
    };
    ($name:literal in $folder:literal, $($file:literal),+) => {
        adapter!(@ $name, concat!($folder, "/", $name, ".yaml"), $folder, $($file),+)
    };
    (@ $name:literal, $manifest:expr, $folder:literal, $($file:literal),+) => {
        Adapter {
            name: $name,
            manifest: include_str!(concat!("../../adapters/", $manifest)),
            files: &[$(($file, include_str!(concat!("../../adapters/", $folder, "/", $file)))),+],
        }
    };
}

/// The adapters that the program carries, in alphabetical order.
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    &[
        adapter!("ada-url" in "python", "frame.py", "ada-url.py"),
        adapter!("adraffy-punycode" in "javascript", "frame.js", "adraffy-punycode.js"),
        adapter!("crystal-punycode" in "crystal", "crystal_punycode.cr"),
        adapter!("dnspython", "adapter.py"),
        adapter!("dotnet-idnmapping" in "csharp", "dotnet-idnmapping.cs"),
        adapter!("emacs-puny" in "emacs", "acegate-frame.el", "emacs-puny.el"),
        adapter!("erlang-idna" in "erlang", "frame.hrl", "erlang-idna.escript"),
        adapter!("glib" in "python", "frame.py", "glib.py"),
        adapter!("go-commonmark-puny" in "go", "frame.go", "go-commonmark-puny.go"),
        adapter!("go-x-net-idna" in "go", "frame.go", "go-x-net-idna.go"),
        adapter!("haskell-punycode" in "haskell", "haskell-punycode.hs"),
        adapter!("httpclient" in "java", "Frame.java", "HttpClient.java"),
        adapter!("icu", "adapter.py"),
        adapter!("icu-host" in "python", "frame.py", "icu-host.py"),
        adapter!("icu4j" in "java", "Frame.java", "Icu4j.java"),
        adapter!("java-idn" in "java", "Frame.java", "JavaIdn.java"),
        adapter!("java-jdk-punycode" in "java", "Frame.java", "JdkPunycode.java"),
        adapter!("kamailio", "adapter.py", "kamailio.cfg"),
        adapter!("libidn", "adapter.py"),
        adapter!("libidn-host", "adapter.py"),
        adapter!("libidn2", "adapter.py"),
        adapter!("libidn2-host", "adapter.py"),
        adapter!("nim-punycode" in "nim", "nim_punycode.nim"),
        adapter!("node-punycode" in "javascript", "frame.js", "node-punycode.js"),
        adapter!("node-url" in "javascript", "frame.js", "node-url.js"),
        adapter!("npm-punycode" in "javascript", "frame.js", "npm-punycode.js"),
        adapter!("openssl" in "c", "openssl.c"),
        adapter!("perl-mojo-util" in "perl", "Frame.pm", "perl-mojo-util.pl"),
        adapter!("perl-net-idn-encode" in "perl", "Frame.pm", "perl-net-idn-encode.pl"),
        adapter!("perl-net-idn-punycode", "adapter.pl"),
        adapter!("perl-net-idn-punycode-pp" in "perl", "Frame.pm", "perl-net-idn-punycode-pp.pl"),
        adapter!("perl-uri-punycode", "adapter.pl"),
        adapter!("php-intl" in "php", "frame.php", "php-intl.php"),
        adapter!("pike-idna" in "pike", "pike-idna.pike"),
        adapter!("python-bootstring", "adapter.py"),
        adapter!("python-codec", "adapter.py"),
        adapter!("python-encodings-idna" in "python", "frame.py", "python-encodings-idna.py"),
        adapter!("python-idna", "adapter.py"),
        adapter!("python-transcription", "adapter.py", "bootstring.py", "host.py"),
        adapter!(
            "python-transcription-ace",
            "adapter.py",
            "base32.py",
            "labels.py",
            "lace.py",
            "race.py",
            "utf16.py",
            "utf5.py",
            "utf6.py"
        ),
        adapter!("python-transcription-enum", "adapter.py", "number.py", "record.py", "rules.py"),
        adapter!(
            "python-transcription-uri2dec",
            "adapter.py",
            "assign.py",
            "escape.py",
            "key.py",
            "keypad.py",
            "number.py",
            "record.py"
        ),
        adapter!("qt" in "python", "frame.py", "qt.py"),
        adapter!("r-urltools" in "r", "r-urltools.R"),
        adapter!("ruby-addressable" in "ruby", "frame.rb", "ruby-addressable.rb"),
        adapter!("ruby-domain-name" in "ruby", "frame.rb", "ruby-domain-name.rb"),
        adapter!("ruby-simpleidn" in "ruby", "frame.rb", "ruby-simpleidn.rb"),
        adapter!("symfony-polyfill" in "php", "frame.php", "symfony-polyfill.php"),
        adapter!("tr46" in "javascript", "frame.js", "tr46.js"),
    ]
}

impl Adapter {
    /// Its manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if the bundled manifest is broken, which a test rules out.
    pub fn manifest(&self) -> Result<Manifest, StartError> {
        Manifest::parse(self.manifest)
            .map_err(|error| StartError::Unknown(format!("bundled adapter {}: {error}", self.name)))
    }

    /// Writes its files into a new folder, which is removed with the returned value.
    ///
    /// # Errors
    ///
    /// [`StartError::Unpack`] if the folder cannot be written.
    pub fn unpack(&self) -> Result<TemporaryFolder, StartError> {
        let write = || {
            let folder = TemporaryFolder::new()?;
            for (name, text) in self.files {
                std::fs::write(folder.path().join(name), text)?;
            }
            Ok(folder)
        };
        write().map_err(|error: std::io::Error| StartError::Unpack {
            name: self.name.to_owned(),
            reason: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_manifests_are_valid_and_named_like_their_folders() {
        for adapter in adapters() {
            let manifest = adapter.manifest().expect("valid");
            assert_eq!(manifest.name, adapter.name);
            assert!(!manifest.needs.is_empty(), "{} says what it needs", adapter.name);
            assert!(!manifest.install.is_empty(), "{} says how it is installed", adapter.name);
        }
    }

    #[test]
    fn every_adapter_fits_on_one_screen() {
        for adapter in adapters() {
            // A transcription is a codec of its own, and Kamailio's adapter brings a name server.
            let is_more =
                adapter.name.starts_with("python-transcription") || adapter.name == "kamailio";
            for (name, text) in adapter.files {
                let lines = text.lines().count();
                let screen = match is_more {
                    true => 110,
                    false if name.to_lowercase().contains("frame") => 65,
                    false => 50,
                };
                assert!(lines <= screen, "{}/{name} has {lines} lines", adapter.name);
            }
        }
    }
}
