package redos

import (
	"slices"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Patterns that only inputs without a repeated character slow down, and some that none does.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
		flags   string
		want    Class
		rule    RuleOfThumb
	}{
		{`(.)x?.*\1`, syntax.JavaScript, "", Polynomial, SearchRestart},
		{`([^\w\s])(?:(?!\1)[^/]|/.)*\1`, syntax.JavaScript, "", Polynomial, SearchRestart},
		{`^(?!.*(.).*\1)\w{3,}`, syntax.Python, "", Polynomial, BackreferenceLoop},
		{`q([^\s\w])[^\\]*?\1`, syntax.Ruby, "", Polynomial, SearchRestart},
		{`\bm(?!\w)(\S).*?\1`, syntax.Perl, "", Polynomial, SearchRestart},
		{`(\S)-\S*\1`, syntax.Java, "", Polynomial, SearchRestart},
		{`(.).*\1`, syntax.PCRE, "u", Polynomial, SearchRestart},
		{`^(.).*\1`, syntax.Python, "", Linear, NoRule},
		{`(?<q>['"]).*?\k<q>`, syntax.JavaScript, "", Linear, NoRule},
	} {
		p := Pattern{Text: c.pattern, Dialect: c.dialect, Flags: c.flags}
		v, err := Analyze(t.Context(), p, DefaultLimits)
		if err != nil || v.Class != c.want || v.Rule != c.rule {
			t.Errorf("%s: got %v, rule %d (%s), %v; want %v, rule %d", c.pattern, v.Class, v.Rule, v.Reason, err, c.want, c.rule)
			continue
		}
		if v.Attack == nil {
			continue
		}
		if n := v.Cost.PumpsForBudget; v.Degree != 2 || v.Attack.Distinct() < n || v.Cost.SafeLength > v.Cost.LengthForBudget {
			t.Errorf("%s: degree %d, %d repetitions reach the budget, of %d that differ; safe below %d, attacked from %d", c.pattern, v.Degree, n, v.Attack.Distinct(), v.Cost.SafeLength, v.Cost.LengthForBudget)
		}
		text := v.Tree.Chars(v.Attack.Build(50))
		slices.Sort(text)
		if different := len(slices.Compact(text)); different < 50 {
			t.Errorf("%s: %q has %d different characters of each repetition, want 50", c.pattern, v.Attack.Build(50), different)
		}
		point, over, err := Steps(v.Tree, p.Mode, *v.Attack, v.Cost.PumpsForBudget, v.Cost.BudgetSteps)
		if !over || err != nil {
			t.Errorf("%s: %d repetitions take %d steps, want more than %d", c.pattern, v.Cost.PumpsForBudget, point.Steps, v.Cost.BudgetSteps)
		}
		same := attack.Attack{Pumps: slices.Clone(v.Attack.Pumps), Suffix: v.Attack.Suffix}
		same.Pumps[0].RisesTo = 0
		if _, over, _ := Steps(v.Tree, p.Mode, same, v.Cost.PumpsForBudget, v.Cost.BudgetSteps/4); over {
			t.Errorf("%s: the same character again and again costs as much", c.pattern)
		}
		if last := v.Attack.Distinct(); last > 0 {
			if _, atLeast := v.StepsAt(last + 1); !atLeast {
				t.Errorf("%s: the steps of %d repetitions are computed as if there were more characters", c.pattern, last+1)
			}
		}
	}
}

// A reference to one of few characters ends the growth before it amounts to anything: texts of all of them, each once,
// before what repeats cost in proportion to their length.
func TestFewAlike(t *testing.T) {
	for _, pattern := range []string{`([a-z]).*\1`, `(\w)-?[^;]*\1`, `\b([A-Z])[^\n]*?\1`, `([a-c]).*\1.*\1`, `(\d)x?(?=.*\1)`} {
		v, err := Analyze(t.Context(), Pattern{Text: pattern}, DefaultLimits)
		if err != nil || v.Class != Linear {
			t.Errorf("%s: got %v (%s), %v; want linear", pattern, v.Class, v.Reason, err)
			continue
		}
		for _, all := range []string{"abcdefghijklmnopqrstuvwxyz", "0123456789", "A B C D E F G H I J K ", "cba"} {
			for _, filling := range []string{"!", "!-", "_", "x", all, "x\n", "5x"} {
				short, over, err := Steps(v.Tree, syntax.Search, attack.Attack{Pumps: []attack.Pump{{Prefix: all, Pump: filling}}}, 1000, 10_000_000)
				if over || err != nil {
					t.Fatalf("%s: %q and %q take %d steps, %v", pattern, all, filling, short.Steps, err)
				}
				long, _, _ := Steps(v.Tree, syntax.Search, attack.Attack{Pumps: []attack.Pump{{Prefix: all, Pump: filling}}}, 4000, 10_000_000)
				if float64(long.Steps) > 4.2*float64(short.Steps) {
					t.Errorf("%s: %q and 1000 times %q take %d steps, 4000 times %d; want in proportion", pattern, all, filling, short.Steps, long.Steps)
				}
			}
		}
	}
	for _, pattern := range []string{`([a-z])\w*\1\w*;`, `(\w)[^;]*\1*;`, `\b([A-Z])[^\n]*?\1\b`, `(\d)(?!.*\1)x`} { // which one letter does
		if v, err := Analyze(t.Context(), Pattern{Text: pattern}, DefaultLimits); err != nil || v.Class == Linear {
			t.Errorf("%s: got %v, %v; want growth", pattern, v.Class, err)
		}
	}
}

// Ranges of rising characters are told apart by nothing, and hold neither ASCII nor surrogates.
func TestManyInRow(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
		flags   string
		want    int
	}{
		{`(.)\1`, syntax.JavaScript, "", 2}, {`([\u4e00-\u9fff])x`, syntax.JavaScript, "", 2}, {`(\w)\1`, syntax.Python, "", 2},
		{`([a-z])\1`, syntax.PCRE, "", 0}, {`[\uac00-\ud7a3]`, syntax.JavaScript, "", 3},
	} {
		tree, err := Pattern{Text: c.pattern, Dialect: c.dialect, Flags: c.flags}.Parse()
		if err != nil {
			t.Fatal(err)
		}
		got := manyInRow(tree)
		if len(got) != c.want {
			t.Errorf("%s: got %v, want %d ranges", c.pattern, got, c.want)
		}
		for _, span := range got {
			if span.Lo < 0x100 || span.Hi > 0xFFFF || wtf8.IsSurrogate(span.Lo) || wtf8.IsSurrogate(span.Hi) || span.Hi-span.Lo+1 < leastDistinct {
				t.Errorf("%s: %04x-%04x", c.pattern, span.Lo, span.Hi)
			}
		}
	}
}

// What a loop captured is compared with nearly the same at each of its places.
func TestEchoes(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
	}{
		{`:_?\|\|(\|*)(?!\|)[^]*?\|\|\1`, syntax.JavaScript},
		{`(?s)@q?~~(~*)(?!~).*?~~\1`, syntax.Python},
		{`<\d?=(=*)(?!=)[\s\S]*?=\1`, syntax.Java},
	} {
		v, err := Analyze(t.Context(), Pattern{Text: c.pattern, Dialect: c.dialect}, DefaultLimits)
		if err != nil || v.Class != Polynomial || v.Degree != 2 || v.Rule != BackreferenceLoop || len(v.Attack.Pumps) != 3 {
			t.Errorf("%s: got %v, degree %d, rule %d (%s), attack %+v, %v; want quadratic growth of three pumps", c.pattern, v.Class, v.Degree, v.Rule, v.Reason, v.Attack, err)
			continue
		}
		without := attack.Attack{Pumps: v.Attack.Pumps[:2]}
		if _, over, _ := Steps(v.Tree, syntax.Search, without, v.Cost.PumpsForBudget, v.Cost.BudgetSteps/20); over {
			t.Errorf("%s: it costs much without room behind", c.pattern)
		}
	}
}
