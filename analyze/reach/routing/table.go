package routing

import (
	"cmp"
	"slices"
	"strings"

	"snag/analyze/reach/rules"
)

// table tells which handlers and methods of a registration belong to which of its paths: those under the same key, in the
// same row, or in the same call.
type table struct {
	*told
	handlersOf [][]rules.Ref      // of each member
	paired     map[rules.Ref]bool // the handlers that are among them
}

func (p *reader) tableOf(t *told) table {
	of := table{t, make([][]rules.Ref, len(t.members)), map[rules.Ref]bool{}}
	keys := map[string]bool{} // in a loop over the entries of an object a row holds any of its values
	for _, m := range t.members {
		keys[m.Key] = keys[m.Key] || m.Row == 0
	}
	for i, m := range t.members {
		if m.Row != 0 && keys[m.Key] {
			continue
		}
		var under told
		p.handlersAt(m.Value, &under, 0)
		for _, h := range under.handlers {
			if m.Row == 0 || slices.Contains(t.handlers, h) { // what else stands beside a path may be anything
				of.handlersOf[i] = append(of.handlersOf[i], h)
				of.paired[h] = true
			}
		}
	}
	return of
}

// at returns the handlers and the methods of a path: where those of some paths are known, the handlers of no path have all.
func (t *table) at(path string) (handlers []rules.Ref, methods []string) {
	var rows []int32
	longest := 1
	for i, m := range t.members {
		if !strings.HasSuffix(path, m.Key) || len(m.Key) < longest {
			continue
		}
		if len(m.Key) > longest {
			handlers, rows, longest = nil, nil, len(m.Key)
		}
		handlers, rows = append(handlers, t.handlersOf[i]...), append(rows, m.Row)
	}
	if len(handlers) == 0 {
		handlers = t.handlers
	} else {
		for _, h := range t.handlers {
			if !t.paired[h] {
				handlers = append(handlers, h)
			}
		}
	}
	for _, r := range t.requests {
		if r[1] == path {
			methods = append(methods, r[0])
		}
	}
	for _, m := range t.verbs {
		if method := cmp.Or(methodNamed(m.Key), strings.ToUpper(m.Key)); m.Row != 0 && slices.Contains(rows, m.Row) && !slices.Contains(methods, method) {
			methods = append(methods, method)
		}
	}
	if t.anyMethod || len(methods) == 0 {
		methods = t.methods
	}
	return handlers, methods
}

// workedOut adds the methods of HTTP that the name of a call is worked out of, as in app[method](path, handler).
func (p *reader) workedOut(r rules.Registration, t *told) {
	at := r.Call.Named()
	if at == 0 || t.methods != nil {
		return
	}
	names, beside := p.Texts(at)
	t.anyMethod = len(names) == 0
	for _, name := range names {
		method := r.Rule.HTTPMethod(name, "")
		t.methods, t.anyMethod = append(t.methods, method), t.anyMethod || method == ""
	}
	if t.verbs = beside; t.anyMethod {
		t.methods = nil
	}
}
