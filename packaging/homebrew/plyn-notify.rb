# brew install --build-from-source ./packaging/homebrew/plyn-notify.rb
# `url` and `sha256` are those of a release; until there is one, HEAD is a checkout.
class PlynNotify < Formula
  desc "Ask a human from a script, and trust the answer"
  homepage "https://example.org/plyn-notify"
  license any_of: ["MIT", "Apache-2.0"]
  head "file://#{Pathname(__dir__).parent.parent}", using: :git, branch: "main"

  depends_on "rust" => :build
  depends_on :linux

  def install
    system "cargo", "build", "--release", "--locked"
    system "packaging/install", "", prefix.to_s
  end

  test do
    assert_match "plyn-notify #{version}", shell_output("#{bin}/plyn-notify version")
    # Nobody can be asked here, and that is said at once.
    assert_match "nobody can be asked", shell_output("#{bin}/plyn-notify wait --no-terminal Q 2>&1", 69)
  end
end
