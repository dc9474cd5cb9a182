package equivalence

import (
	"fmt"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
)

type opcode uint8

const (
	opChar     opcode = iota // one character of set
	opSplit                  // alts in order
	opStart                  // a match begins
	opTag                    // tag slot is here
	opReset                  // tags from lo up to hi are unset
	opEnter                  // an iteration of loop begins
	opCheck                  // an iteration of loop ends; an empty one fails
	opTest                   // a test of the characters beside the position
	opAhead                  // looks[look] holds, or not
	opBehind                 // looks[look] holds, or not
	opRef                    // what group slot holds
	opRefAhead               // the next character is what group slot holds, or not
	opOpen                   // group slot begins to hold text
	opShut                   // and ends
	opSkip                   // the search skips a character: never fails
	opMatch                  // the pattern has matched
	opDone                   // it has, and nothing more is to come
	opCut                    // if the rest fails, the search begins anew here
	opFail
)

// inst is an instruction. Control goes to out unless the opcode says otherwise.
type inst struct {
	op     opcode
	want   bool // opAhead, opBehind
	out    int32
	set    int32 // opChar
	slot   int32 // opTag, opRef, opOpen, opShut
	lo, hi int32 // opReset
	loop   int32 // opEnter, opCheck
	test   int32
	look   int32
	alts   []int32
	fold   charset.Fold
	span   syntax.Span
	// values are the lookbehinds to use, by the character that group slot holds, if slot is not 0.
	values map[rune]int32
}

// program holds the patterns that are compared and the bodies of their lookarounds.
type program struct {
	code    []inst
	entries []int32 // of each pattern
	search  []int32 // where the search of each pattern goes on
	looks   []int32 // entries of the bodies of lookarounds
	behinds []int32 // those that look behind, as indices into looks
	aheads  []int32 // those that look ahead
	tests   [][]nfa.Beside
	part    *charset.Partition
	slots   int // tags of a thread
	kinds   []int32
	// kindAt is a class of each kind of previous character; the last kind is the start of the input.
	kindAt []int
	// singleChar is the character of a class that has only one, else -1.
	singleChar []rune
	// heldIndex numbers the groups that backreferences look at, blank is what they hold at first.
	heldIndex map[int32]int
	blank     string
	done      int32 // the instruction behind all matches
	cuts      bool  // there are verbs: the order of paths decides even what is accepted
}

type compiler struct {
	*program
	opt     Options
	tree    *syntax.Tree
	sets    []charset.Set
	nodes   []*syntax.Node // of tests
	loops   int32
	held    map[int]bool         // groups that backreferences look at
	groups  map[int]*syntax.Node // and where they are
	folds   []charset.Fold       // of backreferences
	inAhead int
	inBack  int
	strict  bool // the dialect gives up an iteration that is empty
	seen    []seen
}

// seen is a lookbehind with the number of its body.
type seen struct {
	node *syntax.Node
	look int32
}

func compile(trees []*syntax.Tree, opt Options) (*program, error) {
	c := &compiler{program: &program{slots: 1, heldIndex: map[int32]int{}}, opt: opt}
	c.done = c.add(inst{op: opDone})
	groups := 0
	for _, t := range trees {
		groups = max(groups, t.Groups)
	}
	if opt.Level == Groups {
		c.slots += 2 * groups
	}
	for _, t := range trees {
		if err := c.pattern(t); err != nil {
			return nil, err
		}
	}
	c.part, _, c.tests = nfa.Divide(c.sets, c.nodes, trees[0].MaxChar())
	c.divide()
	c.blank = strings.Repeat("\x00", heldWidth*len(c.heldIndex))
	c.singleChar = make([]rune, c.part.Len)
	for class := range c.singleChar {
		c.singleChar[class] = -1
		if r := c.part.Ranges(class); len(r) == 1 && r[0].Lo == r[0].Hi {
			c.singleChar[class] = r[0].Lo
		}
	}
	return c.program, nil
}

// pattern adds a pattern.
func (c *compiler) pattern(t *syntax.Tree) error {
	c.tree, c.strict = t, t.Dialect == syntax.JavaScript
	if !c.strict {
		plain := *t
		plain.Root = nfa.PlainAtomics(t.Root)
		t = &plain
	}
	if err := c.holds(t); err != nil {
		return err
	}
	if err := c.verbs(t); err != nil {
		return err
	}
	root, anchored := t.Root, false
	if root.Op == syntax.OpConcat && root.Subs[0].Op == syntax.OpAssert && root.Subs[0].Assert == syntax.SearchStart {
		rest := *root
		rest.Subs = root.Subs[1:]
		root, anchored = &rest, true
	}
	last := c.add(inst{op: opMatch, slot: int32(len(c.entries))})
	next := last
	if c.opt.Mode == syntax.Full {
		next = c.test(&syntax.Node{Op: syntax.OpAssert, Assert: syntax.TextEnd}, next)
	}
	entry, err := c.node(root, next)
	if err != nil {
		return err
	}
	if c.opt.Mode == syntax.All && !c.strict && mayBeEmpty(root) {
		return fmt.Errorf("%w: empty matches", ErrUnsupported)
	}
	entry = c.add(inst{op: opStart, out: entry})
	again := int32(-1)
	if c.opt.Mode == syntax.Search || c.opt.Mode == syntax.All {
		skip := c.add(inst{op: opSkip})
		again = skip
		otherwise := skip
		if anchored {
			otherwise = c.done
		}
		entry = c.add(inst{op: opSplit, alts: []int32{entry, otherwise}})
		c.code[skip].out = entry
	}
	c.entries, c.search = append(c.entries, entry), append(c.search, again)
	return nil
}

// holds finds the groups that backreferences look at. They must hold short texts of few characters,
// of which each becomes a class of its own.
func (c *compiler) holds(t *syntax.Tree) error {
	c.held, c.groups = map[int]bool{}, map[int]*syntax.Node{}
	var err error
	syntax.Walk(t.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpBackref {
			if len(n.Refs) != 1 || !c.strict {
				err = fmt.Errorf("%w: backreferences", ErrUnsupported)
			}
			for _, ref := range n.Refs {
				c.held[ref] = true
				if _, ok := c.heldIndex[int32(ref)]; !ok {
					c.heldIndex[int32(ref)] = len(c.heldIndex)
				}
			}
			c.folds = append(c.folds, n.Fold)
		}
		return true
	})
	if len(c.held) == 0 || err != nil {
		return err
	}
	syntax.Walk(t.Root, func(n *syntax.Node) bool {
		if n.Op == syntax.OpGroup && c.held[n.Index] {
			c.groups[n.Index] = n
		}
		if n.Op == syntax.OpGroup && c.held[n.Index] && !c.singles(n.Subs[0], maxHeld) {
			err = fmt.Errorf("%w: backreferences", ErrUnsupported)
		}
		return true
	})
	return err
}

// maxHeld is the number of characters that a group holds for a backreference.
const maxHeld = 3

// singles adds the characters of n as sets of their own. It reports whether n matches few texts.
func (c *compiler) singles(n *syntax.Node, most int) bool {
	switch n.Op {
	case syntax.OpSet:
		if most < 1 || n.Set.Size() > 4 {
			return false
		}
		for _, r := range n.Set {
			for x := r.Lo; x <= r.Hi; x++ {
				c.alone(x)
			}
		}
		return true
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if most -= longest(sub); most < 0 || !c.singles(sub, maxHeld) {
				return false
			}
		}
		return true
	case syntax.OpAlternate, syntax.OpGroup:
		for _, sub := range n.Subs {
			if !c.singles(sub, most) {
				return false
			}
		}
		return true
	case syntax.OpRepeat:
		return n.Max != syntax.Unbounded && n.Max*longest(n.Subs[0]) <= most && c.singles(n.Subs[0], most)
	case syntax.OpEmpty:
		return true
	}
	return false
}

// alone makes classes of x and of each character that a backreference takes for it.
func (c *compiler) alone(x rune) {
	c.sets = append(c.sets, charset.Of(x))
	for _, fold := range c.folds {
		for _, r := range charset.FoldClosure(charset.Of(x), fold) {
			for y := r.Lo; y <= r.Hi; y++ {
				c.sets = append(c.sets, charset.Of(y))
			}
		}
	}
}

// longest is the largest number of characters that n matches, at most maxHeld+1.
func longest(n *syntax.Node) int {
	sum := 0
	switch n.Op {
	case syntax.OpSet:
		return 1
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			sum = max(sum, longest(sub))
		}
		return sum
	case syntax.OpRepeat:
		if n.Max == syntax.Unbounded || n.Max > maxHeld {
			return maxHeld + 1
		}
		sum = n.Max * longest(n.Subs[0])
	case syntax.OpConcat, syntax.OpGroup:
		for _, sub := range n.Subs {
			sum += longest(sub)
		}
	case syntax.OpBackref:
		return maxHeld + 1
	}
	return min(sum, maxHeld+1)
}

// divide finds the kinds of previous character that tests tell apart. The start of the input is the
// last.
func (c *compiler) divide() {
	seen := map[string]int32{}
	c.kinds = make([]int32, c.part.Len)
	signature := make([]byte, 0, 16)
	for class := range c.part.Len {
		signature = signature[:0]
		for _, t := range c.tests {
			for _, r := range t {
				bit := byte('0')
				if r.Prev.Has(class) {
					bit = '1'
				}
				signature = append(signature, bit)
			}
		}
		kind, ok := seen[string(signature)]
		if !ok {
			kind = int32(len(c.kindAt))
			seen[string(signature)] = kind
			c.kindAt = append(c.kindAt, class)
		}
		c.kinds[class] = kind
	}
	c.kindAt = append(c.kindAt, c.part.Len)
}
