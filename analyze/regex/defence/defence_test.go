package defence

import (
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

var dialects = map[string]syntax.Dialect{
	"node": syntax.JavaScript, "python": syntax.Python, "java": syntax.Java, "perl": syntax.Perl, "ruby": syntax.Ruby,
	"php": syntax.PCRE, "regexp2": syntax.DotNet, "dotnet": syntax.DotNet,
}

func forecastOf(t *testing.T, pattern, flags string, v redos.Verdict, engine, version string) Forecast {
	t.Helper()
	tree, err := parser.Parse(dialects[engine], pattern, flags)
	if err != nil {
		t.Fatalf("%s: %q: %v", engine, pattern, err)
	}
	v.Tree = tree
	return Of(syntax.Search, v, engine, version)
}

// specimen returns the specimen with a name.
func specimen(t *testing.T, name string) Specimen {
	t.Helper()
	i := slices.IndexFunc(specimens, func(s Specimen) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no specimen %q", name)
	}
	return specimens[i]
}

// TestPairs holds for each defence what is inside of it against what is just outside. That engines do
// the same is tested where they can be run.
func TestPairs(t *testing.T) {
	const jit = "8.2.36, PCRE2 10.42, JIT"
	for _, test := range []struct {
		engine, version string
		specimen        string
		want            Outcome
		degree          int // 0 when it is exponential
		by              string
	}{
		{"java", "17.0.15", "nested loops", Grows, 2, "loop positions that failed are remembered"},
		{"java", "17.0.15", "branches that overlap", Protected, 0, "loop positions that failed are remembered"},
		{"java", "17.0.15", "the same, lazy", Grows, 0, ""},
		{"java", "17.0.15", "the same, counted", Grows, 0, ""},
		{"java", "17.0.15", "the same, in an optional group", Grows, 0, ""},
		{"java", "17.0.15", "the same, in another loop", Grows, 0, ""},
		{"java", "17.0.15", "the same, beside a backreference", Grows, 0, ""},
		{"java", "17.0.15", "the same, in a lookahead", Protected, 0, "loop positions that failed are remembered"},
		{"java", "17.0.15", "a leading loop", Protected, 0, "loop positions that failed are remembered"},
		{"java", "17.0.15", "a leading loop over a lookahead", Grows, 2, ""},
		{"java", "1.8.0_452", "branches that overlap", Unmodelled, 0, ""},
		{"perl", "5.36.0", "nested loops", Grows, 2, "super-linear cache"},
		{"perl", "5.36.0", "branches that overlap", Protected, 0, "super-linear cache"},
		{"perl", "5.36.0", "the same, counted", Grows, 0, ""},
		{"perl", "5.36.0", "branches of one width", Protected, 0, "iterations of fixed width are matched in one way only"},
		{"perl", "5.36.0", "the same, that capture", Protected, 0, "super-linear cache"},
		{"perl", "5.36.0", "a leading run", Protected, 0, "search begins only at the start of a run"},
		{"perl", "5.36.0", "the same, behind something optional", Grows, 2, ""},
		{"perl", "5.36.0", "a leading .*?", Protected, 0, "implicit anchor of .*"},
		{"php", jit, "a leading .*?", Protected, 0, "implicit anchor of .*"},
		{"ruby", "3.1.2", "a leading .*?", Unmodelled, 0, ""},
		{"perl", "5.36.0", "a leading .*", Protected, 0, "implicit anchor of .*"},
		{"perl", "5.36.0", "the same, behind a character", Grows, 2, ""},
		{"perl", "5.36.0", "the same, beside a backreference", Grows, 0, ""},
		{"ruby", "3.1.2", "branches that overlap", Grows, 0, ""},
		{"ruby", "3.2.4", "branches that overlap", Protected, 0, "memoisation"},
		{"ruby", "3.2.4", "the same, counted", Protected, 0, "memoisation"},
		{"ruby", "3.2.4", "the same, beside a backreference", Grows, 0, ""},
		{"ruby", "3.2.4", "the same, in a lookahead", Unmodelled, 0, ""},
		{"ruby", "3.1.2", "a leading .*", Protected, 0, "implicit anchor of .*"},
		{"ruby", "3.1.2", "the same, that captures", Protected, 0, "implicit anchor of .*"},
		{"ruby", "3.1.2", "the same, of one or more", Protected, 0, "implicit anchor of .*"},
		{"ruby", "3.1.2", "the same, in each alternative", Protected, 0, "implicit anchor of .*"},
		{"ruby", "3.1.2", "the same, in one alternative alone", Grows, 2, ""},
		{"php", jit, "the same, in each alternative", Protected, 0, "implicit anchor of .*"},
		{"perl", "5.36.0", "the same, in each alternative", Grows, 2, ""},
		{"ruby", "3.1.2", "the same, before a loop", Grows, 2, ""}, // of which nothing is looked for
		{"perl", "5.36.0", "the same, of one or more", Grows, 2, ""},
		{"ruby", "3.1.2", "a character that the attack lacks", Spared, 0, "search for what every match holds"},
		{"ruby", "3.1.2", "the same, which it has", Grows, 0, ""},
		{"php", jit, "nested loops", Limited, 0, "pcre.backtrack_limit"},
		{"php", jit, "a leading run", Protected, 0, "early fail of leading repetitions (JIT)"},
		{"php", jit, "a leading loop", Grows, 2, ""},
		{"php", jit, "the same, in a lookahead", Limited, 0, "pcre.backtrack_limit"},
		{"php", jit, "a character that the attack lacks", Spared, 0, jitSearch},
		{"php", jit, "two runs at the start", Grows, 2, ""}, // of which the second is not tried again
		{"php", jit, "the same, beside a backreference", Limited, 0, "pcre.backtrack_limit"},
		{"php", "8.2.36, PCRE2 10.42", "a leading run", Unmodelled, 0, ""},
		{"node", "20.20.2", "nested loops", Grows, 0, ""},
		{"python", "3.11.7", "a leading run", Grows, 2, ""},
		{"regexp2", "v1.12.0", "branches of one width", Unmodelled, 0, ""},
		{"dotnet", "8.0.1", "nested loops", Unmodelled, 0, ""},
	} {
		s := specimen(t, test.specimen)
		got := forecastOf(t, s.Pattern, "", s.Verdict(dialects[test.engine]), test.engine, test.version)
		if got.Outcome != test.want || got.Outcome == Grows && got.Degree != test.degree ||
			test.by != "" && !slices.Contains(got.By, test.by) || test.by == "" && len(got.By) > 0 {
			t.Errorf("%s %s: %s %q: got %+v, want %q, degree %d, by %q", test.engine, test.version, test.specimen, s.Pattern, got, test.want, test.degree, test.by)
		}
		if (got.Outcome == Unmodelled) != (got.Why != "") {
			t.Errorf("%s: %q: got %+v: a reason belongs to what is not modelled", test.engine, s.Pattern, got)
		}
	}
}

// TestRubyRemembersNot holds for which patterns Ruby remembers no branches, and that it goes through its stack whatever it
// remembers.
func TestRubyRemembersNot(t *testing.T) {
	exponential := redos.Verdict{Class: redos.Exponential, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "ab"}}, Suffix: "!"}}
	lookup := redos.Verdict{Class: redos.Polynomial, Degree: 3, Rule: redos.StackLookup, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "a"}}}}
	for _, test := range []struct {
		version, pattern string
		verdict          redos.Verdict
		want             Outcome
		class            redos.Class
		degree           int
	}{
		{"3.2.4", `^(?:(?:a|b|ab){1,99})*$`, exponential, Grows, redos.Exponential, 0},
		{"3.2.4", `^(?:(?:a|b|ab){1,99})$`, exponential, Protected, redos.Unknown, 0},
		{"3.2.4", `^(a|b|ab)\g<1>*$`, exponential, Grows, redos.Exponential, 0},
		{"3.2.4", `^(?:(?:a|b|ab)*c?)*$`, exponential, Unmodelled, redos.Unknown, 0},
		{"3.1.2", `^(?:a|b|ab)*$`, exponential, Grows, redos.Exponential, 0},
		{"3.2.4", `\A(?:\A[ab]*)*[c-e]?`, lookup, Grows, redos.Polynomial, 2},
		{"3.2.4", `\A(?:[ab]{2,})*c?`, lookup, Grows, redos.Polynomial, 3},
		{"3.1.2", `\A(?:\A[ab]*)*c?`, lookup, Grows, redos.Polynomial, 3},
	} {
		got := forecastOf(t, test.pattern, "", test.verdict, "ruby", test.version)
		if got.Outcome != test.want || got.Class != test.class || got.Degree != test.degree {
			t.Errorf("Ruby %s: %s: got %+v, want %q, %v, degree %d", test.version, test.pattern, got, test.want, test.class, test.degree)
		}
	}
}

// TestLater tells growth that ends on inputs larger than those that are tried first.
func TestLater(t *testing.T) {
	for _, test := range []struct {
		pattern string
		attack  attack.Attack
		want    Outcome
	}{
		{`<(?:[^!;]+;)*e\S+\d\d`, attack.Attack{Pumps: []attack.Pump{{Pump: "<aaaaaaaaaaaaaaaaaaaaaaaaa;"}, {Prefix: "e", Pump: "....................."}}, Suffix: "!\n00"}, Protected},
		{`<(?:[^!;]+;){0,9999}e\S+\d\d`, attack.Attack{Pumps: []attack.Pump{{Pump: "<aaaaaaaaaaaaaaaaaaaaaaaaa;"}, {Prefix: "e", Pump: "....................."}}, Suffix: "!\n00"}, Grows},
	} {
		v := redos.Verdict{Class: redos.Polynomial, Degree: 2, Attack: &test.attack}
		if f := forecastOf(t, test.pattern, "", v, "perl", "5.36.0"); f.Outcome != test.want {
			t.Errorf("/%s/ on %+v: predicted %+v, want %q", test.pattern, test.attack, f, test.want)
		}
	}
}

// TestLacks tests which string an engine looks for.
func TestLacks(t *testing.T) {
	v := func(pump, suffix string) redos.Verdict {
		return redos.Verdict{Class: redos.Exponential, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: pump}}, Suffix: suffix}}
	}
	for _, test := range []struct {
		engine, pattern, flags string
		verdict                redos.Verdict
		want                   string
		unsure                 bool
	}{
		{"perl", `^(?:a+)+b`, "", v("a", "!b"), "ab", false},
		{"ruby", `^(?:a+)+b`, "", v("a", "!b"), "", false},
		{"php", `^(?:a+)+b`, "", v("a", "!b"), "", false},
		{"php", `^(?:a+)+b`, "", v("a", "!"), "b", false},
		{"perl", `^(?:a|b|ab)*c`, "i", v("ab", "!"), "", false},   // c and C: no one string
		{"perl", `^(?:a|b|ab)*\.`, "i", v("ab", "!"), ".", false}, // which stands apart from letters
		{"perl", `; wv\).+(chrome)/\w+`, "i", v("; wv)", "; \nchrome/"), "/x", false},
		{"perl", `; wv\).+(chrome)/\w+`, "i", v("; wv)", "; \nchrome/!"), "", false},
		{"ruby", `(?:a|b|ab)*[cd]`, "", v("ab", "!"), "c", false},
		{"ruby", `(?:a|b|ab)*[cd]+`, "", v("ab", "!"), "", false},
		{"ruby", `(?:a|b|ab)*[^!-~]`, "", v("ab", "!"), "", false},
		{"ruby", `(?:a|b|ab)*(?:cd|e)`, "", v("ab", "!"), "c", false},
		{"ruby", `(?:a|b|ab)*(?:cd)+`, "", v("ab", "!"), "", false},
		{"ruby", `(?:a|b|ab)*(?:cd){2,}`, "", v("ab", "!"), "cd", false},
		{"ruby", `(?:a|b|ab)*c[de]`, "", v("ab", "!c"), "", true},
		{"perl", `\w@\S+\.\w`, "", v("a@", "a\n."), ".x", false},
		{"perl", `\w@\S+\.\w`, "", v("a@", "a\n.x"), "", false},
		{"perl", `<[^>]*>`, "", v("<", ""), ">", false},
		{"perl", `<[^>]*>`, "", v("<", "\n<>"), "", false},
		{"perl", `-?0+$`, "", v("0", "!"), "0", false},
		{"perl", `-?0+$`, "m", v("0", "!"), "", true},
		{"perl", `-?0+$`, "", v("0", "!0\n"), "", false},
		{"perl", `ab.*0$`, "", v("ab", "0!"), "0", false},
		{"perl", `^\s*(?:[a-z]+ ){20}\.$`, "m", v(" ", "."), "", false},
		{"ruby", `.*?(?=}C)`, "", v("}", ""), "", false},
		{"ruby", `.*?(?=}C)`, "", v("a", ""), "}", false},
		{"ruby", `.*?(?=}C)..`, "", v("}", ""), "", false},
		{"ruby", `(?=[ab]+cd).`, "", v("a", "!c"), "", false},
		{"ruby", `(?=[ab]+cd).`, "", v("a", "!d"), "c", false},
		{"ruby", `(?=[ab]+cd).*`, "", v("a", "!c"), "cd", false},
		{"ruby", `(?=[ab]+c\d).`, "", v("a", "!c"), "", true},
		{"ruby", `<[^>]*>`, "", v("<", ""), "", true},
		{"php", `(a+)+(?:x|y)`, "", v("a", ""), "", false},
		{"perl", `(?:abc){2,}d`, "", v("abc", ""), "abcd", false},
	} {
		tree, err := parser.Parse(dialects[test.engine], test.pattern, test.flags)
		if err != nil {
			t.Fatal(err)
		}
		got, unsure := lacks(tree, test.verdict.Attack, test.engine)
		if got != test.want || unsure != test.unsure {
			t.Errorf("%s: %q with %q: got %q, %t, want %q, %t", test.engine, test.pattern, test.verdict.Attack.Build(2), got, unsure, test.want, test.unsure)
		}
	}
}

// TestSparedByV8 tells texts at whose places V8 begins no match from those of which it tries each.
func TestSparedByV8(t *testing.T) {
	pump := func(prefix, pump, suffix string) attack.Attack {
		return attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix}
	}
	for _, test := range []struct {
		pattern string
		attack  attack.Attack
		want    Outcome
		by      string
		lacks   string
	}{
		{`(?<!\d.*)x`, pump("", "a", ""), Spared, openings, "x"},
		{`(?<!\d.*)x`, pump("0", "x", ""), Grows, "", ""},
		{`(?<!\d.*)xy`, pump("0", "x", ""), Spared, openings, "xy"},
		{`(?<!\d.*)\w{3}x`, pump("0", "a", ""), Spared, openings, "000x"},
		{`(?<!\d.*)\w{4}x`, pump("0", "a", ""), Unmodelled, "", ""}, // farther away than V8 compares at once
		{`(?<!\d.*)x`, pump("0", "\u2028", ""), Unmodelled, "", ""},
		{`(?<=a.*)b`, pump("", "c", ""), Grows, "", ""},
		{`\d+€`, pump("", "0", ""), Spared, latin, "€"},
		{`\d+€`, pump("", "0", "!€"), Grows, "", ""},
		{`\d+[€£]`, pump("", "0", ""), Grows, "", ""},
	} {
		tree, err := parser.Parse(syntax.JavaScript, test.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		v := redos.Verdict{Tree: tree, Class: redos.Polynomial, Degree: 2, Attack: &test.attack, Cost: redos.Cost{BudgetSteps: 1_000_000, PumpsForBudget: 1500}}
		got := Of(syntax.Search, v, "node", "20.20.2")
		if got.Outcome != test.want || got.Lacks != test.lacks || strings.Join(got.By, "") != test.by || (got.Outcome == Unmodelled) != (got.Why != "") {
			t.Errorf("%s with %q: got %+v, want %q by %q, which lacks %q", test.pattern, test.attack.Build(3), got, test.want, test.by, test.lacks)
		}
	}
}

// TestBounded gives the model what is hard on it: it must answer, and say so when it does not know.
func TestBounded(t *testing.T) {
	v := redos.Verdict{Class: redos.Exponential, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "a"}}, Suffix: "!"}}
	long := v
	long.Attack = &attack.Attack{Pumps: []attack.Pump{{Prefix: strings.Repeat("b", 5000), Pump: strings.Repeat("a", 3000)}}}
	empty := v
	empty.Attack = &attack.Attack{}
	for _, pattern := range []string{
		`(?:a?){1999}$`, `((((a*)*)*)*)*b$`, `(?:)*`, `(?:a*)*$`, `a{1000}{1000}`, strings.Repeat("a?", 1500) + "$", `(?<=a)b`, `(?!a*)*b`, ``,
	} {
		tree, err := parser.Parse(syntax.PCRE, pattern, "")
		if err != nil {
			continue
		}
		for _, verdict := range []redos.Verdict{v, long, empty} {
			verdict.Tree = tree
			for _, engine := range []string{"perl", "php"} {
				f := Of(syntax.All, verdict, engine, "5.36 JIT")
				if (f.Outcome == Unmodelled) != (f.Why != "") {
					t.Errorf("%s: %.40q: got %+v", engine, pattern, f)
				}
			}
		}
	}
}

// TestSpecimens checks that every specimen is of every dialect, and that the model without defences
// agrees with what it claims.
func TestSpecimens(t *testing.T) {
	for _, s := range specimens {
		for engine, d := range dialects {
			tree, err := parser.Parse(d, s.Pattern, "")
			if err != nil {
				t.Errorf("%s: %s: %v", engine, s.Pattern, err)
				continue
			}
			p, why := compile(tree, syntax.Search)
			if why != "" {
				continue
			}
			if g, _ := p.growth(s.Verdict(syntax.JavaScript), 0); !claimed(s.Verdict(syntax.JavaScript), g) || s.Degree > 0 && g.DegreeInt != s.Degree {
				t.Errorf("%s: %s: the model counts %+v, want %s %d", engine, s.Pattern, g, s.Class, s.Degree)
			}
		}
	}
}
