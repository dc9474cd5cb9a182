package flow

import (
	"slices"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
)

// dynamic are the functions of each language that run code, load files or call functions by names that are worked out.
var dynamic = map[model.Language][]string{
	model.JavaScript: {"require", "import", "eval", "Function"},
	model.Python:     {"import_module", "__import__", "eval", "exec"},
	model.PHP:        {"include", "include_once", "require", "require_once", "eval", "call_user_func", "call_user_func_array"},
	model.Ruby:       {"require", "load", "send", "public_send", "__send__", "eval", "instance_eval", "class_eval", "constantize"},
	model.Java:       {"forName", "invoke", "getMethod"},
	model.CSharp:     {"Invoke", "GetMethod", "CreateInstance"},
}

// unseen names the calls of dynamic functions of which nobody can tell from the code what they do: their argument
// is no constant.
func (p *Program) unseen() []string {
	if p.unseenKnown {
		return p.unseenCalls
	}
	p.unseenKnown = true
	for i := range p.calls {
		c := &p.calls[i]
		if c.made || len(c.args) == 0 || !slices.Contains(dynamic[p.lang], c.Method) || p.follows(c) {
			continue
		}
		if _, n := p.fileOf(c.args[0]); n != nil && n.Kind == graph.Text {
			continue
		}
		if what := c.Method + "() of a name that is worked out"; !slices.Contains(p.unseenCalls, what) {
			p.unseenCalls = append(p.unseenCalls, what)
		}
	}
	return p.unseenCalls
}
