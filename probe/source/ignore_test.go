package source

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// runGit runs git in dir, away from the user's configuration, and returns what it prints.
func runGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitCommand(dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func gitCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	return cmd
}

// newRepository makes an empty repository, or skips the test where there is no git.
func newRepository(t *testing.T) string {
	t.Helper()
	snagtest.Needs(t, "git")
	dir := resolved(t.TempDir())
	runGit(t, dir, "init", "-q", "-b", "main")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestIgnoreAsGit asks git itself about each rule and each path.
func TestIgnoreAsGit(t *testing.T) {
	dir := newRepository(t)
	rules := []string{
		"a.js", "/a.js", "b/", "/b/", "b/a.js", "b/*.js", "*.js", "*", "/*", "*/a.js", "*/*", "?.js", "??.js", "a?js",
		"**", "**/", "**/a.js", "b/**", "b/**/", "b/**/a.js", "**/c/**", "/**/c", "b**/a.js", "b/**c/a.js", "**a.js", "a**", "***", "b/***/a.js", "**/**/a.js",
		"[ab].js", "[!a].js", "[^a].js", "[a-c].js", "[c-a].js", "[]].js", "[!]].js", "[]-].js", "[a-].js", "[-a].js", "[a", "[", "[]", "[!]", "[a]]", "[[:alpha:]].js", "[![:alpha:]].js", "[[:alpha].js", "[[:nope:]].js", "[[:].js", "[:alpha:].js", "[a/b].js", "b[/]a.js", "[\\]].js", "[\\a-\\c].js", "[a\\", "[a-c-e].js", "[[:digit:]-z].js",
		"\\a.js", "a\\.js", "\\*.js", "\\#x.js", "#x.js", "\\!x.js", "!x.js", "a.js\\", "a.js\\ ", "a.js ", "a.js  ", "x.js\\ ", "x.js\\  ", "x.js \\ ", " a.js", "a.js\t", "a.js\r", "é.js", "?.js", "??.js", "b\\/a.js", "b/\\a.js", "b\\", "b\\/", "b//a.js", "//a.js", "a.js/", "a.js//", "./a.js", "../a.js", "b/./a.js", "b/c/", "c/", "c", "/c", "b/c", ".*", ".*/", "*.*", "", "/", "//", "!", "!/", "!a.js",
		"b/*/a.js", "b/*", "b/?", "b/c/d/**", "**/d/a.js", "b/**/d/**/a.js", "*c*", "*a*b*c*",
	}
	files := []string{
		"a.js", "b.js", "].js", "-.js", "x.js", "x.js ", "#x.js", "!x.js", "*.js", "é.js", "abc", "0.js", "[a", "[]", "a]", ":.js", " a.js", "b\\",
		"b/a.js", "b/c/a.js", "b/c/d/a.js", "b/c/d/x", "c/a.js", "c/c", "bb/a.js", "e/c", "e/b/a.js", ".hidden", ".h/a.js", "a/a.js",
		"b/xc/a.js", "aXbYc", "bc/a.js",
	}
	paths := map[string]bool{} // to whether they are folders
	for _, name := range files {
		write(t, dir, name, "x")
		paths[name] = false
		for up := filepath.Dir(name); up != "."; up = filepath.Dir(up) {
			paths[filepath.ToSlash(up)] = true
		}
	}
	var names []string
	for name := range paths {
		names = append(names, name)
	}
	checked := 0
	for _, rule := range rules {
		for _, text := range []string{rule + "\n", "*\n!" + rule + "\n", rule + "\n!/b/a.js\n!c/\n"} {
			if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			ignored := askGit(t, dir, names)
			list := (&walker{}).enclosing(filepath.Join(dir, "b")).git // reads the file of the folder above
			for name, isDir := range paths {
				// git also calls a path ignored because a folder above it is.
				got := false
				for i := 0; i <= len(name) && !got; i++ {
					if i == len(name) || name[i] == '/' {
						got = list.ignores(filepath.ToSlash(dir)+"/"+name[:i], i < len(name) || isDir)
					}
				}
				checked++
				if got != ignored[name] {
					t.Errorf("rules %q: %q ignored: %v, git says %v", text, name, got, ignored[name])
				}
			}
		}
	}
	t.Logf("%d answers are those of git", checked)
}

// askGit returns which of the paths git ignores.
func askGit(t *testing.T, dir string, names []string) map[string]bool {
	t.Helper()
	cmd := gitCommand(dir, "check-ignore", "-z", "--stdin", "--no-index")
	cmd.Stdin = strings.NewReader("./" + strings.Join(names, "\x00./") + "\x00") // a colon in front has a meaning
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && !(ok && exit.ExitCode() == 1) {
		t.Fatal(err)
	}
	ignored := make(map[string]bool)
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if len(name) > 0 {
			ignored[string(name[len("./"):])] = true
		}
	}
	return ignored
}

// FuzzGlob checks that no pattern makes the matcher fail or take long.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"*a*b*c", "**/a/**", "[a-z]", "[[:alpha:]]", "\\", "a/**/b/**/c"} {
		f.Add(seed, "a/b/c/abc")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 200 || len(name) > 200 {
			return
		}
		for _, r := range parseIgnore([]byte(pattern)) {
			if r.byName {
				r.glob[0].matches(name)
			} else {
				r.matchPath(strings.Split(name, "/"))
			}
		}
	})
}
