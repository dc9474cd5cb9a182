// Package route brings the paths of routes into one form, whatever the framework that they are written for.
package route

import (
	"strings"

	"snag/analyze/lazyregexp"
)

// Unknown stands in a path for a part that the source code does not tell.
const Unknown = "…"

// Normal returns a path in the one form: "{name}" for a parameter that is one segment or a part of it, "{name...}"
// for one that takes the rest of the path with its slashes, "?" behind the name for one that may be missing, "*" as
// the name where it has none, "{…}" for what is not known, one slash between segments and none at the end. params
// are the names of the parameters in order. regex says that the path is a regex, as those of Django's re_path are.
func Normal(written string, regex bool) (path string, params []string) {
	r := &reader{text: written}
	if slash := strings.TrimSpace(written); strings.HasPrefix(slash, "/") && isRegexLiteral(slash) {
		r.text, regex = slash[1:strings.LastIndexByte(slash, '/')], true
	}
	if regex {
		r.regex()
	} else {
		r.path()
	}
	path = doubled.ReplaceAllString("/"+r.out.String(), "/")
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	return path, r.params
}

var doubled = lazyregexp.New(`//+`)

// isRegexLiteral reports whether a text is a regex of JavaScript, which begins with an anchor, an escape or a group.
func isRegexLiteral(text string) bool {
	end := strings.LastIndexByte(text, '/')
	if end == 0 || strings.Trim(text[end+1:], "dgimsuvy") != "" {
		return false
	}
	return strings.IndexByte(`\^([`, text[1]) >= 0
}

// Patterns returns the regexes that parameters have to match as a whole, by the names of the parameters, as far as the
// path says them: "\\d{1,8}" of ":id(\\d{1,8})". A converter that lets through only what is a number is one as well.
func Patterns(written string, regex bool) map[string]string {
	r := &reader{text: written, patterns: map[string]string{}}
	if regex {
		r.regex()
	} else {
		r.path()
	}
	return r.patterns
}

// Groups returns the regexes of the groups of a path that is a regex, in order, where these are handed over by their places:
// none has a name. It returns nil where one has a name, or stands in another group, so that its place is not known.
func Groups(written string) []string {
	r := &reader{text: written}
	var all []string
	for r.at < len(r.text) {
		switch {
		case r.text[r.at] == '\\':
			r.at += 2
		case r.take("["):
			for r.take("^") || r.take("]") {
			}
			r.until('[', ']')
		case r.take("(?:"):
		case r.take("(?"):
			return nil
		case r.take("("):
			inside := r.until('(', ')')
			if strings.Contains(strings.ReplaceAll(inside, "(?:", ""), "(") {
				return nil
			}
			all = append(all, inside)
		default:
			r.at++
		}
	}
	return all
}

// converters are what a parameter matches that the framework makes a number or an identifier of.
var converters = map[string]string{
	"int": `\d+`, "integer": `\d+`, "float": `\d+(?:\.\d+)?`, "number": `\d+`, "long": `\d+`,
	"uuid": `[0-9a-fA-F-]{36}`, "guid": `[0-9a-fA-F-]{36}`, "bool": `true|false`,
}

// pattern notes what a parameter has to match: a regex, or the name of a converter.
func (r *reader) pattern(name, pattern string) {
	if known := converters[pattern]; known != "" {
		pattern = known
	}
	if r.patterns != nil && name != "" && strings.ContainsAny(pattern, `\[.|{*+`) {
		r.patterns[name] = pattern
	}
}

type reader struct {
	text     string
	at       int
	out      strings.Builder
	params   []string
	patterns map[string]string // nil where nobody asks
}

func (r *reader) param(name string, rest, optional bool) {
	if name == "" {
		name = "*"
	}
	if name != "*" {
		r.params = append(r.params, name)
	}
	r.out.WriteString("{" + name)
	if rest {
		r.out.WriteString("...")
	}
	if optional {
		r.out.WriteString("?")
	}
	r.out.WriteString("}")
}

// take moves on if the text goes on with a prefix.
func (r *reader) take(prefix string) bool {
	if strings.HasPrefix(r.text[r.at:], prefix) {
		r.at += len(prefix)
		return true
	}
	return false
}

// until returns what stands in front of the bracket that closes one which was taken, and moves behind it.
func (r *reader) until(open, end byte) string {
	depth := 1
	for i := r.at; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				inside := r.text[r.at:i]
				r.at = i + 1
				return inside
			}
		}
	}
	inside := r.text[r.at:]
	r.at = len(r.text)
	return inside
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (r *reader) word() string {
	start := r.at
	for r.at < len(r.text) && isWord(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

// path reads ":name", "*name", "{name}", "<name>" and "[name]" with what may stand beside them.
func (r *reader) path() {
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case r.take("/?"): // of Express 4: the slash may be missing
			r.out.WriteByte('/')
		case r.take(Unknown):
			r.param(Unknown, false, false)
		case c == ':' && r.at+1 < len(r.text) && isWord(r.text[r.at+1]):
			r.at++
			r.colon()
		case c == '*':
			r.at++
			r.take("*")
			r.param(r.word(), true, false)
		case c == '{':
			r.at++
			r.braces(r.until('{', '}'))
		case c == '<':
			r.at++
			inside := r.until('<', '>')
			kind, name, typed := strings.Cut(inside, ":")
			if !typed {
				kind, name = "", inside
			}
			sanic := strings.HasPrefix(name, "path") && kind != "path" || converters[name] != "" && converters[kind] == "" || strings.ContainsAny(name, `[\`)
			if typed && sanic { // which has the name first
				kind, name = name, kind
			}
			if !sanic || kind == "path" {
				kind = converter(kind)
			}
			r.pattern(strings.TrimSpace(name), kind)
			r.param(strings.TrimSpace(name), kind == "path", false)
		case c == '[' && strings.IndexByte(r.text[r.at:], ']') > 0:
			r.at++
			r.brackets(r.until('[', ']'))
		case c == '(':
			r.at++
			r.group(r.until('(', ')'))
		case c == '\\' && r.at+1 < len(r.text):
			r.out.WriteByte(r.text[r.at+1])
			r.at += 2
		default:
			r.out.WriteByte(c)
			r.at++
		}
	}
}

// colon reads what stands behind ":name": a regex in parentheses, and ?, * or +.
func (r *reader) colon() {
	name := r.word()
	rest := false
	if r.take("(") {
		inside := r.until('(', ')')
		rest = inside == ".*" || inside == ".+" || inside == "*"
		r.pattern(name, inside)
	} else if behind := r.text[r.at:]; strings.HasPrefix(behind, "{[") || strings.HasPrefix(behind, `{\d`) || strings.HasPrefix(behind, `{\w`) { // of Hono
		r.at++
		r.pattern(name, r.until('{', '}'))
	}
	optional := false
	switch {
	case r.take("?"):
		optional = true
	case r.take("*"):
		rest, optional = true, true
	case r.take("+"):
		rest = true
	}
	r.param(name, rest, optional)
}

// braces reads "name", "name?", "*name", "name*", "name:regex", "name<regex>", "name:path", "name=default" and
// "name...". In braces that hold a part with parameters of its own that part may be missing.
func (r *reader) braces(inside string) {
	if strings.ContainsAny(inside, "/") && strings.ContainsAny(inside, ":*") && (inside[0] == '/' || inside[0] == ':') {
		r.group(inside)
		return
	}
	inside = strings.TrimSpace(inside)
	optional := false
	if name, behind, ok := strings.Cut(inside, "<"); ok && !strings.Contains(name, ":") { // Symfony: name<regex>?default
		end := strings.LastIndexByte(behind, '>')
		optional = strings.Contains(behind[end+1:], "?")
		r.pattern(strings.TrimPrefix(name, "!"), behind[:max(end, 0)])
		inside = name
	}
	rest := strings.HasPrefix(inside, "*") || strings.HasSuffix(inside, "*") || strings.HasSuffix(inside, "...")
	inside = strings.TrimSuffix(strings.Trim(inside, "*"), "...")
	name, kind, _ := strings.Cut(inside, ":")
	name, _, defaulted := strings.Cut(name, "=")
	optional = optional || strings.HasSuffix(inside, "?") || defaulted
	rest = rest || kind == "path" || kind == ".*" || kind == ".+" || strings.HasPrefix(kind, "**")
	name = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(name, "!"), "?"))
	r.pattern(name, constraints(strings.TrimSpace(strings.TrimSuffix(kind, "?"))))
	r.param(name, rest, optional)
}

// brackets reads "name", "...name" and, in two of them, one that may be missing; or a part that may be missing.
func (r *reader) brackets(inside string) {
	optional := false
	if strings.HasPrefix(inside, "[") && strings.HasSuffix(inside, "]") {
		optional = true
		inside = inside[1 : len(inside)-1]
	}
	if name, rest := strings.CutPrefix(inside, "..."); rest {
		r.param(name, true, optional)
		return
	}
	if strings.ContainsAny(inside, "/:{") {
		r.group(inside)
		return
	}
	r.param(inside, false, optional)
}

// group reads a part in parentheses, which may be missing. What it holds but parameters is kept.
func (r *reader) group(inside string) {
	optional := r.take("?")
	if inside == ".*" || inside == ".+" {
		r.param("*", true, optional)
		return
	}
	inner := &reader{text: strings.TrimPrefix(inside, "?:"), patterns: r.patterns}
	inner.path()
	text := inner.out.String()
	for _, name := range inner.params {
		text = strings.ReplaceAll(text, "{"+name+"}", "{"+name+"?}")
	}
	if len(inner.params) == 0 && (strings.ContainsAny(inside, `|[\`) || optional && !strings.Contains(inside, "/")) {
		text = "{*?}"
		if !optional {
			text = "{*}"
		}
	}
	r.params = append(r.params, inner.params...)
	r.out.WriteString(text)
}

// regex reads a regex: named groups are parameters, others have no name, and what else is not literal is dropped.
func (r *reader) regex() {
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '^' || c == '$':
			r.at++
		case c == '(':
			r.at++
			inside := r.until('(', ')')
			r.regexGroup(inside)
			r.quantifier()
		case c == '[':
			r.at++
			r.until('[', ']')
			r.param("*", false, r.quantifier())
		case c == '\\' && r.at+1 < len(r.text):
			next := r.text[r.at+1]
			r.at += 2
			if strings.IndexByte("dwsDWS", next) >= 0 {
				r.param("*", false, r.quantifier())
			} else if strings.IndexByte("AZzbB", next) < 0 {
				r.out.WriteByte(next)
			}
		case c == '.':
			r.at++
			r.quantifier()
			r.param("*", true, false)
		case r.at+1 < len(r.text) && r.text[r.at+1] == '?':
			if c != '/' {
				r.out.WriteByte(c)
			}
			r.at += 2
		default:
			r.out.WriteByte(c)
			r.at++
		}
	}
}

func (r *reader) regexGroup(inside string) {
	switch {
	case strings.HasPrefix(inside, "?P<") || strings.HasPrefix(inside, "?<") && !strings.HasPrefix(inside, "?<=") && !strings.HasPrefix(inside, "?<!"):
		name, body, _ := strings.Cut(inside[strings.IndexByte(inside, '<')+1:], ">")
		r.pattern(name, body)
		r.param(name, strings.HasPrefix(body, ".") && !strings.HasPrefix(body, ".?"), false)
	case strings.HasPrefix(inside, "?:"):
		inner := &reader{text: inside[2:], patterns: r.patterns}
		inner.regex()
		r.params = append(r.params, inner.params...)
		r.out.WriteString(inner.out.String())
	case strings.HasPrefix(inside, "?"):
	default:
		r.param("*", strings.HasPrefix(inside, ".*") || strings.HasPrefix(inside, ".+"), false)
	}
}

// quantifier skips one, and reports whether it lets the part be missing.
func (r *reader) quantifier() bool {
	if r.at >= len(r.text) {
		return false
	}
	switch r.text[r.at] {
	case '?', '*':
		r.at++
		r.take("?")
		return true
	case '+':
		r.at++
		r.take("?")
	case '{':
		r.at++
		r.until('{', '}')
	}
	return false
}
