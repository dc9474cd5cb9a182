package scripting

import (
	"math"
	"slices"

	"snag/analyze/source/scan"
)

// keepTokens keeps all tokens in the order of the file.
func (c *code) keepTokens() {
	starts := make([]int, 0, len(c.fields))
	for at := range c.fields {
		starts = append(starts, at)
	}
	slices.Sort(starts)
	c.State.Tokens = make([]scan.Token, 0, len(c.list))
	c.keepList(0, c.main, math.MaxInt32, starts)
}

// keepList keeps the tokens from number i to the end of their stream: to the given number, or the line end at
// the offset stop. starts are the offsets of the code in strings.
func (c *code) keepList(i, end int, stop int32, starts []int) {
	for ; i < end; i++ {
		t := c.list[i]
		if t.kind == kindLine && t.start >= stop {
			return
		}
		k := scan.Token{Start: t.start, End: t.end, Kind: t.kind}
		switch t.kind {
		case kindLine:
			k.Indent = t.mate
		case kindString, kindBroken, kindRegex:
			if t.kind != kindRegex {
				k.Kind = scan.TokenString
			}
			from, to := t.start+1, t.end
			if h, ok := c.Heredocs[t.start]; ok {
				from, to = h.Start, h.End
			}
			at, _ := slices.BinarySearch(starts, int(from))
			for inside := 0; at < len(starts) && starts[at] < int(to); at++ {
				f := c.fields[starts[at]]
				if starts[at] < inside {
					continue // of a string in this one
				}
				inside = f.end
				k.Kind, k.End, k.Opens = scan.TokenText, int32(starts[at]), true
				c.State.Tokens = append(c.State.Tokens, k)
				c.keepList(f.token, len(c.list), int32(f.end), starts)
				k = scan.Token{Start: int32(f.end), End: t.end, Kind: scan.TokenText, Closes: true}
			}
		case kindArrow:
			k.Kind = scan.TokenArrow
		case kindCompare, kindAugment, kindLogic, kindFat, kindDouble, kindMatch, kindRange:
			k.Kind = scan.TokenOperator
		case '(', '[', '{':
			k.Opens = true
		case ')', ']', '}':
			k.Closes = true
		}
		c.State.Tokens = append(c.State.Tokens, k)
	}
}
