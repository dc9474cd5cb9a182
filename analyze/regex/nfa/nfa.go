// Package nfa compiles a pattern into the automaton that a backtracking matcher walks: transitions
// in the order in which they are tried, each with the part of the pattern that it comes from.
//
// The automaton has one path for every path of the matcher. Where a construct is not regular, or too
// large to unroll, it has more paths but never fewer, so an automaton without ambiguity proves the
// pattern harmless. Such places are marked: their transitions are not Sure. Only recursion leaves paths
// out: see NFA.Recursive.
package nfa

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Accept is the To of a transition that ends the match, or the body of a lookaround.
const Accept = -1

// Trans is one thing that the matcher may do next in a State. Transitions that consume go to state To
// on any class in On. A transition to Accept consumes nothing and is possible when the next class is
// in On, where the class NFA.End stands for the end of the input.
type Trans struct {
	On charset.Bits
	To int32
	// Sure reports whether the matcher really can take the transition whenever the automaton can.
	Sure bool
	// Enter reports whether the transition leads from outside into the body of a lookaround.
	Enter bool
	// Commit reports whether the transition follows a match that ended here, in a search for all matches.
	Commit bool
	// Vague reports whether the matcher may be unable to take the transition although the Conds hold.
	Vague bool
	// Conds are the lookarounds that must hold, or fail, at the place of the transition. Only Resolve
	// takes them into account: a transition with conditions is not Sure.
	Conds []Cond
	// Number says which of the ways out of the state this is. Transitions on different classes may
	// share one.
	Number int32
	// Along is the Number of the transition that a run takes when this one leads to a state with a Run, or less than 0.
	Along int32
	// With is that of the transition of a body when this one leads from a state with a Body to another.
	With int32
	// Ref says which way through a backreference this is, if it begins, stays in or leaves one.
	Ref Ref
	// Span is the part of the pattern that consumes, empty for the search that skips a character.
	Span syntax.Span
}

// Ref is a way through a backreference. The text that was captured has one: of two transitions of a state
// with other ways through the same backreference the matcher has one at most, wherever it comes from. The
// zero Ref is no backreference.
type Ref struct{ Number, Way int32 }

// Excludes reports whether the matcher never has both transitions of a state, with the refs r and s.
func (r Ref) Excludes(s Ref) bool { return r.Number != 0 && r.Number == s.Number && r.Way != s.Way }

// Cond is a condition on the rest of the input: that the body of a lookahead, which begins at State,
// accepts (Want) or does not. Pick, if it is not Any, is the number of the transition of State that
// must be the first to lead to acceptance. If Back is not 0, it is a condition on the text before
// instead, that of the lookbehind of that number.
type Cond struct {
	State int32
	Want  bool
	Pick  int32
	Back  int32
}

// Any is the Pick of a condition that does not care how a body accepts, never that of one that cannot hold, and ended that of
// one on the text before that takes it for the whole text.
const (
	Any   = -1
	never = -2
	ended = -3
)

// State is a place in the pattern between two characters.
type State struct {
	// Trans are in priority order. At most two equal ones are kept, or as many as Options.Ways says.
	Trans []Trans
	// Scope is 0 in the pattern itself, and the number of the lookaround in the body of one.
	Scope int32
	// Tag tells states apart that can not be reached on the same text with the same rest to come.
	// Automata made by Compile have no tags.
	Tag int32
	// Cost reports whether the state only stands for what it costs to look back: nothing depends on where
	// its transitions lead. Each way to a state that has Done too stands for one character that is read.
	Cost, Done bool
	// Run is the state in which a run stands in a state that has Cost and not Done: only what it tries there is read. It is
	// less than 0 behind the end of the run.
	Run int32
	// Body is the state in which the body of a lookahead stands that is read at the same time, 0 for none.
	Body int32
	// Back is the state in which the body of a lookbehind stands that is read in a state that has Cost and not Done, 0 for
	// none: what it reads is what transitions of that state lead to by their numbers.
	Back int32
	// Wins reports whether a match, or the body of a lookaround, that has come here is sure to succeed, as what the state knows
	// of the text to come tells. Only automata made by Resolve have such states.
	Wins bool
	// Search reports whether the matcher stands here before a match begins. Only automata made by Compile
	// have such states.
	Search bool
}

// NFA is an automaton without empty transitions. State 0 is where it starts, before the first
// character of the input. An NFA is not modified after Compile.
type NFA struct {
	Alphabet *charset.Partition
	States   []State
	// Search is the state that skips one more character before the match begins, or -1 when the
	// match cannot begin later.
	Search int
	// End is the pseudo-class of the end of the input.
	End int
	// Exact reports whether every transition is Sure and no lookaround was left out.
	Exact bool
	// Counted reports whether a counted repetition was treated as unbounded.
	Counted bool
	// Backrefs reports whether a backreference was replaced by what its group may match.
	Backrefs bool
	// Recursive reports whether calls of a group within itself were followed some levels deep only, so that
	// there are paths of the matcher that the automaton does not have.
	Recursive bool
	// Merged reports whether there were more equal ways from one character to the next than Options.Ways.
	Merged bool
	// Looks is the number of lookarounds with a body of their own.
	Looks int
	// Nested reports whether such a body has lookarounds whose cost is not in the automaton.
	Nested bool

	backs   []back    // the lookbehinds that conditions ask for
	reading [][]Trans // of the states of all bodies of lookbehinds, from right to left
	sight   *Sight
	sights  []int32 // the numbers that the lookbehinds have there, less than 0 for none
}

// Options are the ways to compile a pattern.
type Options struct {
	// Anchored leaves out the search: the match begins at the start of the input or never.
	Anchored bool
	// Repeat begins again where a match ended: the search, or the match if Anchored.
	Repeat bool
	// Whole accepts only at the end of the input.
	Whole bool
	// MaxStates bounds the automaton.
	MaxStates int
	// Unroll is the largest number of copies of characters that one counted repetition is unrolled
	// to; larger ones are treated as unbounded.
	Unroll int
	// Ways is how many equal ways from one character to the next are told apart, 0 for two.
	Ways int
	// Settled are the lookbehinds, in no other one, of which it is known that all that they cost in a text is linear in its
	// length if each is asked a bounded number of times at each place: that is left out.
	Settled []syntax.Span
	// Sight, if it is not nil, tells where lookbehinds hold.
	Sight *Sight
	// Last are lookbehinds behind which the pattern is sure to match: what one costs at the place where it is as it should be is
	// left out, if it is known where that is.
	Last []syntax.Span
}
