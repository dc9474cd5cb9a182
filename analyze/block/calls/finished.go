package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// unfinished reports whether the task that a call of C# waits for may not be complete yet: nothing that comes before on
// every way has waited for it or seen that it is.
func unfinished(c *calling.Call) bool {
	task := c.Graph.Tree.Kid(0).Kid(0)
	for task != nil && task.Op == tree.Call && (nameOf(task.Kid(0)) == "GetAwaiter" || nameOf(task.Kid(0)) == "ConfigureAwait") {
		task = task.Kid(0).Kid(0)
	}
	return !isFinished(c.Program, c.Func, c.Graph.Tree, task, 0)
}

// mostAround bounds the functions, and the lists of tasks, that are gone through.
const mostAround = 8

// isFinished reports whether a task is complete at a place of a function.
func isFinished(p *calling.Program, function int, at, task *tree.Node, depth int) bool {
	if task == nil || task.Op != tree.Name && task.Op != tree.Member || depth > mostAround {
		return false
	}
	for i := function; i >= 0 && depth <= mostAround; i, depth = p.Parent(i), depth+1 {
		f := p.Funcs[i].Tree
		s := &finish{at: at, task: task}
		s.look(f.Body)
		if s.list != nil && !s.finished {
			return isFinished(p, i, at, s.list, depth+1)
		}
		if s.finished {
			return true
		}
		if handed := p.HandedTo(i); handed != nil && isParam(f, task) {
			return nameOf(handed.Kid(0)) == "ContinueWith" || p.Parent(i) >= 0 && isFinished(p, p.Parent(i), handed, handed.Kid(0).Kid(0), depth+1)
		}
	}
	return false
}

// isParam reports whether an expression is the name of a parameter.
func isParam(f *tree.Func, n *tree.Node) bool {
	for i := range f.Params {
		if same(f.Params[i].Target, n) {
			return true
		}
	}
	return false
}

// finish looks for what completes a task before a place.
type finish struct {
	at, task *tree.Node
	finished bool
	first    []*tree.Node // what holds the task that of several was complete first
	list     *tree.Node   // what the loop around the place goes through, whose element the task is
	in       []*tree.Node // lists that the task was added to
}

func (s *finish) around(n *tree.Node) bool {
	return n != nil && n.Start <= s.at.Start && s.at.End <= n.End
}

// look goes through what runs before the place on every way to it.
func (s *finish) look(n *tree.Node) {
	if n == nil || n.Start > s.at.Start {
		return
	}
	switch n.Op {
	case tree.If, tree.Conditional, tree.Logical:
		s.look(n.Kid(0))
		yes, no := n.Kid(1), n.Kid(2)
		switch {
		case n.Op == tree.Logical && n.Text != "&&":
		case s.around(yes):
			s.finished = s.finished || s.tells(n.Kid(0), true)
		case s.around(no), !s.around(n) && leaves(yes):
			s.finished = s.finished || s.tells(n.Kid(0), false)
		}
		for _, k := range n.Kids[min(1, len(n.Kids)):] {
			if s.around(k) {
				s.look(k)
			}
		}
		return
	case tree.ForEach:
		s.look(n.Kid(1))
		if !s.around(n.Kid(2)) {
			return
		}
		target := n.Kid(0)
		for target != nil && target.Op != tree.Name && len(target.Kids) == 1 {
			target = target.Kids[0]
		}
		if same(target, s.task) {
			s.list = n.Kid(1)
		}
		s.look(n.Kid(2))
		return
	case tree.Loop, tree.Try, tree.Catch, tree.Switch:
		for _, k := range n.Kids {
			if s.around(k) {
				s.look(k)
			}
		}
		return
	case tree.Function, tree.Define, tree.DefineClass, tree.ClassValue:
		return
	case tree.Await:
		if n.End <= s.at.Start && s.awaits(n.Kid(0)) {
			s.finished = true
		}
	case tree.Call:
		if on := n.Kid(0).Kid(0); nameOf(n.Kid(0)) == "Add" && same(n.Kid(1), s.task) {
			s.in = append(s.in, on)
		} else if name := nameOf(n.Kid(0)); name == "Clear" || strings.HasPrefix(name, "Remove") {
			s.in = without(s.in, on)
		}
	case tree.Assign:
		for _, k := range n.Kids {
			s.look(k)
		}
		if same(n.Kid(0), s.task) && n.End <= s.at.Start {
			s.finished, s.list, s.in = false, nil, nil // another task
		}
		s.in = without(s.in, n.Kid(0))
		if made := n.Kid(1); made != nil && (made.Op == tree.New || made.Op == tree.Array) && s.holds(made) {
			s.in = append(s.in, n.Kid(0))
		}
		s.first = without(s.first, n.Kid(0))
		if isFirst(n.Kid(1)) {
			s.first = append(s.first, n.Kid(0))
		}
		return
	}
	for _, k := range n.Kids {
		s.look(k)
	}
}

// awaits reports whether waiting for something waits for the task.
func (s *finish) awaits(n *tree.Node) bool {
	n = unconfigured(n)
	if same(n, s.task) {
		return true
	}
	if n == nil || n.Op != tree.Call || nameOf(n.Kid(0)) != "WhenAll" {
		return false
	}
	return among(n.Kids[1:], s.task) || among(s.in, n.Kid(1))
}

// holds reports whether a list that is made has the task as an element.
func (s *finish) holds(n *tree.Node) bool {
	for _, k := range n.Kids {
		if k != nil && k.Op == tree.Pair && nameOf(k.Kid(1)) == k.Text { // as an element is read that is a name
			k = k.Kid(1)
		}
		if same(k, s.task) || n.Op == tree.New && k != nil && k.Op == tree.Object && s.holds(k) {
			return true
		}
	}
	return false
}

// tells reports whether the task is complete where a test has an outcome.
func (s *finish) tells(test *tree.Node, outcome bool) bool {
	if test == nil {
		return false
	}
	a, b := test.Kid(0), test.Kid(1)
	switch test.Op {
	case tree.Unary:
		return test.Text == "!" && s.tells(a, !outcome)
	case tree.Logical:
		if (test.Text == "&&") == outcome && test.Text != "??" {
			return s.tells(a, outcome) || s.tells(b, outcome)
		}
		return s.tells(a, outcome) && s.tells(b, outcome)
	case tree.Member:
		return outcome && (strings.HasPrefix(test.Text, "IsCompleted") || test.Text == "IsFaulted" || test.Text == "IsCanceled") && same(a, s.task)
	case tree.Binary: // await Task.WhenAny(task, other) == task
		if test.Text != "==" && test.Text != "!=" || (test.Text == "==") != outcome {
			return false
		}
		if same(a, s.task) {
			a, b = b, a
		}
		if nameOf(a) == "Status" && same(a.Kid(0), s.task) {
			return nameOf(b) == "RanToCompletion"
		}
		return same(b, s.task) && (isFirst(a) || among(s.first, a))
	}
	return false
}

// isFirst reports whether an expression waits for the first of several tasks.
func isFirst(n *tree.Node) bool {
	if n == nil || n.Op != tree.Await {
		return false
	}
	n = unconfigured(n.Kid(0))
	return n != nil && n.Op == tree.Call && nameOf(n.Kid(0)) == "WhenAny"
}

// unconfigured returns a task without what says where to go on after it.
func unconfigured(n *tree.Node) *tree.Node {
	for n != nil && n.Op == tree.Call && nameOf(n.Kid(0)) == "ConfigureAwait" {
		n = n.Kid(0).Kid(0)
	}
	return n
}

// among reports whether an expression is one of some.
func among(all []*tree.Node, n *tree.Node) bool { return len(without(all, n)) < len(all) }

// without returns expressions but for those that are the same as another.
func without(all []*tree.Node, n *tree.Node) (others []*tree.Node) {
	for _, k := range all {
		if !same(k, n) {
			others = append(others, k)
		}
	}
	return others
}

// same reports whether two expressions are the same names and members.
func same(a, b *tree.Node) bool {
	for a != nil && b != nil && a.Op == b.Op && a.Text == b.Text {
		switch a.Op {
		case tree.Name, tree.This:
			return true
		case tree.Member:
			a, b = a.Kid(0), b.Kid(0)
		default:
			return false
		}
	}
	return false
}
