package scripting

import (
	"slices"

	"snag/analyze/source/scan"
)

// keepTokens keeps all tokens in the order of the file.
func (p *python) keepTokens() {
	starts := make([]int, 0, len(p.fields))
	for at := range p.fields {
		starts = append(starts, at)
	}
	slices.Sort(starts)
	p.State.Tokens = make([]scan.Token, 0, len(p.list))
	p.keepList(0, starts)
}

// keepList keeps the tokens from the given one to the end of its stream. starts are the offsets of the
// code in f-strings.
func (p *python) keepList(i int, starts []int) {
	for main := i == 0; i < len(p.list) && (!main || i < p.main); i++ {
		t := p.list[i]
		if t.kind == kindLine && !main {
			return
		}
		k := scan.Token{Start: t.start, End: t.end, Kind: t.kind}
		switch t.kind {
		case kindName, kindNumber, '@':
		case kindLine:
			k.Indent = t.mate
		case kindString, kindBroken:
			k.Kind = scan.TokenString
			at, _ := slices.BinarySearch(starts, int(t.start)+1)
			for ; at < len(starts) && starts[at] < int(t.end); at++ {
				f := p.fields[starts[at]]
				if starts[at] < int(k.Start) {
					continue // of an f-string in this one
				}
				k.Kind, k.End, k.Opens = scan.TokenText, int32(starts[at]), true
				p.State.Tokens = append(p.State.Tokens, k)
				p.keepList(f.token, starts)
				k = scan.Token{Start: int32(f.end), End: t.end, Kind: scan.TokenText, Closes: true}
			}
		case kindArrow:
			k.Kind = scan.TokenArrow
		case kindCompare, kindAugment:
			k.Kind = scan.TokenOperator
		case '(', '[', '{':
			k.Opens = true
		case ')', ']', '}':
			k.Closes = true
		}
		p.State.Tokens = append(p.State.Tokens, k)
	}
}
