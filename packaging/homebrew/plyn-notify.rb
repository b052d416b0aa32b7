# HOMEBREW_DEVELOPER=1 brew install --HEAD ./packaging/homebrew/plyn-notify.rb
# Without that variable brew takes formulae from taps alone. `url` and `sha256` are those of a release; until there is
# one, HEAD is a checkout.
class PlynNotify < Formula
  desc "Ask a human from a script, and trust the answer"
  homepage "https://example.org/plyn-notify"
  license any_of: ["MIT", "Apache-2.0"]
  head "file://#{Pathname(__dir__).parent.parent}", using: :git, branch: "main"

  depends_on "rust" => :build
  depends_on :linux

  def install
    system "cargo", "install", *std_cargo_args(root: buildpath/"built")
    with_env(PROGRAM: buildpath/"built/bin/plyn-notify") do
      system "packaging/install", "", prefix.to_s
    end
  end

  test do
    # Nobody can be asked here, and that is said at once.
    assert_match "nobody can be asked", shell_output("#{bin}/plyn-notify wait --no-terminal Q 2>&1", 69)
    assert_path_exists man1/"plyn-notify-wait.1"
  end
end
