package ecmascript

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// kind returns the kind of the current token, 0 at the end.
func (p *parser) kind() byte { return p.list[p.i].Kind }

// start returns where the current token begins.
func (p *parser) start() int32 { return p.list[p.i].Start }

// behind returns where the last token ended.
func (p *parser) behind() int32 {
	if p.i == 0 {
		return p.list[0].Start
	}
	return p.list[p.i-1].End
}

func (p *parser) next() {
	if p.i < len(p.list)-tail {
		p.i++
	}
}

// ahead returns the token n behind the current one, where n is smaller than tail.
func (p *parser) ahead(n int) *scan.Token { return &p.list[min(p.i+n, len(p.list)-1)] }

// spell returns the text of a token.
func (p *parser) spell(t *scan.Token) string { return p.text[t.Start:t.End] }

// word returns the current token if it is a name or keyword, else "".
func (p *parser) word() string { return p.wordAt(0) }

// wordAt returns the token n behind the current one if it is a name or keyword, else "".
func (p *parser) wordAt(n int) string {
	if t := p.ahead(n); t.Kind == scan.TokenName {
		return p.text[t.Start:t.End]
	}
	return ""
}

func (p *parser) is(word string) bool { return p.word() == word }

// isNamed reports whether the token behind the current one is a name on the same line.
func (p *parser) isNamed() bool {
	t := p.ahead(1)
	return t.Kind == scan.TokenName && !t.Line
}

// skip goes behind the current token if it is of the given kind.
func (p *parser) skip(kind byte) bool {
	if p.kind() != kind || p.list[p.i].Closes {
		return false
	}
	p.next()
	return true
}

// skipWord goes behind the current token if it is the given word.
func (p *parser) skipWord(word string) bool {
	if !p.is(word) {
		return false
	}
	p.next()
	return true
}

// isSign reports whether the current token is a punctuator of one character.
func (p *parser) isSign(kind byte) bool {
	t := &p.list[p.i]
	return t.Kind == kind && t.End == t.Start+1
}

// over goes behind the current token and what it opens.
func (p *parser) over() {
	for p.list[p.i].Opens && int(p.mates[p.i]) > p.i {
		if p.i = int(p.mates[p.i]); !p.list[p.i].Opens {
			break
		}
	}
	p.next()
}

// lose goes behind the current token and what it opens, which is not understood.
func (p *parser) lose() {
	start := p.start()
	p.over()
	p.file.Skipped += int(max(0, p.behind()-start))
}

// bracket is the state around a bracket that is being read.
type bracket struct {
	context
	open, limit int
}

// enter goes into the bracket that the current token opens, up to p.limit.
func (p *parser) enter() bracket {
	b := bracket{context: p.context, open: p.i, limit: p.limit}
	if m := int(p.mates[p.i]); m > p.i && m < p.limit {
		p.limit = m
	}
	p.open = int(p.mates[p.i]) < 0
	p.noIn, p.then = false, false
	p.next()
	return b
}

// leave goes behind the bracket. What is left in it is not understood, unless it never closes.
func (p *parser) leave(b bracket) {
	for p.i < p.limit && int(p.mates[b.open]) >= 0 {
		p.lose()
	}
	closed := int(p.mates[b.open]) == p.i
	p.limit, p.context = b.limit, b.context
	if closed && !p.list[p.i].Opens {
		p.next()
	}
}

// ends reports whether the innermost bracket ends here. A closing bracket that belongs to none is passed over.
func (p *parser) ends() bool {
	for p.i < p.limit && p.list[p.i].Closes {
		p.lose()
	}
	return p.i >= p.limit
}

// separate goes behind the comma that must follow an element of a list, unless that ends. What else follows is
// not understood. from is the token at which the element began.
func (p *parser) separate(from int) {
	if p.skip(',') {
		return
	}
	if p.open { // where it should have closed, nobody knows
		p.limit = p.i
		return
	}
	if p.i == from && !p.ends() {
		p.lose()
	}
	for !p.ends() && !p.skip(',') {
		p.lose()
	}
}

// semicolon ends a statement. What stands in front of its end is not understood.
func (p *parser) semicolon() {
	for {
		t := &p.list[p.i]
		switch {
		case t.Kind == ';':
			p.next()
			return
		case p.i >= p.limit || t.Line || t.Kind == '}' || t.Kind == scan.TokenName && statementWords[p.spell(t)]:
			return
		}
		p.lose()
	}
}

// deep skips an expression or statement that is nested too deeply.
func (p *parser) deep() *tree.Node {
	start := p.start()
	for !p.ends() && p.kind() != ',' && p.kind() != ';' {
		p.lose()
	}
	return p.node(tree.Unknown, start, "")
}

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// statementWords are the reserved words that begin a statement and no expression.
var statementWords = wordSet("break", "case", "catch", "const", "continue", "debugger", "default", "do", "else",
	"export", "finally", "for", "if", "return", "switch", "throw", "try", "var", "while", "with")
