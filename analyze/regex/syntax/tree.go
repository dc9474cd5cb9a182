// Package syntax holds patterns as trees, whose nodes know where they stand in the pattern and mean the same
// whatever flags the pattern had, and the dialects with their flags. Package parser makes such trees.
package syntax

import "snag/analyze/regex/charset"

// Span is a half-open interval of offsets into the pattern, counted in code points from 0.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Op tells what a Node is.
type Op uint8

// The operators of a Node. The zero Op is OpEmpty. The groups of (?(DEFINE)...) are in Subs[1] of an
// OpIf whose look is (?!): never taken, but there to be called.
const (
	OpEmpty     Op = iota // matches the empty string
	OpSet                 // one character of Set
	OpConcat              // Subs one after the other
	OpAlternate           // Subs, the first that leads to a match wins
	OpRepeat              // Subs[0], Min to Max times
	OpGroup               // Subs[0], captured as Index (0: not captured)
	OpLook                // Subs[0] as lookahead or lookbehind
	OpBackref             // what one of Refs captured
	OpAssert              // a test of the characters beside the position

	// No pattern of JavaScript has the following.

	OpAtomic // Subs[0], whose other ways are given up once it has matched: (?>X), X++
	OpIf     // Subs[0] if one of Refs is set, else Subs[1]; without Refs: if the look Subs[0] holds Subs[1], else Subs[2]
	OpCall   // what group Refs[0] (0: the whole pattern) matches, as a subroutine
	OpAbsent // any text in which Subs[0] does not match: Ruby's (?~X)
	OpKeep   // the match is said to begin here: \K
	OpVerb   // the backtracking control verb Name
)

// Assertion is the test that an OpAssert makes. Flags are resolved: ^ under the m flag is
// LineStart, without it TextStart.
type Assertion uint8

// The assertions. The zero Assertion is TextStart.
const (
	TextStart Assertion = iota
	TextEnd
	LineStart // at the start, or after a character of Set
	LineEnd   // at the end, or before a character of Set
	WordBoundary
	NotWordBoundary // both word assertions look at membership in Set
	TextEndLine     // at the end, or before a line terminator that is the last thing in the text
	SearchStart     // where the search began: \G
)

// Fold tells how two characters compare in a backreference: see charset.Canonicalize.
type Fold = charset.Fold

// The ways to compare characters. The zero Fold compares them exactly.
const (
	FoldNone      = charset.FoldNone
	FoldLegacy    = charset.FoldLegacy    // ECMAScript i without u or v: Canonicalize by toUppercase
	FoldUnicode   = charset.FoldUnicode   // simple case folding: ECMAScript iu and iv, PCRE, Perl, Ruby, Rust
	FoldASCII     = charset.FoldASCII     // only the letters of ASCII
	FoldLower     = charset.FoldLower     // the same lower case: .NET
	FoldInvariant = charset.FoldInvariant // but for the I with dot: .NET in the invariant culture
	FoldPython    = charset.FoldPython    // Python's lower case with its table of further equivalents
	FoldJava      = charset.FoldJava      // the same lower case of the upper case
)

// Unbounded is the Max of a repetition without an upper bound.
const Unbounded = -1

// MaxRepeat is the largest count that a repetition keeps; larger ones are clamped to it.
const MaxRepeat = 1<<31 - 1

// Node is a part of a pattern. Which fields mean something follows from Op.
// A Node is not modified after parsing.
type Node struct {
	Op   Op
	Span Span    // what the node was made from
	Subs []*Node // operands, in the order of the pattern

	// Set is what an OpSet matches, with case folding, negation and class algebra already worked
	// in: membership is the whole test. It is in characters of the tree's alphabet: see
	// Tree.ByCodePoint. For LineStart, LineEnd and TextEndLine it is the line terminators, for word
	// assertions the word characters.
	Set charset.Set
	// Pair reports whether LineStart, LineEnd and TextEndLine take a carriage return and the line feed
	// behind it for one terminator, with nothing in between.
	Pair bool
	// Inner reports whether LineStart does not hold at the end of the text, unless the text is empty:
	// Java, PCRE, Perl and Ruby begin no line behind a final terminator.
	Inner bool

	Min, Max int  // OpRepeat: counts, Max may be Unbounded
	Lazy     bool // OpRepeat: fewest first

	Index int    // OpGroup: capture number from 1, or 0
	Name  string // OpGroup, OpBackref, OpIf, OpCall: name, or ""; OpVerb: the verb, such as "COMMIT" or "SKIP:mark"
	Pop   int    // OpGroup: number of the capture whose last value is taken away, as .NET balances, or 0

	// GroupLo and GroupHi bound the capture numbers inside the node: GroupLo <= n < GroupHi.
	// ECMAScript resets these captures when an iteration of an OpRepeat begins. Where several groups
	// share a number, or numbers do not follow the order of the pattern (.NET counts named groups
	// last), captures of other nodes may have numbers between these bounds, too.
	GroupLo, GroupHi int

	Refs []int // OpBackref, OpIf, OpCall: capture numbers (several for a duplicate name)
	Fold Fold  // OpBackref

	Assert Assertion // OpAssert
	Behind bool      // OpLook: looks backwards, its body is matched right to left
	Negate bool      // OpLook: holds when the body does not match
}

// Tree is a parsed pattern. It is immutable.
type Tree struct {
	Dialect Dialect
	// Source is the pattern in code points; lone surrogates stand for themselves.
	Source []rune
	Flags  Flags
	Root   *Node
	// Groups is the number of capture groups.
	Groups int
	// Names holds the name of capture n at n-1, "" where it has none. In .NET a group whose number is
	// not its place among all numbers is named by it.
	Names []string
	// ByCodePoint reports whether the alphabet is code points. Otherwise it is UTF-16 code units, as in
	// JavaScript without u and v and in .NET, or bytes, if ByByte is set.
	ByCodePoint bool
	// ByByte reports whether the alphabet is bytes, as in PCRE without u and in Python's patterns over
	// bytes. A character of the pattern above U+007F then stands for the bytes of its UTF-8.
	ByByte bool
}
