package engine

import (
	"fmt"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// TestSearchOfPHP runs an attack that PCRE2 spares beyond the length that it searches.
func TestSearchOfPHP(t *testing.T) {
	snagtest.Long(t)
	engine := find(t, "php")
	j := job(`^%YAML[: ][\d.]+.*\n`, "", redos.Polynomial, 2, pump("%YAML:", "0", "!"), squared)
	j.Pattern.Dialect = syntax.PCRE
	for _, test := range []struct {
		length int
		want   confirm.Outcome
	}{{defence.PHPSearch - 10, confirm.OptimisedAway}, {2 * defence.PHPSearch, confirm.Confirmed}} {
		j.Limits = Limits{Total: 4 * time.Second, Match: 300 * time.Millisecond, Length: test.length}
		c, err := Confirm(t.Context(), engine, j)
		if err != nil || c.Outcome != test.want {
			t.Errorf("up to %d characters: got %s, %s, %v, want %s\n%s", test.length, c.Outcome, c.Reason, err, test.want, list(c.Points))
		}
	}
}

// TestRules holds rules by which engines spare an attack, and where they end, to the engines: each is predicted, and each
// is what the engine does.
func TestRules(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		engine  string
		dialect syntax.Dialect
		name    string
		pattern string
		flags   string
		attack  *attack.Attack
		want    defence.Outcome
	}{
		{"perl", syntax.Perl, "a leading run in a loop", `(?:[A-Z]+[a-z0-9]+)+`, "", pump("", "A", "\na"), defence.Protected},
		{"perl", syntax.Perl, "a leading run in a group that is repeated", `([A-Z]+[a-z0-9]+){2,}`, "", pump("", "A", "\naAa0"), defence.Protected},
		{"perl", syntax.Perl, "a leading run in a lazy loop", `(?:[A-Z]+[a-z0-9]+)+?`, "", pump("", "A", "\na"), defence.Grows},
		{"perl", syntax.Perl, "a run that ends the text", `\.?0+$`, "", pump("", "0", "!"), defence.Spared},
		{"perl", syntax.Perl, "the same, with such an end", `\.?0+$`, "", pump("", "0", "!0"), defence.Grows},
		{"perl", syntax.Perl, "what floats, ahead of what is fixed", `<\[[\s\S]*?\]>`, "", pump("]>]>\n", "<[", ""), defence.Spared},
		{"perl", syntax.Perl, "what floats, far from the beginning", `^\s*(?:[a-z]+\s+){10}\.$`, "m", pump("", "\n", "\na\n."), defence.Grows},
		{"perl", syntax.Perl, "a run in a group that is referred to", `([ab]+)c\d\1`, "", pump("", "a", "cx"), defence.Grows},
		{"perl", syntax.Perl, "a run beside a group that is referred to", `[ab]+(c)\d\1`, "", pump("", "a", "cx"), defence.Protected},
		{"perl", syntax.Perl, "a line in a group that is referred to", `(.*),\d\1`, "", pump("", ",", "x"), defence.Grows},
		{"perl", syntax.Perl, "a reference that is come to", `(a)(?:\w+,)*(?:d\1)?!`, "", pump("", "ab,", "d?!"), defence.Grows},
		{"perl", syntax.Perl, "the same, that is not", `(a)(?:\w+,)*(?:d\1)?!`, "", pump("", "ab,", "c?!"), defence.Protected},
		{"perl", syntax.Perl, "a loop that is remembered on long inputs alone", `<(?:[^!;]+;)*e\S+\d\d`, "", twice("<aaaaaaaaaaaaaaaaaaaaaaaaa;", "e", ".....................", "!\n00"), defence.Protected},
		{"perl", syntax.Perl, "the same, counted", `<(?:[^!;]+;){0,9999}e\S+\d\d`, "", twice("<aaaaaaaaaaaaaaaaaaaaaaaaa;", "e", ".....................", "!\n00"), defence.Grows},
		{"ruby", syntax.Ruby, "a lookahead", `.*?(?=}C)..`, "", pump("", "}", ""), defence.Grows},
		{"ruby", syntax.Ruby, "the same, without its first character", `.*?(?=}C)..`, "", pump("", "a", ""), defence.Spared},
		{"ruby", syntax.Ruby, "no more of it than is read behind it", `(?=[ab]+cd).`, "", pump("", "a", "!c"), defence.Grows},
		{"ruby", syntax.Ruby, "all of it, where all is read", `(?=[ab]+cd).*`, "", pump("", "a", "!c"), defence.Spared},
		{"node", syntax.JavaScript, "an anchor behind a lookahead", `(?=[^x]*x)^[0-7]`, "", pump("", "a", ""), defence.Protected},
		{"node", syntax.JavaScript, "the same in every line", `(?=[^x]*x)^[0-7]`, "m", pump("", "\n", ""), defence.Grows},
		{"node", syntax.JavaScript, "an anchor behind a short match", `b?(?<!\W+)$`, "", pump("", "!", ""), defence.Protected},
		{"node", syntax.JavaScript, "the same behind a long one", `b*(?<!\W+)$`, "", pump("", "!", ""), defence.Grows},
		{"node", syntax.JavaScript, "an anchor in one of two", `b?(?<!\W+)$|c`, "", pump("", "!", ""), defence.Grows},
		{"ruby", syntax.Ruby, "what a match begins with behind a lookahead", `(?=.*\d):-`, "", pump("", "a", "\n0\n:-"), defence.Spared},
		{"ruby", syntax.Ruby, "the same, with it", `(?=.*\d):-`, "", pump("", ":-", "\n0"), defence.Grows},
		{"ruby", syntax.Ruby, "one of several characters there", `(?!.*--)[0-9_]`, "", pump("", "a", "\n0"), defence.Spared},
		{"perl", syntax.Perl, "what a match begins with behind a lookahead", `(?=[^x]*x)st+?`, "", pump("", "b", "\nx\nt"), defence.Spared},
		{"perl", syntax.Perl, "the same, with it", `(?=[^x]*x)st+?`, "", pump("", "st", ""), defence.Grows},
		{"php", syntax.PCRE, "what a match begins with behind a lookahead", `(?=(?:.*a){2})>\S`, "", pump("b", "a", "!\n>!"), defence.Spared},
		{"php", syntax.PCRE, "the same, with it", `(?=(?:.*a){2})>\S`, "", pump("", ">!", ""), defence.Grows},
		{"php", syntax.PCRE, "one of several characters behind a lookahead", `(?=[^x]*x)[0-9]`, "", pump("", "a", "x0"), defence.Grows},
		{"php", syntax.PCRE, "what every match ends with", `^%YAML[: ][\d.]+.*\n`, "", pump("%YAML:", "0", "!"), defence.Spared},
		{"php", syntax.PCRE, "retries from one start", `^[0-9]+[_0-9]*$`, "", pump("", "0", "!"), defence.Limited},
		{"php", syntax.PCRE, "a run that is not tried again", `^-?\d*(?:\.?\d*)$`, "", pump("", "0", "!"), defence.Grows},
		{"php", syntax.PCRE, "the same before the end of its group", `<(/?nowiki\s*/?\s*)>`, "", pump("<nowiki", " ", "\n<\nnowiki\n>"), defence.Grows},
		{"php", syntax.PCRE, "a second run, within the last one from the same start", `x.*?b[ab]+c\d`, "", pump("x", "ab", "!cx"), defence.Protected},
		{"php", syntax.PCRE, "the same, lazy and in one of two", `x.*?(?:b[ab]*?c\d|yc)`, "", pump("x", "ab", "!cx"), defence.Protected},
		{"php", syntax.PCRE, "the same, ahead of the last one", `x.*b[ab]+c\d`, "", pump("x", "ab", "!cx"), defence.Grows},
		{"php", syntax.PCRE, "the same, held at the start", `^x.*?b[ab]+c\d`, "", pump("x", "ab", "!cx"), defence.Grows},
		{"php", syntax.PCRE, "the same, of copies of a class and a run", `x.*?b[ab]{2,}c\d`, "", pump("x", "ab", "!cx"), defence.Grows},
		{"php", syntax.PCRE, "the same, of copies of another character", `x.*?b\w{2,}c\d`, "", pump("x", "ab", "!cx"), defence.Protected},
		{"php", syntax.PCRE, "a fourth run", `x*y*z*q.*?b[ab]+c\d`, "", pump("q", "ab", "!cx"), defence.Grows},
		{"php", syntax.PCRE, "a run in front of optional text that does not begin so", `type\s*=\s*['"]?\s*(?:\w*/)?(?:ecma|java)`, "", pump("type=", " ", "\ntype\n=\necma"), defence.Grows},
		{"php", syntax.PCRE, "a character that is looked for", `^(.+)\[([^\]]+)\]$`, "", pump("", "[", "]]"), defence.Grows},
	} {
		t.Run(test.engine+"/"+test.name, func(t *testing.T) {
			engine := find(t, test.engine)
			if err := engine.Check(t.Context()); err != nil {
				t.Skip("SKIPPED: the engine does not start:", err)
			}
			p := redos.Pattern{Text: test.pattern, Flags: test.flags, Dialect: test.dialect}
			j := job(test.pattern, test.flags, redos.Polynomial, 2, test.attack, squared)
			j.Pattern, j.Limits = p, Limits{Total: time.Minute, Match: 120 * time.Millisecond, Length: 1 << 17}
			var err error
			if j.Verdict.Tree, err = parser.Parse(p.Dialect, p.Text, p.Flags); err != nil {
				t.Fatal(err)
			}
			j.Verdict.Cost.BudgetSteps = redos.DefaultLimits.Steps
			if cost, ok := j.Verdict.Curve(t.Context(), p.Mode); ok {
				j.Verdict.Cost = cost
			}
			f := defence.Of(p.Mode, j.Verdict, engine.Name(), engine.Version())
			if f.Outcome != test.want {
				t.Errorf("/%s/ with %+v: predicted %+v, want %q", test.pattern, *test.attack, f, test.want)
			}
			snagtest.InThree(t, func() error {
				c, err := Confirm(t.Context(), engine, j)
				if err != nil {
					return err
				}
				if grew := c.Outcome == confirm.Confirmed; grew != (test.want == defence.Grows) || (c.Outcome == confirm.Limited) != (test.want == defence.Limited) {
					return fmt.Errorf("/%s/ with %+v: %s, %s, want %q\n%s", test.pattern, *test.attack, c.Outcome, c.Reason, test.want, list(c.Points))
				}
				return nil
			})
		})
	}
}

// twice returns an attack with two pumps, the second of which stands behind a text.
func twice(first, between, second, suffix string) *attack.Attack {
	return &attack.Attack{Pumps: []attack.Pump{{Pump: first}, {Prefix: between, Pump: second}}, Suffix: suffix}
}
