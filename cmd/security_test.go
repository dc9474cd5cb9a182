package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
)

// securityPage returns the parts of docs/security.md: the rows of its table, and its sentences by heading.
func securityPage(t *testing.T) (rows []string, sentences map[string][]string) {
	t.Helper()
	page, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	sentences = map[string][]string{}
	heading := ""
	for paragraph := range strings.SplitSeq(string(page), "\n\n") {
		switch {
		case strings.HasPrefix(paragraph, "#"):
			heading = strings.TrimLeft(paragraph, "# ")
		case strings.HasPrefix(paragraph, "|"):
			rows = append(rows, strings.Split(strings.TrimSpace(paragraph), "\n")[2:]...)
		default:
			for item := range strings.SplitSeq("\n"+paragraph, "\n- ") {
				text := strings.Join(strings.Fields(item), " ")
				for _, s := range sentenceEnd.Split(text, -1) {
					if s = strings.TrimSuffix(s, "."); s != "" {
						sentences[heading] = append(sentences[heading], s)
					}
				}
			}
		}
	}
	return rows, sentences
}

var sentenceEnd = regexp.MustCompile(`\. `)

// securityTests are the tests that hold what the page says: the folder with the name of a test, or a script, by the
// beginning of the sentence.
var securityTests = map[string][]string{
	"Every command writes its report to stdout or to":         {"cmd/cli TestTarget", "testdata/script/output.txtar"},
	"Where programs are started, a second process":            {"probe/process TestSuperviseLeavesNothing"},
	"When snag ends, is interrupted or is killed":             {"cmd TestInterruptedLeavesNothing", "probe/process TestSuperviseLeavesNothing"},
	"`snag regex --engine none` and `snag block calls` start": {"cmd TestCommandsDoWhatThePageSays"},
	"`--changed-since` runs no filter":                        {"probe/source TestChangedSinceStartsNothing"},
	"Links are not followed":                                  {"probe/source TestLinks", "probe/source TestPipes"},
	"A cache inside the tree":                                 {"probe/cache TestCacheInTree", "probe/cache TestForgedEntry"},
	"`--fix --write` leaves a file alone":                     {"cmd/regex/pattern TestSourceEditsKeepTheFile", "cmd/regex/pattern TestSourceEditsRefuseAChangedFile"},
	"snag.yaml is a program":                                  {"cmd TestConfigIsAProgram"},
	"`snag check --static` runs only":                         {"testdata/script/check.txtar"},
	"A snag.yaml cannot allow":                                {"cmd/check TestConfigErrors", "testdata/script/check.txtar"},
	"What it starts sees the whole environment":               {"cmd TestConfigIsAProgram"},
	"YAML that is nested more than 100":                       {"analyze/nesting TestYAML", "analyze/nesting TestUnmarshal"},
	"Requests go to this machine only":                        {"testdata/script/block-usage.txtar", "testdata/script/retry.txtar", "testdata/script/check.txtar"},
	"Redirects are not followed":                              {"cmd TestNothingMeasured", "probe/wire TestHTTP2Outcomes"},
	"An answer is given up beyond":                            {"probe/wire TestHTTP2Outcomes", "probe/wire TestParserBounds"},
	"The servers that snag plays listen on loopback":          {"testdata/script/retry.txtar", "cmd TestCommandsDoWhatThePageSays"},
	"What a target answers, a program prints or a report":     {"cmd/report/render TestNoControls", "cmd/report/render FuzzFormats", "cmd/report/render TestControlsAreEscaped"},
	"Reports and errors show no user information":             {"cmd TestCredentialsStayInside", "cmd/report TestRedact"},
	"A command that reproduces a finding":                     {"cmd/cli TestRedactedLine"},
	"A credential under a name that says nothing is shown":    {"cmd/report TestRedact"},
	"The value of a variable in a snag.yaml":                  {"cmd TestCheckSecrets"},
	"A diff of `--fix` shows lines":                           {"testdata/script/regex-fix.txtar"},
	"The cache holds no credentials":                          {"cmd TestCredentialsStayInside"},
	"A new report is readable for its owner":                  {"cmd TestCredentialsStayInside"},
	"A file that is there keeps its mode":                     {"cmd/cli TestTarget"},
	"Write to the maintainers in private":                     nil, // advice
}

// TestSecurityPageIsHeld checks that every sentence of the page names tests that there are, and that every
// row of its table is a command of snag.
func TestSecurityPageIsHeld(t *testing.T) {
	_, sentences := securityPage(t)
	used := map[string]bool{}
	for heading, list := range sentences {
		for _, s := range list {
			found := false
			for beginning := range securityTests {
				if strings.HasPrefix(s, beginning) {
					found, used[beginning] = true, true
				}
			}
			if !found {
				t.Errorf("docs/security.md, %q: no test holds the sentence %q", heading, s)
			}
		}
	}
	for beginning, tests := range securityTests {
		if !used[beginning] {
			t.Errorf("no sentence of docs/security.md begins with %q", beginning)
		}
		for _, name := range tests {
			folder, test, isTest := strings.Cut(name, " ")
			if !isTest {
				if _, err := os.Stat(filepath.Join("..", name)); err != nil {
					t.Error(err)
				}
				continue
			}
			files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(file string) bool {
				text, err := os.ReadFile(file)
				return err == nil && strings.Contains(string(text), "\nfunc "+test+"(")
			}) {
				t.Errorf("there is no test %s in %s", test, folder)
			}
		}
	}
}

// rowCommands are the commands that a row of the table is about, as words after "snag".
func rowCommands(row string) []string {
	cell, _, _ := strings.Cut(strings.TrimPrefix(row, "| `snag "), " |")
	first, others, _ := strings.Cut(cell, "`")
	parent, _, _ := strings.Cut(first, " ")
	commands := []string{first}
	for i, part := range strings.Split(others, "`") {
		if i%2 == 1 {
			commands = append(commands, parent+" "+part)
		}
	}
	return commands
}

// TestSecurityPageNamesEveryCommand holds the table of docs/security.md complete.
func TestSecurityPageNamesEveryCommand(t *testing.T) {
	lines, _ := securityPage(t)
	rows := map[string]bool{}
	for _, line := range lines {
		for _, name := range rowCommands(line) {
			rows[name] = true
		}
	}
	// What only prints about snag itself needs no row.
	for _, name := range []string{"completion", "docs", "help", "rules", "version"} {
		rows[name] = true
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		name := strings.TrimPrefix(c.CommandPath(), "snag ")
		if rows[name] || c.Hidden {
			return
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.Runnable() && !c.HasSubCommands() {
			t.Errorf("docs/security.md has no row for snag %s", name)
		}
	}
	visit(newRoot(&cli.Stdio{}))
}
