package parser

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// An oracle is an engine that answers questions about patterns. Each line of its input is a question:
// what is asked, the flags, and the pattern in hexadecimal UTF-8. Each answer is a line: to "valid",
// "valid" or "invalid" and the reason; to "set", the candidates that the pattern matches alone, as
// ranges of hexadecimal numbers. The question "candidates" has no answer.
type oracle struct {
	dialect syntax.Dialect
	program []string
	letters string // flags that it understands
}

var oracles = []oracle{
	{syntax.Python, []string{"/usr/bin/python3", "testdata/oracle/oracle.py"}, "imsxaLub"},
	{syntax.Java, []string{"java", "-Xss4m", "testdata/oracle/Oracle.java"}, "imsxduUl"},
	{syntax.PCRE, []string{"php", "testdata/oracle/oracle.php"}, "imsxADSUXJun"},
	{syntax.Ruby, []string{"ruby", "testdata/oracle/oracle.rb"}, "imxounes"},
	{syntax.Perl, []string{"perl", "testdata/oracle/oracle.pl"}, "msixnpadlugcore"},
}

// A query is a pattern to ask an oracle about.
type query struct{ pattern, flags string }

// ask returns the answers, in the order of the questions, or skips where the engine is absent.
func (o oracle) ask(t *testing.T, what string, candidates charset.Set, questions []query) []string {
	t.Helper()
	snagtest.Needs(t, o.program[0])
	var in bytes.Buffer
	if candidates != nil {
		var ranges []string
		for _, r := range candidates {
			ranges = append(ranges, fmt.Sprintf("%x-%x", r.Lo, r.Hi))
		}
		fmt.Fprintf(&in, "candidates\t\t%s\n", strings.Join(ranges, ","))
	}
	for _, q := range questions {
		fmt.Fprintf(&in, "%s\t%s\t%s\n", what, q.flags, hex.EncodeToString([]byte(q.pattern)))
	}
	c := exec.CommandContext(t.Context(), o.program[0], o.program[1:]...)
	c.Stdin = &in
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v", o.program, err)
	}
	var answers []string
	scanner := bufio.NewScanner(bytes.NewReader(out))
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		answers = append(answers, scanner.Text())
	}
	if len(answers) != len(questions) {
		t.Fatalf("%v: %d answers to %d questions", o.program, len(answers), len(questions))
	}
	return answers
}

// TestOracleCorpora asks the engines on this machine about all patterns of their corpora.
func TestOracleCorpora(t *testing.T) {
	snagtest.Long(t)
	for _, o := range oracles {
		t.Run(o.dialect.String(), func(t *testing.T) {
			var questions []query
			for _, c := range engineCorpora {
				if c.dialect != o.dialect {
					continue
				}
				for _, row := range corpus(t, c.file) {
					if strings.Trim(row.Flags, o.letters) == "" {
						questions = append(questions, query{string(row.Pattern), row.Flags})
					}
				}
			}
			questions = slices.DeleteFunc(questions, func(q query) bool { // lone surrogates
				return strings.ContainsRune(q.pattern, 0xFFFD) || !utf8.ValidString(q.pattern)
			})
			wrong, limits := o.differ(t, questions)
			t.Logf("%d of %d patterns agree, %d are not modelled", len(questions)-wrong-limits, len(questions), limits)
			if 100*wrong > len(questions) {
				t.Errorf("%d of %d patterns disagree", wrong, len(questions))
			}
		})
	}
}

// differ returns how many of the queries the engine judges otherwise than Parse does, and how many Parse leaves open.
func (o oracle) differ(t *testing.T, queries []query) (wrong, limits int) {
	for i, answer := range o.ask(t, "valid", nil, queries) {
		q := queries[i]
		verdict, reason, _ := strings.Cut(answer, "\t")
		_, err := Parse(o.dialect, q.pattern, q.flags)
		if e, ok := err.(*syntax.Error); ok && e.Limit {
			limits++
			continue
		}
		if (verdict == "valid") != (err == nil) {
			wrong++
			t.Logf("/%s/%s: engine says %s %s, got %v", q.pattern, q.flags, verdict, reason, err)
		}
	}
	return wrong, limits
}
