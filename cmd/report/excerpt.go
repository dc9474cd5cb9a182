package report

import "strings"

// excerptReach is how many bytes of a line an excerpt keeps on each side of what it marks, and of that.
const excerptReach = 200

// Span is a half-open interval of bytes from 0.
type Span struct{ Start, End int }

// ExcerptOf returns the line of source that a span begins on, with the span marked as far as it stands there.
// Of a long line it keeps the part around it. Credentials are left out, but for what stands in whole, which is
// shown as it is: the literal that the span is a part of.
func ExcerptOf(source []byte, marked, whole Span) *Excerpt {
	start := min(max(marked.Start, 0), len(source))
	end := min(max(marked.End, start), len(source))
	from, to := start, start
	for from > 0 && !isLineEnd(source[from-1]) && start-from < excerptReach {
		from--
	}
	for to < len(source) && !isLineEnd(source[to]) && to-start < 2*excerptReach {
		to++
	}
	for ; from > 0 && from < start && isContinuation(source[from]); from++ {
	}
	for ; to < len(source) && to > start && isContinuation(source[to]); to-- {
	}
	end = min(end, to)
	x := &Excerpt{}
	if from > 0 && !isLineEnd(source[from-1]) {
		// A value whose name was cut off could be a credential.
		if i := strings.IndexAny(string(source[from:start]), ",;{}"); i >= 0 && from+i < whole.Start {
			from += i + 1
		}
		x.Text = Ellipsis
	} else {
		for from < start && (source[from] == ' ' || source[from] == '\t') {
			from++
		}
	}
	for whole.Start > from && whole.Start < whole.End && strings.IndexByte("/\"'`", source[whole.Start-1]) >= 0 {
		whole.Start--
	}
	mark := Mark{}
	for at := from; at < to; {
		next := to
		for _, cut := range []int{start, end, whole.Start, whole.End} {
			if cut > at {
				next = min(next, cut)
			}
		}
		if at == start {
			mark.Start = points(x.Text)
		}
		piece := string(source[at:next])
		if at < whole.Start || at >= whole.End {
			piece = RedactText(piece)
		}
		x.Text += piece
		if next == end && end > start {
			mark.End = points(x.Text)
		}
		at = next
	}
	if to < len(source) && !isLineEnd(source[to]) {
		x.Text += Ellipsis
	}
	x.Text = strings.ReplaceAll(strings.TrimRight(x.Text, " \t"), "\t", " ")
	if mark.End > mark.Start {
		x.Marks = []Mark{mark}
	}
	return x
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// isContinuation reports whether a byte of UTF-8 is not the first of its character.
func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// points is the number of code points of a text, where a byte that belongs to none counts as one.
func points(s string) (n int) {
	for ; s != ""; n++ {
		_, size := decode(s)
		s = s[size:]
	}
	return n
}
