package scripting

import (
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
)

// pythonCall is a function that takes a pattern.
type pythonCall struct {
	use      literal.Use
	pattern  int    // which argument the pattern is, from 0, or -1 where it has to be named
	keyword  string // name of the pattern's argument
	flags    int    // which argument the flags are, or -1
	compiles bool   // the result is a compiled pattern
	dialect  syntax.Dialect
}

// pythonCalls are the functions that take a pattern, by the first part of the path that they are
// imported from and their name.
//
// How the frameworks apply a pattern: Django's URL patterns and RegexValidator search. WTForms,
// marshmallow and pydantic 1 (argument regex) match at the start. pydantic 2 (argument pattern)
// searches with the Rust crate, unless the model sets regex_engine to 'python-re', which matches at the
// start with the re module. unittest and pytest search.
var pythonCalls = func() map[string]*pythonCall {
	m := map[string]*pythonCall{}
	for _, module := range []string{"re", "regex"} { // the regex package has all of re and more
		for name, c := range map[string]pythonCall{
			"compile": {0, 0, "pattern", 1, true, syntax.Python}, "match": {literal.AtStart, 0, "pattern", 2, false, syntax.Python},
			"fullmatch": {literal.Whole, 0, "pattern", 2, false, syntax.Python}, "search": {literal.Exec, 0, "pattern", 2, false, syntax.Python},
			"sub": {literal.Replace, 0, "pattern", 4, false, syntax.Python}, "subn": {literal.Replace, 0, "pattern", 4, false, syntax.Python},
			"split": {literal.Split, 0, "pattern", 3, false, syntax.Python}, "findall": {literal.Every, 0, "pattern", 2, false, syntax.Python},
			"finditer": {literal.Every, 0, "pattern", 2, false, syntax.Python}, "template": {0, 0, "pattern", 1, true, syntax.Python},
		} {
			m[module+":"+name] = &c
		}
	}
	for name, c := range map[string]pythonCall{
		"django:re_path": {literal.Exec, 0, "route", -1, false, syntax.Python}, "django:url": {literal.Exec, 0, "regex", -1, false, syntax.Python},
		"django:RegexValidator": {literal.Exec, 0, "regex", 4, false, syntax.Python}, "django:RegexField": {literal.Exec, 0, "regex", -1, false, syntax.Python},
		"rest_framework:RegexField": {literal.Exec, 0, "regex", -1, false, syntax.Python},
		"wtforms:Regexp":            {literal.AtStart, 0, "regex", 1, false, syntax.Python}, "wtforms:regexp": {literal.AtStart, 0, "regex", 1, false, syntax.Python},
		"marshmallow:Regexp": {literal.AtStart, 0, "regex", 1, false, syntax.Python}, "attr:matches_re": {literal.Whole, 0, "regex", 1, false, syntax.Python},
		"attrs:matches_re": {literal.Whole, 0, "regex", 1, false, syntax.Python}, "pytest:raises": {literal.Exec, -1, "match", -1, false, syntax.Python},
	} {
		m[name] = &c
	}
	for _, name := range []string{"pydantic:Field", "pydantic:constr", "pydantic:StringConstraints", "fastapi:Query", "fastapi:Path",
		"fastapi:Body", "fastapi:Form", "fastapi:Header", "fastapi:Cookie", "sqlmodel:Field"} {
		m[name] = &pythonCall{literal.Exec, -1, "pattern", -1, false, syntax.Rust}
	}
	return m
}()

// pythonMethods are methods of compiled patterns.
var pythonMethods = map[string]literal.Use{
	"match": literal.AtStart, "fullmatch": literal.Whole, "search": literal.Exec, "sub": literal.Replace, "subn": literal.Replace, "split": literal.Split,
	"findall": literal.Every, "finditer": literal.Every, "scanner": literal.Every,
}

// pythonAssertions are methods of unittest.TestCase, and which argument is the pattern.
var pythonAssertions = map[string]int{
	"assertRegex": 1, "assertNotRegex": 1, "assertRegexpMatches": 1, "assertNotRegexpMatches": 1,
	"assertRaisesRegex": 1, "assertRaisesRegexp": 1, "assertWarnsRegex": 1,
}

// pandasMethods are methods behind .str of pandas, and whether they take a regex unless told otherwise.
// Split takes one for a pattern longer than one character.
var pandasMethods = map[string]struct {
	use   literal.Use
	flags int
	usual bool
}{
	"contains": {literal.Exec, 2, true}, "match": {literal.AtStart, 2, true}, "fullmatch": {literal.Whole, 2, true}, "extract": {literal.Exec, 1, true},
	"extractall": {literal.Every, 1, true}, "findall": {literal.Every, 1, true}, "count": {literal.Every, 1, true}, "replace": {literal.Replace, 4, false},
}

// pythonNames are the last parts of the names in pythonCalls and the methods.
var pythonNames = func() map[string]bool {
	m := map[string]bool{}
	for key := range pythonCalls {
		_, name, _ := strings.Cut(key, ":")
		m[name] = true
	}
	for name := range pythonAssertions {
		m[name] = true
	}
	for name := range pandasMethods {
		m[name] = true
	}
	return m
}()

// callAt returns the function that is called at token i, where its name with attributes begins, and
// the token of the parenthesis. It returns nil for functions that take no pattern.
func (p *python) callAt(i int) (call *pythonCall, open int) {
	end := i + 1
	for p.kind(end) == '.' && p.kind(end+1) == kindName {
		end += 2
	}
	if p.kind(end) != '(' || p.mate(end) < 0 {
		return nil, 0
	}
	return p.callNamed(i, end), end
}

// callNamed returns the function whose name with attributes stands between two tokens, or nil.
func (p *python) callNamed(i, end int) *pythonCall {
	root := string(p.bytes(i))
	b, found := p.lookup(root, p.start(i))
	switch {
	case found && b.path != "":
		root = b.path
	case found || root != "re" && root != "regex":
		return nil
	}
	module, _, _ := strings.Cut(root, ".")
	last := root[strings.LastIndexByte(root, '.')+1:]
	if end-i > 1 {
		last = string(p.bytes(end - 1))
		if module == "re" && end-i != 3 {
			return nil
		}
	} else if module == root {
		return nil // a module is called
	}
	if module == "pydantic_core" || module == "pydantic_settings" {
		module = "pydantic"
	}
	return pythonCalls[module+":"+last]
}

// pythonArgument is an argument of a call.
type pythonArgument struct {
	name       string
	first, end int // tokens of the value
	star       bool
}

// arguments returns the arguments of the call whose parenthesis is at token open.
func (p *python) arguments(open int) (all []pythonArgument) {
	last := p.mate(open)
	for i := open + 1; i < last; {
		a := pythonArgument{first: i}
		if p.kind(i) == kindName && p.kind(i+1) == '=' {
			a.name, a.first = string(p.bytes(i)), i+2
		} else if p.kind(i) == '*' {
			a.star = true
		}
		for i < last && p.kind(i) != ',' {
			if m := p.mate(i); m > i {
				i = m
			}
			i++
		}
		a.end = i
		all = append(all, a)
		i++
	}
	return all
}

// argument returns the argument at a position or of a name, or nil.
func (p *python) argument(all []pythonArgument, position int, name string) *pythonArgument {
	for i := range all {
		a := &all[i]
		if a.name == name || i == position && a.name == "" {
			return a
		}
		if a.star && i <= position {
			return a
		}
	}
	return nil
}

// unwrap removes the brackets around an argument that are no tuple.
func (p *python) unwrap(a *pythonArgument) {
	for p.kind(a.first) == '(' && p.mate(a.first) == a.end-1 && a.end-a.first > 2 {
		for i := a.first + 1; i < a.end-1; i++ {
			if p.kind(i) == ',' {
				return
			}
			i = max(i, p.mate(i))
		}
		a.first, a.end = a.first+1, a.end-1
	}
}

// flagLetters are the flags of the re module.
var flagLetters = map[string]string{
	"I": "i", "IGNORECASE": "i", "M": "m", "MULTILINE": "m", "S": "s", "DOTALL": "s", "X": "x", "VERBOSE": "x",
	"A": "a", "ASCII": "a", "L": "L", "LOCALE": "L", "U": "u", "UNICODE": "u", "DEBUG": "", "NOFLAG": "",
}

// flags reads an expression for flags between two tokens.
func (p *python) flags(i, end, depth int) (letters string, known bool) {
	if depth > literal.MaxFollow {
		return "", false
	}
	add := func(more string) {
		for _, r := range more {
			if !strings.ContainsRune(letters, r) {
				letters += string(r)
			}
		}
	}
	for i < end {
		next := i + 1
		switch p.kind(i) {
		case kindNumber:
			if string(p.bytes(i)) != "0" {
				return "", false
			}
		case '(':
			if next = p.mate(i) + 1; next <= i {
				return "", false
			}
			more, ok := p.flags(i+1, next-1, depth+1)
			if !ok {
				return "", false
			}
			add(more)
		case kindName:
			for p.kind(next) == '.' {
				next += 2
			}
			more, ok := p.flag(i, next, depth)
			if !ok {
				return "", false
			}
			add(more)
		default:
			return "", false
		}
		if next < end && p.kind(next) != '|' && p.kind(next) != '+' {
			return "", false
		}
		i = next + 1
	}
	return letters, true
}

// flag reads the name of a flag between two tokens.
func (p *python) flag(i, end, depth int) (letters string, known bool) {
	b, found := p.lookup(string(p.bytes(i)), p.start(i))
	if root, _, _ := strings.Cut(b.path, "."); root == "re" || root == "regex" || end-i > 1 && !found {
		name := b.path[strings.LastIndexByte(b.path, '.')+1:]
		if end-i > 1 {
			name = string(p.bytes(end - 1))
		}
		letters, known = flagLetters[name]
		return letters, known
	}
	b, _ = p.value(i, end)
	if b.value < 0 {
		return "", false
	}
	stop := b.value
	for k := p.kind(stop); k == kindName || k == '.' || k == '|' || k == kindNumber || k == '('; k = p.kind(stop) {
		if k == '(' {
			stop = max(stop, p.mate(stop))
		}
		stop++
	}
	if p.work -= stop - b.value; p.work < 0 || p.kind(stop) != kindLine {
		return "", false
	}
	return p.flags(b.value, stop, depth+1)
}
