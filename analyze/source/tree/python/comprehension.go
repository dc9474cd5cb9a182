package python

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// isFor reports whether a clause of a comprehension comes next.
func (p *parser) isFor() bool {
	return p.Is("for") || p.Is("async") && p.IsAt(p.I+1, "for")
}

// comprehension reads the clauses of a comprehension that begins at an offset, behind its element and,
// of a dictionary, the key of that: its function returns both.
func (p *parser) comprehension(start int, key, value *tree.Node) *tree.Node {
	p.TakeWord("async")
	p.I++
	targets := p.targets()
	var over, test *tree.Node
	if p.TakeWord("in") {
		over = p.binary(bindOr)
	} else {
		over = p.Unknown()
	}
	for p.TakeWord("if") {
		at := p.Start()
		next := p.condition()
		if test == nil {
			test = next
			continue
		}
		test = p.Node(tree.Logical, at, p.Behind(), "&&", test, next)
		test.Start = test.Kids[0].Start
	}
	method := "map"
	if p.isFor() {
		method = "flatMap"
		if p.Deeper() {
			value = p.comprehension(p.Start(), key, value)
			value.End, key = int32(p.Behind()), nil
			p.Depth--
		}
	}
	end := p.Behind()
	at := int(value.Start)
	if key != nil {
		at, method = int(key.Start), "mapEntries"
		value = p.Node(tree.Array, at, int(value.End), "", key, value)
	}
	body := p.Node(tree.Return, at, int(value.End), "", value)
	if test != nil {
		body = p.Node(tree.If, at, end, "", test, body, nil)
	}
	body = p.Node(tree.Block, at, end, "", body)
	of := p.Node(tree.Function, start, end, "")
	of.Func = &tree.Func{Kind: tree.Arrow, Start: int32(start), End: int32(end), Params: []tree.Param{{Target: targets}}, Body: body}
	return p.Node(tree.Call, start, end, "", p.Node(tree.Member, int(over.Start), int(over.End), method, over), of)
}

// condition reads the condition of a comprehension.
func (p *parser) condition() *tree.Node {
	if p.Is("lambda") {
		return p.expression()
	}
	start := p.Start()
	n := p.binary(bindOr)
	if !p.Take(scan.TokenWalrus) {
		return n
	}
	value := p.expression()
	return p.Node(tree.Assign, start, p.Behind(), "=", n, value)
}
