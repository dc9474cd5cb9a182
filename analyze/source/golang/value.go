package golang

import (
	"bytes"
	"go/ast"
	gotoken "go/token"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
	"snag/analyze/wtf8"
)

func (g *goFile) fail(reason string) (literal.Constant, bool) {
	if g.reason == "" {
		g.reason = reason
	}
	return literal.Constant{}, false
}

// depends fails because of an expression.
func (g *goFile) depends(e ast.Expr) (literal.Constant, bool) {
	return g.fail("depends on " + scan.OperandExcerpt(g.Src, g.offset(e.Pos())))
}

// value evaluates a constant expression.
func (g *goFile) value(e ast.Expr, depth int) (v literal.Constant, ok bool) {
	if g.work -= 8; g.work < 0 || depth > literal.MaxFollow {
		return g.fail("too much to follow")
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == gotoken.STRING {
			return g.text(e)
		}
	case *ast.ParenExpr:
		return g.value(e.X, depth)
	case *ast.BinaryExpr:
		return g.sum(e, depth)
	case *ast.Ident:
		return g.named(e, depth)
	case *ast.CallExpr:
		if len(e.Args) != 1 {
			break
		}
		switch f := e.Fun.(type) {
		case *ast.Ident:
			if _, shadowed := g.lookup("string", g.offset(e.Pos())); f.Name == "string" && !shadowed {
				return g.value(e.Args[0], depth+1)
			}
		case *ast.SelectorExpr:
			if p, ok := f.X.(*ast.Ident); ok && f.Sel.Name == "QuoteMeta" {
				if _, ok := g.packages[p.Name]; ok {
					v, ok := g.value(e.Args[0], depth+1)
					return quotedMeta(&v), ok
				}
			}
		}
	}
	return g.depends(e)
}

// sum evaluates terms joined by +, which may be many.
func (g *goFile) sum(e *ast.BinaryExpr, depth int) (v literal.Constant, ok bool) {
	var terms []ast.Expr
	var left ast.Expr = e
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok {
			break
		}
		if b.Op != gotoken.ADD {
			return g.depends(e)
		}
		terms = append(terms, b.Y)
		left = b.X
	}
	if v, ok = g.value(left, depth+1); !ok {
		return v, false
	}
	for i := len(terms) - 1; i >= 0; i-- {
		w, ok := g.value(terms[i], depth+1)
		if !ok {
			return w, false
		}
		if reason := v.Join(w); reason != "" {
			return g.fail(reason)
		}
	}
	return v, true
}

// lookup finds the declaration of a name that is visible at an offset.
func (g *goFile) lookup(name string, at int) (n goName, found bool) {
	from := -1
	for _, d := range g.names[name] {
		g.work--
		if at >= d.start && at < d.end && d.start >= from && g.work > 0 {
			if d.start == from { // declared twice
				d.value = nil
			}
			n, found, from = d, true, d.start
		}
	}
	return n, found
}

// named evaluates a declared constant, or a variable that gets no other value.
func (g *goFile) named(e *ast.Ident, depth int) (literal.Constant, bool) {
	d, found := g.lookup(e.Name, g.offset(e.Pos()))
	switch {
	case !found:
		return g.fail("depends on `" + e.Name + "`, which this file does not define")
	case d.value == nil:
		return g.fail("depends on `" + e.Name + "`, whose value is not known here")
	}
	if !d.constant {
		for _, at := range g.changed[e.Name] {
			if of, _ := g.lookup(e.Name, at); of.start == d.start && of.end == d.end || g.work < 0 {
				return g.fail("depends on `" + e.Name + "`, which is assigned more than once")
			}
		}
	}
	v, ok := g.value(d.value, depth+1)
	if !ok {
		return g.fail("depends on `" + e.Name + "`")
	}
	v.Names++
	return v, true
}

// text evaluates a string.
func (g *goFile) text(e *ast.BasicLit) (v literal.Constant, ok bool) {
	i, end := g.offset(e.Pos()), g.offset(e.End())
	g.work -= end - i
	form := goString{raw: g.Src[i] == '`'}
	if end-i < 2 || g.Src[end-1] != g.Src[i] {
		return g.fail("unterminated string")
	}
	if reason := v.Take(form, g.Src, i+1, end-1); reason != "" {
		return g.fail(reason)
	}
	return v, true
}

// goString is a string of Go.
type goString struct{ raw bool }

// quotedMeta returns a constant with what regexp.QuoteMeta adds.
func quotedMeta(v *literal.Constant) literal.Constant {
	var q literal.Constant
	for i, r := range wtf8.Decode(string(v.Text)) {
		start, end := v.Source(i)
		if r < utf8.RuneSelf && strings.ContainsRune(`\.+*?()|[]{}^$`, r) {
			q.Character('\\', start, end)
		}
		q.Character(r, start, end)
	}
	q.Names = v.Names + 1 // no text of the file
	return q
}

// Decode appends the characters that src[i:end] denotes. A raw string leaves out CR.
func (f goString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	if !f.raw {
		return literal.Go.Decode(v, src, i, end)
	}
	for i < end {
		line, _, _ := bytes.Cut(src[i:end], []byte("\r"))
		v.Verbatim(src, i, i+len(line))
		i += len(line) + 1
	}
	return ""
}

func (f goString) Write(points []rune) (string, error) {
	if f.raw {
		return literal.VerbatimText(points)
	}
	return literal.Go.Write(points, `"`, nil)
}

func (f goString) Read(text string) ([]rune, bool) {
	if f.raw {
		return []rune(text), !strings.ContainsAny(text, "`\r\uFEFF") && utf8.ValidString(text)
	}
	return literal.Read(`"`, text, `"`, func(src []byte) bool { return scan.IsQuoted(src) && utf8.Valid(src) }, f.Decode)
}
