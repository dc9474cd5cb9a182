package repair

import (
	"bufio"
	"encoding/base64"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// comparer is a program of another language that compares the matches of two patterns.
type comparer struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Scanner
}

// startComparer starts it, and skips the test where it is not installed.
func startComparer(t testing.TB, command ...string) *comparer {
	t.Helper()
	in, out := startAnswering(t, command...)
	return &comparer{t: t, in: in, out: out}
}

// startAnswering starts a program that answers lines with lines until the test ends, and skips the test where it
// is not installed.
func startAnswering(t testing.TB, command ...string) (io.Writer, *bufio.Scanner) {
	t.Helper()
	snagtest.Needs(t, command[0])
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return in, lines
}

// differ returns the first of the texts on which the patterns differ, with what they find.
func (c *comparer) differ(mode, flags, what, a, b string, texts []string) string {
	c.t.Helper()
	fields := append([]string{mode, flags, what, a, b}, texts...)
	for i, f := range fields {
		fields[i] = base64.StdEncoding.EncodeToString([]byte(f))
	}
	if _, err := io.WriteString(c.in, strings.Join(fields, "\t")+"\n"); err != nil {
		c.t.Fatal(err)
	}
	if !c.out.Scan() {
		c.t.Fatalf("no answer for /%s/ and /%s/%s: %v", a, b, flags, c.out.Err())
	}
	answer, err := base64.StdEncoding.DecodeString(c.out.Text())
	if err != nil {
		c.t.Fatal(err)
	}
	return string(answer)
}

// TestRewritesInEngines compares what is proved with the engine of each other language, on texts made from both
// patterns, in searches for one match and for all.
func TestRewritesInEngines(t *testing.T) {
	snagtest.Long(t)
	for _, engine := range []struct {
		dialect syntax.Dialect
		corpus  string
		every   int
		command []string
	}{
		{syntax.Python, "real-python", 60, []string{"python3", "testdata/compare.py"}},
		{syntax.PCRE, "real-php", 30, []string{"php", "testdata/compare.php"}},
		{syntax.PCRE, "real-php", 30, []string{"php", "-d", "pcre.jit=0", "testdata/compare.php"}},
		{syntax.Ruby, "real-ruby", 60, []string{"ruby", "testdata/compare.rb"}},
		{syntax.Perl, "real-perl", 20, []string{"perl", "testdata/compare.pl"}},
		{syntax.Java, "real-java", 20, []string{"java", "testdata/Compare.java"}},
	} {
		t.Run(strings.Join(engine.command[:len(engine.command)-1], " "), func(t *testing.T) {
			c := startComparer(t, engine.command...)
			every, inputs := engine.every, 200
			if n := snagtest.Number(t, "SNAG_INPUTS", 0); n > 0 {
				every, inputs = snagtest.Number(t, "SNAG_EVERY", 1), n
			}
			compared, solved, total := 0, 0, 0
			for i, r := range corpusOf(t, engine.corpus) {
				if i%every != 0 || engine.dialect == syntax.Python && strings.Contains(r.Flags, "b") {
					continue
				}
				p := redos.Pattern{Text: r.Pattern, Flags: r.Flags, Dialect: engine.dialect}
				mode := "search"
				switch {
				case i/every%2 == 1:
					p.Mode, mode = syntax.All, "all"
				case engine.dialect == syntax.Python && r.Mode == "match":
					p.Mode, mode = syntax.Prefix, "prefix"
				}
				f, tree := bestFix(t, p)
				if tree == nil {
					continue
				}
				total++
				if f.Kind != Rewrite || f.Equivalence < Tested {
					continue
				}
				if f.IsSolved() {
					solved++
				}
				compared++
				what := "groups"
				if slices.Contains(f.Groups, Different) {
					what = "spans"
				}
				if d := c.differ(mode, r.Flags, what, r.Pattern, f.Pattern, samples(t, tree, f, p, inputs)); strings.HasPrefix(d, "refused: ") {
					t.Logf("/%s/%s or /%s/ is %s", r.Pattern, r.Flags, f.Pattern, d)
				} else if d != "" {
					t.Errorf("%s: /%s/%s and its rewrite /%s/ (%s, groups %v) differ on %s", mode, r.Pattern, r.Flags, f.Pattern, f.Equivalence, f.Groups, d)
				}
			}
			t.Logf("LONG: %s: %d of %d vulnerable patterns have a proved linear rewrite; %d compared on %d texts each", engine.corpus, solved, total, compared, inputs)
		})
	}
}

// bestFix returns the first fix of a vulnerable pattern, and its tree, which is nil for other patterns.
func bestFix(t *testing.T, p redos.Pattern) (Fix, *syntax.Tree) {
	t.Helper()
	tree, err := parser.Parse(p.Dialect, p.Text, p.Flags)
	if err != nil {
		return Fix{}, nil
	}
	_, fixes := proposed(t, p, tree)
	if len(fixes) == 0 {
		return Fix{}, nil
	}
	return fixes[0], tree
}

// samples returns texts for tree and its rewrite that tree matches quickly, as strings of its alphabet.
func samples(t *testing.T, tree *syntax.Tree, f Fix, p redos.Pattern, n int) []string {
	t.Helper()
	rewritten, err := parser.Parse(p.Dialect, f.Pattern, f.Flags)
	if err != nil {
		t.Fatal(err)
	}
	program, err := backtrack.Compile(tree)
	if err != nil {
		t.Skip(err)
	}
	s := newSample(uint64(len(p.Text)), tree, rewritten)
	var texts []string
	for range n {
		input := s.next()
		if program.Match(input, backtrack.Options{Mode: tree.Applied(p.Mode), MaxSteps: 50_000}).Outcome > backtrack.Matched {
			continue
		}
		if tree.ByByte {
			raw := make([]byte, len(input))
			for i, c := range input {
				raw[i] = byte(c)
			}
			texts = append(texts, string(raw))
			continue
		}
		texts = append(texts, printable(tree, input))
	}
	return texts
}
