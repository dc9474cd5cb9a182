package javascript

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// replaced reads the call of a text's replace or replaceAll whose parenthesis is at i: of a text, or a regex that is
// one, by a text or a function that returns one.
func (e *evaluator) replaced(v literal.Constant, start, i, depth int, all bool) (literal.Constant, int, bool) {
	what, at, ok := e.sum(i+1, depth+1)
	if !ok {
		return e.depends(start)
	}
	if at, _ = skipSpace(e.src, at); e.peek(at) != ',' {
		return e.depends(start)
	}
	with, at, called, ok := e.replacement(at+1, depth)
	if !ok {
		return e.depends(start)
	}
	if at, _ = skipSpace(e.src, at); e.peek(at) == ',' {
		at, _ = skipSpace(e.src, at+1)
	}
	if e.peek(at) != ')' {
		return e.depends(start)
	}
	if e.want != nil {
		return e.suffix(literal.Constant{}, start, at+1, depth)
	}
	text := string(what.Text)
	if what.Regex {
		all = strings.Contains(what.Flags, "g")
		if text, ok = plainText(text); !ok || strings.Trim(what.Flags, "gu") != "" {
			return e.depends(start)
		}
	}
	if v.HasHoles() || what.HasHoles() || with.HasHoles() || text == "" || what.List || what.Number || with.Regex || with.List || !called && bytes.IndexByte(with.Text, '$') >= 0 {
		return e.depends(start)
	}
	w := literal.Constant{Names: v.Names + 1} // not one text of the file
	from, points := 0, 0
	for {
		n := bytes.Index(v.Text[from:], []byte(text))
		to := from + n
		if n < 0 || !all && from > 0 {
			to = len(v.Text)
		}
		count := utf8.RuneCount(v.Text[from:to])
		if bytes.ContainsRune(v.Text[from:to], utf8.RuneError) {
			return e.depends(start) // a lone surrogate may be in it
		}
		part, steps := v.Cut(from, points, to, points+count)
		if e.work -= steps; e.work < 0 {
			return e.fail("too much to follow")
		}
		if reason := w.Join(part); reason != "" {
			return e.fail(reason)
		}
		if to == len(v.Text) {
			return e.suffix(w, start, at+1, depth)
		}
		if reason := w.Join(with); reason != "" {
			return e.fail(reason)
		}
		from, points = to+len(text), points+count+utf8.RuneCountInString(text)
	}
}

// replacement reads the second argument of replace at i. called reports whether it is a function.
func (e *evaluator) replacement(i, depth int) (v literal.Constant, end int, called, ok bool) {
	i, _ = skipSpace(e.src, i)
	end = scan.NameEnd(e.src, i)
	name := string(e.src[i:end])
	at, _ := skipSpace(e.src, end)
	if name == "function" {
		if at = e.parameters(at); at < 0 || e.peek(at) != '{' {
			return v, i, true, false
		}
		at, _ = skipSpace(e.src, at+1)
		if end = scan.NameEnd(e.src, at); string(e.src[at:end]) != "return" {
			return v, i, true, false
		}
		if v, end, ok = e.sum(end, depth+1); !ok {
			return v, i, true, false
		}
		if end, _ = skipSpace(e.src, end); e.peek(end) == ';' {
			end, _ = skipSpace(e.src, end+1)
		}
		return v, end + 1, true, e.peek(end) == '}'
	}
	if e.peek(i) == '(' {
		at = e.parameters(i)
	}
	if at >= 0 && e.peek(at) == '=' && e.peek(at+1) == '>' {
		v, end, ok = e.sum(at+2, depth+1)
		return v, end, true, ok
	}
	v, end, ok = e.sum(i, depth+1)
	return v, end, false, ok
}

// parameters returns the offset behind a list of names in parentheses at i, or -1.
func (e *evaluator) parameters(i int) int {
	if e.peek(i) != '(' {
		return -1
	}
	i, _ = skipSpace(e.src, i+1)
	for e.peek(i) != ')' {
		end := scan.NameEnd(e.src, i)
		next, _ := skipSpace(e.src, end)
		if end == i || e.peek(next) != ',' && e.peek(next) != ')' {
			return -1
		}
		if i = next; e.peek(next) == ',' {
			i, _ = skipSpace(e.src, next+1)
		}
	}
	next, _ := skipSpace(e.src, i+1)
	return next
}

// plainText returns the text that a regex matches. ok is false for a regex that is more than a text.
func plainText(pattern string) (text string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == '\\' {
			if i++; i == len(pattern) || pattern[i] >= utf8.RuneSelf || scan.ByteClass[pattern[i]]&scan.ByteName != 0 {
				return "", false
			}
			c = pattern[i]
		} else if strings.IndexByte(`.*+?()[]{}|^$`, c) >= 0 {
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
