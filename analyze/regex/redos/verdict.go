// Package redos decides how the cost of matching a regular expression with a backtracking engine
// grows with the length of the input, and finds the input that proves it.
//
// It may be used from other programs. Names may still change between releases; that the zero Verdict is
// Unknown, that Linear was decided, and that Limits count work will not.
package redos

import (
	"reflect"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/syntax"
)

// Verdict is what the analysis decided about one pattern. The zero Verdict is Unknown without a reason.
type Verdict struct {
	// Tree is the pattern that was judged. It is nil in a verdict that is no result of an analysis.
	Tree  *syntax.Tree
	Class Class
	// Degree is the exponent of the growth when Class is Polynomial: steps grow as n^Degree,
	// Degree >= 2. Else it is 0.
	Degree int
	// UpTo is the largest Degree that the automaton allows, when that is more than was proved, else 0.
	UpTo int
	// AtLeast reports whether no bound is known for the growth beyond Degree.
	AtLeast bool
	// Bounded reports whether the growth ends at the bound of a counted repetition, after the step
	// budget is spent.
	Bounded bool
	// Beyond is the degree with which the steps grow without an end on other inputs where the growth is Bounded, 0 where none
	// was found.
	Beyond uint8
	// Reason says in one clause why the Class is Unknown. It is empty otherwise.
	Reason string
	// ByDesign reports whether the Class is Linear whatever the pattern, since the engine never backtracks.
	ByDesign bool
	// Note says in one clause what a pattern costs that is Linear by design, if that is much, else "".
	Note string
	// Attack is the input family that proves a Polynomial or Exponential verdict, else nil.
	Attack *attack.Attack
	// Hotspots are the parts of the pattern to blame, the innermost ambiguous repetition first,
	// in code points of the pattern.
	Hotspots []syntax.Span
	// Ways shows the pump matched in two or more ways.
	Ways []Way
	// Rule is the rule of thumb that the pattern breaks.
	Rule RuleOfThumb
	// Cost is what the reference matcher measured on Attack.
	Cost Cost
}

// IsPlain reports whether the verdict is that the pattern is Linear, and says nothing else.
func (v Verdict) IsPlain() bool {
	v.Tree = nil
	return v.Class == Linear && reflect.DeepEqual(v, Verdict{Class: Linear})
}

// Way is one way in which the pattern matches a piece of text: the character at i is consumed by
// the part of the pattern at Spans[i]. The empty span at 0 stands for the search that skips the
// character before the match begins.
type Way struct {
	Text  []rune
	Spans []syntax.Span
}

// RuleOfThumb names in the words of common advice what makes a pattern slow.
type RuleOfThumb uint8

// The rules of thumb. NoRule is the zero value and belongs to safe patterns.
const (
	NoRule                  RuleOfThumb = iota
	NestedQuantifier                    // (a+)+
	OverlappingAlternatives             // (a|a)*
	AdjacentLoops                       // a*a*
	SearchRestart                       // a+b tried at every start
	BackreferenceLoop                   // (a*)\1
	CountedBlowup                       // (a?){25}a{25}
	StackLookup                         // (?:[ab]{2,})? in Ruby
)

// Cost is the work of the step-counting reference matcher on an attack.
type Cost struct {
	// Points ascend in Pumps. Of growth that ends they go on beyond the budget, as far as steps were counted or computed.
	Points []CostPoint
	// BudgetSteps is the number of steps that the limits allow.
	BudgetSteps int64
	// PumpsForBudget and LengthForBudget are the smallest number of pumps, and the length of that
	// input in characters (code points under u and v, else UTF-16 units), at which BudgetSteps is
	// exceeded. Extrapolated reports whether they were computed from the growth and not run.
	PumpsForBudget, LengthForBudget int
	Extrapolated                    bool
	// SafeLength is a number of characters such that no shorter input takes more than BudgetSteps, which
	// is proved of all inputs. It is 0 where nothing is.
	SafeLength int
}

// CostPoint is the number of steps for one input.
type CostPoint struct {
	Pumps  int
	Length int // in characters, as in Cost
	Steps  int64
}

// Limits bound the work of an analysis. They count work and not time, so that the same pattern gets
// the same verdict on every machine.
type Limits struct {
	// States is the largest automaton to build.
	States int
	// Work is the number of elementary analysis steps.
	Work int
	// Steps is the budget of matching steps that defines "too slow".
	Steps int64
	// Bound is the number of terms to add up in order to bound what any input costs, and to find worse
	// ones. 0 leaves that out.
	Bound int
	// ClassOnly leaves out what tells more of growth that was found: from which length on inputs exceed the budget, and
	// whether a worse attack does.
	ClassOnly bool
	// LinearOnly leaves out looking for attacks, and for other patterns that tell what an undecided one costs, where the
	// pattern itself is not proved to be Linear: the verdict is Unknown there, unless an attack was found on the way.
	LinearOnly bool
	// Whole leaves what is too large as a whole undecided, where it is looked for attacks by parts else.
	Whole bool
}
