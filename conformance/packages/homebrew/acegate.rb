class Acegate < Formula
  desc "Finds the bugs in Punycode and IDNA libraries, in any language"
  homepage "${address}"
  version "${version}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    url "${aarch64_macos_url}"
    sha256 "${aarch64_macos_sha256}"
    depends_on arch: :arm64
  end

  on_linux do
    on_arm do
      url "${aarch64_linux_url}"
      sha256 "${aarch64_linux_sha256}"
    end
    on_intel do
      url "${x86_64_linux_url}"
      sha256 "${x86_64_linux_sha256}"
    end
  end

  def install
    bin.install "acegate"
    generate_completions_from_executable(bin/"acegate", "completions")
  end

  def caveats
    "${aarch64_macos_state}" if OS.mac?
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/acegate --version")
    system bin/"acegate", "check", "reference", "--codec", "race"
  end
end
