package source

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestChangedSinceStartsNothing puts each setting of a repository that names a command into one, with
// a command that would make a file. Where git by itself runs it, that is checked, too.
func TestChangedSinceStartsNothing(t *testing.T) {
	command := func(mark string) string { return "touch '" + mark + "'; cat #" }
	failing := func(mark string) string { return "touch '" + mark + "'; exit 1 #" }
	tests := []struct {
		name       string
		attributes string
		config     func(t *testing.T, dir, mark string) [][2]string
		control    []string // the git command that runs it
	}{
		{"clean filter", "* filter=x", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"filter.x.clean", command(mark)}, {"filter.x.required", "true"}}
		}, []string{"diff", "HEAD"}},
		{"smudge filter", "* filter=x", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"filter.x.smudge", command(mark)}}
		}, []string{"checkout", "HEAD", "--", "a.js"}},
		{"process filter", "* filter=x", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"filter.x.process", command(mark)}}
		}, []string{"diff", "HEAD"}},
		{"text conversion", "* diff=x", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"diff.x.textconv", command(mark)}}
		}, []string{"diff", "HEAD"}},
		{"diff driver", "* diff=x", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"diff.x.command", command(mark)}}
		}, []string{"diff", "HEAD"}},
		{"external diff", "", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"diff.external", command(mark)}}
		}, []string{"diff", "HEAD"}},
		{"file system monitor", "", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"core.fsmonitor", command(mark)}}
		}, []string{"status"}},
		{"hooks", "", func(t *testing.T, dir, mark string) [][2]string {
			for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"} {
				file := filepath.Join(dir, ".hooks", hook)
				write(t, dir, ".hooks/"+hook, "#!/bin/sh\ntouch '"+mark+"'\n")
				if err := os.Chmod(file, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			return [][2]string{{"core.hooksPath", ".hooks"}}
		}, []string{"checkout", "HEAD", "--", "a.js"}},
		{"pager", "", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"core.pager", command(mark)}, {"pager.ls-files", command(mark)}, {"pager.ls-tree", command(mark)}, {"pager.rev-parse", command(mark)}, {"pager.cat-file", command(mark)}}
		}, nil},
		{"alias", "", func(_ *testing.T, _, mark string) [][2]string {
			return [][2]string{{"alias.rev-parse", "!" + command(mark)}, {"alias.ls-files", "!" + command(mark)}, {"alias.other", "!" + command(mark)}}
		}, []string{"other"}},
		{"included configuration", "* filter=x", func(t *testing.T, dir, mark string) [][2]string {
			write(t, dir, "included", "[filter \"x\"]\n\tclean = \"touch '"+mark+"'; cat #\"\n")
			return [][2]string{{"include.path", "../included"}, {"includeIf.gitdir:**.path", "../included"}}
		}, []string{"diff", "HEAD"}},
		{"configuration of the working tree", "* filter=x", func(t *testing.T, dir, mark string) [][2]string {
			write(t, dir, ".git/config.worktree", "[filter \"x\"]\n\tclean = \"touch '"+mark+"'; cat #\"\n[core]\n\tfsmonitor = \"touch '"+mark+"'; cat #\"\n")
			return [][2]string{{"extensions.worktreeConfig", "true"}}
		}, []string{"diff", "HEAD"}},
		// The blob of a.js is taken away, so that git wants to fetch it.
		{"fetch by ssh", "", func(t *testing.T, dir, mark string) [][2]string {
			lose(t, dir)
			return [][2]string{{"extensions.partialClone", "origin"}, {"core.repositoryFormatVersion", "1"}, {"remote.origin.promisor", "true"},
				{"remote.origin.url", "ssh://localhost/x"}, {"core.sshCommand", failing(mark)}}
		}, []string{"cat-file", "-p", "HEAD:a.js"}},
		{"fetch by a command", "", func(t *testing.T, dir, mark string) [][2]string {
			lose(t, dir)
			return [][2]string{{"extensions.partialClone", "origin"}, {"core.repositoryFormatVersion", "1"}, {"remote.origin.promisor", "true"},
				{"remote.origin.url", "."}, {"remote.origin.uploadpack", failing(mark)}}
		}, []string{"cat-file", "-p", "HEAD:a.js"}},
		{"fetch by ext", "", func(t *testing.T, dir, mark string) [][2]string {
			lose(t, dir)
			return [][2]string{{"extensions.partialClone", "origin"}, {"core.repositoryFormatVersion", "1"}, {"remote.origin.promisor", "true"},
				{"remote.origin.url", "ext::touch " + mark}, {"protocol.ext.allow", "always"}}
		}, []string{"cat-file", "-p", "HEAD:a.js"}},
		{"submodule", "", func(t *testing.T, dir, mark string) [][2]string {
			inner := filepath.Join(dir, "sub")
			write(t, dir, "sub/b.js", "x\n")
			runGit(t, inner, "init", "-q")
			write(t, dir, "sub/.gitattributes", "* filter=x\n")
			runGit(t, inner, "add", ".")
			runGit(t, inner, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
			runGit(t, dir, "-c", "advice.addEmbeddedRepo=false", "add", "sub")
			runGit(t, dir, "commit", "-q", "-m", "two")
			runGit(t, inner, "config", "filter.x.clean", command(mark))
			runGit(t, inner, "config", "core.fsmonitor", command(mark))
			write(t, dir, "sub/b.js", "y\n")
			return nil
		}, []string{"diff", "HEAD"}},
		{"other commands", "", func(_ *testing.T, _, mark string) [][2]string {
			var all [][2]string
			for _, key := range []string{"core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "credential.helper", "gpg.program",
				"sequence.editor", "interactive.diffFilter", "uploadpack.packObjectsHook", "merge.x.driver", "trailer.x.command", "sendemail.toCmd", "browser.x.cmd"} {
				all = append(all, [2]string{key, command(mark)})
			}
			return all
		}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := newRepository(t)
			mark := filepath.Join(t.TempDir(), "mark")
			write(t, dir, "a.js", "one\ntwo\n")
			runGit(t, dir, "add", ".")
			runGit(t, dir, "commit", "-q", "-m", "one")
			for _, setting := range test.config(t, dir, mark) {
				runGit(t, dir, "config", setting[0], setting[1])
			}
			write(t, dir, ".gitattributes", test.attributes+"\n")
			write(t, dir, "a.js", "one\nTWO\n")
			os.Remove(mark)
			c, err := ChangedSince(context.Background(), dir, "HEAD")
			if _, statErr := os.Stat(mark); statErr == nil {
				t.Error("the command was run")
			}
			if lost := strings.HasPrefix(test.name, "fetch"); lost != (err != nil) {
				t.Errorf("error %v, want one: %v", err, lost)
			} else if !lost && (!c.Touch(filepath.Join(dir, "a.js"), 2, 2) || c.Touch(filepath.Join(dir, "a.js"), 1, 1)) {
				t.Errorf("changed: %v, want line 2 of a.js", c.files)
			}
			if test.control == nil {
				return
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			control := exec.CommandContext(ctx, "git", test.control...)
			control.Dir, control.WaitDelay = dir, time.Second
			out, err := control.CombinedOutput() // it may well fail
			if _, statErr := os.Stat(mark); statErr != nil {
				t.Errorf("git %s does not run it, so nothing is shown: %v %s", strings.Join(test.control, " "), err, out)
			}
		})
	}
}

// lose removes the object of a.js from the repository.
func lose(t *testing.T, dir string) {
	t.Helper()
	out, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD:a.js").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSpace(string(out))
	if err := os.Remove(filepath.Join(dir, ".git/objects", name[:2], name[2:])); err != nil {
		t.Fatal(err)
	}
}

// TestChangedSinceOfFilteredFiles checks what counts as changed where git would have converted it.
func TestChangedSinceOfFilteredFiles(t *testing.T) {
	dir := newRepository(t)
	content := "large\n"
	pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%x\nsize %d\n", sha256.Sum256([]byte(content)), len(content))
	write(t, dir, "same.bin", pointer)
	write(t, dir, "other.bin", pointer)
	write(t, dir, "crlf.js", "one\ntwo\nthree\n")
	write(t, dir, "kept.js", "one\r\ntwo\r\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")
	write(t, dir, "same.bin", content)
	write(t, dir, "other.bin", "else\n")
	write(t, dir, "crlf.js", "one\r\nTWO\r\nthree\r\n")
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link.js")); err != nil {
		t.Fatal(err)
	}
	c, err := ChangedSince(context.Background(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"other.bin": "[{1 1}]", "crlf.js": "[{2 2}]"}
	for name, spans := range c.files {
		if got := fmt.Sprint(spans); got != want[name] {
			t.Errorf("%s: lines %s, want %q", name, got, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not changed: %v", want)
	}
}

// TestChangedSinceElsewhere checks that a repository cannot name other files as its own.
func TestChangedSinceElsewhere(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.js", "x\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")
	runGit(t, dir, "config", "core.worktree", t.TempDir())
	if c, err := ChangedSince(context.Background(), dir, "HEAD"); err == nil {
		t.Errorf("got %v of another tree, want an error", c.Files())
	}
}

// TestChangedSinceOfAnotherUser checks that the refusal of git is told, and not circumvented.
func TestChangedSinceOfAnotherUser(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.js", "x\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-q", "-m", "one")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	if _, err := ChangedSince(context.Background(), dir, "HEAD"); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want %v", err, ErrRefused)
	}
}

// TestChangedLines compares with the longest common subsequence by the table.
func TestChangedLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() []string {
		lines := make([]string, random.IntN(12))
		for i := range lines {
			lines[i] = string(rune('a' + random.IntN(4)))
		}
		return lines
	}
	for range 20_000 {
		a, b := text(), text()
		changed := 0
		kept := slices.Clone(b)
		spans := changedLines(a, b)
		for i := len(spans) - 1; i >= 0; i-- {
			changed += spans[i].last - spans[i].first + 1
			kept = slices.Delete(kept, spans[i].first-1, spans[i].last)
		}
		table := make([][]int, len(a)+1)
		for i := range table {
			table[i] = make([]int, len(b)+1)
			for j := range table[i] {
				switch {
				case i == 0 || j == 0:
				case a[i-1] == b[j-1]:
					table[i][j] = table[i-1][j-1] + 1
				default:
					table[i][j] = max(table[i-1][j], table[i][j-1])
				}
			}
		}
		rest := a
		for _, line := range kept {
			at := slices.Index(rest, line)
			if at < 0 {
				t.Fatalf("%v to %v: %v is not in both", a, b, kept)
			}
			rest = rest[at+1:]
		}
		if want := len(b) - table[len(a)][len(b)]; changed != want {
			t.Fatalf("%v to %v: %v, %d lines, want %d", a, b, spans, changed, want)
		}
	}
	var many, others []string
	for i := range 2 * editLimit {
		many, others = append(many, fmt.Sprint("a", i)), append(others, fmt.Sprint("b", i))
	}
	if got := changedLines(many, others); len(got) != 1 || got[0] != (lineSpan{1, 2 * editLimit}) {
		t.Errorf("everything changed: %v", got)
	}
}
