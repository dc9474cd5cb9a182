// Package parser makes a tree of a pattern as the compiler of its dialect reads it.
package parser

import (
	"sync"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/alphabet"
	"snag/analyze/regex/syntax/validate"
	"snag/analyze/wtf8"
)

// The limits of the parser. V8 gives up at a similar depth.
const (
	MaxDepth = 10_000  // how deep groups and classes may nest
	MaxNodes = 1 << 21 // how many nodes a tree may have
	// MaxMembers is how many ranges and strings the sets that a pattern names in classes may have
	// together: a megabyte of \p{L} would have a hundred million.
	MaxMembers = 1 << 22
)

// Parse reads a regular expression as the dialect's compiler does; that of JavaScript is `new RegExp`
// of ECMAScript 2025, Annex B included, and those of the others are the engines that Dialect names:
// PCRE2 10.42, Ruby 3.1, Perl 5.36, Java 17 with what 21 adds, .NET with what regexp2 adds. Flags are
// the letters of the language (see docs/regex.md). Both arguments are WTF-8 (see package wtf8). The
// error is a *syntax.Error: the first early error of the flags or the pattern, a construct of other dialects,
// or what this parser cannot do.
//
// What nodes of several dialects can say is said alike: possessive quantifiers are OpAtomic, (*FAIL) and
// (?!) are empty sets, \h and POSIX classes are sets, groups of a branch reset share their Index, and
// Onigmo's reduction of nested quantifiers has been made.
//
// The work is linear in the length of the pattern, apart from sorting the members of classes.
func Parse(d syntax.Dialect, pattern, flags string) (*syntax.Tree, error) {
	f, err := d.ParseFlags(flags)
	if err != nil {
		return nil, err
	}
	p := newParser(d, wtf8.Decode(pattern), f)
	defer p.release()
	root := p.pattern()
	if p.err != nil {
		return nil, p.err
	}
	return &syntax.Tree{
		Dialect: d, Source: p.src, Flags: f, Root: root,
		Groups: len(p.names), Names: p.names,
		ByCodePoint: p.codePoints, ByByte: p.bytes,
	}, nil
}

// pattern reads the whole pattern.
func (p *parser) pattern() *syntax.Node {
	if p.dialect == syntax.JavaScript {
		root := p.disjunction()
		p.resolveNames()
		return root
	}
	p.leading()
	if p.dialect != syntax.Go {
		return p.finish(p.disjunction())
	}
	invalid := validate.Go(p.src, p.flags)
	root := p.finish(p.disjunction())
	switch {
	case invalid != nil && p.err == nil: // else this parser found one, whose position is exact
		p.err = invalid
	case invalid == nil && p.err != nil:
		// Go takes the pattern: then it is this parser that does not know it.
		p.err.Limit = true
	}
	return root
}

const eof rune = -1

// A parser reads one pattern. Groups are kept on a stack of its own and not on Go's, so that depth
// costs little. Once err is set, pos is at the end and the loops run out.
type parser struct {
	dialect syntax.Dialect
	src     []rune
	pos     int
	err     *syntax.Error

	codePoints bool // characters are code points; in JavaScript (u or v) the syntax is strict, too
	bytes      bool // characters are bytes
	sets       bool // JavaScript's v
	flags      syntax.Flags
	alphabet   *alphabet.Alphabet // for flags, and key
	key        alphabet.Key

	frames []frame
	terms  []*syntax.Node // of the open alternatives, innermost last
	alts   []*syntax.Node // of the open groups, innermost last

	number int              // of the last capture
	names  []string         // of the captures so far
	byName map[string][]int // captures of each name
	refs   []*syntax.Node   // nodes with a name or a number of a group, to be resolved at the end
	// duplicate is the error of the first name that is used twice.
	duplicate *syntax.Error
	scan      struct { // what scanCaptures found
		done  bool
		count int
		named bool
		names []string // .NET
	}

	depth   int             // of nested classes
	members charset.Builder // of the class being read, without v
	low     rune            // low surrogate that the class reader still has to deliver, or 0

	quoting bool  // between \Q and \E
	perl    extra // what only the other dialects need

	spent int            // see spend
	made  int            // nodes in earlier slabs
	nodes []syntax.Node  // slab
	subs  []*syntax.Node // slab
}

// scratch keeps the stacks of finished parsers for the next ones.
var scratch = sync.Pool{New: func() any { return new(parser) }}

func newParser(d syntax.Dialect, src []rune, f syntax.Flags) *parser {
	p := scratch.Get().(*parser)
	size := estimate(src)
	*p = parser{
		dialect: d,
		src:     src,
		frames:  p.frames[:0],
		terms:   p.terms[:0],
		alts:    p.alts[:0],
		refs:    p.refs[:0],
		members: p.members,
		nodes:   make([]syntax.Node, 0, size),
		subs:    make([]*syntax.Node, 0, size),
	}
	if d == syntax.JavaScript {
		p.codePoints, p.sets = f&(syntax.Unicode|syntax.UnicodeSets) != 0, f.Has(syntax.UnicodeSets)
	} else {
		p.codePoints, p.bytes = charactersOf(d, src, f)
	}
	p.setFlags(d.Implied(f))
	return p
}

// charactersOf reports whether the characters of a pattern in another dialect than JavaScript are code
// points or bytes; if neither, they are UTF-16 code units.
func charactersOf(d syntax.Dialect, src []rune, f syntax.Flags) (codePoints, bytes bool) {
	switch d {
	case syntax.DotNet:
		return false, false
	case syntax.PCRE:
		bytes = !f.Has(syntax.Unicode)
	case syntax.Python:
		bytes = f.Has(syntax.Bytes)
	case syntax.Ruby:
		// Without a byte above U+007F the pattern takes the encoding of the text.
		bytes = f.Has(syntax.Bytes) && namesBytes(src)
	}
	return !bytes, bytes
}

// namesBytes reports whether src has a character or a hexadecimal escape above U+007F.
func namesBytes(src []rune) bool {
	for i, r := range src {
		if r >= 0x80 || r == 'x' && i > 0 && src[i-1] == '\\' && i+1 < len(src) && hexValue(src[i+1]) >= 8 {
			return true
		}
	}
	return false
}

// release gives the stacks of p back, without what they point to.
func (p *parser) release() {
	const large = 4096
	if cap(p.terms) > large || cap(p.frames) > large || p.members.Cap() > large || cap(p.refs) > large {
		return
	}
	clear(p.terms)
	clear(p.alts)
	clear(p.refs)
	p.members.Reset()
	*p = parser{frames: p.frames, terms: p.terms, alts: p.alts, refs: p.refs, members: p.members}
	scratch.Put(p)
}

// estimate returns about as many nodes as src will need, so that they lie in one piece.
func estimate(src []rune) int {
	n := 2
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
			n++
		case '[':
			for i++; i < len(src) && src[i] != ']'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			n++
		case '(', '|':
			n += 2
		case ')':
		default:
			n++
		}
	}
	return min(n, 1<<16)
}

func (p *parser) setFlags(f syntax.Flags) {
	p.flags = f
	key := alphabet.Key{Dialect: p.dialect, Flags: f & alphabet.Flags, CodePoints: p.codePoints, Bytes: p.bytes, Newline: p.perl.newline}
	if p.alphabet == nil || p.key != key {
		p.alphabet, p.key = alphabet.Of(key), key
	}
}

// fail records the first error and skips the rest of the pattern. It is called in two
// hundred places and for few patterns: inlined it would be 28 KB of program.
//
//go:noinline
func (p *parser) fail(pos int, msg string) {
	if p.err == nil {
		p.err = &syntax.Error{Pos: pos, Msg: msg}
	}
	p.pos = len(p.src)
}

// tooLarge is fail for what exceeds a limit.
func (p *parser) tooLarge(pos int) {
	if p.err == nil {
		p.fail(pos, msgTooLarge)
		p.err.Limit = true
	}
}

// spend counts n members of sets against MaxMembers.
func (p *parser) spend(n int) {
	if p.spent += n; p.spent > MaxMembers {
		p.tooLarge(p.pos)
	}
}

// peek returns the next character, or eof.
func (p *parser) peek() rune { return p.at(0) }

// at returns the character n after the next, or eof.
func (p *parser) at(n int) rune {
	if p.pos+n < len(p.src) {
		return p.src[p.pos+n]
	}
	return eof
}

// accept skips the next character if it is r.
func (p *parser) accept(r rune) bool {
	if p.peek() != r {
		return false
	}
	p.pos++
	return true
}

// next returns the number that the next capture gets.
func (p *parser) next() int { return p.number + 1 }

// disjunction reads alternatives up to the end of the pattern.
func (p *parser) disjunction() *syntax.Node {
	script := p.dialect == syntax.JavaScript
	p.openFrame(frame{kind: framePattern})
	for p.err == nil {
		if !script && p.special() {
			continue
		}
		start := p.pos
		c := p.peek()
		switch c {
		case eof:
			p.closeFlags()
			if f := p.frames[len(p.frames)-1]; f.kind != framePattern {
				p.fail(f.start, msgUnterminatedGroup)
				return nil
			}
			return p.closeBody()
		case ')':
			p.closeFlags()
			if len(p.frames) == 1 {
				p.fail(start, msgUnmatchedParen)
				return nil
			}
			p.closeGroup()
			if p.err == nil && p.isCondition() {
				p.takeCondition()
				continue
			}
		case '|':
			p.closeAlternative()
			p.pos++
			f := &p.frames[len(p.frames)-1]
			if f.reset {
				p.resetBranch(f)
			}
			f.alt, f.altLo = p.pos, p.next()
			continue
		case '(':
			p.openGroup()
			continue
		case '*', '+', '?':
			if c == '+' && start > 0 && isQuantifierEnd(p.src[start-1]) {
				p.foreign(start, featurePossessive, msgNothingToRepeat)
			}
			p.fail(start, msgNothingToRepeat)
			return nil
		case '^', '$':
			p.pos++
			p.anchor(c, start)
			continue
		case '.':
			p.pos++
			if p.flags.Has(syntax.DotAll) {
				p.pushSet(p.alphabet.Any, start)
			} else {
				p.pushSet(p.alphabet.Dot, start)
			}
		case '[':
			p.pos++
			p.class(start)
		case '\\':
			p.pos++
			if !p.atomEscape(start) {
				continue
			}
		case '{', '}', ']':
			if c == '{' {
				if _, ok := p.bracesOf(); ok {
					p.fail(start, msgNothingToRepeat)
					return nil
				}
			}
			if p.codePoints {
				p.fail(start, msgLoneBrackets)
				return nil
			}
			p.pos++
			p.pushRune(c, start)
		default:
			p.pos++
			p.pushRune(c, start)
		}
		if p.err != nil {
			break
		}
		if script {
			p.quantify()
		} else {
			p.repeat()
		}
	}
	return nil
}

func (p *parser) anchor(c rune, start int) {
	assert, set := syntax.TextStart, charset.Set(nil)
	switch {
	case c == '^' && p.flags.Has(syntax.Multiline):
		assert, set = syntax.LineStart, p.alphabet.Newline
	case c == '$' && p.flags.Has(syntax.Multiline):
		assert, set = syntax.LineEnd, p.alphabet.Newline
	case c == '$':
		assert = syntax.TextEnd
	}
	p.pushAssert(assert, set, start)
}
