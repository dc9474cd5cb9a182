package literal

// origin maps the code points of a pattern to the bytes of the file that they were made from.
type origin struct {
	pieces []piece
	points int // code points in all
}

// piece is a run of code points of a pattern. Either each of the bytes from start to end denotes one of
// them, or all of these bytes denote a single one.
type piece struct {
	point      int // number of the first code point
	start, end int
	single     bool
	fill       filling // of a single one that stands for an expression
}

func (o *origin) point(i int) (start, end int) {
	if i < 0 || i > o.points || len(o.pieces) == 0 {
		return -1, -1
	}
	if i == o.points {
		last := o.pieces[len(o.pieces)-1]
		return last.end, last.end
	}
	p := &o.pieces[pieceAt(o.pieces, i)]
	if p.single {
		return p.start, p.end
	}
	start = p.start + i - p.point
	return start, start + 1
}

// span returns the bytes that the code points i to j (excluded) were made from, as far as they stand
// in order. It returns -1, -1 for points outside of the pattern.
func (o *origin) span(i, j int) (start, end int) {
	start, end = o.point(i)
	if start < 0 || j <= i {
		return start, start
	}
	if _, last := o.point(min(j, o.points) - 1); last >= end {
		end = last
	}
	return start, end
}

// pieceAt returns the number of the piece that holds a code point.
func pieceAt(pieces []piece, point int) int {
	lo, hi := 0, len(pieces)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; pieces[mid].point <= point {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
