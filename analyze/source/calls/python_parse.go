package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// block is a def or class whose lines are indented further than its head.
type block struct {
	indent          int
	function, scope int
	class           int // or -1
	from            int // token of the body
}

type pythonParser struct {
	*python
	blocks     []block
	decorators []int // tokens behind their at sign
	// lambdas that are open, with how many brackets there were
	open     []int // brackets
	inLambda []openLambda
}

type openLambda struct{ function, brackets int }

// parse finds functions, classes and what names stand for.
func (p *python) parse() {
	n := len(p.list)
	p.within, p.scopeAt = make([]int32, n), make([]int32, n)
	p.scopes = []pythonScope{{parent: -1, function: -1}}
	q := &pythonParser{python: p}
	indent, begins, compound := 0, true, false
	for i, t := range p.list {
		switch {
		case t.Kind == scan.TokenLine:
			indent, begins = int(t.Indent), true
			q.inLambda, q.open = q.inLambda[:0], q.open[:0]
		case begins:
			for p.kind(i-1) == 0 || p.kind(i-1) == scan.TokenLine {
				if len(q.blocks) == 0 || q.blocks[len(q.blocks)-1].indent < indent {
					break
				}
				q.blocks = q.blocks[:len(q.blocks)-1]
			}
			compound = compounds[p.name(i)]
		case compound && t.Kind == ':' && len(q.open) == 0 && len(q.inLambda) == 0:
			// A statement may follow on the line of the head.
			q.place(i)
			begins, compound = true, false
			continue
		case t.Kind == ';' && len(q.open) == 0:
			q.inLambda = q.inLambda[:0]
			q.place(i)
			begins, compound = true, false
			continue
		}
		q.brackets(i, t)
		q.place(i)
		if t.Kind == scan.TokenLine {
			continue
		}
		if begins {
			begins = false
			q.statement(i, indent)
		}
		switch {
		case t.Kind == scan.TokenWalrus && p.kind(i-1) == scan.TokenName:
			q.bind(i-1, i+1)
		case p.is(i, "lambda") && p.kind(i-1) != '.':
			q.lambda(i)
		}
	}
}

var compounds = wordSet("if elif else try except finally while for with async def class match case")

// brackets keeps track of open brackets and lambdas.
func (q *pythonParser) brackets(i int, t scan.Token) {
	if t.Closes && len(q.open) > 0 {
		q.open = q.open[:len(q.open)-1]
	}
	for len(q.inLambda) > 0 {
		last := q.inLambda[len(q.inLambda)-1]
		ends := (t.Kind == ',' || t.Kind == ':' || q.is(i, "for")) && i > q.functions[last.function].body
		if len(q.open) > last.brackets || len(q.open) == last.brackets && !ends {
			break
		}
		q.inLambda = q.inLambda[:len(q.inLambda)-1]
	}
	if t.Opens {
		q.open = append(q.open, i)
	}
}

// current returns the function and scope of the code at token i.
func (q *pythonParser) current(i int) (function, scope int) {
	function = -1
	for n := len(q.blocks) - 1; n >= 0; n-- {
		if b := q.blocks[n]; i >= b.from {
			return b.function, b.scope
		}
	}
	return function, scope
}

// place notes where token i stands.
func (q *pythonParser) place(i int) {
	function, scope := q.current(i)
	if n := len(q.inLambda); n > 0 && i >= q.functions[q.inLambda[n-1].function].body {
		function = q.inLambda[n-1].function
		scope = q.functions[function].scope
	}
	q.within[i], q.scopeAt[i] = int32(function), int32(scope)
}

// statement reads the statement that begins at token i of a line with the given indentation.
func (q *pythonParser) statement(i, indent int) {
	async := q.is(i, "async")
	at := i
	if async {
		at++
	}
	switch q.name(at) {
	case "def":
		q.def(at, indent, async)
		return
	case "class":
		q.class(at, indent)
		return
	case "import":
		q.importModules(at + 1)
	case "from":
		q.importFrom(at + 1)
	case "global", "nonlocal":
		for at++; q.kind(at) == scan.TokenName; at += 2 {
			_, scope := q.current(i)
			q.outer[pythonName{scope, q.name(at)}] = true
		}
	case "for":
		q.bindTargets(at+1, func(i int) bool { return q.is(i, "in") })
	case "with":
		q.with(at+1, async)
	case "except":
		for at++; q.kind(at) != 0 && q.kind(at) != ':' && q.kind(at) != scan.TokenLine; at = q.behind(at) {
			if q.is(at, "as") {
				q.bind(at+1, -1)
			}
		}
	case "":
		if q.kind(i) == '@' {
			q.decorators = append(q.decorators, i+1)
			return
		}
		q.assignment(i)
	default:
		q.assignment(i)
	}
	q.decorators = q.decorators[:0]
}

// ends reports whether a statement ends in front of token i.
func (p *python) ends(i int) bool {
	k := p.kind(i)
	return k == 0 || k == scan.TokenLine || k == ';'
}

// def reads the head of the function whose keyword is token i.
func (q *pythonParser) def(i, indent int, async bool) {
	decorators := append([]int(nil), q.decorators...)
	q.decorators = q.decorators[:0]
	open := i + 2
	if q.kind(open) == '[' { // type parameters
		open = q.behind(open)
	}
	if q.kind(i+1) != scan.TokenName || q.kind(open) != '(' {
		return
	}
	parent, scope := q.current(i)
	f := pythonFunction{name: q.name(i + 1), async: async, parent: parent, class: -1, scope: len(q.scopes), argument: -1}
	if q.scopes[scope].class {
		f.class = q.classOf(scope)
	}
	static, class := false, false
	for _, d := range decorators {
		q.decorate(&f, d)
		static = static || q.is(d, "staticmethod")
		class = class || q.is(d, "classmethod")
	}
	n := len(q.functions)
	q.functions = append(q.functions, f)
	q.scopes = append(q.scopes, pythonScope{parent: scope, function: n})
	q.bindValue(i+1, scope, -1, pythonValue{kind: pythonFunctionValue, number: n})
	q.parameters(open, f.scope, scope, f.class, static, class)
	colon := q.behind(open)
	for !q.ends(colon) && q.kind(colon) != ':' {
		colon = q.behind(colon)
	}
	q.functions[n].body = colon + 1
	q.blocks = append(q.blocks, block{indent: indent, function: n, scope: f.scope, class: -1, from: colon + 1})
}

func (p *python) classOf(scope int) int {
	for c := len(p.classes) - 1; c >= 0 && c > len(p.classes)-256; c-- {
		if p.classes[c].scope == scope {
			return c
		}
	}
	return -1
}

// routePython are methods of an application or router that register a handler, as decorators.
var routePython = wordSet("get post put patch delete head options route api_route websocket websocket_route")

// decorate notes what the decorator whose name begins at token i makes of a function.
func (q *pythonParser) decorate(f *pythonFunction, i int) {
	for ; q.kind(i) == scan.TokenName; i += 2 {
		switch name := strings.ToLower(q.name(i)); {
		case name == "property" || name == "cached_property" || name == "reify":
			f.property = true
		case name == "coroutine":
			f.coroutine = true
		case strings.Contains(name, "thread") || strings.Contains(name, "executor") || strings.Contains(name, "sync_to_async") || strings.Contains(name, "asyncify"):
			f.elsewhere = true
		case name == "on_event" || name == "listener" || name == "before_serving" || name == "after_serving" || name == "before_server_start" ||
			name == "after_server_start" || name == "on_startup" || name == "on_shutdown" || name == "fixture" || name == "command" || name == "pytest":
			f.start = true
		case routePython[name] && q.kind(i-1) == '.' && q.kind(i+1) == '(':
			f.routed = true
		}
		if q.kind(i+1) != '.' {
			return
		}
	}
}

// parameters binds the parameters in the parentheses at token open.
func (q *pythonParser) parameters(open, scope, outside, class int, static, ofClass bool) {
	end := q.mate(open)
	first := true
	for i := open + 1; i < end; {
		for q.kind(i) == '*' {
			i++
		}
		if q.kind(i) == scan.TokenName {
			v := pythonValue{}
			switch {
			case first && class >= 0 && ofClass:
				v = pythonValue{kind: pythonClassValue, number: class}
			case first && class >= 0 && !static:
				v = pythonValue{kind: pythonInstance, number: class}
			case q.kind(i+1) == ':':
				v = q.annotated(i+2, outside)
			}
			q.bindValue(i, scope, -1, v)
		}
		first = false
		for ; i < end && q.kind(i) != ','; i = q.behind(i) {
		}
		i++
	}
}

// annotated returns what something has that is annotated with the type at token i.
func (q *pythonParser) annotated(i, scope int) pythonValue {
	if (q.is(i, "Optional") || q.is(i, "Annotated")) && q.kind(i+1) == '[' {
		i += 2
	}
	if q.kind(i) != scan.TokenName {
		return pythonValue{}
	}
	path := ""
	last := i
	for q.kind(last+1) == '.' && q.kind(last+2) == scan.TokenName {
		last += 2
		path += "." + q.name(last)
	}
	switch q.kind(last + 1) {
	case ',', ')', '=', ']', '|', scan.TokenLine, 0:
	default:
		return pythonValue{}
	}
	for hops := 0; scope >= 0 && hops < 64; hops++ {
		if list := q.names[pythonName{scope, q.name(i)}]; len(list) > 0 {
			switch v := list[len(list)-1].value; {
			case v.kind == pythonPath:
				return called(pythonValue{kind: pythonPath, path: v.path + path})
			case v.kind == pythonClassValue && path == "":
				return pythonValue{kind: pythonInstance, number: v.number}
			}
			return pythonValue{}
		}
		scope = q.scopes[scope].parent
	}
	return pythonValue{}
}

// class reads the head of the class whose keyword is token i.
func (q *pythonParser) class(i, indent int) {
	q.decorators = q.decorators[:0]
	if q.kind(i+1) != scan.TokenName {
		return
	}
	function, scope := q.current(i)
	c := pythonClass{name: q.name(i + 1), scope: len(q.scopes)}
	at := i + 2
	if q.kind(at) == '[' {
		at = q.behind(at)
	}
	if q.kind(at) == '(' && q.mate(at) > 0 {
		for j := at + 1; j < q.mate(at); j++ {
			if q.kind(j) == scan.TokenName && q.kind(j+1) != '=' && len(c.bases) < 8 {
				c.bases = append(c.bases, j)
			}
			for ; j < q.mate(at) && q.kind(j) != ','; j = q.behind(j) {
			}
		}
		at = q.behind(at)
	}
	for !q.ends(at) && q.kind(at) != ':' {
		at = q.behind(at)
	}
	n := len(q.classes)
	q.classes = append(q.classes, c)
	q.scopes = append(q.scopes, pythonScope{parent: scope, class: true, function: function})
	q.bindValue(i+1, scope, -1, pythonValue{kind: pythonClassValue, number: n})
	q.blocks = append(q.blocks, block{indent: indent, function: function, scope: c.scope, class: n, from: at + 1})
}

// lambda reads the lambda at token i.
func (q *pythonParser) lambda(i int) {
	colon := i + 1
	for !q.ends(colon) && q.kind(colon) != ':' {
		if q.list[colon].Closes || q.is(colon, "lambda") {
			return
		}
		colon = q.behind(colon)
	}
	if q.kind(colon) != ':' {
		return
	}
	n := len(q.functions)
	f := pythonFunction{lambda: true, parent: int(q.within[i]), class: -1, scope: len(q.scopes), argument: -1, body: colon + 1}
	if k := len(q.open); k > 0 && q.kind(q.open[k-1]) == '(' {
		f.argument = q.open[k-1]
	}
	q.functions = append(q.functions, f)
	q.scopes = append(q.scopes, pythonScope{parent: int(q.scopeAt[i]), function: n})
	for at := i + 1; at < colon; at = q.behind(at) {
		if k := q.kind(at - 1); q.kind(at) == scan.TokenName && (at == i+1 || k == ',' || k == '*') {
			q.bindValue(at, f.scope, -1, pythonValue{})
		}
	}
	q.lambdas[i] = n
	q.inLambda = append(q.inLambda, openLambda{n, len(q.open)})
}
