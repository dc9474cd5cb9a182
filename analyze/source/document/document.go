// Package document holds the text of a file as an editor has it: it finds places by line and character in the
// unit that the editor counts in, and changes a part of the text.
package document

import (
	"sort"
	"unicode/utf8"
)

// Encoding is the unit in which characters of a line are counted: PositionEncodingKind of the Language Server
// Protocol 3.17. The zero Encoding is UTF16, which every client knows.
type Encoding uint8

// The encodings.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

var encodingNames = [...]string{UTF16: "utf-16", UTF8: "utf-8", UTF32: "utf-32"}

// String returns the name of the encoding in the protocol.
func (e Encoding) String() string { return encodingNames[e] }

// Negotiate returns the encoding to use with a client that offers some by name: UTF-8 where it is offered, since
// it costs nothing here, else the first that is known, else UTF16.
func Negotiate(offered []string) Encoding {
	first, found := UTF16, false
	for _, name := range offered {
		for e, known := range encodingNames {
			if name != known {
				continue
			}
			if Encoding(e) == UTF8 {
				return UTF8
			}
			if !found {
				first, found = Encoding(e), true
			}
		}
	}
	return first
}

// Position is a place between two characters: a line from 0, and the units of the encoding in front of it there.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is the text from Start up to and without End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Text is the text of a document. It does not change, so that any number of goroutines may use it.
type Text struct {
	text  []byte
	lines []int // the offsets at which lines begin; the first is 0
}

// New returns the text of a document, which must not be modified afterwards. Lines end with LF, CRLF or CR.
func New(text []byte) *Text {
	t := &Text{text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// Bytes returns the text, which must not be modified.
func (t *Text) Bytes() []byte { return t.text }

// Lines is the number of lines, at least 1.
func (t *Text) Lines() int { return len(t.lines) }

// Line returns the offsets of the first byte of a line and of its terminator, of lines from 0. A line outside of
// the text is empty and stands at the nearest end.
func (t *Text) Line(line int) (start, end int) {
	switch {
	case line < 0:
		return 0, 0
	case line >= len(t.lines):
		return len(t.text), len(t.text)
	}
	start, end = t.lines[line], len(t.text)
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
	}
	for end > start && (t.text[end-1] == '\n' || t.text[end-1] == '\r') {
		end--
	}
	return start, end
}

// Offset returns the byte that a position stands before. A character behind the end of its line stands for that
// end, as the protocol says; a position outside of the text stands for its nearest end, and one within a character
// for the start of that.
func (t *Text) Offset(p Position, e Encoding) int {
	at, end := t.Line(p.Line)
	for left := p.Character; left > 0 && at < end; {
		size, units := width(t.text[at:end], e)
		if left -= units; left < 0 {
			break
		}
		at += size
	}
	return at
}

// Position returns the position of a byte offset. Offsets outside of the text are moved to its nearest end, and
// those within a character or a line's terminator to the start of it.
func (t *Text) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(t.text))
	p := Position{Line: sort.SearchInts(t.lines, offset+1) - 1}
	at, end := t.Line(p.Line)
	for at < min(offset, end) {
		size, units := width(t.text[at:end], e)
		if at += size; at > offset {
			break
		}
		p.Character += units
	}
	return p
}

// Range returns the range between two byte offsets.
func (t *Text) Range(start, end int, e Encoding) Range {
	return Range{t.Position(start, e), t.Position(end, e)}
}

// Replace returns the text with a part of it replaced. A range that ends before it begins is taken the other way
// round.
func (t *Text) Replace(r Range, e Encoding, by string) *Text {
	from, to := t.Offset(r.Start, e), t.Offset(r.End, e)
	if to < from {
		from, to = to, from
	}
	text := make([]byte, 0, len(t.text)-(to-from)+len(by))
	text = append(append(append(text, t.text[:from]...), by...), t.text[to:]...)
	return New(text)
}

// width returns how many bytes the first character of a text has, and how many units.
func width(text []byte, e Encoding) (size, units int) {
	if text[0] < utf8.RuneSelf {
		return 1, 1
	}
	r, size := utf8.DecodeRune(text)
	switch {
	case e == UTF8:
		return size, size
	case e == UTF16 && r > 0xFFFF:
		return size, 2
	}
	return size, 1
}
