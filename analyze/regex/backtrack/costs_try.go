package backtrack

// Tries says what a program does on an input to the end, matches and lookarounds included: where Costs add up
// all ways, tries go through them in their order until one succeeds. Its states and classes are those of the
// costs.
type Tries struct {
	// Rows holds for each state and class of next character the try that happens there.
	Rows [][]int32
	// Nodes are the tries. Those that a try refers to come before it, and belong to the same class.
	Nodes []Try
	kids  []int32
}

// Try is a number of steps and what comes then.
type Try struct {
	Op         TryOp
	State      int32 // of TryAhead
	from, upTo int32 // its tries in Tries.kids
	Steps      float64
}

// TryOp is a kind of try.
type TryOp uint8

// The kinds of tries. TryEach succeeds with the first of its tries that does. TryAhead goes on in a state behind
// the next character. TryLook and TryLookNot go on with their second try if the first one succeeds, or fails.
// TryAll goes through all of its tries and succeeds if one does: where a match is found and the next one is looked
// for, that is more than happens.
const (
	TryEach TryOp = iota
	TryMatch
	TryAhead
	TryLook
	TryLookNot
	TryAll
)

// Of returns the tries that a try consists of, in their order.
func (t *Tries) Of(try *Try) []int32 { return t.kids[try.from:try.upTo] }

// try returns the number of a try, or 0 where something is in play that tries do not tell.
func (c *coster) try(op TryOp, steps float64, state int32, kids ...int32) int32 {
	if c.untold {
		return 0
	}
	from := int32(len(c.tries.kids))
	c.tries.kids = append(c.tries.kids, kids...)
	c.tries.Nodes = append(c.tries.Nodes, Try{op, state, from, from + int32(len(kids)), steps})
	return int32(len(c.tries.Nodes) - 1)
}

// guess notes that the costs are not exact, and that what is done is not known either.
func (c *coster) guess() { c.costs.Exact, c.untold = false, true }

// tried returns the tries, nil if they are not known.
func (c *coster) tried() *Tries {
	if c.untold {
		return nil
	}
	return &c.tries
}
