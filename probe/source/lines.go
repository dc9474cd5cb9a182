package source

import "bytes"

// splitLines returns the lines without their ends, which may be those of any system.
func splitLines(text []byte) []string {
	var lines []string
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		lines = append(lines, string(bytes.TrimSuffix(line, []byte("\r"))))
	}
	return lines
}

// inCommon returns how much of the larger of two texts both have, from 0 to 1, by bytes of lines that
// are the same anywhere.
func inCommon(a, b []byte) float64 {
	left := map[string]int{}
	for _, line := range splitLines(a) {
		left[line]++
	}
	common := 0
	for _, line := range splitLines(b) {
		if left[line] > 0 {
			left[line]--
			common += len(line) + 1
		}
	}
	return float64(common) / float64(max(len(a), len(b), 1))
}

// editLimit bounds the lines that are removed and added in the shortest edit that is looked for.
const editLimit = 3000

// changedLines returns the lines of b, counted from 1, that are not in a, by a shortest edit. If it
// takes more edits than the limit, all between the first and the last difference count.
func changedLines(a, b []string) []lineSpan {
	before := 0
	for before < len(a) && before < len(b) && a[before] == b[before] {
		before++
	}
	a, b = a[before:], b[before:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(b) == 0 {
		return nil
	}
	kept := common(a, b)
	var spans []lineSpan
	for i := range b {
		line := before + i + 1
		switch {
		case kept[i]:
		case len(spans) > 0 && spans[len(spans)-1].last == line-1:
			spans[len(spans)-1].last = line
		default:
			spans = append(spans, lineSpan{line, line})
		}
	}
	return spans
}

// common tells which lines of b a shortest edit keeps, by E. Myers, An O(ND) Difference Algorithm and
// Its Variations (1986). None is kept when the limit is passed.
func common(a, b []string) []bool {
	kept := make([]bool, len(b))
	if len(a) == 0 {
		return kept
	}
	// trace[d] is how far each diagonal x-y got with d edits, from -d to d.
	var trace [][]int32
	reached := func(d, k int) int {
		if d < 0 || k < -d || k > d {
			return -1
		}
		return int(trace[d][k+d])
	}
	// from returns where a path on the diagonal k comes from: a removal or an addition.
	from := func(d, k int) (x int, removal bool) {
		down, right := reached(d-1, k+1), reached(d-1, k-1)+1
		if k == -d || k != d && right-1 < down {
			return down, false
		}
		return right, true
	}
	for d := 0; d <= min(len(a)+len(b), editLimit); d++ {
		trace = append(trace, make([]int32, 2*d+1))
		for k := -d; k <= d; k++ {
			x := 0
			if d > 0 {
				x, _ = from(d, k)
			}
			y := x - k
			for x < len(a) && y >= 0 && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			trace[d][k+d] = int32(x)
			if x < len(a) || y < len(b) {
				continue
			}
			for ; d >= 0; d-- { // back along the path
				start, removal := 0, false
				if d > 0 {
					start, removal = from(d, k)
				}
				for x = reached(d, k); x > start; x-- {
					if y := x - k - 1; y >= 0 && y < len(b) {
						kept[y] = true
					}
				}
				if removal {
					k--
				} else {
					k++
				}
			}
			return kept
		}
	}
	return kept
}
