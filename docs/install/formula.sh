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
    system "go", "build", "-trimpath", "-gcflags=snag/cmd/...=-l", "-gcflags=snag/probe/...=-l", "-gcflags=snag/analyze/block/...=-l", "-gcflags=snag/analyze/source/tree/...=-l", "-gcflags=snag/analyze/retry/...=-l", "-gcflags=snag/analyze/shutdown/...=-l", "-gcflags=snag/analyze/reach=-l", "-gcflags=snag/analyze/reach/calling=-l", "-gcflags=snag/analyze/reach/link=-l", "-gcflags=snag/analyze/reach/model=-l", "-gcflags=snag/analyze/reach/mux=-l", "-gcflags=snag/analyze/reach/rails=-l", "-gcflags=snag/analyze/reach/annotation=-l", "-gcflags=snag/analyze/reach/routing=-l", "-gcflags=snag/analyze/source/project=-l", "-gcflags=snag/analyze/source/data=-l", "-gcflags=snag/analyze/reach/graph=-l", "-gcflags=snag/analyze/reach/rules=-l", "-gcflags=snag/analyze/regex/audit=-l", "-gcflags=snag/analyze/regex/repair=-l", "-gcflags=snag/analyze/regex/attack=-l", "-gcflags=snag/analyze/regex/transform=-l", "-gcflags=snag/analyze/regex/defence=-l", "-gcflags=snag/analyze/regex/edited=-l", "-gcflags=snag/analyze/source/outline=-l", "-gcflags=snag/analyze/reach/route=-l", "-gcflags=snag/analyze/reach/limit=-l", "-gcflags=snag/analyze/regex/syntax/...=-l", "-gcflags=snag/analyze/regex/confirm=-l", "-gcflags=net/...=-l", "-gcflags=math/big=-l", "-gcflags=os/...=-l", "-gcflags=reflect=-l", "-gcflags=time=-l", "-gcflags=fmt=-l", "-gcflags=encoding/...=-l", "-gcflags=unicode/...=-l", "-gcflags=regexp/...=-l", "-gcflags=go/...=-l", "-gcflags=mime/...=-l", "-gcflags=text/...=-l", "-gcflags=golang.org/x/...=-l", "-gcflags=crypto/...=-l", "-gcflags=github.com/...=-l", "-gcflags=github.com/dlclark/...=", *std_go_args(ldflags: "-s -w -X snag/cmd.release=#{version}")
    generate_completions_from_executable(bin/"snag", "completion")
    man1.install Dir["docs/man/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/snag version")
    assert_match "regex/exponential", shell_output("#{bin}/snag regex --engine none -e '(a+)+$'", 1)
  end
end
FORMULA
