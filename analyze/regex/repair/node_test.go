package repair

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// nodeProgram compares the matches of two patterns on inputs, one question a line: their spans, then
// the captures of each group. It answers with what differs first.
const nodeProgram = `
const rl = require("readline").createInterface({input: process.stdin});
function results(re, s, spansOnly) {
  const out = [];
  re.lastIndex = 0;
  for (let n = 0; n < 50; n++) {
    const m = re.exec(s);
    if (!m) break;
    out.push([m.index, m[0].length], ...(spansOnly ? [] : m.slice(1).map((x, i) => m.indices[i + 1] ?? null)));
    if (!re.global) break;
    if (m[0] === "") re.lastIndex++;
  }
  return JSON.stringify(out);
}
rl.on("line", line => {
  const q = JSON.parse(line);
  const flags = q.flags.includes("d") ? q.flags : q.flags + "d";
  const a = new RegExp(q.a, flags), b = new RegExp(q.b, flags);
  let difference = "";
  for (const s of q.inputs) {
    const x = results(a, s, q.spans), y = results(b, s, q.spans);
    if (x !== y) { difference = JSON.stringify(s) + ": " + x + " and " + y; break; }
  }
  process.stdout.write(JSON.stringify({difference}) + "\n");
});
`

type node struct {
	t   testing.TB
	in  *json.Encoder
	out *bufio.Scanner
}

func startNode(t testing.TB) *node {
	t.Helper()
	in, out := startAnswering(t, "node", "-e", nodeProgram)
	return &node{t: t, in: json.NewEncoder(in), out: out}
}

// differ returns what node says about the first of the inputs on which the patterns differ.
func (n *node) differ(a, b, flags string, spansOnly bool, inputs []string) string {
	n.t.Helper()
	if err := n.in.Encode(map[string]any{"a": a, "b": b, "flags": flags, "spans": spansOnly, "inputs": inputs}); err != nil {
		n.t.Fatal(err)
	}
	if !n.out.Scan() {
		n.t.Fatalf("node gave no answer for /%s/ and /%s/%s: %v", a, b, flags, n.out.Err())
	}
	var answer struct{ Difference string }
	if err := json.Unmarshal(n.out.Bytes(), &answer); err != nil {
		n.t.Fatal(err)
	}
	return answer.Difference
}

// row is a pattern of a corpus.
type row struct {
	Pattern, Flags, Dialect, Mode string
	CVE                           string `json:"cve"`
	Fixed                         string `json:"fixed_pattern"`
	FixedFlags                    string `json:"fixed_flags"`
	Tool                          string `json:"tool_repair"`
}

// corpus returns the patterns of a corpus, of one dialect.
func corpus(t testing.TB, name string, dialect syntax.Dialect) []row {
	t.Helper()
	return slices.DeleteFunc(corpusOf(t, name), func(r row) bool { return r.Dialect != dialect.String() })
}

// corpusOf returns all patterns of a corpus.
func corpusOf(t testing.TB, name string) []row {
	t.Helper()
	return snagtest.Rows[row](t, filepath.Join(snagtest.Corpora(t), name+".jsonl"))
}

// each calls visit with the fixes of every vulnerable pattern of rows.
func each(t *testing.T, rows []row, dialect syntax.Dialect, visit func(r row, tree *syntax.Tree, fixes []Fix)) {
	t.Helper()
	for _, r := range rows {
		p := redos.Pattern{Text: r.Pattern, Flags: r.Flags, Dialect: dialect}
		tree, err := parser.Parse(dialect, r.Pattern, r.Flags)
		if err != nil {
			continue
		}
		v, fixes := proposed(t, p, tree)
		if v.Class != redos.Polynomial && v.Class != redos.Exponential {
			continue
		}
		visit(r, tree, fixes)
	}
}

// TestRewritesInNode compares what is proved with the real engine, on inputs made from both patterns.
func TestRewritesInNode(t *testing.T) {
	snagtest.Long(t)
	rows := corpus(t, "real-javascript", syntax.JavaScript)
	every, inputs := 40, 300
	if n, err := strconv.Atoi(os.Getenv("SNAG_INPUTS")); err == nil {
		every, inputs = 1, n
	}
	var sampled []row
	for i, r := range rows {
		if i%every == 0 {
			sampled = append(sampled, r)
		}
	}
	node := startNode(t)
	solved, total := 0, 0
	each(t, sampled, syntax.JavaScript, func(r row, tree *syntax.Tree, fixes []Fix) {
		total++
		if len(fixes) == 0 || fixes[0].Kind != Rewrite || fixes[0].Equivalence < Tested {
			return
		}
		f := fixes[0]
		if f.IsSolved() {
			solved++
		}
		rewritten, err := parser.Parse(syntax.JavaScript, f.Pattern, f.Flags)
		if err != nil {
			t.Fatal(err)
		}
		s := newSample(uint64(len(r.Pattern)), tree, rewritten)
		texts := make([]string, inputs)
		for i := range texts {
			texts[i] = printable(tree, s.next())
		}
		if d := node.differ(r.Pattern, f.Pattern, r.Flags, slices.Contains(f.Groups, Different), texts); d != "" {
			t.Errorf("/%s/%s and its rewrite /%s/ (%s, groups %s) differ on %s", r.Pattern, r.Flags, f.Pattern, f.Equivalence, fmt.Sprint(f.Groups), d)
		}
	})
	t.Logf("%d of %d vulnerable patterns have a proved linear rewrite", solved, total)
}

// printable returns input as a string that survives JSON: lone surrogates become U+E000.
func printable(tree *syntax.Tree, input []rune) string {
	if !tree.ByCodePoint {
		units := make([]uint16, len(input))
		for i, r := range input {
			units[i] = uint16(r)
		}
		input = wtf8.FromUnits(units)
	}
	out := slices.Clone(input)
	for i, r := range out {
		if r >= 0xD800 && r < 0xE000 {
			out[i] = 0xE000
		}
	}
	return string(out)
}
