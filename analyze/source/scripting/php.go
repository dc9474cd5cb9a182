package scripting

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// phpFunctions are the functions that take a pattern first.
var phpFunctions = map[string]literal.Use{
	"preg_match": literal.Exec, "preg_match_all": literal.Every, "preg_replace": literal.Replace, "preg_filter": literal.Replace,
	"preg_replace_callback": literal.Replace, "preg_replace_callback_array": literal.Replace, "preg_split": literal.Split, "preg_grep": literal.Test,
}

// onigurumaFunctions are those whose engine is Oniguruma, with the syntax of Ruby, and whose patterns have no delimiters.
var onigurumaFunctions = map[string]literal.Use{
	"mb_ereg": literal.Exec, "mb_eregi": literal.Exec, "mb_ereg_match": literal.Test, "mb_ereg_replace": literal.Replace,
	"mb_eregi_replace": literal.Replace, "mb_ereg_replace_callback": literal.Replace, "mb_split": literal.Split,
}

func newPHP(x *scan.State) *php {
	p := &php{code: newCode(x, len(x.Src))}
	p.sums = sums{plus: '.', operand: p.operand, operandEnd: p.operandEnd}
	return p
}

// ScanPHP extracts from PHP.
func ScanPHP(x *scan.State) {
	if !x.KeepTokens && !x.Marked && !bytes.Contains(x.Src, []byte("preg_")) && !bytes.Contains(x.Src, []byte("mb_ereg")) && !bytes.Contains(x.Src, []byte("mb_split")) && !bytes.Contains(x.Src, []byte("Regex")) && !bytes.Contains(x.Src, []byte("regex:")) {
		return
	}
	p := newPHP(x)
	p.pages()
	p.finish()
	if x.KeepTokens {
		p.keepTokens()
		p.settle()
		return
	}
	bound := false
	for i := range p.list {
		var known bool
		switch p.kind(i) {
		case kindName:
			known = p.kind(i+1) == '(' && p.mate(i+1) > 0 && p.interesting(i)
		case kindString:
			known = ruleAt(p.bytes(i)[1:]) >= 0
		}
		if !known {
			continue
		}
		if !bound {
			p.bindNames()
			bound = true
		}
		if p.kind(i) == kindString {
			p.rule(i)
		} else {
			p.call(i)
		}
	}
	p.settle()
}

// interesting reports whether the name at token i may be of a function or class that takes a pattern.
func (p *php) interesting(i int) bool {
	b := p.bytes(i)
	return len(b) >= 5 && (bytes.Contains(b, []byte("preg_")) || bytes.HasPrefix(b, []byte("mb_ereg")) || bytes.HasPrefix(b, []byte("mb_split")) || bytes.Contains(b, []byte("PREG_")) || bytes.HasSuffix(b, []byte("Regex")))
}

// call reads the call whose name is at token i.
func (p *php) call(i int) {
	open := i + 1
	last := p.mate(open)
	if k := p.kind(i - 1); k == kindArrow || k == kindDouble || p.is(i-1, "function") {
		return
	}
	name := string(p.bytes(i))
	name = name[strings.LastIndexByte(name, '\\')+1:]
	if name == "Regex" {
		p.constraint(i, open, last)
		return
	}
	name = strings.ToLower(name)
	use, flags := phpFunctions[name], ""
	if use == 0 {
		if use, flags = onigurumaFunctions[name], "Om"; strings.HasPrefix(name, "mb_eregi") {
			flags = "Oim"
		}
	}
	if use == 0 || open+1 >= last {
		return
	}
	first := open + 1
	end := p.argumentEnd(first, last)
	for at := first; at < last; at = p.argumentEnd(at, last) + 1 {
		if p.is(at, "pattern") && p.kind(at+1) == ':' {
			first, end = at+2, p.argumentEnd(at, last)
		}
	}
	if flags != "" {
		p.oniguruma(first, end, use, flags)
		return
	}
	p.argument(first, end, 0, use, name == "preg_replace_callback_array")
}

// oniguruma adds the pattern between two tokens of a function whose engine is Oniguruma. A dot matches ends of lines there.
func (p *php) oniguruma(first, end int, use literal.Use, flags string) {
	p.reason = ""
	l := literal.Literal{Kind: literal.MethodArgument, Dialect: syntax.Ruby, Uses: use, FlagsKnown: true, Flags: flags, Expr: literal.Offsets(p.start(first), p.end(end-1))}
	v, stop, ok := p.sum(first, 0)
	if ok && (stop != end || v.List) {
		_, _, ok = p.depends(first)
	}
	l.Settle(&v, ok, p.reason, p.src)
	p.add(l)
}

// argumentEnd returns the token behind the argument that begins at token i.
func (p *php) argumentEnd(i, last int) int {
	for i < last && p.kind(i) != ',' {
		if m := p.mate(i); m > i {
			i = m
		}
		i++
	}
	return i
}

// argument adds the patterns between two tokens: one, or those in an array, or the keys of one.
func (p *php) argument(first, end, names int, use literal.Use, keys bool) {
	open := first
	if p.is(first, "array") {
		open++
	}
	if k := p.kind(open); (k == '[' || k == '(' && open > first) && p.mate(open) == end-1 {
		for i := open + 1; i < end-1; i++ {
			stop := p.argumentEnd(i, end-1)
			from, to := i, stop
			for n := i; n < stop; n++ {
				if m := p.mate(n); m > n {
					n = m
				} else if p.kind(n) == kindFat {
					if from = n + 1; keys {
						from, to = i, n
					}
					break
				}
			}
			if to > from {
				p.pattern(from, to, names, use)
			}
			i = stop
		}
		return
	}
	// A name may stand for an array.
	if k := p.kind(first); names == 0 && (k == kindVariable || k == kindName) && (end-first == 1 || end-first == 3) {
		if b, _ := p.value(first, end); b.value >= 0 && (p.kind(b.value) == '[' || p.is(b.value, "array")) {
			stop := b.value
			for stop < p.main && p.kind(stop) != ';' {
				if m := p.mate(stop); m > stop {
					stop = m
				}
				stop++
			}
			if p.work -= stop - b.value; p.work > 0 {
				p.argument(b.value, stop, 1, use, keys)
				return
			}
		}
	}
	if !keys {
		p.pattern(first, end, names, use)
	}
}

// pattern adds the literal between two tokens.
func (p *php) pattern(first, end, names int, use literal.Use) {
	p.reason = ""
	l := literal.Literal{Kind: literal.MethodArgument, Dialect: syntax.PCRE, Uses: use, Expr: literal.Offsets(p.start(first), p.end(end-1))}
	read := func() (v literal.Constant, ok bool) {
		v, stop, ok := p.sum(first, 0)
		if ok && (stop != end || v.List) {
			_, _, ok = p.depends(first)
		}
		return v, ok && p.delimited(&l, &v, 0, 0)
	}
	v, ok := read()
	l.Settle(&v, ok, p.reason, p.src)
	if !ok {
		p.sketch(&l, read)
	}
	p.add(l)
}

// operandEnd implements sums.operandEnd.
func (p *php) operandEnd(i int) (next int, escaped bool) {
	if k := p.kind(i); k != kindVariable && k != kindName || p.is(i, "new") || p.is(i, "fn") || p.is(i, "function") {
		return i, false
	}
	next = p.chain(i, string([]byte{kindArrow, kindDouble}), "([")
	quotes := strings.EqualFold(strings.TrimPrefix(string(p.bytes(i)), `\`), "preg_quote")
	return next, quotes && p.kind(i+1) == '(' && p.mate(i+1) == next-1
}

// delimited takes the delimiters and modifiers off the pattern in v, whose text begins at byte i and ends with it, or
// at the first stop where that is not 0.
func (p *php) delimited(l *literal.Literal, v *literal.Constant, i int, stop byte) bool {
	t := v.Text
	for i < len(t) && (t[i] == ' ' || t[i] >= '\t' && t[i] <= '\r') {
		i++
	}
	if i >= len(t) {
		p.fail("the pattern is empty")
		return false
	}
	open := t[i]
	if scan.ByteClass[open]&(scan.ByteName|scan.ByteDigit) != 0 && open != '_' && open != '$' || open == '\\' {
		p.fail("the pattern has no delimiter")
		return false
	}
	close := scan.MateOf(open)
	if open == ')' || open == ']' || open == '}' || open == '>' {
		close = open
	}
	depth, end := 0, -1
	for n := i + 1; n < len(t) && end < 0; n++ {
		switch c := t[n]; {
		case c == stop && stop != 0:
			n = len(t)
		case c == '\\':
			n++
		case c == close && depth == 0:
			end = n
		case c == close:
			depth--
		case c == open:
			depth++
		}
	}
	if end < 0 {
		p.fail("the pattern has no ending delimiter")
		return false
	}
	flags := t[end+1:]
	if stop != 0 {
		flags, _, _ = bytes.Cut(flags, []byte{stop})
	}
	for _, c := range flags {
		switch {
		case c == ' ' || c == '\n' || c == '\r':
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			l.Flags += string(rune(c))
		default:
			l.Flags = ""
			p.fail("there is something behind the pattern's ending delimiter")
			return false
		}
	}
	if l.FlagsKnown = true; v.HasHolesFrom(utf8.RuneCount(t[:end])) {
		l.Flags, l.FlagsKnown = "", false
		p.fail("the pattern's flags are computed")
		return false
	}
	l.FitWith(fitDelimiters(rune(open), rune(close)))
	p.strip(v, i, end)
	return true
}

// strip takes from a constant the text up to byte open and from byte close on, both included.
func (p *php) strip(v *literal.Constant, open, close int) {
	first := utf8.RuneCount(v.Text[:open])
	last := first + 1 + utf8.RuneCount(v.Text[open+1:close])
	_, from := v.Source(first)
	to, _ := v.Source(last)
	w := p.cut(v, open+1, first+1, close, last)
	w.Names = v.Names
	// Of the strings only those between the delimiters stay, and of these what is.
	opened := false
	for _, part := range v.Parts {
		if !opened {
			if part.Start > from || part.End < from {
				continue
			}
			opened, part.Start = true, from
			if f, ok := part.Form.(phpText); ok && f.quote != '\'' && p.peek(from-1) == '{' {
				f.brace = true
				part.Form = f
			}
		}
		if part.Start <= to && to <= part.End {
			part.End = to
			w.Parts = append(w.Parts, part)
			break
		}
		w.Parts = append(w.Parts, part)
	}
	*v = w
}

// constraint reads a constraint of Symfony's validator, which searches for its pattern.
func (p *php) constraint(i, open, last int) {
	name := string(p.bytes(i))
	if name == "Regex" {
		full, ok := p.imports["regex"]
		if !ok || !strings.Contains(full, "Constraints") {
			return
		}
	} else if !strings.Contains(name, "Assert") && !strings.Contains(name, "Constraints") {
		return
	}
	first := open + 1
	if p.kind(first) == '[' && p.mate(first) == last-1 {
		first, last = first+1, last-1
	}
	for at := first; at < last; at++ {
		end := p.argumentEnd(at, last)
		switch {
		case p.is(at, "pattern") && p.kind(at+1) == ':':
			p.pattern(at+2, end, 0, literal.Exec)
			return
		case p.kind(at) == kindString && p.kind(at+1) == kindFat:
			if string(bytes.Trim(p.bytes(at), `'"`)) == "pattern" {
				p.pattern(at+2, end, 0, literal.Exec)
				return
			}
		case at == open+1 && p.kind(at+1) != ':':
			p.pattern(at, end, 0, literal.Exec)
			return
		}
		at = end
	}
}

// ruleAt returns where a rule with a pattern begins in a text of rules that bars divide, -1 for none.
func ruleAt(text []byte) int {
	for _, rule := range []string{"regex:", "not_regex:"} {
		if bytes.HasPrefix(text, []byte(rule)) {
			return 0
		}
		if at := bytes.Index(text, []byte("|"+rule)); at >= 0 {
			return at + 1
		}
	}
	return -1
}

// rule reads the string at token i as a rule of Laravel's validator, regex:/a/, or as several of them with bars
// between, which a pattern has none of then.
func (p *php) rule(i int) {
	if k := p.kind(i - 1); k != '[' && k != ',' && k != kindFat && k != '(' {
		return
	}
	if k := p.kind(i + 1); k != ']' && k != ',' && k != ')' {
		return
	}
	p.reason = ""
	v, _, ok := p.operand(i, 0)
	if !ok {
		return
	}
	l := literal.Literal{Kind: literal.MethodArgument, Dialect: syntax.PCRE, Uses: literal.Exec, Expr: literal.Offsets(p.start(i), p.end(i))}
	at := ruleAt(v.Text)
	if at < 0 {
		return
	}
	var stop byte
	if at > 0 {
		stop = '|'
	}
	if p.delimited(&l, &v, at+bytes.IndexByte(v.Text[at:], ':')+1, stop) {
		l.Take(&v, p.src, l.Expr.Start.Offset, l.Expr.End.Offset)
		p.add(l)
	}
}
