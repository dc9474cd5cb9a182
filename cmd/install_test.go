package cmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"snag/probe/snagtest"
)

// mostBytes is what a stripped binary may take.
const mostBytes = 25_500_000

// goreleaser is what .goreleaser.yaml says that tests hold to.
type goreleaser struct {
	Builds []struct {
		Gcflags []string `yaml:"gcflags"`
		Ldflags []string `yaml:"ldflags"`
	} `yaml:"builds"`
	Packages []map[string]any `yaml:"nfpms"`
}

// releaseConfig reads .goreleaser.yaml.
func releaseConfig(t *testing.T) goreleaser {
	t.Helper()
	var config goreleaser
	text, err := os.ReadFile("../.goreleaser.yaml")
	if err == nil {
		err = yaml.Unmarshal(text, &config)
	}
	if err != nil || len(config.Builds) != 1 || len(config.Builds[0].Gcflags) == 0 || len(config.Builds[0].Ldflags) != 1 {
		t.Fatalf(".goreleaser.yaml has %d builds: %v", len(config.Builds), err)
	}
	return config
}

// released builds snag as a release does, and tells its version to sources without history.
func released(t *testing.T, dir, version string) string {
	t.Helper()
	path := filepath.Join(dir, "snag")
	build := releaseConfig(t).Builds[0]
	args := []string{"build", "-buildvcs=false", "-trimpath", "-ldflags", build.Ldflags[0] + " -X snag/cmd.release=" + version + " -X snag/cmd.commit=0123456789abcdef", "-o", path}
	args = append(args, prefixed("-gcflags=", build.Gcflags)...)
	c := exec.Command("go", append(args, ".")...)
	c.Dir = ".."
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// TestBuildsAgree holds what other files say of a build to what a release does.
func TestBuildsAgree(t *testing.T) {
	flag := regexp.MustCompile(`-gcflags[= ]"?([^"\s]+)`)
	build := releaseConfig(t).Builds[0]
	align := regexp.MustCompile(`-funcalign=\d+`).FindString(build.Ldflags[0])
	for _, file := range []string{"../docs/ci/Containerfile", "../docs/install.md", "../docs/install/formula.sh"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range flag.FindAllStringSubmatch(string(text), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, build.Gcflags) {
			t.Errorf("%s builds with %q, want %q as in .goreleaser.yaml", file, got, build.Gcflags)
		}
		if align == "" || !strings.Contains(string(text), align) {
			t.Errorf("%s does not link with %q, as .goreleaser.yaml does", file, align)
		}
	}
}

// printed runs a program and returns what it prints.
func printed(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// toldVersion is what a program says of its version.
func toldVersion(t *testing.T, program string) (version, commit string) {
	t.Helper()
	var r struct {
		Data struct{ Version, Commit string }
	}
	if err := json.Unmarshal([]byte(printed(t, ".", program, "version", "-f", "json")), &r); err != nil {
		t.Fatal(err)
	}
	return r.Data.Version, r.Data.Commit
}

// TestRelease builds the binary of a release twice, from two folders, and installs it from a package for npm and,
// where nfpm is there, from one for Debian.
func TestRelease(t *testing.T) {
	snagtest.Long(t)
	t.Parallel()
	binary := released(t, t.TempDir(), "1.2.3")
	content, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if len(content) > mostBytes {
		t.Errorf("the binary has %d bytes, and should have %d at most", len(content), mostBytes)
	}
	t.Logf("LONG: the binary of a release has %d bytes", len(content))
	again, err := os.ReadFile(released(t, t.TempDir(), "1.2.3"))
	if err != nil || sha256.Sum256(content) != sha256.Sum256(again) {
		t.Errorf("two builds differ: %v", err)
	}
	if version, commit := toldVersion(t, binary); version != "1.2.3" || commit != "0123456789abcdef" {
		t.Errorf("it is version %q of commit %q", version, commit)
	}
	t.Run("npm", func(t *testing.T) { installFromNPM(t, binary) })
	t.Run("deb", func(t *testing.T) { installFromDeb(t, binary) })
}

// installFromNPM packs the packages for npm and installs them from their archives, without scripts.
func installFromNPM(t *testing.T, binary string) {
	snagtest.Needs(t, "node", "npm")
	dir := t.TempDir()
	cpu := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	system := map[string]string{"linux": "linux", "darwin": "darwin"}[runtime.GOOS]
	if cpu == "" || system == "" {
		snagtest.Skip(t, "no package for npm is made for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	pack, err := filepath.Abs("../docs/install/npm/pack.mjs")
	if err != nil {
		t.Fatal(err)
	}
	folders := strings.Fields(printed(t, dir, "node", pack, "--name", "snag-for-a-test", "--version", "1.2.3", "--out", "packages", system+"-"+cpu+"="+binary))
	archives := strings.Fields(printed(t, dir, "npm", append([]string{"pack", "--silent"}, prefixed("./", folders)...)...))
	if len(archives) != 2 {
		t.Fatalf("packed %q", archives)
	}
	printed(t, dir, "npm", append([]string{"install", "--silent", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "project"}, prefixed("./", archives)...)...)
	snag := filepath.Join(dir, "project", "node_modules", ".bin", "snag")
	if version, _ := toldVersion(t, snag); version != "1.2.3" {
		t.Errorf("npm installed version %q", version)
	}
	c := exec.Command(snag, "regex", "--engine", "none", "-e", "(a+)+$")
	if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 1 {
		t.Errorf("a finding ends with status %d: %s", c.ProcessState.ExitCode(), out)
	}
	// Without the part for this system it says what is missing.
	if err := os.RemoveAll(filepath.Join(dir, "project", "node_modules", filepath.Base(folders[0]))); err != nil {
		t.Fatal(err)
	}
	c = exec.Command(snag, "version")
	if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 3 || !strings.Contains(string(out), "is not installed\nhint: ") {
		t.Errorf("without its part it ends with status %d: %s", c.ProcessState.ExitCode(), out)
	}
}

func prefixed(prefix string, names []string) []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = prefix + n
	}
	return all
}

// nfpmConfig is what .goreleaser.yaml says of packages for Linux, as nfpm takes it.
func nfpmConfig(t *testing.T) map[string]any {
	t.Helper()
	packages := releaseConfig(t).Packages
	if len(packages) != 1 {
		t.Fatalf("%d packages", len(packages))
	}
	p := packages[0]
	p["name"] = p["package_name"]
	for _, own := range []string{"package_name", "formats", "bindir", "mtime"} { // goreleaser's, and what it fills in
		delete(p, own)
	}
	p["version"], p["arch"], p["mtime"] = "1.2.3", runtime.GOARCH, "2026-01-02T03:04:05Z"
	return p
}

// installFromDeb makes the packages for Linux twice, installs the one for Debian into a folder, and runs it.
func installFromDeb(t *testing.T, binary string) {
	snagtest.Needs(t, "nfpm", "dpkg", "dpkg-deb")
	dir := t.TempDir()
	p := nfpmConfig(t)
	contents, _ := p["contents"].([]any)
	for _, c := range contents {
		// The completions are made by a hook of goreleaser.
		entry := c.(map[string]any)
		source := entry["src"].(string)
		if shell, ok := strings.CutPrefix(source, "dist-extra/completions/snag."); ok {
			path := filepath.Join(dir, "snag."+shell)
			if err := os.WriteFile(path, []byte(printed(t, dir, binary, "completion", shell)), 0o644); err != nil {
				t.Fatal(err)
			}
			entry["src"] = path
		}
	}
	p["contents"] = append(contents, map[string]any{"src": binary, "dst": "/usr/bin/snag"})
	text, err := yaml.Marshal(p)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "nfpm.yaml"), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"deb", "rpm", "apk"} {
		var both [2][32]byte
		for i := range both {
			path := filepath.Join(dir, fmt.Sprintf("snag-%d.%s", i, format))
			printed(t, "..", "nfpm", "package", "--config", filepath.Join(dir, "nfpm.yaml"), "--packager", format, "--target", path)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			both[i] = sha256.Sum256(content)
		}
		if both[0] != both[1] {
			t.Errorf("two packages of the format %s differ", format)
		}
	}
	root := filepath.Join(dir, "root")
	printed(t, dir, "dpkg-deb", "--extract", "snag-0.deb", root)
	for _, file := range []string{"usr/share/man/man1/snag-regex.1", "usr/share/bash-completion/completions/snag", "usr/share/doc/snag/regex.md"} {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			if _, err := os.Stat(filepath.Join(root, file+".gz")); err != nil {
				t.Errorf("the package has no %s", file)
			}
		}
	}
	if version, _ := toldVersion(t, filepath.Join(root, "usr/bin/snag")); version != "1.2.3" {
		t.Errorf("it installs version %q", version)
	}
	// dpkg's own installation, into a root of its own, with its scripts and its database.
	other := filepath.Join(dir, "other")
	for _, folder := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates"} {
		if err := os.MkdirAll(filepath.Join(other, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(other, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 {
		snagtest.Skip(t, "dpkg installs as root only")
	}
	printed(t, dir, "dpkg", "--root="+other, "--force-not-root", "--install", "snag-0.deb")
	if version, _ := toldVersion(t, filepath.Join(other, "usr/bin/snag")); version != "1.2.3" {
		t.Errorf("dpkg installed version %q", version)
	}
	printed(t, dir, "dpkg", "--root="+other, "--purge", "snag")
	if _, err := os.Stat(filepath.Join(other, "usr/bin/snag")); err == nil {
		t.Error("dpkg leaves the binary behind")
	}
}

// TestFormula makes a formula and, where Ruby is there, parses it.
func TestFormula(t *testing.T) {
	snagtest.Needs(t, "sh", "cut")
	dir := t.TempDir()
	archive := filepath.Join(dir, "snag-1.2.3.tar.gz")
	if err := os.WriteFile(archive, []byte("sources"), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("../docs/install/formula.sh")
	if err != nil {
		t.Fatal(err)
	}
	formula := printed(t, dir, "sh", script, "1.2.3", "https://snag.invalid/snag-1.2.3.tar.gz", archive)
	for _, want := range []string{fmt.Sprintf("%x", sha256.Sum256([]byte("sources"))), `version "1.2.3"`, `homepage "https://snag.invalid"`, `#{version}`, `'(a+)+$'`} {
		if !strings.Contains(formula, want) {
			t.Errorf("the formula has no %s:\n%s", want, formula)
		}
	}
	if ruby, err := exec.LookPath("ruby"); err == nil && snagtest.IsLong() {
		path := filepath.Join(dir, "snag.rb")
		if err := os.WriteFile(path, []byte(formula), 0o600); err != nil {
			t.Fatal(err)
		}
		printed(t, dir, ruby, "-c", path)
	}
	c := exec.Command("sh", script, `1"; system("x")`, "https://snag.invalid/", archive)
	if out, err := c.CombinedOutput(); err == nil {
		t.Errorf("a version with quotes makes a formula: %s", out)
	}
}
