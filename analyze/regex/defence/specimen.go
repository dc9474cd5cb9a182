package defence

import (
	"math"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// A Specimen is a pattern that means the same in every dialect, with an attack, and shows one thing
// that engines do or fail to do.
type Specimen struct {
	Name    string // what it shows, in a few words
	Pattern string
	Attack  attack.Attack
	// Class and Degree are the growth under plain backtracking.
	Class  redos.Class
	Degree int
}

// specimens come in pairs and groups: one inside of what a defence covers, others just outside.
var specimens = []Specimen{
	exponential("nested loops", `^(a+)+$`, "a", "!"),
	exponential("branches that overlap", `^(?:a|b|ab)*$`, "ab", "!"),
	exponential("the same, lazy", `^(?:a|b|ab)*?$`, "ab", "!"),
	exponential("the same, counted", `^(?:a|b|ab){1,99}$`, "ab", "!"),
	exponential("the same, in an optional group", `^(?:(?:a|b|ab)*)?$`, "ab", "!"),
	exponential("the same, in another loop", `^(?:x|(?:a|b|ab)*y)*$`, "ab", "!"),
	exponential("the same, beside a backreference", `^(?:a|b|ab)*(x?)\1$`, "ab", "!"),
	exponential("the same, in a lookahead", `^(?=(?:a|b|ab)*$)`, "ab", "!"),
	exponential("branches of one width", `^(?:a|a)*$`, "a", "!"),
	exponential("the same, that capture", `^(?:(a)|(a))*$`, "a", "!"),
	exponential("a character that the attack lacks", `^(?:a|b|ab)*c`, "ab", "!"),
	exponential("the same, which it has", `^(?:a|b|ab)*c`, "ab", "!c"),
	polynomial("a leading run", 2, `[ab]+c\d`, "", "a", "cx"),
	polynomial("the same, behind something optional", 2, `x?[ab]+c\d`, "", "a", "cx"),
	polynomial("the same, in a lookahead", 2, `(?=[ab]+c\d).`, "", "a", "cx"),
	polynomial("a leading loop", 2, `(?:[ab]x?)+c\d`, "", "a", "cx"),
	polynomial("a leading loop over a lookahead", 2, `(?:(?!b)a)+c\d`, "", "a", "cx"),
	polynomial("two leading runs", 3, `a*a*c\d`, "", "a", "cx"),
	polynomial("two runs at the start", 2, `^a*a*c\d`, "", "a", "cx"),
	polynomial("a leading .*?", 2, `.*?,\d`, "", ",", "x"),
	polynomial("a leading .*", 2, `.*,\d`, "", ",", "x"),
	polynomial("the same, that captures", 2, `(.*),\d`, "", ",", "x"),
	polynomial("the same, of one or more", 2, `.+,\d`, "", ",", "x"),
	polynomial("the same, in each alternative", 2, `.*,\d|.*,\w!`, "", ",", "x"),
	polynomial("the same, in one alternative alone", 2, `.*,\d|x.*,\w!`, "", ",", "x"),
	polynomial("the same, before a loop", 2, `.*(?:,\d)+`, "", ",", "x"),
	polynomial("the same, behind a character", 2, `,.*,\d`, "", ",", "x"),
	polynomial("spaces at the end", 2, `\s+$`, "", " ", "x"),
	polynomial("a fixed beginning", 2, `<[^>]*>\d`, "", "<", ">x"),
}

// Specimens returns the patterns on which engines are observed. The result must not be changed.
func Specimens() []Specimen { return specimens }

func exponential(name, pattern, pump, suffix string) Specimen {
	return Specimen{name, pattern, attack.Attack{Pumps: []attack.Pump{{Pump: pump}}, Suffix: suffix}, redos.Exponential, 0}
}

func polynomial(name string, degree int, pattern, prefix, pump, suffix string) Specimen {
	return Specimen{name, pattern, attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix}, redos.Polynomial, degree}
}

// Verdict is the verdict that plain backtracking earns the pattern in a dialect, with costs to plan by.
// Its tree is nil where the dialect does not have the pattern.
func (s Specimen) Verdict(d syntax.Dialect) redos.Verdict {
	tree, _ := parser.Parse(d, s.Pattern, "")
	v := redos.Verdict{Tree: tree, Class: s.Class, Degree: s.Degree, Attack: &s.Attack}
	cost := func(n int) float64 { return math.Pow(float64(n), float64(s.Degree)) }
	if s.Class == redos.Exponential {
		cost = func(n int) float64 { return math.Exp2(float64(n)) }
	}
	const enough = 1e6
	for n := 2; cost(n) < enough; n += 1 + n/3 {
		v.Cost.Points = append(v.Cost.Points, redos.CostPoint{Pumps: n, Length: len(s.Attack.Build(n)), Steps: int64(cost(n))})
	}
	return v
}
