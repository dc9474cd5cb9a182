package backtrack_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

// trial is a pattern to apply to an input from an index in UTF-16 code units, all in WTF-8.
type trial struct {
	pattern, flags, input string
	start                 int
	sticky                bool
}

func (c trial) String() string {
	return fmt.Sprintf("/%s/%s on %s from %d (sticky %t)", wtf8.Quote(c.pattern), c.flags, wtf8.Quote(c.input), c.start, c.sticky)
}

// nodeScript answers each line [pattern, flags, input, lastIndex] by the bounds of the match and
// its captures in UTF-16 code units, null without a match, or the text of the syntax error.
const nodeScript = `
const lines = require("fs").readFileSync(0, "utf8").split("\n");
const out = [];
let last = "", re = null;
for (const line of lines) {
  if (!line) continue;
  const [pattern, flags, input, lastIndex] = JSON.parse(line);
  const key = flags + "/" + pattern;
  if (key !== last) {
    last = key;
    try { re = new RegExp(pattern, flags); } catch (e) { re = String(e.message); }
  }
  if (typeof re === "string") { out.push(JSON.stringify(re)); continue; }
  re.lastIndex = lastIndex;
  const m = re.exec(input);
  out.push(JSON.stringify(m && m.indices.flatMap(b => b || [-1, -1])));
}
process.stdout.write(out.join("\n") + "\n");
`

// node returns what Node answers to each trial: a []int, nil for no match, or an error.
func node(t *testing.T, trials []trial) []any {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not on the PATH: the matcher is not compared with it")
	}
	var in bytes.Buffer
	for _, c := range trials {
		mode := "g"
		if c.sticky {
			mode = "y"
		}
		line := wtf8.AppendJSON([]byte("["), c.pattern)
		line = wtf8.AppendJSON(append(line, ','), c.flags+"d"+mode)
		line = wtf8.AppendJSON(append(line, ','), c.input)
		fmt.Fprintf(&in, "%s,%d]\n", line, c.start)
	}
	// V8's interpreter follows the pattern; its native code has errors in rare nests of lookaround.
	cmd := exec.Command(path, "--regexp-interpret-all", "-e", nodeScript)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var answers []any
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v any
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		switch v := v.(type) {
		case string:
			answers = append(answers, fmt.Errorf("%s", v))
		case []any:
			bounds := make([]int, len(v))
			for i := range v {
				bounds[i] = int(v[i].(float64))
			}
			answers = append(answers, bounds)
		default:
			answers = append(answers, nil)
		}
	}
	if len(answers) != len(trials) {
		t.Fatalf("node gave %d answers to %d trials", len(answers), len(trials))
	}
	return answers
}

// alphabet returns s in the alphabet of the tree, and for each character, and the end, its index
// in UTF-16 code units.
func alphabet(tree *syntax.Tree, s string) (input []rune, units []int) {
	at := 0
	for _, r := range wtf8.Decode(s) {
		switch {
		case r < 0x10000:
			input, units, at = append(input, r), append(units, at), at+1
		case tree.ByCodePoint:
			input, units, at = append(input, r), append(units, at), at+2
		default:
			high, low := wtf8.Split(r)
			input, units, at = append(input, high, low), append(units, at, at+1), at+2
		}
	}
	return input, append(units, at)
}

// ours answers a trial as node does. ok is false when the step limit ended the match.
func ours(p *backtrack.Program, tree *syntax.Tree, c trial) (answer any, ok bool) {
	input, units := alphabet(tree, c.input)
	opt := backtrack.Options{Captures: true, MaxSteps: 200_000}
	for units[opt.Start] < c.start {
		opt.Start++
	}
	if c.sticky {
		opt.Mode = syntax.Prefix
	}
	res := p.Match(input, opt)
	switch res.Outcome {
	case backtrack.Matched:
		for i, at := range res.Captures {
			if at >= 0 {
				res.Captures[i] = units[at]
			}
		}
		return res.Captures, true
	case backtrack.Failed:
		return nil, true
	default:
		return nil, false
	}
}

// agree compares this package and Node on the trials and reports disagreements, of which it tells
// the first few. It returns how many matched, and how many failed to match, in both.
func agree(t *testing.T, trials []trial) (matched, failed int) {
	t.Helper()
	var (
		run      []trial
		answers  []any
		program  *backtrack.Program
		tree     *syntax.Tree
		parseErr error
		bad      int
		split    int
		slow     int
		invalid  int
	)
	complain := func(format string, args ...any) {
		if bad++; bad <= 10 {
			t.Errorf(format, args...)
		}
	}
	for i, c := range trials {
		if i == 0 || c.pattern != trials[i-1].pattern || c.flags != trials[i-1].flags {
			if tree, parseErr = parser.Parse(syntax.JavaScript, c.pattern, c.flags); parseErr == nil {
				var err error
				if program, err = backtrack.Compile(tree); err != nil {
					t.Fatalf("%v: %v", c, err)
				}
			}
		}
		if parseErr != nil {
			run, answers = append(run, c), append(answers, parseErr)
		} else if answer, ok := ours(program, tree, c); ok {
			run, answers = append(run, c), append(answers, answer)
		} else {
			slow++
		}
	}
	for i, want := range node(t, run) {
		got := answers[i]
		_, gotErr := got.(error)
		err, wantErr := want.(error)
		switch {
		case wantErr && newer(err):
			invalid++
		case wantErr && gotErr:
			invalid++
		case fmt.Sprint(got) != fmt.Sprint(want) && insidePair(run[i], want):
			split++
		case fmt.Sprint(got) != fmt.Sprint(want):
			complain("%v:\n got %v\nwant %v", run[i], got, want)
		case got == nil:
			failed++
		default:
			matched++
		}
	}
	t.Logf("%d trials: %d matched, %d did not, %d not valid in node, %d over the step limit, %d inside a pair, %d disagreements",
		len(trials), matched, failed, invalid, slow, split, bad)
	return matched, failed
}

// newer reports whether Node may have refused a pattern that is valid since ES2025.
func newer(err error) bool {
	return strings.HasSuffix(err.Error(), "Invalid group") || strings.HasSuffix(err.Error(), "Duplicate capture group name")
}

// insidePair reports whether a match begins between the halves of a surrogate pair although the
// pattern is in code points. V8 tries such starts for patterns that can match empty; by the
// specification (§22.2.7.2, with the input as a list of code points) they do not exist.
func insidePair(c trial, answer any) bool {
	bounds, ok := answer.([]int)
	return ok && strings.ContainsAny(c.flags, "uv") && !slices.Contains(boundaries(c.input), bounds[0])
}
