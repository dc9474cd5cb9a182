package scripting

import (
	"bytes"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// rubyMethods are methods that take a regex or belong to one.
var rubyMethods = map[string]literal.Use{
	"match": literal.Exec, "match?": literal.Test, "=~": literal.Exec, "scan": literal.Every, "gsub": literal.Replace, "gsub!": literal.Replace, "sub": literal.Replace, "sub!": literal.Replace,
	"split": literal.Split, "slice": literal.Exec, "slice!": literal.Exec, "index": literal.Exec, "rindex": literal.Exec, "byteindex": literal.Exec, "partition": literal.Exec, "rpartition": literal.Exec,
	"grep": literal.Test, "grep_v": literal.Test, "start_with?": literal.AtStart, "===": literal.Test, "delete_if": 0, "any?": literal.Test, "all?": literal.Test, "none?": literal.Test,
	"scan_until": literal.Exec, "skip_until": literal.Exec, "check_until": literal.Exec, "skip": literal.AtStart, "check": literal.AtStart, "each_line": 0,
}

func newRuby(x *scan.State) *ruby {
	r := &ruby{code: newCode(x, len(x.Src)), locals: make(map[string]bool)}
	r.sums = sums{plus: '+', wraps: true, operand: r.term, operandEnd: r.operandEnd, regexText: regexText}
	return r
}

// ScanRuby extracts from Ruby.
func ScanRuby(x *scan.State) {
	if !x.KeepTokens && !x.Marked && bytes.IndexByte(x.Src, '/') < 0 && !bytes.Contains(x.Src, []byte("%r")) && !bytes.Contains(x.Src, []byte("Regexp")) {
		return
	}
	r := newRuby(x)
	start := 0
	if bytes.HasPrefix(x.Src, []byte("\uFEFF")) {
		start = 3
	}
	if at := r.newlineless(start); at >= 0 {
		start = at
	}
	r.read(start, false)
	r.finish()
	if x.KeepTokens {
		r.keepTokens()
		r.settle()
		return
	}
	r.bindNames()
	for i := range r.list {
		switch r.kind(i) {
		case kindRegex:
			r.regex(i)
		case kindName:
			if len(r.bytes(i)) == len("Regexp") && r.is(i, "Regexp") && r.kind(i+1) == '.' && (r.is(i+2, "new") || r.is(i+2, "compile")) {
				r.constructor(i)
			}
		}
	}
	if len(r.Literals) > r.first {
		r.attribute()
	}
	r.settle()
}

// newlineless returns the offset behind a comment between =begin and =end at the start of the file.
func (r *ruby) newlineless(i int) int {
	if !bytes.HasPrefix(r.src[i:], []byte("=begin")) {
		return -1
	}
	if n := bytes.Index(r.src[i:], []byte("\n=end")); n >= 0 {
		return i + n + 5
	}
	return len(r.src)
}

// bindNames records what names are assigned to. Constants and instance variables are taken to mean the
// same in the whole file, local variables between one def and the next.
func (r *ruby) bindNames() {
	r.areas = append(r.areas, area{end: len(r.src), parent: -1})
	in := 0
	unknown := func(i int) {
		if r.kind(i) == kindName {
			r.bind(string(r.bytes(i)), bound{area: in, value: -1})
		}
	}
	for i := 0; i < r.main; i++ {
		switch r.kind(i) {
		case kindName:
			if r.is(i, "def") {
				r.areas[in].end = r.start(i)
				r.areas = append(r.areas, area{start: r.start(i), end: len(r.src), parent: -1})
				in = len(r.areas) - 1
				for i++; i < r.main && r.kind(i) != kindLine && r.kind(i) != ';'; i++ {
					if k := r.kind(i - 1); k != '.' && k != kindFat {
						unknown(i)
					}
				}
			}
		case '|':
			if k := r.kind(i - 1); k == '{' || r.is(i-1, "do") {
				for i++; i < r.main && r.kind(i) != '|' && r.kind(i) != kindLine; i++ {
					unknown(i)
				}
			}
		case '=':
			k := r.kind(i - 1)
			if k != kindName && k != kindVariable || r.kind(i-2) == '.' {
				break
			}
			name := string(r.bytes(i - 1))
			b := bound{area: in, value: i + 1}
			if k == kindVariable || name[0] >= 'A' && name[0] <= 'Z' {
				b.area = 0
			}
			if r.kind(i-2) == ',' || r.kind(i-2) == '*' {
				for n := i - 1; n > 0 && (r.kind(n) == kindName || r.kind(n) == ','); n-- {
					unknown(n)
				}
				break
			}
			r.bind(name, b)
		case kindAugment:
			k := r.kind(i - 1)
			if (k == kindName || k == kindVariable) && r.kind(i-2) != '.' {
				name := string(r.bytes(i - 1))
				b := bound{area: in, value: -1}
				if k == kindVariable || name[0] >= 'A' && name[0] <= 'Z' {
					b.area = 0
				}
				if r.src[r.start(i)] == '|' && len(r.bound[name]) == 0 {
					b.value = i + 1 // x ||= y
				}
				r.bind(name, b)
			}
		}
	}
}

// value looks up the name at token i, which is a constant, or a local or instance variable.
func (r *ruby) value(i int) (b bound, found bool) {
	name := string(r.bytes(i))
	if r.kind(i) == kindVariable || name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		all := r.bound[name]
		if r.work -= len(all); r.work < 0 || len(all) > 1 {
			return bound{value: -1}, true
		}
		b, n := r.within(all, 0)
		return b, n > 0
	}
	return r.lookup(name, r.start(i))
}

// regexShape returns the form of the regex literal at token i, and where its text ends.
func (r *ruby) regexShape(i int) (f rubyRegex, start, end int) {
	start, end = r.start(i), r.end(i)
	from := start
	if r.src[start] == '%' {
		from += 2
	}
	f.open = r.src[from]
	f.close = scan.Closing(f.open)
	f.before = r.src[start : from+1]
	for end--; end > from && r.src[end] != f.close; end-- {
	}
	return f, from + 1, end
}

// regex adds the regex literal at token i.
func (r *ruby) regex(i int) {
	f, _, end := r.regexShape(i)
	flags := string(r.src[end+1 : r.end(i)])
	l := literal.Literal{Kind: literal.Regex, Dialect: syntax.Ruby, Flags: flags, FlagsKnown: true, Expr: literal.Offsets(r.start(i), r.end(i)), Uses: r.usesAt(i, i+1)}
	l.FitWith(f.Fit)
	r.reason = ""
	read := func() (literal.Constant, bool) { return r.regexValue(i, 0) }
	v, ok := read()
	l.Settle(&v, ok, r.reason, r.src)
	if !ok {
		r.sketch(&l, read)
	}
	r.holds[i] = r.add(l)
}

// operandEnd implements sums.operandEnd.
func (r *ruby) operandEnd(i int) (next int, escaped bool) {
	if k := r.kind(i); k != kindVariable && k != kindName || r.is(i, "if") || r.is(i, "unless") || r.is(i, "not") {
		return i, false
	}
	next = r.chain(i, string([]byte{'.', kindDouble}), "([")
	if r.kind(next) == '{' || r.is(next, "do") {
		return i, false
	}
	quotes := r.is(i, "Regexp") && (r.is(i+2, "escape") || r.is(i+2, "quote"))
	return next, quotes && r.kind(i+3) == '(' && r.mate(i+3) == next-1
}

// usesAt returns the uses of the regex between two tokens by what stands around it.
func (r *ruby) usesAt(first, end int) (use literal.Use) {
	before, after := r.kind(first-1), r.kind(end)
	if before == kindMatch || after == kindMatch {
		use |= literal.Exec
	}
	if after == '.' {
		use |= rubyMethods[string(r.bytes(end+1))] & (literal.Exec | literal.Test)
	}
	switch {
	case before == '(' && r.kind(first-2) == kindName:
		use |= r.argumentOf(first - 2)
	case before == '[' && (after == ']' || after == ','):
		if k := r.kind(first - 2); (k == kindName || k == kindVariable || k == ')' || k == ']') && r.end(first-2) == r.start(first-1) {
			use |= literal.Exec
		}
	case before == kindName && r.kind(first-2) == '.':
		use |= r.argumentOf(first - 1)
	case r.is(first-1, "when"), r.is(first-1, "in"), before == kindFat && r.is(first-2, "with"):
		use |= literal.Test
	case r.is(first-1, "if"), r.is(first-1, "unless"), r.is(first-1, "while"):
		use |= literal.Test
	case before == ',':
		for n := first - 1; n > first-16 && n > 0; n-- { // when /a/, /b/
			if r.is(n, "when") {
				return use | literal.Test
			}
			if k := r.kind(n); k != ',' && k != kindRegex && k != kindLine && k != kindString && k != kindName {
				break
			}
		}
	}
	return use
}

// argumentOf returns the use by the method at token i, whose first argument the regex is.
func (r *ruby) argumentOf(i int) literal.Use {
	if r.kind(i-1) != '.' {
		return 0
	}
	use := rubyMethods[string(r.bytes(i))]
	if use == literal.Every && r.is(i, "scan") && bytes.Contains(r.src, []byte("StringScanner")) {
		use |= literal.AtStart
	}
	return use
}

// constructor adds the call of Regexp.new at token i.
func (r *ruby) constructor(i int) {
	open := i + 3
	last := r.mate(open)
	if r.kind(open) != '(' || last < 0 {
		return
	}
	l := literal.Literal{Kind: literal.Constructor, Dialect: syntax.Ruby, FlagsKnown: true, Expr: literal.Offsets(r.start(i), r.end(last)), Uses: r.usesAt(i, last+1)}
	r.reason = ""
	stop := 0
	read := func() (v literal.Constant, ok bool) {
		v, stop, ok = r.sum(open+1, 0)
		if ok && (r.kind(stop) != ',' && stop != last || v.List) {
			_, _, ok = r.depends(open + 1)
		}
		return v, ok
	}
	v, ok := read()
	l.Flags = v.Flags
	if !ok {
		for stop = open + 1; stop < last && r.kind(stop) != ','; stop++ {
			stop = max(stop, r.mate(stop))
		}
		l.FlagsKnown = stop < last
	}
	if stop < last {
		l.Flags, l.FlagsKnown = r.options(stop+1, last)
	}
	l.Settle(&v, ok, r.reason, r.src)
	if alone := stop == last; !ok {
		if r.sketch(&l, read); alone && l.Sketch != nil { // of a string and no options
			l.Sketch.FlagsKnown = true
		}
	}
	r.holds[i] = r.add(l)
}

// options reads the options of Regexp.new between two tokens.
func (r *ruby) options(i, last int) (flags string, known bool) {
	for ; i < last; i++ {
		switch {
		case r.is(i, "Regexp") && r.kind(i+1) == kindDouble:
			i += 2
			letter, ok := map[string]string{"IGNORECASE": "i", "EXTENDED": "x", "MULTILINE": "m", "NOENCODING": "n", "FIXEDENCODING": ""}[string(r.bytes(i))]
			if !ok {
				return "", false
			}
			if !strings.Contains(flags, letter) {
				flags += letter
			}
		case r.is(i, "true"):
			flags += "i"
		case r.is(i, "nil"), r.is(i, "false"), r.kind(i) == kindNumber && string(r.bytes(i)) == "0":
		default:
			return "", false
		}
		if k := r.kind(i + 1); i+1 < last && k != '|' && k != '+' {
			return flags, k == ',' // the third argument is the encoding
		}
		i++
	}
	return flags, true
}

// attribute adds the uses of names that stand for a regex.
func (r *ruby) attribute() {
	for i := range r.list {
		k := r.kind(i)
		if k != kindName && k != kindVariable || r.kind(i-1) == '.' {
			continue
		}
		if r.bound[string(r.bytes(i))] == nil || r.kind(i+1) == '=' {
			continue
		}
		first := i
		for r.kind(first-1) == kindDouble && r.kind(first-2) == kindName {
			first -= 2
		}
		use := r.usesAt(first, i+1)
		if use == 0 {
			continue
		}
		b, _ := r.value(i)
		if n, ok := r.holds[b.value]; ok && b.value >= 0 {
			r.Literals[n].Uses |= use
		}
	}
}
