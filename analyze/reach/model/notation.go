package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParsePattern reads the text form of a pattern.
func ParsePattern(text string) (*Pattern, error) {
	r := &reader{text: text}
	p, err := r.pattern()
	if err != nil {
		return nil, err
	}
	if r.at < len(text) {
		return nil, r.fail("expected the end, a step or ()")
	}
	return p, nil
}

// reader reads the text form of patterns.
type reader struct {
	text string
	at   int
}

func (r *reader) fail(format string, args ...any) error {
	return fmt.Errorf("%q at character %d: %s", r.text, r.at+1, fmt.Sprintf(format, args...))
}

func (r *reader) space() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
}

// take skips a text, if it is the next one.
func (r *reader) take(next string) bool {
	if strings.HasPrefix(r.text[r.at:], next) {
		r.at += len(next)
		return true
	}
	return false
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// name reads a name; extra are further bytes that it may have.
func (r *reader) name(extra string) string {
	if r.at < len(r.text) && r.text[r.at] == '\'' {
		if end := strings.IndexByte(r.text[r.at+1:], '\''); end >= 0 {
			name := r.text[r.at+1 : r.at+1+end]
			r.at += end + 2
			return name
		}
		return ""
	}
	start := r.at
	for r.at < len(r.text) && (isNameByte(r.text[r.at]) || strings.IndexByte(extra, r.text[r.at]) >= 0) {
		r.at++
	}
	return r.text[start:r.at]
}

// names reads alternatives.
func (r *reader) names(extra string) ([]string, error) {
	for all := []string(nil); ; {
		name := r.name(extra)
		if name == "" {
			return nil, r.fail("expected a name")
		}
		all = append(all, name)
		if !r.take("|") {
			return all, nil
		}
	}
}

// pattern reads a root and its steps. It stops at "(" unless "()" follows.
func (r *reader) pattern() (*Pattern, error) {
	p := &Pattern{text: r.text}
	if err := r.root(p); err != nil {
		return nil, err
	}
	return p, r.steps(p)
}

// steps reads further steps of a pattern.
func (r *reader) steps(p *Pattern) error {
	for {
		switch {
		case r.take("()"):
			p.steps = append(p.steps, step{names: []string{"()"}})
		case r.take(".**"):
			if slices.ContainsFunc(p.steps, func(s step) bool { return s.rest }) {
				return r.fail("a pattern has at most one **")
			}
			p.steps = append(p.steps, step{rest: true})
		case r.take(".*"):
			p.steps = append(p.steps, step{any: true})
		case r.take("."), r.take("::"):
			names, err := r.names("-#?!*")
			if err != nil {
				return err
			}
			p.steps = append(p.steps, step{names: names})
		default:
			return nil
		}
	}
}

func (r *reader) root(p *Pattern) (err error) {
	switch {
	case r.take("<text>"):
		p.kind = TextValue
	case r.take("<regex>"):
		p.kind = RegexValue
	case r.take("<list>"):
		p.kind = ListValue
	case r.take("@"):
		p.kind = Decorated
		p.names, err = r.names("\\")
	case r.take(":") && !r.take(":"):
		p.kind = Typed
		p.names, err = r.names("\\")
	case r.entry(p):
	default:
		p.bare = true
		if p.names, err = r.names("-/\\?!"); err == nil && len(p.names) == 1 && p.names[0] == "_" {
			p.bare, p.names = false, nil
		}
		for i, name := range p.names {
			p.names[i] = strings.TrimPrefix(name, "node:")
		}
	}
	return err
}

// entry reads a parameter of an entry, as "express.handler[0]", if that is what stands here.
func (r *reader) entry(p *Pattern) bool {
	start := r.at
	name := r.name(".-")
	end := strings.IndexByte(r.text[r.at:], ']')
	if name == "" || r.at == len(r.text) || r.text[r.at] != '[' || end < 0 {
		r.at = start
		return false
	}
	inside := r.text[r.at+1 : r.at+end]
	p.kind, p.names = EntryArg, []string{name}
	number, from := strings.CutSuffix(inside, "...")
	switch n, err := strconv.Atoi(number); {
	case err == nil && n >= 0:
		p.index, p.from = n, from
	case inside == "*":
		p.index = anyIndex
	case inside == "this":
		p.index = Receiver
	default:
		p.index, p.param = Named, inside
	}
	r.at += end + 1
	return true
}
