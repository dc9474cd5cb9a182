package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"snag/analyze/regex/redos"
)

// outside sets up a user whose folders lie outside of the tree that is returned.
func outside(t *testing.T) (tree string) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("AppData", filepath.Join(home, "config"))
	t.Setenv("LocalAppData", filepath.Join(home, "cache"))
	t.Setenv(Variable, filepath.Join(home, "cache", "snag"))
	t.Setenv(secretVariable, "")
	t.Setenv("CI", "")
	return t.TempDir()
}

// verdictOf asks a cache about /(a+)+$/ and returns what the decider behind it, or an entry, says.
func verdictOf(t *testing.T, v *Verdicts) (class redos.Class, decided bool) {
	t.Helper()
	decide := v.Decider(func(ctx context.Context, p redos.Pattern, l redos.Limits) (redos.Verdict, error) {
		decided = true
		return redos.Analyze(ctx, p, l)
	})
	got, err := decide(t.Context(), redos.Pattern{Text: "(a+)+$"}, redos.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return got.Class, decided
}

// TestForgedEntry lays an entry into the cache that says that /(a+)+$/ is safe.
func TestForgedEntry(t *testing.T) {
	tree := outside(t)
	forge := func(secret string) {
		t.Setenv(secretVariable, secret)
		v, err := OpenVerdicts(redos.DefaultLimits, []string{tree})
		if err != nil {
			t.Fatal(err)
		}
		safe := v.Decider(func(context.Context, redos.Pattern, redos.Limits) (redos.Verdict, error) {
			return redos.Verdict{Class: redos.Linear}, nil
		})
		if _, err := safe(t.Context(), redos.Pattern{Text: "(a+)+$"}, redos.DefaultLimits); err != nil {
			t.Fatal(err)
		}
		v.Save()
	}
	for _, test := range []struct {
		name, forger, user string
		wantDecided        bool
	}{
		{"another secret", "what a stranger made up", "what only the user knows", true},
		{"the user's file", "what a stranger made up", "", true},
		{"the same secret", "what only the user knows", "what only the user knows", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			forge(test.forger)
			t.Setenv(secretVariable, test.user)
			v, err := OpenVerdicts(redos.DefaultLimits, []string{tree})
			if err != nil {
				t.Fatal(err)
			}
			class, decided := verdictOf(t, v)
			if want := map[bool]redos.Class{true: redos.Exponential, false: redos.Linear}[test.wantDecided]; decided != test.wantDecided || class != want {
				t.Errorf("(a+)+$: got %v, decided %t; want %v, %t", class, decided, want, test.wantDecided)
			}
		})
	}
}

// TestCacheInTree refuses a cache, or its secret, where a merge request could have written it.
func TestCacheInTree(t *testing.T) {
	tree := outside(t)
	for _, dir := range []string{".git", "src"} {
		if err := os.Mkdir(filepath.Join(tree, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(tree, link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	src := filepath.Join(tree, "src")
	for _, test := range []struct {
		name, cache, config, root string
		want                      error
	}{
		{"outside", "", "", src, nil},
		{"in the folder", filepath.Join(src, "cache"), "", src, ErrInTree},
		{"beside it, in the working tree", filepath.Join(tree, "cache"), "", src, ErrInTree},
		{"by a link", filepath.Join(link, "cache"), "", src, ErrInTree},
		{"a file as root", filepath.Join(tree, "cache"), "", filepath.Join(src, "a.js"), ErrInTree},
		{"the secret in the tree", "", filepath.Join(tree, "config"), src, ErrInTree},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.cache != "" {
				t.Setenv(Variable, test.cache)
			}
			if test.config != "" {
				if runtime.GOOS != "linux" {
					t.Skip("the folder has another variable here")
				}
				t.Setenv("XDG_CONFIG_HOME", test.config)
			}
			v, err := OpenVerdicts(redos.DefaultLimits, []string{test.root})
			if !errors.Is(err, test.want) || (v == nil) != (test.want != nil) {
				t.Errorf("cache %q, config %q, root %q: got %v, %v; want %v", test.cache, test.config, test.root, v, err, test.want)
			}
		})
	}
}

// TestSecret reads the secret where it is, and makes one where it is not.
func TestSecret(t *testing.T) {
	outside(t)
	t.Setenv("CI", "true")
	if _, err := readSecret(nil); !errors.Is(err, ErrNoSecret) {
		t.Errorf("in CI without a secret: got %v, want %v", err, ErrNoSecret)
	}
	t.Setenv("CI", "")
	made, err := readSecret(nil)
	if err != nil || len(made) != secretSize {
		t.Fatalf("the secret that is made: got %x, %v", made, err)
	}
	if again, err := readSecret(nil); err != nil || string(again) != string(made) {
		t.Errorf("the secret that is there: got %x, %v, want %x", again, err, made)
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "snag", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got files %v, %v, want one", files, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s: got mode %v, %v, want 0600", files[0], info.Mode(), err)
	}
	if err := os.Chmod(files[0], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readSecret(nil); err == nil {
		t.Error("a secret that others can read was taken")
	}
	t.Setenv(secretVariable, "short")
	if _, err := readSecret(nil); err == nil {
		t.Error("a short secret was taken")
	}
}
