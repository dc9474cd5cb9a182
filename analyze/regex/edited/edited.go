// Package edited holds what is known of texts that a program edited before a pattern meets them, such as by
// replacing all of a class of characters: which characters they can have and which cannot stand beside each
// other, and what is left of a pattern in them.
//
// What it claims holds for every text that comes out of the edits, whatever went in. What an edit does that is
// not understood may give any text.
package edited

import (
	"slices"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// Kind is what an edit does to a text. The zero Kind may do anything.
type Kind uint8

// The kinds of edits.
const (
	Anything Kind = iota
	Part          // the result is a part of the text, such as of trim
	Lower         // the text in lower case
	Upper         // the text in upper case
	Replace       // matches of Find are replaced by With
	Split         // the result is what lies between two matches of Find
	Base64        // bytes in letters, digits, two signs, and at most two = at the end
	Trim          // what is left without the spaces at both ends
	Test          // the text itself, in which Find was found to have a match, or none if Refused
	Group         // a group of the first match of Find
)

// Edits reports whether an edit of the kind may make another text of one that tells something of its characters.
func (k Kind) Edits() bool { return k != Trim && k != Test && k != Group }

// Edit is what a program does to a text, or asks of it.
type Edit struct {
	Kind Kind
	// Find is the pattern of Replace, Split, Test and Group, nil where it is not known.
	Find *syntax.Tree
	// Piece is which piece of a Split goes on, from 1, or which Group, from 1 for the whole match; 0 where that is not known.
	Piece int
	// Mode is how Test and Group apply it, and Refused whether texts go on in which it has no match.
	Mode    syntax.Mode
	Refused bool
	// Every reports whether all matches are replaced, or the text is split at all of them.
	Every bool
	// With is what stands in the place of a match, if Known.
	With  string
	Known bool
}

// alphabet is how the characters of a pattern are counted.
type alphabet struct{ points, bytes bool }

func of(t *syntax.Tree) alphabet { return alphabet{t.ByCodePoint, t.ByByte} }

func (a alphabet) all() charset.Set {
	switch {
	case a.bytes:
		return charset.New(charset.Range{Lo: 0, Hi: 0xff})
	case a.points:
		return charset.New(charset.Range{Lo: 0, Hi: charset.MaxRune})
	}
	return charset.New(charset.Range{Lo: 0, Hi: charset.MaxUnit})
}

// Texts are the texts that can come out of some edits.
type Texts struct {
	alphabet alphabet
	// allowed are the characters that they can have.
	allowed charset.Set
	// runs are sets of which no more than a number of characters stand beside each other.
	runs []run
}

type run struct {
	set  charset.Set
	most int
}

var (
	ascii      = charset.New(charset.Range{Lo: 0, Hi: 0x7f})
	lowercase  = charset.New(charset.Range{Lo: 'a', Hi: 'z'})
	uppercase  = charset.New(charset.Range{Lo: 'A', Hi: 'Z'})
	base64     = lowercase.Union(uppercase).Union(charset.New(charset.Range{Lo: '0', Hi: '9'})).Union(charset.Of('+', '/', '-', '_', '='))
	surrogates = charset.New(charset.Range{Lo: 0xd800, Hi: 0xdfff})
	spaces     = charset.Of(0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff)
	astral     = charset.New(charset.Range{Lo: 0x10000, Hi: charset.MaxRune})
)

// After returns the texts that can come out of edits, in their order, in the alphabet of the pattern that meets them.
func After(edits []Edit, met *syntax.Tree) *Texts {
	x := &Texts{alphabet: of(met)}
	x.forget()
	for _, e := range edits {
		x.edit(e)
	}
	return x
}

// Limited reports whether some text cannot come out.
func (x *Texts) Limited() bool { return len(x.runs) > 0 || !x.allowed.Equal(x.alphabet.all()) }

// Keep returns the characters of a text that can come out.
func (x *Texts) Keep(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= charset.MaxUnit && !x.allowed.Contains(r) {
			return -1
		}
		return r
	}, text)
}

// forget lets all texts come out.
func (x *Texts) forget() { x.allowed, x.runs = x.alphabet.all(), nil }

func (x *Texts) edit(e Edit) {
	switch e.Kind {
	case Part, Trim, Test, Group:
	case Lower:
		x.cased(uppercase, lowercase)
	case Upper:
		x.cased(lowercase, uppercase)
	case Replace:
		x.replace(e)
	case Split:
		if set, least, ok := x.found(e.Find); ok && e.Every && e.Find.Groups == 0 && least <= 1 {
			x.allowed = x.allowed.Subtract(set)
		}
	case Base64:
		x.allowed, x.runs = base64, []run{{charset.Of('='), 2}}
	default:
		x.forget()
	}
}

// cased takes letters away. What stands outside of ASCII may become anything there but a space, and any letter.
func (x *Texts) cased(gone, come charset.Set) {
	others := x.alphabet.all().Subtract(ascii).Subtract(spaces)
	x.allowed = x.allowed.Subtract(gone).Union(come).Union(others)
	x.runs = slices.DeleteFunc(x.runs, func(r run) bool {
		return r.set.Overlaps(lowercase) || r.set.Overlaps(uppercase) || r.set.Overlaps(others)
	})
}

func (x *Texts) replace(e Edit) {
	with, plain := x.text(e)
	if !plain {
		x.forget()
		return
	}
	set, least, ok := x.found(e.Find)
	if !ok || !e.Every || least > 2 {
		// Some of the text is gone, and what stood apart may meet.
		x.allowed = x.allowed.Union(charset.Of(with...))
		x.runs = nil
		return
	}
	if !x.allowed.Overlaps(set) {
		return
	}
	if least <= 1 {
		x.allowed = x.allowed.Subtract(set)
	}
	x.allowed = x.allowed.Union(charset.Of(with...))
	if len(with) == 0 && x.alphabet.points && x.allowed.Overlaps(surrogates) {
		x.allowed = x.allowed.Union(astral) // two halves may meet
	}
	x.runs = slices.DeleteFunc(x.runs, func(r run) bool {
		return len(with) == 0 || charset.Of(with...).Overlaps(r.set)
	})
	// Between two runs stands something else, and so between what they became.
	if least > 0 && len(with) == 1 && set.Contains(with[0]) {
		x.runs = append(x.runs, run{set.Intersect(x.allowed), 1})
	}
}

// text returns what stands in the place of a match, if that is a constant text in the alphabet.
func (x *Texts) text(e Edit) (with []rune, ok bool) {
	if !e.Known || strings.ContainsAny(e.With, `$\`) {
		return nil, false
	}
	for _, r := range e.With {
		if r > 0x7f && (x.alphabet.bytes || !x.alphabet.points && r > charset.MaxUnit) {
			return nil, false
		}
	}
	return []rune(e.With), true
}

// found returns the characters of which a pattern matches each one, with a least of 0, or each run of them as a
// whole that is at least so long.
func (x *Texts) found(t *syntax.Tree) (set charset.Set, least int, ok bool) {
	if t == nil {
		return nil, 0, false
	}
	n := t.Root
	bare := func() {
		for n.Op == syntax.OpGroup || n.Op == syntax.OpConcat && len(n.Subs) == 1 {
			n = n.Subs[0]
		}
	}
	bare()
	if n.Op == syntax.OpRepeat && n.Min > 0 && n.Max == syntax.Unbounded && !n.Lazy {
		least = n.Min
		n = n.Subs[0]
		bare()
	}
	switch n.Op {
	case syntax.OpSet:
		set = n.Set
	case syntax.OpAlternate:
		for _, sub := range n.Subs {
			if sub.Op == syntax.OpSet {
				set = set.Union(sub.Set)
				continue
			}
			// Where a character of the set stands, something matches that is no shorter than the character, or has begun
			// before.
			if shortest, _ := sub.Widths(); shortest < 1 || least > 1 || sub.Has(isSpecial) {
				return nil, 0, false
			}
			least = 0
		}
	default:
		return nil, 0, false
	}
	return x.translated(set, of(t)), least, !set.IsEmpty()
}

// isSpecial reports whether more is to a part of a pattern than that it reads characters: it may begin the match anew.
func isSpecial(n *syntax.Node) bool {
	switch n.Op {
	case syntax.OpSet, syntax.OpConcat, syntax.OpAlternate, syntax.OpRepeat, syntax.OpGroup:
		return false
	}
	return true
}

// translated returns a set of another alphabet in this one: those characters of it that are sure to be meant.
func (x *Texts) translated(set charset.Set, from alphabet) charset.Set {
	switch {
	case from == x.alphabet:
		return set
	case from.bytes || x.alphabet.bytes:
		return set.Intersect(ascii)
	case x.alphabet.points:
		if surrogates.Subtract(set).IsEmpty() {
			return set.Union(astral)
		}
		return set.Subtract(surrogates)
	}
	units := set.Intersect(alphabet{}.all()).Subtract(surrogates)
	if astral.Subtract(set).IsEmpty() && surrogates.Subtract(set).IsEmpty() {
		units = units.Union(surrogates)
	}
	return units
}
