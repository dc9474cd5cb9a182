package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func readTemplate(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../docs/ci", name))
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestCIInstalls runs what the templates do to get snag, with a binary of a test in its place.
func TestCIInstalls(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED: bash is not installed")
	}
	var action struct {
		Inputs map[string]struct {
			Required bool `yaml:"required"`
		} `yaml:"inputs"`
		Runs struct {
			Steps []struct {
				ID  string `yaml:"id"`
				Run string `yaml:"run"`
			} `yaml:"steps"`
		} `yaml:"runs"`
	}
	readTemplate(t, "action.yml", &action)
	var gitlab struct {
		Base struct {
			Before []string `yaml:"before_script"`
		} `yaml:".snag"`
	}
	readTemplate(t, "gitlab.yml", &gitlab)
	if !action.Inputs["install"].Required {
		t.Error("the input install of action.yml is not required")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "snag")
	if err := os.WriteFile(binary, []byte("#!/bin/sh\necho snag runs\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	scripts := map[string]string{"gitlab.yml": strings.Join(gitlab.Base.Before, "\n")}
	for _, step := range action.Runs.Steps {
		if step.ID == "install" {
			scripts["action.yml"] = step.Run + "\nPATH=$BIN:$PATH"
		}
	}
	for name, script := range scripts {
		for _, c := range []struct{ install, want string }{
			{"", "says where snag comes from"},
			{filepath.Join(dir, "nowhere"), "which is neither a folder with a go.mod nor a file."},
			{"https://127.0.0.1:1/snag", "needs its sum in"},
			{binary, "snag runs"},
		} {
			run := exec.Command(bash, "-e", "-o", "pipefail", "-c", script+"\nsnag")
			run.Dir = dir
			run.Env = append(os.Environ(), "INSTALL="+c.install, "SNAG_INSTALL="+c.install, "SHA256=", "SNAG_SHA256=", "BIN="+filepath.Join(dir, "bin"),
				"CI_PROJECT_DIR="+dir, "GITHUB_PATH="+filepath.Join(dir, "path"), "SNAG_BASELINE=", "SNAG_CHANGED_SINCE=base", "CI_COMMIT_BEFORE_SHA="+strings.Repeat("0", 40))
			out, err := run.CombinedOutput()
			if !strings.Contains(string(out), c.want) || (err == nil) != (c.install == binary) {
				t.Errorf("%s with %q: %v: %s\nwant %q", name, c.install, err, out, c.want)
			}
		}
	}
}

// TestCIPins holds that what the templates take from others has a version, which no tag can move by itself.
func TestCIPins(t *testing.T) {
	pinned := regexp.MustCompile(`@(v\d+\.\d+\.\d+|[0-9a-f]{40})$|^[a-z./]*[a-z]:\d+\.\d+(\.\d+)?-[a-z]+$`)
	for _, name := range []string{"action.yml", "gitlab.yml", "Containerfile"} {
		text, err := os.ReadFile(filepath.Join("../docs/ci", name))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "- "))
			if len(fields) < 2 || fields[0] != "uses:" && fields[0] != "image:" && fields[0] != "FROM" {
				continue
			}
			found++
			if !pinned.MatchString(fields[1]) {
				t.Errorf("%s: %s has no version", name, fields[1])
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing is taken from others", name)
		}
	}
}
