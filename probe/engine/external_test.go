package engine

import (
	"fmt"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
)

// find returns the engine, or skips the test where it is absent.
func find(t testing.TB, name string) Engine {
	t.Helper()
	engines, err := Find(name)
	if err != nil {
		t.Skip("no engine to measure:", err)
	}
	t.Cleanup(func() { engines[0].Close() })
	return engines[0]
}

// TestRisingPumps has each worker build inputs whose repetitions differ: only what is meant matches.
func TestRisingPumps(t *testing.T) {
	snagtest.Long(t)
	a := &attack.Attack{Pumps: []attack.Pump{{Prefix: "a", Pump: "b"}, {Prefix: "x", Pump: "一y", RisesTo: '丂'}}, Suffix: "z"}
	for name, dialect := range map[string]syntax.Dialect{
		"node": syntax.JavaScript, "python": syntax.Python, "java": syntax.Java, "perl": syntax.Perl, "ruby": syntax.Ruby,
		"php": syntax.PCRE, "dotnet": syntax.DotNet, "regexp2": syntax.DotNet,
	} {
		t.Run(name, func(t *testing.T) {
			engine := find(t, name)
			j := job(`^ab+x(?:一y丁y丂y)*(?:一y)?(?:一y丁y)?z$`, "", redos.Polynomial, 2, a, squared)
			if j.Pattern.Dialect = dialect; dialect == syntax.PCRE {
				j.Pattern.Flags = "u"
			}
			c, err := Confirm(t.Context(), engine, j)
			if err != nil || len(c.Points) == 0 {
				t.Fatalf("got %d points, %s, %v", len(c.Points), c.Reason, err)
			}
			for _, p := range c.Points {
				if !p.Matched {
					t.Errorf("%d repetitions do not match", p.Pumps)
				}
			}
		})
	}
}

// unhurried are limits that a busy machine does not reach, where the outcome does not depend on them.
var unhurried = Limits{Total: time.Minute, Match: 120 * time.Millisecond, Length: 1 << 14}

// TestWorkers measures in each engine patterns against which none has a defence, except that PHP gives
// up, and others that are linear everywhere.
func TestWorkers(t *testing.T) {
	snagtest.Long(t)
	// Perl and Java remember nothing of counted repetitions, and what a lookahead holds is not searched
	// for by Perl and PHP.
	steep := job(`^(?:a|b|ab?){1,99}$`, "", redos.Exponential, 0, pump("", "ab", "!"), twoToThe)
	quadratic := func(pattern, flags string, mode syntax.Mode, a *attack.Attack) Job {
		j := job(pattern, flags, redos.Polynomial, 2, a, squared)
		j.Pattern.Mode = mode
		return j
	}
	const loop = `(?=[ab]+c\d).`
	for _, e := range []struct {
		name    string
		dialect syntax.Dialect
		steep   confirm.Outcome
	}{
		{"node", syntax.JavaScript, confirm.Confirmed},
		{"python", syntax.Python, confirm.Confirmed},
		{"java", syntax.Java, confirm.Confirmed},
		{"perl", syntax.Perl, confirm.Confirmed},
		{"ruby", syntax.Ruby, confirm.Confirmed},
		{"php", syntax.PCRE, confirm.Limited},
		{"dotnet", syntax.DotNet, confirm.Confirmed},
		{"regexp2", syntax.DotNet, confirm.Confirmed},
	} {
		t.Run(e.name, func(t *testing.T) {
			engine := find(t, e.name)
			for _, test := range []struct {
				name string
				job  Job
				want confirm.Outcome
			}{
				{"steep", steep, e.steep},
				{"search", quadratic(loop, "", syntax.Search, pump("", "a", "cx")), confirm.Confirmed},
				{"at the start only", quadratic(loop, "", syntax.Prefix, pump("", "a", "cx")), confirm.OptimisedAway},
				{"whole input", quadratic(`a*?b+`, "", syntax.Full, pump("", "b", "c")), confirm.OptimisedAway},
				{"every match", quadratic("x|"+loop, "", syntax.All, pump("x", "a", "cx")), confirm.Confirmed},
				{"folding", quadratic(loop, "i", syntax.Search, pump("", "A", "Cx")), confirm.Confirmed},
				{"no syntax", quadratic(`(`, "", syntax.Search, pump("", "a", "")), confirm.NotRun},
				{"no such flag", quadratic(`a`, "%", syntax.Search, pump("", "a", "")), confirm.NotRun},
				{"no attack", Job{Pattern: redos.Pattern{Text: "a"}}, confirm.NotRun},
				{"another dialect", Job{Pattern: redos.Pattern{Text: "a", Dialect: syntax.Go}}, confirm.NotRun},
			} {
				if test.job.Pattern.Dialect != syntax.Go {
					test.job.Pattern.Dialect = e.dialect
				}
				test.job.Limits = unhurried
				snagtest.InThree(t, func() error {
					c, err := Confirm(t.Context(), engine, test.job)
					if err != nil {
						return err
					}
					if c.Outcome != test.want || c.Outcome != confirm.Confirmed && c.Reason == "" {
						return fmt.Errorf("%s: %q: got %s, %s, want %s\n%+v\n%s", test.name, test.job.Pattern.Text, c.Outcome, c.Reason, test.want, c.Growth, list(c.Points))
					}
					return nil
				})
			}
			if engine.Version() == "" {
				t.Error("no version")
			}
		})
	}
}
