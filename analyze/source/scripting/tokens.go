// Package scripting reads Python, PHP, Ruby and Perl.
package scripting

import (
	"math"
	"sync"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// token is a token of a scripting language. Its kind is one of the letters below, or the punctuator's
// own byte.
type token struct {
	kind       byte
	start, end int32
	// mate is how many tokens further the other one of a pair of brackets stands, or 0. For a
	// kindLine it is the indentation of the line that follows.
	mate int32
}

const (
	kindName     = 'a' // an identifier or keyword
	kindNumber   = '0'
	kindString   = 's' // with quotes and prefixes
	kindBroken   = 'b' // a string that does not end
	kindRegex    = 'r' // with delimiters and flags
	kindVariable = 'v' // with its sigil
	kindLine     = '\n'
	kindCompare  = 'E' // ==, !=, <=, >= and their like
	kindAugment  = 'A' // +=, .= and their like
	kindWalrus   = 'W' // :=
	kindArrow    = 'P' // -> and ?->
	kindFat      = 'F' // =>
	kindDouble   = 'D' // ::
	kindMatch    = 'M' // =~ and !~
	kindLogic    = 'L' // && and ||, and words for them
	kindRange    = 'N' // .. and ...
)

// field is code inside a string: its tokens begin with the given one and end with a kindLine.
type field struct {
	end   int // of the text in brackets, without the closing one
	token int
}

// code is a source file as tokens. Those of code inside strings follow those of the file itself.
type code struct {
	*scan.State
	src    []byte
	list   []token // of the stream being read, at last of all streams
	open   []int32 // brackets that are open in it
	nested []token
	fields map[int]field // by the offset behind the opening bracket
	depth  int           // of nesting in strings
	main   int           // number of tokens outside of strings

	sums
	names
	work   int    // steps that following constants may still take
	reason string // why the expression that is being read is not constant
	holes  bool   // parts that are not constant become holes
	first  int    // number of the first literal of this scanner
	holds  map[int]int
}

// tokenLists holds lists of tokens to use again: they are larger than the files.
var tokenLists = sync.Pool{New: func() any { return new([]token) }}

func newCode(x *scan.State, end int) *code {
	end = min(end, math.MaxInt32-16)
	x.HashComments = true
	list := tokenLists.Get().(*[]token)
	return &code{list: (*list)[:0], State: x, src: x.Src[:end], fields: make(map[int]field), work: 8*len(x.Src) + 1<<20, first: len(x.Literals), holds: make(map[int]int)}
}

func (c *code) emit(kind byte, start, end int) {
	c.list = append(c.list, token{kind: kind, start: int32(start), end: int32(end)})
}

// bracket emits a bracket and joins it with its mate. Brackets that lack theirs are dropped when an
// outer one closes, if that is among the last few.
func (c *code) bracket(i int) {
	kind := c.src[i]
	n := int32(len(c.list))
	c.emit(kind, i, i+1)
	if kind == '(' || kind == '[' || kind == '{' {
		c.open = append(c.open, n)
		return
	}
	for back := len(c.open) - 1; back >= 0 && back >= len(c.open)-16; back-- {
		if o := c.open[back]; c.list[o].kind == scan.MateOf(kind) {
			c.list[o].mate, c.list[n].mate = n-o, o-n
			c.open = c.open[:back]
			return
		}
	}
}

// maxNested bounds how deep code may nest in strings.
const maxNested = 48

// nest reads code inside a string from offset i with read, which returns where it ended. ok is false
// where the nesting is too deep, and nothing was read.
func (c *code) nest(i int, read func(i int) int) (end int, ok bool) {
	if c.depth >= maxNested {
		return i, false
	}
	list, open := c.list, c.open
	c.list, c.open = nil, nil
	c.depth++
	end = read(i)
	c.depth--
	c.emit(kindLine, end, end)
	c.fields[i] = field{end: end, token: len(c.nested)}
	c.nested = append(c.nested, c.list...)
	c.list, c.open = list, open
	return end, true
}

// finish joins the streams. Nothing must be emitted behind it.
func (c *code) finish() {
	c.emit(kindLine, len(c.src), len(c.src))
	c.main = len(c.list)
	c.list = append(c.list, c.nested...)
	c.nested = nil
	for at, f := range c.fields {
		f.token += c.main
		c.fields[at] = f
	}
}

// kind returns the kind of token i, 0 outside of the list.
func (c *code) kind(i int) byte {
	if i < 0 || i >= len(c.list) {
		return 0
	}
	return c.list[i].kind
}

// bytes returns the text of token i.
func (c *code) bytes(i int) []byte {
	if i < 0 || i >= len(c.list) {
		return nil
	}
	return c.src[c.list[i].start:c.list[i].end]
}

// is reports whether token i is the given word.
func (c *code) is(i int, word string) bool {
	return i >= 0 && i < len(c.list) && c.list[i].kind == kindName && string(c.bytes(i)) == word
}

func (c *code) start(i int) int {
	if i >= len(c.list) {
		return len(c.src)
	}
	return int(c.list[i].start)
}

func (c *code) end(i int) int {
	if i < 0 || i >= len(c.list) {
		return len(c.src)
	}
	return int(c.list[i].end)
}

// mate returns the number of the other bracket of a pair, or -1.
func (c *code) mate(i int) int {
	if i < 0 || i >= len(c.list) || c.list[i].mate == 0 || c.list[i].kind == kindLine {
		return -1
	}
	return i + int(c.list[i].mate)
}

func (c *code) peek(i int) byte {
	if i >= 0 && i < len(c.src) {
		return c.src[i]
	}
	return 0
}

// add adds a literal whose positions are only offsets yet, and returns its number.
func (c *code) add(l literal.Literal) int {
	if c.Literals == nil {
		c.Literals = make([]literal.Literal, 0, 8) // they are large
	}
	c.Literals = append(c.Literals, l)
	return len(c.Literals) - 1
}

// settle sorts the literals that were added and works out their positions. The code must not be used
// behind it.
func (c *code) settle() {
	if list := c.list; cap(list) <= 1<<20 {
		tokenLists.Put(&list)
	}
	c.list = nil
	c.Place(c.first)
}

// tired reports whether an expression that is nested to the given depth must not be followed further.
func (c *code) tired(depth int) bool {
	c.work -= 8
	return c.work < 0 || depth > literal.MaxFollow
}

// excerpt quotes what stands at offset i for a reason.
func (c *code) excerpt(i int) string { return scan.Excerpt(c.src, i, `"'`, ",;+*%|=<.") }
