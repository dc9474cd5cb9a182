package rails

import (
	"maps"

	"snag/analyze/source/tree"
)

// arguments are those of a call.
type arguments struct {
	texts   []string
	unknown bool // an argument is worked out
	pairs   []pair
	options map[string]*tree.Node
	block   *tree.Func
	scope   scope
}

// pair is what "path" => "controller#action" says.
type pair struct{ path, to string }

func (s scope) read(n *tree.Node) arguments {
	a := arguments{options: map[string]*tree.Node{}, scope: s}
	for _, k := range n.Kids[min(1, len(n.Kids)):] {
		text, known := s.text(k)
		switch {
		case k == nil:
		case known:
			a.texts = append(a.texts, text)
		case k.Op == tree.Array:
			a.texts = append(a.texts, s.texts(k)...)
		case k.Op == tree.Function:
			a.block = k.Func
		case k.Op == tree.Keyword:
			a.options[k.Text] = k.Kid(0)
		case k.Op == tree.Object:
			for _, p := range k.Kids {
				if to, known := s.text(p.Kid(1)); known && p.Op == tree.Pair {
					a.pairs = append(a.pairs, pair{p.Text, to})
				}
			}
		case k.Op == tree.Name, k.Op == tree.Call, k.Op == tree.Template, k.Op == tree.Member, k.Op == tree.Binary:
			a.unknown = true
		}
	}
	return a
}

func (a *arguments) has(name string) bool { return a.options[name] != nil }

// isTrue reports whether an option is set to true.
func (a *arguments) isTrue(name string) bool {
	n := a.options[name]
	return n != nil && n.Op == tree.Constant && n.Text == "true"
}

// option is the text of an option, or usual.
func (a *arguments) option(name, usual string) string {
	if text, known := a.scope.text(a.options[name]); known {
		return text
	}
	return usual
}

// list are the texts of an option, nil where it is not set or not known.
func (a *arguments) list(name string) []string {
	n := a.options[name]
	switch {
	case n == nil:
		return nil
	case n.Op == tree.String:
		return []string{n.Text}
	case n.Op == tree.Array:
		return append([]string{}, a.scope.texts(n)...)
	}
	return nil
}

func (a *arguments) first() string {
	if len(a.texts) == 0 {
		return ""
	}
	return a.texts[0]
}

// texts are the elements of a list that are known.
func (s scope) texts(list *tree.Node) (all []string) {
	for _, k := range list.Kids {
		if text, known := s.text(k); known {
			all = append(all, text)
		}
	}
	return all
}

// text is the value of an expression, if it is a text that is known.
func (s scope) text(n *tree.Node) (text string, known bool) {
	switch {
	case n == nil:
	case n.Op == tree.String:
		return n.Text, true
	case n.Op == tree.Name:
		text, known = s.values[n.Text]
	case n.Op == tree.Template:
		for _, k := range n.Kids {
			part, known := s.text(k)
			if !known {
				return "", false
			}
			text += part
		}
		return text, true
	}
	return text, known
}

// constrain returns a scope with the regexes that a call demands of parameters: in constraints, or as options of their
// names.
func (a *arguments) constrain(s scope) scope {
	demand := func(name string, n *tree.Node) {
		if n != nil && n.Op == tree.Regex {
			s.constraints = maps.Clone(s.constraints)
			if s.constraints == nil {
				s.constraints = map[string]*tree.Node{}
			}
			s.constraints[name] = n
		}
	}
	for name, n := range a.options {
		demand(name, n)
	}
	if n := a.options["constraints"]; n != nil && n.Op == tree.Object {
		for _, k := range n.Kids {
			demand(k.Text, k.Kid(1))
		}
	}
	return s
}
