package contexts

import (
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// rails are the classes and files of an application of Rails.
type rails struct {
	*finder
	// kinds are what the classes of the application are, by the last part of their names.
	kinds map[string]kind
}

// kind is what a class of an application is, as far as threads are concerned.
type kind uint8

const (
	plain   kind = iota + 1
	current      // holds what belongs to a request
	model        // uses the database
)

// isRails are texts of an application of Rails.
var isRails = lazyregexp.New(`\bRails\.application\b|\bRails::Application\b|\bApplication(Record|Controller|Job)\b|\bActiveRecord::Base\b|\bActionController::`)

// background are files of an application that run for no request, and outside of which no thread needs the executor.
var background = lazyregexp.New(`(^|/)(config|db|spec|features|lib/tasks)/|\.(rake|gemspec)$`)

// loaded are files whose classes Rails loads when they are used, and may reload: not those of lib, unless told so.
var loaded = lazyregexp.New(`(^|/)app/`)

// installed are files of installed gems, whose classes are never reloaded.
var installed = lazyregexp.New(`(^|/)gems/[^/]+-\d[^/]*/`)

// rails judges the threads of an application of Rails.
func (f *finder) rails() {
	r := &rails{finder: f, kinds: map[string]kind{}}
	if !slices.ContainsFunc(f.program.Files, func(x *calling.File) bool { return isRails.Match(x.Text) }) {
		return
	}
	r.classes()
	for _, file := range f.program.Files {
		if file.Aside() || background.MatchString(file.Path) {
			continue
		}
		w := &threadsOf{rails: r, file: file, methods: map[string]*tree.Func{}, made: map[string]*tree.Node{}, lists: map[string]*tree.Node{}, ended: map[*tree.Node]bool{}}
		w.read()
	}
}

// classes finds out what the classes of the application are. A class may stand in front of what it extends.
func (r *rails) classes() {
	bases := map[string]string{}
	for _, file := range r.program.Files {
		w := tree.Walk{Class: func(c *tree.Class) {
			name := lastPart(c.Name)
			if name == "" {
				return
			}
			if loaded.MatchString(file.Path) && !installed.MatchString(file.Path) {
				r.kinds[name] = max(r.kinds[name], plain)
			}
			if len(c.Bases) > 0 {
				bases[name] = written(c.Bases[0])
			}
		}}
		w.VisitFunc(file.Graph.Funcs[0].Tree)
	}
	for name := range bases {
		at := name
		for range 8 {
			base, ok := bases[at]
			switch {
			case !ok:
			case base == "ApplicationRecord" || base == "ActiveRecord::Base" || base == "::ActiveRecord::Base":
				r.kinds[name] = model
			case strings.HasSuffix(base, "CurrentAttributes"):
				r.kinds[name] = current
			}
			at = lastPart(base)
		}
	}
}

// lastPart returns the last part of the name of a class.
func lastPart(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}

// threadsOf are the threads of a file.
type threadsOf struct {
	*rails
	file    *calling.File
	methods map[string]*tree.Func
	made    map[string]*tree.Node // the blocks of threads by the variables that hold those
	lists   map[string]*tree.Node // and of lists of threads
	ended   map[*tree.Node]bool   // the blocks of those that were waited for where others may load code
}

func (t *threadsOf) read() {
	top := t.file.Graph.Funcs[0].Tree
	w := tree.Walk{Func: func(f *tree.Func) {
		if f.Name != "" && f.Kind != tree.Arrow {
			t.methods[f.Name] = f
		}
	}}
	w.VisitFunc(top)
	t.variables(top)
	t.visit(top.Body, around{request: strings.Contains("/"+t.file.Path, "/app/")})
}

// around is what stands around a node.
type around struct {
	request    bool // it runs inside the executor
	permits    bool // loading is permitted meanwhile
	connection bool // a connection is held
	thread     bool // it is the work of a thread
}

// variables notes which variables hold threads.
func (t *threadsOf) variables(top *tree.Func) {
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op != tree.Assign || n.Kid(0) == nil {
			return true
		}
		name, value := written(n.Kid(0)), n.Kid(1)
		if b := threadBlock(value); b != nil {
			t.made[name] = b
		} else if value != nil && value.Op == tree.Call && (methodOf(value) == "map" || methodOf(value) == "times") {
			if b := threadIn(value); b != nil {
				t.lists[name] = b
			}
		}
		return true
	}}
	w.VisitFunc(top)
	// list << Thread.new { ... }
	w = tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Binary && n.Text == "<<" || n.Op == tree.Call && methodOf(n) == "push" {
			if b := threadBlock(n.Kid(1)); b != nil {
				t.lists[strings.TrimSuffix(written(n.Kid(0)), ".push")] = b
			}
		}
		return true
	}}
	w.VisitFunc(top)
}

// threadIn returns the block of the thread that the block of a call makes, or nil.
func threadIn(call *tree.Node) (block *tree.Node) {
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if b := threadBlock(n); b != nil && block == nil {
			block = b
		}
		return block == nil
	}}
	for _, k := range call.Kids[1:] {
		w.Visit(k)
	}
	return block
}

// visit goes through the code of a file.
func (t *threadsOf) visit(n *tree.Node, at around) {
	if n == nil {
		return
	}
	if n.Op == tree.Call {
		if b := threadBlock(n); b != nil {
			t.thread(n, b, at)
			t.visit(b.Func.Body, around{thread: true})
			for _, k := range n.Kids {
				if k != b {
					t.visit(k, at)
				}
			}
			return
		}
		t.wait(n, at)
		switch name := methodOf(n); {
		case wraps(n):
			at = around{request: true}
		case name == "permit_concurrent_loads":
			at.permits = true
		case name == "transaction" || name == "with_connection" || name == "with_lock":
			at.connection = blockOf(n) != nil
		}
	}
	for _, k := range n.Kids {
		t.visit(k, at)
	}
	if n.Func != nil {
		t.visit(n.Func.Body, at)
	}
	if n.Class != nil {
		t.visit(n.Class.Body, at)
		for i := range n.Class.Members {
			t.visit(n.Class.Members[i].Value, at)
			if m := n.Class.Members[i].Func; m != nil {
				t.visit(m.Body, at)
			}
		}
	}
}

// blockOf returns the block of a call, or nil.
func blockOf(call *tree.Node) *tree.Node {
	if call == nil || len(call.Kids) < 2 {
		return nil
	}
	if b := call.Kids[len(call.Kids)-1]; b != nil && b.Op == tree.Function && b.Func != nil {
		return b
	}
	return nil
}

// threadBlock returns the block of a call that runs it in a thread of another one, or nil.
func threadBlock(n *tree.Node) *tree.Node {
	if n == nil || n.Op != tree.Call && n.Op != tree.New {
		return nil
	}
	b := blockOf(n)
	if b == nil {
		return nil
	}
	// Concurrent::ScheduledTask.new(1) { ... }.execute is made by what is in front.
	callee := n.Kid(0)
	on, name := written(callee.Kid(0)), nameOf(callee)
	on = strings.TrimPrefix(on, "::")
	switch on {
	case "Thread":
		if name == "new" || name == "start" || name == "fork" {
			return b
		}
	case "Concurrent::Future", "Concurrent::Promise", "Concurrent::ScheduledTask", "Concurrent::TimerTask", "Concurrent::Delay":
		if name == "new" || name == "execute" {
			return b
		}
	case "Concurrent::Promises":
		if name == "future" || name == "future_on" || name == "schedule" || name == "schedule_on" {
			return b
		}
	}
	if (name == "post" || name == "<<") && (strings.HasPrefix(on, "Concurrent.") || executorName.MatchString(on)) {
		return b
	}
	return nil
}

// executorName is the name of what runs blocks in threads.
var executorName = lazyregexp.New(`(?i)(^|[.:@_])\w*(thread_?pool|pool|executor)$`)

// wraps reports whether a call runs its block inside the executor.
func wraps(n *tree.Node) bool {
	name := methodOf(n)
	on := written(n.Kid(0).Kid(0))
	return (name == "wrap" || name == "run!" || name == "perform" || name == "call") && (strings.HasSuffix(strings.TrimSuffix(on, "()"), "executor") || strings.HasSuffix(strings.TrimSuffix(on, "()"), "reloader") || strings.HasSuffix(on, "Executor") || strings.HasSuffix(on, "Reloader"))
}

// use is what a thread uses of the application outside of the executor.
type use struct {
	kind kind
	name string
}

const executorInstead = "Wrap the work: Rails.application.executor.wrap { ... }."

// thread judges a call that runs a block in a thread.
func (t *threadsOf) thread(call, block *tree.Node, at around) {
	u := t.uses(block.Func.Body, map[string]bool{}, 0, true)
	if u.kind == 0 {
		return
	}
	callee := call.Kid(0)
	x := Place{Name: written(callee), Rule: RuleThread, Instead: executorInstead, Minor: u.kind == plain,
		Prove: "snag block pool 'http://127.0.0.1:PORT/PATH'"}
	switch u.kind {
	case model:
		x.Why = "The thread uses the database through " + u.name + " outside of Rails' executor: it keeps the connection as long as it lives."
	case current:
		x.Why = "The thread uses " + u.name + " outside of Rails' executor: what it sets stays for what the thread does next."
	default:
		x.Why = "The thread uses " + u.name + " outside of Rails' executor: code may be reloaded while it runs."
	}
	t.add(t.file, int(callee.Start), int(callee.End), x)
}

// uses returns what code uses of the application: the worst of it, 0 for nothing. outside reports whether what runs
// inside the executor, or a connection of its own, does not count.
func (t *threadsOf) uses(n *tree.Node, seen map[string]bool, depth int, outside bool) (most use) {
	note := func(u use) {
		if u.kind > most.kind {
			most = u
		}
	}
	w := tree.Walk{Node: func(n *tree.Node) bool {
		switch n.Op {
		case tree.Call:
			if outside && (wraps(n) || methodOf(n) == "with_connection") {
				return false
			}
			if outside && threadBlock(n) != nil {
				return false // a thread of its own
			}
			callee := n.Kid(0)
			if callee != nil && depth < 3 && (callee.Op == tree.Name || callee.Op == tree.Member && callee.Kid(0) != nil && callee.Kid(0).Op == tree.This) {
				if m := t.methods[callee.Text]; m != nil && !seen[callee.Text] {
					seen[callee.Text] = true
					note(t.uses(m.Body, seen, depth+1, outside))
				}
			}
		case tree.Name:
			if k := t.kinds[lastPart(n.Text)]; k != 0 && isConstant(n.Text) {
				note(use{k, n.Text})
			}
			if n.Text == "ActiveRecord::Base" || n.Text == "ApplicationRecord" {
				note(use{model, n.Text})
			}
		}
		return true
	}}
	w.Visit(n)
	return most
}

func isConstant(name string) bool {
	last := lastPart(name)
	return last != "" && last[0] >= 'A' && last[0] <= 'Z' && strings.ToUpper(last) != last
}

// waitMethods are methods that wait for a thread or future.
var waitMethods = map[string]bool{"join": true, "value": true, "value!": true, "wait": true, "wait!": true}

// wait judges a call that waits for a thread.
func (t *threadsOf) wait(n *tree.Node, at around) {
	callee := n.Kid(0)
	if callee == nil || callee.Op != tree.Member || at.thread && !at.request {
		return
	}
	var block *tree.Node
	on := callee.Kid(0)
	switch name := callee.Text; {
	case waitMethods[name] && len(n.Kids) == 1:
		if block = threadBlock(on); block == nil {
			block = t.made[written(on)]
		}
	case name == "each" || name == "map" || name == "flat_map" || name == "sum":
		if list := t.listOf(on); list != nil && waitsInside(n) {
			block = list
		}
	}
	if block == nil {
		return
	}
	if t.ended[block] { // it is over
		return
	}
	t.ended[block] = at.permits
	u := t.uses(block.Func.Body, map[string]bool{}, 0, false)
	enters := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		enters = enters || k.Op == tree.Call && wraps(k)
		return !enters
	}}
	w.Visit(block)
	prove := "snag block pool 'http://127.0.0.1:PORT/PATH'"
	if at.connection && u.kind == model {
		t.add(t.file, int(callee.Start), int(callee.End), Place{Name: callee.Text, Rule: RuleConnection, Prove: prove,
			Why:     "The request keeps its connection while it waits for a thread that needs one of the same pool.",
			Instead: "Wait behind the transaction, or give the thread what it needs."})
	}
	if at.request && !at.permits && enters {
		t.add(t.file, int(callee.Start), int(callee.End), Place{Name: callee.Text, Rule: RuleWait, Prove: prove,
			Why:     "The request waits inside Rails' executor for a thread that enters it: where code is loaded or reloaded meanwhile, both wait for ever.",
			Instead: "Wait inside ActiveSupport::Dependencies.interlock.permit_concurrent_loads { ... }, or do not wait."})
	}
}

// listOf returns the block of the threads in a list, nil for anything else.
func (t *threadsOf) listOf(n *tree.Node) *tree.Node {
	if b := t.lists[written(n)]; b != nil {
		return b
	}
	if n != nil && n.Op == tree.Call && methodOf(n) == "map" {
		return threadIn(n)
	}
	return nil
}

// waitsInside reports whether a call over a list waits for each element.
func waitsInside(n *tree.Node) bool {
	for _, k := range n.Kids[1:] {
		if k != nil && k.Op == tree.Unary && k.Text == "&" && k.Kid(0) != nil && waitMethods[k.Kid(0).Text] {
			return true
		}
		if k != nil && k.Op == tree.Function && k.Func != nil {
			found := false
			own(k.Func.Body, func(c *tree.Node) { found = found || c.Op == tree.Call && waitMethods[methodOf(c)] })
			return found
		}
	}
	return false
}
