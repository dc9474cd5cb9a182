#!/bin/sh
# Prints a formula for Homebrew that builds snag from the archive of a release's sources.
#
#   sh formula.sh VERSION URL ARCHIVE >Formula/snag.rb
set -eu
[ $# -eq 3 ] || { echo "usage: sh formula.sh VERSION URL ARCHIVE" >&2; exit 2; }
if command -v sha256sum >/dev/null; then
	sum=$(sha256sum "$3" | cut -d ' ' -f 1)
else
	sum=$(shasum -a 256 "$3" | cut -d ' ' -f 1)
fi
case $1$2 in *[\"\\\#]*) echo "a version and a URL have no quotes" >&2; exit 2 ;; esac
cat <<FORMULA
class Snag < Formula
  desc "Find what stalls a service before its users do"
  homepage "${2%%/snag-*}"
  url "$2"
  version "$1"
  sha256 "$sum"

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "0"
    system "go", "build", "-trimpath", "-gcflags=all=-l", "-gcflags=runtime/...=", "-gcflags=internal/...=", "-gcflags=strings=", "-gcflags=bytes=", "-gcflags=strconv=", "-gcflags=sort=", "-gcflags=slices=", "-gcflags=maps=", "-gcflags=sync/...=", "-gcflags=bufio=", "-gcflags=github.com/dlclark/...=", "-gcflags=snag/analyze/regex/charset=", "-gcflags=snag/analyze/regex/backtrack=", "-gcflags=snag/analyze/regex/bound=", "-gcflags=snag/analyze/regex/equivalence=", "-gcflags=snag/analyze/reach/points=", "-gcflags=snag/analyze/source/scan=", "-gcflags=snag/analyze/source/braces=", "-gcflags=snag/analyze/source/javascript=", "-gcflags=snag/analyze/source/scripting=", "-gcflags=snag/analyze/source/extract=", *std_go_args(ldflags: "-s -w -funcalign=8 -X snag/cmd.release=#{version}")
    generate_completions_from_executable(bin/"snag", "completion")
    man1.install Dir["docs/man/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/snag version")
    assert_match "regex/exponential", shell_output("#{bin}/snag regex --engine none -e '(a+)+$'", 1)
  end
end
FORMULA
