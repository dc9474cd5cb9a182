package backtrack

import "snag/analyze/regex/syntax"

// Tries says what a program does on an input to the end, matches and lookarounds included: where Costs add up
// all ways, tries go through them in their order until one succeeds. Its states and classes are those of the
// costs.
type Tries struct {
	// Rows holds for each state and class of next character the try that happens there.
	Rows [][]int32
	// Nodes are the tries. Those that a try refers to come before it, and belong to the same class.
	Nodes []Try
	// Searches holds for each kind of character before it the state in which a search goes on. They are known in mode
	// All only.
	Searches []int32
	kids     []int32
}

// Try is a number of steps and what comes then.
type Try struct {
	Op         TryOp
	State      int32 // of TryAhead, or an index of Tries.Searches
	from, upTo int32 // its tries in Tries.kids
	Steps      float64
}

// TryOp is a kind of try.
type TryOp uint8

// The kinds of tries. TryEach succeeds with the first of its tries that does. TryAhead goes on in a state behind
// the next character. TryLook and TryLookNot go on with their second try if the first one succeeds, or fails.
// In mode All, TryAgain is a match behind which the next one is looked for at the same place, TryAgainAhead an empty
// one, behind which it is looked for one character later; neither is followed by a later try. TryAll goes through all of
// its tries and succeeds if one does: where what follows a match is not told with it, that is no less than happens.
const (
	TryEach TryOp = iota
	TryMatch
	TryAhead
	TryLook
	TryLookNot
	TryAll
	TryAgain
	TryAgainAhead
)

// Of returns the tries that a try consists of, in their order.
func (t *Tries) Of(try *Try) []int32 { return t.kids[try.from:try.upTo] }

// try returns the number of a try, or 0 where something is in play that tries do not tell.
func (c *coster) try(op TryOp, steps float64, state int32, kids ...int32) int32 {
	if c.untold {
		return 0
	}
	from := int32(len(c.tries.kids))
	for _, kid := range kids {
		c.tries.kids = append(doubled(c.tries.kids), kid)
	}
	c.tries.Nodes = append(doubled(c.tries.Nodes), Try{op, state, from, from + int32(len(kids)), steps})
	return int32(len(c.tries.Nodes) - 1)
}

// matched returns the try of a match.
func (c *coster) matched(s spot) int32 {
	switch {
	case c.mode != syntax.All:
	case !s.fresh:
		return c.try(TryAgain, 0, s.kind)
	case int(s.class) != c.costs.Alphabet.Len:
		return c.try(TryAgainAhead, 0, c.kinds[s.class])
	}
	return c.try(TryMatch, 0, 0)
}

// guess notes that the costs are not exact, and that what is done is not known either.
func (c *coster) guess() { c.costs.Exact, c.untold = false, true }

// tried returns the tries, nil if they are not known.
func (c *coster) tried() *Tries {
	if c.untold {
		return nil
	}
	if c.mode == syntax.All {
		c.tries.Searches = make([]int32, len(c.samples))
		for n, at := range c.index.keys {
			if at.frame < 0 {
				c.tries.Searches[at.kind] = int32(n)
			}
		}
	}
	return &c.tries
}
