package extract

import "slices"

// keepTokens keeps all tokens in the order of the file.
func (p *python) keepTokens() {
	starts := make([]int, 0, len(p.fields))
	for at := range p.fields {
		starts = append(starts, at)
	}
	slices.Sort(starts)
	p.extraction.tokens = make([]Token, 0, len(p.list))
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
		k := Token{Start: t.start, End: t.end, Kind: t.kind}
		switch t.kind {
		case kindName, kindNumber, '@':
		case kindLine:
			k.Indent = t.mate
		case kindString, kindBroken:
			k.Kind = TokenString
			at, _ := slices.BinarySearch(starts, int(t.start)+1)
			for ; at < len(starts) && starts[at] < int(t.end); at++ {
				f := p.fields[starts[at]]
				if starts[at] < int(k.Start) {
					continue // of an f-string in this one
				}
				k.Kind, k.End, k.Opens = TokenText, int32(starts[at]), true
				p.extraction.tokens = append(p.extraction.tokens, k)
				p.keepList(f.token, starts)
				k = Token{Start: int32(f.end), End: t.end, Kind: TokenText, Closes: true}
			}
		case kindArrow:
			k.Kind = TokenArrow
		case kindCompare, kindAugment:
			k.Kind = TokenOperator
		case '(', '[', '{':
			k.Opens = true
		case ')', ']', '}':
			k.Closes = true
		}
		p.extraction.tokens = append(p.extraction.tokens, k)
	}
}
