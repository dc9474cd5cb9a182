package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/probe/snagtest"
)

var (
	consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	// What differs from run to run and from machine to machine: times, lengths that a time limit
	// decides, fits of times, and versions of engines.
	volatile = regexp.MustCompile(`in v?\d+(\.\d+)+|[×^]\d+(\.\d+)?|[\d,]+ characters (take|are not done after)|[\d.]+ m?s\b|repeat\(\d+\)`)
)

// steady is text without what differs from run to run, and without its line breaks, which depend on the
// length of that.
func steady(text string) string {
	return volatile.ReplaceAllString(strings.Join(strings.Fields(text), " "), "#")
}

// guides are the pages whose commands and links are checked.
var guides = []string{"../README.md", "../docs/regex.md", "../docs/fix.md", "../docs/ci.md", "../docs/check.md", "../docs/demo.md", "../docs/engines.md", "../docs/reach.md"}

// TestReadme runs the commands that the README and the guides show with their output, and compares
// the output, but for times and versions: those that run no engine always, the others with the long
// tests. With -update it writes the output into them.
func TestReadme(t *testing.T) {
	snagtest.Needs(t, "sh", "cut", "sed")
	for _, file := range []string{"../README.md", "../docs/regex.md", "../docs/fix.md", "../docs/check.md", "../docs/reach.md"} {
		t.Run(filepath.Base(file), func(t *testing.T) { runConsoleBlocks(t, file) })
	}
}

func runConsoleBlocks(t *testing.T, file string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// go run says with which status a program ended.
	prelude := `run() { "$SNAG" "$@"; status=$?; [ $status = 0 ] || echo "exit status $status" >&2; }; `
	snag := snagProgram(t)
	if snagtest.IsLong() {
		snag = snagtest.Build(t, ".") // a test binary does not know the versions of its modules
	}
	commands := 0
	updated := consoleBlock.ReplaceAllFunc(content, func(block []byte) []byte {
		shown := string(consoleBlock.FindSubmatch(block)[1])
		command, want, _ := strings.Cut(shown, "\n")
		command, ok := strings.CutPrefix(command, "$ ")
		if !ok || strings.Contains(want, "\n$ ") {
			t.Errorf("a block must hold one command after \"$ \": %s", shown)
			return block
		}
		commands++
		program, ok := strings.CutPrefix(command, "go run . ")
		if !ok {
			t.Errorf("%s does not run snag", command)
			return block
		}
		if runsEngines := !strings.Contains(command, "--engine none") && !strings.HasPrefix(program, "reach "); runsEngines && !snagtest.IsLong() {
			return block
		} else if runsEngines {
			snagtest.Needs(t, "node")
		}
		c := exec.Command("sh", "-c", prelude+"run "+program)
		c.Dir = ".."
		c.Env = append(os.Environ(), "SNAG="+snag, "COLUMNS=80")
		var stdout, stderr bytes.Buffer // one after the other, since their order in a pipeline varies
		c.Stdout, c.Stderr = &stdout, &stderr
		err := c.Run()
		out := stdout.String() + stderr.String()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Errorf("%s: %v", command, err)
		}
		if !*update && steady(out) != steady(want) {
			t.Errorf("%s\nprints\n%s\nREADME has\n%s\n(run with -update to accept)", command, out, want)
		}
		return []byte("```console\n$ " + command + "\n" + out + "```")
	})
	if commands < 1 {
		t.Errorf("the page shows %d commands", commands)
	}
	if *update {
		if err := os.WriteFile(file, updated, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadmeStandsAlone checks what the README promises: that its test command is the one that CI
// runs, that its links lead somewhere, and that every command is listed.
func TestReadmeStandsAlone(t *testing.T) {
	t.Setenv("SNAG_SHARD_INDEX", "0") // for --shard auto
	t.Setenv("SNAG_SHARD_TOTAL", "4")
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	ci, err := os.ReadFile("../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	contributing, err := os.ReadFile("../docs/contributing.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"README.md": readme, ".ci/run": ci, "docs/contributing.md": contributing} {
		if !strings.Contains(string(text), "\ngo test ./...") {
			t.Errorf("%s does not show the test command, go test ./...", name)
		}
	}
	for _, page := range guides {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), link[1])); err != nil {
				t.Errorf("broken link in %s: %v", page, err)
			}
		}
	}
	for _, page := range guides {
		for _, args := range snagCommands(t, page) {
			c, rest, err := newRoot(&cli.Stdio{}).Find(args)
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err != nil {
				t.Errorf("%s shows snag %s: %v", page, strings.Join(args, " "), err)
			}
		}
	}
	for _, c := range newRoot(&cli.Stdio{}).Commands() {
		if !c.Hidden && !strings.Contains(string(readme), "`snag "+c.Name()) {
			t.Errorf("the README does not list snag %s", c.Name())
		}
	}
}

// snagCommands returns the arguments of the snag commands in the blocks of code of a page.
func snagCommands(t *testing.T, page string) [][]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, line := range regexp.MustCompile(`(?m)^(?:- run: )?snag (.*)`).FindAllStringSubmatch(string(text), -1) {
		command, _, _ := strings.Cut(line[1], " # ")
		command, _, _ = strings.Cut(command, " || ")
		all = append(all, strings.Fields(command))
	}
	if len(all) == 0 {
		t.Errorf("%s shows no commands", page)
	}
	return all
}
