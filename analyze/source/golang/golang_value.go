package golang

import (
	"bytes"
	"fmt"
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
		if v.Append(w); len(v.Text) > literal.MaxConstant {
			return g.fail("the pattern is longer than 1 MiB")
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
	if !form.decode(&v, g.Src, i+1, end-1) {
		return g.fail("the string has bytes that are no character")
	}
	v.Spelled(form, i+1, end-1)
	return v, true
}

// goString is a string of Go.
type goString struct{ raw bool }

// decode appends the characters that src[i:end] denotes.
func (f goString) decode(v *literal.Constant, src []byte, i, end int) bool {
	for run := i; ; {
		for i < end && src[i] != '\\' && src[i] != '\r' {
			i++
		}
		if i < end && f.raw && src[i] == '\\' {
			i++
			continue
		}
		v.Verbatim(src, run, i)
		if i >= end {
			return true
		}
		if src[i] == '\r' { // which a raw string leaves out
			i++
		} else if i = goEscape(v, src, i, end); i < 0 {
			return false
		}
		run = i
	}
}

// goEscape reads the escape at i, or the several that denote the bytes of one character, and returns the
// end, or -1 where no character is denoted.
func goEscape(v *literal.Constant, src []byte, i, end int) int {
	start := i
	var encoded []byte
	for i+1 < end && src[i] == '\\' {
		c := src[i+1]
		if n := strings.IndexByte(`abfnrtv\'"`, c); n >= 0 && len(encoded) == 0 {
			v.Character(rune("\a\b\f\n\r\t\v\\'\""[n]), i, i+2)
			return i + 2
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		var r rune
		switch {
		case digits > 0 && i+2+digits <= end:
			r = scan.HexValue(src[i+2 : i+2+digits])
			i += 2 + digits
		case c >= '0' && c <= '7' && i+4 <= end:
			for _, o := range src[i+1 : i+4] {
				if o < '0' || o > '7' {
					return -1
				}
				r = r<<3 | rune(o-'0')
			}
			i += 4
		default:
			return -1
		}
		if r < 0 || r >= 0x80 && digits < 4 && r > 0xFF || wtf8.IsSurrogate(r) {
			return -1
		}
		if digits >= 4 || r < utf8.RuneSelf {
			if len(encoded) > 0 {
				return -1
			}
			v.Character(r, start, i)
			return i
		}
		encoded = append(encoded, byte(r))
		if utf8.FullRune(encoded) {
			r, n := utf8.DecodeRune(encoded)
			if r == utf8.RuneError && n == 1 {
				return -1
			}
			v.Character(r, start, i)
			return i
		}
	}
	return -1
}

func (f goString) Write(points []rune) (string, error) {
	var b bytes.Buffer
	for _, r := range points {
		switch {
		case wtf8.IsSurrogate(r):
			return "", literal.ErrSurrogate
		case f.raw:
			b.WriteRune(r)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), nil
}

func (f goString) Read(text string) ([]rune, bool) {
	if f.raw {
		return []rune(text), !strings.ContainsAny(text, "`\r\uFEFF") && utf8.ValidString(text)
	}
	var v literal.Constant
	src := []byte(`"` + text + `"`)
	ok := scan.QuotedEnd(src, 0) == len(src) && src[len(src)-1] == '"' && f.decode(&v, src, 1, len(src)-1) && utf8.ValidString(text)
	return wtf8.Decode(string(v.Text)), ok && !strings.ContainsAny(text, "\r\n")
}

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
