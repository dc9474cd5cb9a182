package rails

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/source/tree"
)

// Filter is what the body of a class, of a module or of a file lets run before actions: before_action of Rails, before of
// Sinatra and Grape; or that it does not run.
type Filter struct {
	// Names are those of the methods that run, Blocks the functions that are written out.
	Names  []string
	Blocks []*tree.Func
	// Only and Except are the names of actions, nil for none. Sometimes reports whether it runs for some requests alone.
	Only, Except []string
	Sometimes    bool
	// Path is what a filter of Sinatra asks of the path, "" for nothing.
	Path string
	// Skips reports whether the methods do not run, Around whether they are no filters before the action but may read a
	// request before these ran.
	Skips, Around bool
	// Start is where the call begins.
	Start int32
}

// filters are the calls that declare one.
var filters = []string{"before_action", "append_before_action", "prepend_before_action", "before_filter", "before", "before_validation", "after_validation"}

// others are the calls that name methods which run around actions.
var others = []string{"around_action", "after_action", "around_filter", "after_filter", "append_around_action", "prepend_around_action", "append_after_action", "prepend_after_action", "after", "rescue_from", "not_found", "error"}

// Filters returns what the code of a class, a module or a file declares, in order, with what the block of included declares.
func Filters(body *tree.Node) (all []Filter) {
	if body == nil {
		return nil
	}
	for _, n := range body.Kids {
		if n != nil && n.Op == tree.Block { // of class << self and the like
			all = append(all, Filters(n)...)
		}
		if n == nil || n.Op != tree.Expression && n.Op != tree.Return || n.Kid(0) == nil || n.Kids[0].Op != tree.Call {
			continue
		}
		call := n.Kids[0]
		callee := call.Kid(0)
		if callee == nil || callee.Op != tree.Name {
			continue
		}
		a := scope{}.read(call)
		if callee.Text == "included" && a.block != nil {
			all = append(all, Filters(a.block.Body)...)
			continue
		}
		skips := strings.HasPrefix(callee.Text, "skip_")
		around := slices.Contains(others, callee.Text)
		if !skips && !around && !slices.Contains(filters, callee.Text) {
			continue
		}
		all = append(all, a.filter(callee.Text, call, skips, around))
		for _, key := range []string{"if", "unless", "with"} { // what decides whether it runs, runs before
			if n := a.options[key]; n != nil {
				asked := Filter{Around: true, Start: call.Start, Names: a.list(key)}
				asked.block(n)
				all = append(all, asked)
			}
		}
	}
	return all
}

// filter reads the arguments of a call that declares one.
func (a *arguments) filter(name string, call *tree.Node, skips, around bool) Filter {
	f := Filter{Only: a.list("only"), Except: a.list("except"), Skips: skips, Around: around, Start: call.Start, Sometimes: a.unknown}
	for key := range a.options {
		switch {
		case key == "only" && f.Only != nil, key == "except" && f.Except != nil, key == "raise", key == "prepend":
		default:
			f.Sometimes = true // if:, unless:, or a list that is worked out
		}
	}
	for _, n := range call.Kids[1:] {
		f.block(n)
	}
	if name != "before" && name != "after" {
		f.Names = a.texts
		return f
	}
	switch {
	case len(a.texts) == 1 && len(call.Kids) == 3:
		f.Path = a.texts[0]
	case len(call.Kids) > 2:
		f.Sometimes = true
	}
	return f
}

// Runs reports whether it runs before an action, "" for one that is not known, with a route.
func (f *Filter) Runs(action, route string) bool {
	switch {
	case f.Sometimes, f.Only != nil && !slices.Contains(f.Only, action), f.Except != nil && (action == "" || slices.Contains(f.Except, action)):
		return false
	case f.Path == "" || f.Path == route:
		return f.Path == "" || !strings.ContainsAny(route, ":*?")
	}
	before, all := strings.CutSuffix(f.Path, "*")
	return all && !strings.ContainsAny(before, ":*?()") && strings.HasPrefix(route, before) && path.Clean(before) != ""
}

// Spares reports whether a filter by a name may not run for an action, "" for one that is not known, by what this one skips.
func (f *Filter) Spares(name, action string) bool {
	return f.Skips && (len(f.Names) == 0 || slices.Contains(f.Names, name)) &&
		(f.Only == nil || action == "" || slices.Contains(f.Only, action)) && (action == "" || !slices.Contains(f.Except, action))
}

// block notes the function that an expression is: a block, or a lambda.
func (f *Filter) block(n *tree.Node) {
	if n != nil && n.Op == tree.Call && len(n.Kids) == 2 && n.Kids[0] != nil && n.Kids[0].Text == "lambda" {
		n = n.Kids[1]
	}
	if n != nil && n.Op == tree.Function {
		f.Blocks = append(f.Blocks, n.Func)
	}
}
