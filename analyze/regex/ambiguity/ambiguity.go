// Package ambiguity decides how many ways an automaton has to read the same text.
//
// A backtracking matcher that fails has tried them all, so that number is its cost. It grows
// exponentially when a state can be left and reached again in two ways on one word (EDA), else as a
// polynomial whose degree is the longest chain of pairs of states p, q such that one word leads from
// p to p, from p to q and from q to q (IDA): Weber and Seidl, "On the degree of ambiguity of finite
// automata", 1991.
package ambiguity

import (
	"errors"
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
)

// ErrBudget reports that the work allowed was not enough to decide.
var ErrBudget = errors.New("the analysis budget is spent")

// Step is one move of a run: the transition numbered Trans of State.
type Step struct{ State, Trans int32 }

// Link is an ambiguous loop. For an exponential one From and To are the same state and Runs are two
// different ways from there back to it on Word. For a polynomial one Runs lead from From to From,
// from From to To, and from To to To.
type Link struct {
	From, To int32
	Word     []int // classes of the alphabet
	Runs     [][]Step
	// Before leads from the previous link's To to From, in classes, or from the start of the
	// automaton if there is no previous link.
	Before []int
}

// Result is the ambiguity of an automaton. The zero Result is no ambiguity.
type Result struct {
	// Exponential has one link for each component with exponential ambiguity.
	Exponential []Link
	// Degree is the degree of polynomial ambiguity: the matcher takes n^(Degree+1) steps at most,
	// if Exponential is empty.
	Degree int
	// Chain are the links that show it, in the order of the input: Degree of them, and one more if it ends
	// where looking back does.
	Chain []Link
	// Wins are the classes of next character on which each state is sure to succeed.
	Wins []charset.Bits
	// Work is what the analysis cost, in moves looked at.
	Work int
}

// Grows reports whether there is any ambiguity that makes matching take more than linear time.
func (r Result) Grows() bool { return len(r.Exponential) > 0 || r.Degree > 0 }

// Analyze decides the ambiguity of a. It fails with ErrBudget when that takes more than work moves;
// what it has found by then is in the result.
func Analyze(a *nfa.NFA, work int) (Result, error) {
	s := &search{nfa: a, left: work}
	s.res.Wins = winning(a)
	s.build()
	err := s.exponential()
	if err == nil && len(s.res.Exponential) == 0 {
		err = s.polynomial()
	}
	s.lead()
	s.res.Work = work - s.left
	return s.res, err
}

// search holds the state of one analysis.
type search struct {
	nfa  *nfa.NFA
	left int
	res  Result
	// graphs[k] leaves out the moves after sure success in scope k only: success in the body of
	// another lookaround ends that body, not the match.
	graphs  []*graph
	all     *graph // every move
	nodes   []node
	visited visited // of the search that is going on
	rank    []int   // preference of each class when a word is built, lower is better
}

// node is a strongly connected component in one of the graphs.
type node struct {
	scope    int32
	g        *graph // the graph that its moves are from
	states   []int32
	comp     int32
	terminal bool // no chain goes on from here
	// goesOn reports whether the loop passes places of sure success. Only a chain's first link can have
	// such a loop, as the one that is left by what is tried before it goes on: what fails is not
	// sure to succeed.
	goesOn bool
	// again reports whether the search goes on there after a match: what was tried in vain before the match
	// ended is tried again.
	again bool
	depth int // links of the longest chain that ends here
	via   int // node before this one on that chain, -1 for none
	link  *Link

	after     []bool // states that can be reached from here, once needed
	sources   []bool // states of graph sourcesOf that lead here, once needed
	sourcesOf *graph
}

// maxScopes is the largest number of lookarounds, and the pattern itself, in which success is told apart.
const maxScopes = 25

func (s *search) build() {
	s.all = newGraph(s.nfa, nil)
	for c, states := range s.all.comps {
		again := s.beginsAgain(states)
		if again || s.goesOn(int32(c)) {
			scope := s.nfa.States[states[0]].Scope
			s.nodes = append(s.nodes, node{scope: scope, g: s.all, states: states, comp: int32(c), goesOn: true, again: again, via: -1})
		}
	}
	scopes := s.nfa.Looks + 1
	if scopes > maxScopes {
		scopes = 1 // success prunes the pattern itself only
	}
	for k := range scopes {
		wins := s.res.Wins
		if s.nfa.Looks > 0 {
			wins = make([]charset.Bits, len(s.nfa.States))
			none := make(charset.Bits, s.nfa.Alphabet.Words())
			for i := range wins {
				if wins[i] = none; s.nfa.States[i].Scope == int32(k) {
					wins[i] = s.res.Wins[i]
				}
			}
		}
		g := newGraph(s.nfa, wins)
		s.graphs = append(s.graphs, g)
		for c, states := range g.comps {
			scope := s.nfa.States[states[0]].Scope
			if scope == int32(k) || scopes == 1 {
				s.nodes = append(s.nodes, node{scope: scope, g: g, states: states, comp: int32(c), via: -1})
			}
		}
	}
	for k := 1; k < scopes; k++ {
		g := s.graphs[0]
		for c, states := range g.comps {
			if s.nfa.States[states[0]].Scope == int32(k) {
				s.nodes = append(s.nodes, node{scope: int32(k), g: g, states: states, comp: int32(c), terminal: true, via: -1})
			}
		}
	}
	s.rank = make([]int, s.nfa.End+1)
	for class := range s.nfa.End {
		s.rank[class] = readability(s.nfa.Alphabet.Example(class))
	}
}

// goesOn reports whether a cycle of the component of s.all passes a place of sure success, or goes
// on after a match.
func (s *search) goesOn(comp int32) bool {
	for _, at := range s.all.comps[comp] {
		for _, e := range s.all.edges[at] {
			if s.all.scc[e.to] == comp && (e.commit || s.res.Wins[at].Meets(e.on)) {
				return true
			}
		}
	}
	return false
}

// beginsAgain reports whether the search stands in one of states, and begins again where a match has ended.
func (s *search) beginsAgain(states []int32) bool {
	return slices.ContainsFunc(states, func(at int32) bool { return s.nfa.States[at].Search }) &&
		slices.ContainsFunc(s.nfa.States, func(at nfa.State) bool {
			return slices.ContainsFunc(at.Trans, func(t nfa.Trans) bool { return t.Commit })
		})
}

// lead finds the words that lead to the first link of each attack. They may pass places of sure
// success, since what is tried before it is tried all the same.
func (s *search) lead() {
	if len(s.res.Exponential) == 0 && len(s.res.Chain) == 0 {
		return
	}
	tour := s.tour(s.all, 0, nil)
	for i := range s.res.Exponential {
		_, s.res.Exponential[i].Before, _ = tour.route(s.res.Exponential[i].From)
	}
	if len(s.res.Chain) > 0 {
		_, s.res.Chain[0].Before, _ = tour.route(s.res.Chain[0].From)
	}
}

// readability ranks characters for use in an attack that a person pastes.
func readability(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return 0
	case r >= 'A' && r <= 'Z':
		return 1
	case r >= '0' && r <= '9':
		return 2
	case r > ' ' && r < 0x7F:
		return 3
	case r == ' ':
		return 4
	case r == '\t' || r == '\n' || r == '\r':
		return 5
	case r > 0xA0 && r < 0xD800:
		return 6
	}
	return 7
}

// pick returns the most readable class that a and b (and c, if it is not nil) share, or -1.
func (s *search) pick(a, b, c charset.Bits) int {
	best := -1
	for i, w := range a {
		w &= b[i]
		if c != nil {
			w &= c[i]
		}
		for w != 0 {
			class := i<<6 + trailingZeros(w)
			w &= w - 1
			if best < 0 || s.rank[class] < s.rank[best] {
				best = class
			}
		}
	}
	return best
}

// tag returns what a state knows of the text. Runs on one text meet in states of the same tag only.
func (s *search) tag(state int32) int32 { return s.nfa.States[state].Tag }

// spend counts n moves.
func (s *search) spend(n int) error {
	if s.left -= n; s.left < 0 {
		return ErrBudget
	}
	return nil
}
