package literal

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Position is a place in a source file. Lines end with LF, CRLF or CR, as editors count them. A byte
// order mark at the start of the file has no column, and a byte that is not UTF-8 counts as one
// character.
type Position struct {
	Offset   int // in bytes from 0
	Line     int // from 1
	Column   int // in code points from 1
	Column16 int // in UTF-16 units from 1
}

// Range is the text from Start up to and without End.
type Range struct{ Start, End Position }

// Offsets returns the range between two byte offsets, of which nothing else is known yet.
func Offsets(start, end int) Range {
	return Range{Position{Offset: start}, Position{Offset: end}}
}

// Spans reports whether a part of the range is on the line.
func (r Range) Spans(line int) bool { return r.Start.Line <= line && line <= r.End.Line }

// checkpoint is the distance in bytes between the entries of a Lines's column table.
const checkpoint = 4096

// Lines turns byte offsets into lines and columns, which it works out when they are first asked for. It
// must not be used by two goroutines at once.
type Lines struct {
	src    []byte
	starts []int // offset of the first byte of each line
	// marks holds the number of characters before each multiple of checkpoint, which keeps columns
	// in very long lines cheap.
	marks []mark
}

// NewLines returns the lines of src.
func NewLines(src []byte) Lines { return Lines{src: src} }

type mark struct{ offset, points, units int }

// Position returns the position of a byte offset, which is moved into the file where it is outside.
func (x *Lines) Position(offset int) Position {
	offset = max(0, min(offset, len(x.src)))
	if x.starts == nil {
		x.findLines()
	}
	line := sort.SearchInts(x.starts, offset+1) - 1
	line = max(line, 0)
	start := x.starts[line]
	p := Position{Offset: offset, Line: line + 1, Column: 1, Column16: 1}
	if offset <= start {
		return p
	}
	if offset-start < 2*checkpoint {
		points, units := count(x.src[start:offset])
		p.Column += points
		p.Column16 += units
		return p
	}
	a, b := x.before(start), x.before(offset)
	p.Column += b.points - a.points
	p.Column16 += b.units - a.units
	return p
}

// Between returns what stands from one byte offset up to another, which are moved into the file where they are outside.
func (x *Lines) Between(start, end int) string {
	start = max(0, min(start, len(x.src)))
	return string(x.src[start:max(start, min(end, len(x.src)))])
}

// before counts the characters in front of offset.
func (x *Lines) before(offset int) mark {
	if x.marks == nil {
		var m mark
		for {
			x.marks = append(x.marks, m)
			next := m.offset + checkpoint
			if next >= len(x.src) {
				break
			}
			for i := 0; i < 3 && !utf8.RuneStart(x.src[next]) && next < len(x.src)-1; i++ {
				next++
			}
			points, units := count(x.src[m.offset:next])
			m = mark{next, m.points + points, m.units + units}
		}
	}
	i := min(offset/checkpoint, len(x.marks)-1)
	for i > 0 && x.marks[i].offset > offset {
		i--
	}
	m := x.marks[i]
	points, units := count(x.src[m.offset:offset])
	return mark{offset, m.points + points, m.units + units}
}

func (x *Lines) findLines() {
	first := 0
	if bytes.HasPrefix(x.src, []byte("\uFEFF")) {
		first = 3
	}
	x.starts = append(make([]int, 0, len(x.src)/32+1), first)
	for i := first; i < len(x.src); {
		n := bytes.IndexByte(x.src[i:], '\n')
		if n < 0 {
			n = len(x.src) - i
		}
		// Within the line a CR that no LF follows ends a line too.
		for line := x.src[i : i+n]; ; {
			cr := bytes.IndexByte(line, '\r')
			if cr < 0 || cr == len(line)-1 && i+n < len(x.src) {
				break
			}
			line = line[cr+1:]
			x.starts = append(x.starts, i+n-len(line))
		}
		i += n + 1
		if i <= len(x.src) {
			x.starts = append(x.starts, i)
		}
	}
}

// Number returns how many lines there are.
func (x *Lines) Number() int {
	if x.starts == nil {
		x.findLines()
	}
	return len(x.starts)
}

// Text returns line number line, counted from 1, without its terminator, or "" where there is none.
func (x *Lines) Text(line int) string {
	if line < 1 || line > x.Number() {
		return ""
	}
	return string(bytes.TrimRight(x.src[x.starts[line-1]:x.End(line)], "\r\n"))
}

// Start returns the offset of the first byte of a line that exists.
func (x *Lines) Start(line int) int { return x.starts[line-1] }

// End returns the offset behind a line and its terminator.
func (x *Lines) End(line int) int {
	if line < len(x.starts) {
		return x.starts[line]
	}
	return len(x.src)
}

// count returns the number of code points and of UTF-16 units in b.
func count(b []byte) (points, units int) {
	for i := 0; i < len(b); points++ {
		if b[i] < utf8.RuneSelf {
			i++
			units++
			continue
		}
		_, n := utf8.DecodeRune(b[i:])
		i += n
		units++
		if n == 4 {
			units++
		}
	}
	return points, units
}
