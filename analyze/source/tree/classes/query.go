package classes

import (
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// isQuery reports whether the word from at the current token begins a query.
func (p *parser) isQuery() bool {
	return p.Ahead(1).Kind == scan.TokenName && !p.isOperator(p.WordAt(1)) && (p.WordAt(2) == "in" || p.Ahead(2).Kind == scan.TokenName && p.WordAt(3) == "in")
}

// query reads a query of C# as the calls that it stands for: from x in list where c select e is list.Where(x => c).Select(x => e).
func (p *parser) query() *tree.Node {
	start := p.Start()
	p.Next()
	name := p.ranging()
	return p.clauses(start, name, p.expression())
}

// ranging reads the variable of a query, with its type if it has one, and the word in.
func (p *parser) ranging() (name string) {
	for p.Kind() == scan.TokenName && !p.SkipWord("in") {
		name = p.identifier()
	}
	return name
}

// clauses reads what a query does with a list, each element of which is the variable of a name. What stands behind a further
// variable is the code of a lambda, which knows both.
func (p *parser) clauses(start int32, name string, list *tree.Node) *tree.Node {
	if p.Depth++; p.Depth > deepest {
		p.Depth--
		return p.Deep()
	}
	defer func() { p.Depth-- }()
	for links := 0; links < p.Longest(); links++ {
		switch p.Word() {
		case "where":
			p.Next()
			list = p.each(start, list, "Where", name, p.expression)
		case "orderby":
			for p.Next(); ; {
				list = p.each(start, list, "OrderBy", name, p.expression)
				if !p.SkipWord("ascending") {
					p.SkipWord("descending")
				}
				if !p.Skip(',') {
					break
				}
			}
		case "select":
			p.Next()
			list = p.each(start, list, "Select", name, p.expression)
			if !p.SkipWord("into") {
				return list
			}
			name = p.identifier()
		case "group":
			p.Next()
			list = p.each(start, list, "Select", name, p.expression)
			if p.SkipWord("by") {
				list = p.each(start, list, "GroupBy", name, p.expression)
			}
			if !p.SkipWord("into") {
				return list
			}
			name = p.identifier()
		case "let":
			p.Next()
			inner := p.identifier()
			p.Skip('=')
			return p.each(start, list, "SelectMany", name, func() *tree.Node {
				at := p.Start()
				return p.clauses(at, inner, p.Make(tree.Array, at, "", p.expression()))
			})
		case "from", "join":
			joins := p.Is("join")
			p.Next()
			inner := p.ranging()
			return p.each(start, list, "SelectMany", name, func() *tree.Node {
				at := p.Start()
				more := p.expression()
				if joins && p.SkipWord("on") {
					more = p.each(at, more, "Where", inner, func() *tree.Node {
						left := p.expression()
						p.SkipWord("equals")
						return p.Make(tree.Binary, at, "==", left, p.expression())
					})
				}
				if joins && p.SkipWord("into") {
					inner, more = p.identifier(), p.Make(tree.Array, at, "", more)
				}
				return p.clauses(at, inner, more)
			})
		default:
			return list
		}
	}
	return list
}

// each returns the call of a method of a list with a lambda of one parameter, whose value is read.
func (p *parser) each(start int32, list *tree.Node, method, name string, value func() *tree.Node) *tree.Node {
	at := p.Start()
	f := &tree.Func{Kind: tree.Arrow, Start: at, Params: []tree.Param{{Target: p.Node(tree.Name, int(at), int(at), name)}}}
	yields := p.yields
	p.yields = false
	v := value()
	p.yields = yields
	f.End = max(at, p.Behind())
	f.Body = p.Make(tree.Block, at, "", p.Make(tree.Return, at, "", v))
	fn := p.Make(tree.Function, at, "")
	fn.Func = f
	return p.Make(tree.Call, start, "", p.Node(tree.Member, int(start), int(list.End), method, list), fn)
}
