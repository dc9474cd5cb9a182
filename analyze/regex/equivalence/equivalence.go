// Package equivalence decides by automata whether two patterns find the same matches on every input.
//
// A backtracking matcher prefers its alternatives in order. Reading the input once, it is followed by
// the list of all paths that are still open, the preferred one first: a path that matches makes those
// behind it irrelevant. Both patterns are followed at once, over classes of characters, until no new
// pair of lists turns up. Where matches and groups begin is kept as names for positions, of which it
// only matters which are equal.
package equivalence

import (
	"errors"

	"snag/analyze/regex/syntax"
)

// Level tells what two patterns have to agree on. Each level includes the ones before it.
type Level uint8

// The levels. The zero Level is Accepts.
const (
	Accepts Level = iota // whether there is a match
	Spans                // where matches begin and end
	Groups               // and what every group captures
)

// Limits bound a comparison.
type Limits struct {
	// Program is the number of instructions of both patterns together, counted repetitions unrolled.
	Program int
	// States is the number of pairs of lists.
	States int
	// Work is the number of instructions followed.
	Work int
}

// The reasons why a comparison has no result.
var (
	ErrTooLarge    = errors.New("the comparison exceeds its limits")
	ErrUnsupported = errors.New("the pattern has constructs that are not compared exactly")
)

// Difference is an input on which two patterns differ, in characters of their alphabet. It is the
// shortest, or one of the shortest.
type Difference struct {
	Input []rune
	// First and Second report whether the first and the second pattern match it.
	First, Second bool
}

// Options are the ways to compare.
type Options struct {
	Mode   syntax.Mode
	Level  Level
	Limits Limits
	// Most is the number of differences to look for; 0 stands for one.
	Most int
	// Each wants that many inputs that only the first pattern matches, and that only the second does.
	Each bool
	// Ignore are groups that need not agree, by number.
	Ignore []int
	// Work, if it is not nil, has added what the comparison cost, in instructions followed.
	Work *int
}

// Compare returns inputs on which the patterns differ. None means that there are none: they agree on
// every input. The error wraps ErrTooLarge or ErrUnsupported when that is not known; the differences
// that were found by then are returned with it.
func Compare(first, second *syntax.Tree, opt Options) ([]Difference, error) {
	if first.ByCodePoint != second.ByCodePoint || first.ByByte != second.ByByte {
		return nil, ErrUnsupported
	}
	if opt.Mode == syntax.All && opt.Level == Accepts {
		opt.Mode = syntax.Search
	}
	p, err := compile([]*syntax.Tree{first, second}, opt)
	if err != nil {
		return nil, err
	}
	c := &comparison{follower: newFollower(p, opt), opt: opt, index: make(map[string]int32)}
	if c.futures, err = p.findFutures(opt.Limits); err == nil {
		err = c.run()
	}
	if opt.Work != nil {
		*opt.Work += len(p.code) + c.steps
		if c.futures != nil {
			*opt.Work += c.futures.work
		}
	}
	return c.found, err
}
