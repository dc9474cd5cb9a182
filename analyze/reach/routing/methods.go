package routing

import (
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// declaredMethods returns the methods of HTTP that what stands at handlers lets pass, as @require_POST of Django does,
// nil for any.
func (p *reader) declaredMethods(rule *model.Entry, handlers []rules.Ref) []string {
	t := &told{}
	for _, r := range p.Registrations() {
		if r.IsCall || r.Call.IsNone() && r.Rule.Method == "" || r.Rule.Family() != rule.Family() || !slices.Contains(handlers, r.Function) {
			continue
		}
		p.toldBy(r, t)
		if r.Decorator == "" {
			continue
		}
		if method := r.Rule.HTTPMethod(r.Decorator, ""); method != "" && !slices.Contains(t.methods, method) {
			t.methods = append(t.methods, method)
		}
	}
	return t.methods
}

// verbs returns the methods of HTTP that a value names, nil for all of them.
func (p *reader) verbs(v rules.Value) []string {
	texts := p.texts(v)
	constants := p.Names(v) // from outside
	if t, ok := p.WrittenAt(v); ok {
		for _, name := range t.Members() {
			constants = append(constants, p.Names(t.Member(name))...)
		}
	}
	for _, a := range constants {
		texts = append(texts, methodNamed(a.Last()))
	}
	var all []string
	for _, text := range texts {
		for one := range strings.FieldsFuncSeq(strings.ToUpper(text), func(c rune) bool { return c < 'A' || c > 'Z' }) {
			if !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// methodNamed returns the method of HTTP that a name stands for, "" for none.
func methodNamed(name string) string { return (&model.Entry{Method: "name"}).HTTPMethod("", name) }

// byMethods divides a route that classes handle by the methods of HTTP that their methods are named after.
func (p *reader) byMethods(r rules.Route, t *told) []rules.Route {
	var all []rules.Route
	if len(r.Handlers) > 0 {
		all = append(all, r)
	}
	for _, class := range t.classes {
		found := false
		for _, h := range p.Methods(class) {
			name := p.function(h).Tree.Name
			method := methodNamed(name)
			if method == "" || method != strings.ToUpper(name) || t.methods != nil && !slices.Contains(t.methods, method) {
				continue
			}
			found = true
			one := r
			one.Methods, one.Handlers = []string{method}, []rules.Ref{h}
			all = append(all, one)
		}
		if !found {
			one := r
			if one.Handlers = p.Methods(class); p.Language() == model.PHP {
				if h, ok := p.Method(class, "__invoke"); ok {
					one.Handlers = []rules.Ref{h}
				}
			}
			all = append(all, one)
		}
	}
	return all
}
