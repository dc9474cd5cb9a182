package parser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/syntaxtest"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// A question goes to testdata/oracle.mjs.
type question struct {
	kind           string
	pattern, flags string
	argument       any // of members and test
}

func (q question) String() string { return fmt.Sprintf("/%s/%s", q.pattern, q.flags) }

// askNode returns node's version of Unicode and its answers, or skips.
func askNode(t *testing.T, questions []question) (version string, answers [][]byte) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not on PATH: nothing is compared with it")
	}
	var in []byte
	for _, q := range questions {
		in = append(in, '[')
		in = wtf8.AppendJSON(in, q.kind)
		in = append(in, ',')
		in = wtf8.AppendJSON(in, q.pattern)
		in = append(in, ',')
		in = wtf8.AppendJSON(in, q.flags)
		argument, err := json.Marshal(q.argument)
		if err != nil {
			t.Fatal(err)
		}
		in = fmt.Appendf(in, ",%s]\n", argument)
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/oracle.mjs")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(lines) != len(questions)+1 {
		t.Fatalf("%d answers to %d questions", len(lines)-1, len(questions))
	}
	return string(lines[0]), lines[1:]
}

// TestSetsAgainstNode compares what single-character patterns match with node.
func TestSetsAgainstNode(t *testing.T) {
	snagtest.Long(t)
	legacy := []string{
		`\w`, `\W`, `\s`, `\S`, `\d`, `\D`, `.`, `[^]`, `[]`, `[^\W]`, `[\w\W]`, `[^\s\d]`, `[a-z]`, `[^a-z]`,
		`[K-s]`, `[\x00-\x7f]`, `[\u0100-\uffff]`, `[^\u0100-\u2fff]`, `[Σ]`, `[^ς]`, `[\ud800-\udfff]`, `µ`,
		`[ⅷ]`, `[ß]`, `[ŉ-ſ]`, `[\W_]`, `[\u0131\u0130]`, `[\w-a]`, `[\cA-\cZ]`, `[\c_\c]`, `\07`, `[\377\400]`,
	}
	points := []string{
		`\w`, `\W`, `\s`, `\S`, `\d`, `\D`, `.`, `[^]`, `[^\W]`, `[\W]`, `[^\w]`, `[a-z]`, `[^a-z]`, `[^\s\S]`,
		`\p{Lu}`, `\P{Lu}`, `[^\p{Lu}]`, `[^\P{Lu}]`, `[\p{Ll}\d]`, `\p{Script=Greek}`, `\P{scx=Latn}`,
		`[\u{10400}-\u{10410}]`, `[^\u{10400}-\u{1044f}]`, `ẞ`, `[Ꭰ-Ᏼ]`, `\u{1e943}`, `[\ud800-\udfff]`,
		`\p{Lowercase_Letter}`, `[^\p{ASCII}]`,
	}
	sets := []string{
		`[\w--[aeiou]]`, `[\p{Lu}&&\p{ASCII}]`, `[\P{Lu}--k]`, `[^\P{Lu}]`, `[\p{Lu}--\p{Ll}]`, `[^[^\p{Lu}]]`,
		`[[a-z]&&[K-S]]`, `[\p{L}--[a-z]--[\u0400-\u04ff]]`, `[\q{a|b|K}]`, `[^\q{s}x]`, `[[^a]&&\w]`,
		`[\p{Emoji}--\p{ASCII}]`, `[\W--\s]`, `[\w&&\u212a]`, `[\!\#-\&\-]`,
	}
	var questions []question
	for _, flags := range []string{"", "i", "s", "m"} {
		for _, p := range legacy {
			questions = append(questions, question{"members", p, flags, true})
		}
	}
	for _, flags := range []string{"u", "iu", "v", "iv", "su"} {
		for _, p := range points {
			questions = append(questions, question{"members", p, flags, true})
		}
	}
	for _, flags := range []string{"v", "iv"} {
		for _, p := range sets {
			questions = append(questions, question{"members", p, flags, true})
		}
	}
	version, answers := askNode(t, questions)
	in := sample()
	if !strings.HasPrefix(charset.UnicodeVersion, version) {
		// Only what both versions have can agree.
		t.Logf("node has Unicode %s and not %s: comparing ASCII alone", version, charset.UnicodeVersion)
		in = charset.New(charset.Range{Hi: 0x7F})
	}
	for i, q := range questions {
		checkMembers(t, q, answers[i], in)
	}
}

// sample returns the characters that node is asked about.
func sample() charset.Set {
	ranges := []charset.Range{{Hi: 0x1FFFF}}
	for c := rune(0x20000); c <= charset.MaxRune; c += 61 {
		ranges = append(ranges, charset.Range{Lo: c, Hi: c})
	}
	return charset.New(ranges...)
}

// checkMembers compares the set of the pattern in q with node's answer, within the characters of in.
func checkMembers(t *testing.T, q question, answer []byte, in charset.Set) {
	t.Helper()
	var bounds []rune
	if err := json.Unmarshal(answer, &bounds); err != nil {
		t.Errorf("%v: node says %s", q, answer)
		return
	}
	var ranges []charset.Range
	for i := 0; i < len(bounds); i += 2 {
		ranges = append(ranges, charset.Range{Lo: bounds[i], Hi: bounds[i+1]})
	}
	tree, err := Parse(syntax.JavaScript, q.pattern, q.flags)
	if err != nil {
		t.Errorf("%v: %v", q, err)
		return
	}
	if tree.Root.Op != syntax.OpSet {
		t.Errorf("%v: not a single set\n%s", q, syntaxtest.Dump(tree))
		return
	}
	got, want := tree.Root.Set.Intersect(in), charset.New(ranges...).Intersect(in)
	if !got.Equal(want) {
		t.Errorf("%v: only here %v, only in node %v", q, got.Subtract(want), want.Subtract(got))
	}
}

// TestCaseAgainstNode compares, for each character that has case, which others it matches without
// regard to case.
func TestCaseAgainstNode(t *testing.T) {
	snagtest.Long(t)
	var cased charset.Set
	for _, p := range []string{"CWCM", "CWCF"} {
		s, _ := charset.Property(p)
		cased = cased.Union(s)
	}
	var questions []question
	for _, flags := range []string{"i", "iu", "iv"} {
		for _, r := range cased {
			for c := r.Lo; c <= r.Hi; c++ {
				if flags != "i" || c <= charset.MaxUnit {
					questions = append(questions, question{"members", string(c), flags, false})
				}
			}
		}
	}
	version, answers := askNode(t, questions)
	if !strings.HasPrefix(charset.UnicodeVersion, version) {
		t.Skipf("node has Unicode %s and these tables %s: case is not compared", version, charset.UnicodeVersion)
	}
	for i, q := range questions {
		checkMembers(t, q, answers[i], cased)
	}
}

// TestStringPropertiesAgainstNode asks node of each string with a property of strings which of these
// properties it has.
func TestStringPropertiesAgainstNode(t *testing.T) {
	snagtest.Long(t)
	all, _ := charset.StringProperty("RGI_Emoji")
	tag, _ := charset.StringProperty("RGI_Emoji_Tag_Sequence")
	var questions []question
	var want []bool
	for _, name := range []string{
		"Basic_Emoji", "Emoji_Keycap_Sequence", "RGI_Emoji", "RGI_Emoji_Flag_Sequence",
		"RGI_Emoji_Modifier_Sequence", "RGI_Emoji_Tag_Sequence", "RGI_Emoji_ZWJ_Sequence",
	} {
		words, _ := charset.StringProperty(name)
		has := map[string]bool{}
		for _, w := range words {
			has[string(w)] = true
		}
		for _, w := range append(all, tag[0][:2]) {
			questions = append(questions, question{"test", `^\p{` + name + `}$`, "v", string(w)})
			want = append(want, has[string(w)])
		}
	}
	version, answers := askNode(t, questions)
	if !strings.HasPrefix(charset.UnicodeVersion, version) {
		t.Skipf("node has Unicode %s and these tables %s: strings are not compared", version, charset.UnicodeVersion)
	}
	for i, q := range questions {
		if got := string(answers[i]) == "true"; got != want[i] {
			t.Errorf("%v on %+q: node says %s", q, q.argument, answers[i])
		}
	}
}

// TestWordBoundariesAgainstNode compares which characters make a word boundary at the end of text.
func TestWordBoundariesAgainstNode(t *testing.T) {
	snagtest.Long(t)
	var questions []question
	for _, flags := range []string{"", "i", "u", "iu", "iv"} {
		// A character before the end is a word character if there is a boundary after it.
		questions = append(questions, question{"members", `[^]\b`, flags, true})
	}
	_, answers := askNode(t, questions)
	for i, q := range questions {
		var bounds []rune
		if err := json.Unmarshal(answers[i], &bounds); err != nil {
			t.Fatalf("%v: node says %s", q, answers[i])
		}
		var ranges []charset.Range
		for i := 0; i < len(bounds); i += 2 {
			ranges = append(ranges, charset.Range{Lo: bounds[i], Hi: bounds[i+1]})
		}
		tree, err := Parse(syntax.JavaScript, q.pattern, q.flags)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tree.Root.Subs[1].Set, charset.New(ranges...); !got.Equal(want) {
			t.Errorf("%v: got %v, want %v", q, got, want)
		}
	}
}

// reason returns the part of node's message that says what is wrong.
func reason(message string) string {
	if i := strings.LastIndex(message, ": "); i >= 0 && strings.HasPrefix(message, "Invalid regular expression: ") {
		return message[i+2:]
	}
	if strings.HasPrefix(message, "Invalid flags supplied") {
		return "Invalid flags"
	}
	return message
}

// TestErrorsAgainstNode compares acceptance and reasons with node, on patterns with every kind of
// error and on random ones.
func TestErrorsAgainstNode(t *testing.T) {
	snagtest.Long(t)
	var questions []question
	add := func(pattern, flags string) {
		questions = append(questions, question{kind: "error", pattern: pattern, flags: flags})
	}
	for _, tt := range errorTests {
		add(tt.pattern, tt.flags)
	}
	pieces := strings.Fields(`a b 1 0 - - ^ $ . * + ? { } {1} {2,1} {3,} , ( ) ) | [ ] ] [^ (?: (?= (?! (?<= (?<! (?<a> (?<b> \k<a>
		\k \1 \2 \8 \0 \00 \x \x41 \u \u0041 \u{41} \ud83d \ude00 \c \cA \c1 \d \W \b \B \p \p{L} \P{Lu} \p{X} \q{ \q{a|bc}
		&& -- & ! !! \- \/ / \a \] 😀 \p{RGI_Emoji} (?< (? \ K`)
	rng := rand.New(rand.NewPCG(7, 9))
	for range 20_000 {
		var b strings.Builder
		for range 1 + rng.IntN(7) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if rng.IntN(2) == 0 {
			b.WriteString("]")
		}
		add(b.String(), []string{"", "i", "u", "v"}[rng.IntN(4)])
	}
	_, answers := askNode(t, questions)
	for i, q := range questions {
		compareError(t, q, answers[i])
	}
}

// TestCorporaAgainstNode compares acceptance and reasons with node on real patterns.
func TestCorporaAgainstNode(t *testing.T) {
	snagtest.Long(t)
	var questions []question
	for _, row := range corpus(t, "real-javascript.jsonl") {
		questions = append(questions, question{kind: "error", pattern: string(row.Pattern), flags: row.Flags})
	}
	_, answers := askNode(t, questions)
	for i, q := range questions {
		compareError(t, q, answers[i])
	}
}

// newerThanNode tells patterns with modifiers, which need a newer node than the tests can expect.
func newerThanNode(q question) bool {
	for _, opening := range []string{"(?i", "(?-", "(?m", "(?s"} {
		if strings.Contains(q.pattern, opening) {
			return true
		}
	}
	return false
}

func compareError(t *testing.T, q question, answer []byte) {
	t.Helper()
	var message *string
	if err := json.Unmarshal(answer, &message); err != nil {
		t.Fatal(err)
	}
	_, err := Parse(syntax.JavaScript, q.pattern, q.flags)
	e, _ := errors.AsType[*syntax.Error](err)
	switch {
	case newerThanNode(q):
	case message == nil && e != nil:
		t.Errorf("%v: %v, but node accepts it", q, e)
	case message != nil && e == nil:
		t.Errorf("%v is accepted, but node says %s", q, *message)
	case message != nil && e.Msg != reason(*message):
		t.Errorf("%v: %v, but node says %s", q, e, *message)
	}
}
