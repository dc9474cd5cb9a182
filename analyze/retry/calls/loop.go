package calls

import (
	"fmt"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// pauses are names of functions that wait.
var pauses = lazyregexp.New(`(?i)sleep|delay|wait|timeout|timer|backoff|pause|interval|tick|throttl`)

// limits are names of context managers that end what stands in them after a time.
var limits = lazyregexp.New(`(?i)timeout|move_on|fail_after|deadline|cancel`)

// loops judges the loops that repeat requests.
func (f *finder) loops() {
	for _, r := range f.requests {
		loop, try := r.Loop()
		if loop == nil || try == nil || r.name == "aiohttp.ClientSession" {
			continue
		}
		l := loopOf(loop, try)
		if !l.repeats {
			continue
		}
		name := plain(r.name)
		if l.endless && !l.leaves && !r.Within(limits) {
			f.add(r.Call, Call{Name: name, Rule: RuleLoopUnbounded, Why: fmt.Sprintf("%s is repeated without a bound: while the service is down the loop goes on for ever.", name),
				Instead: "a bound on the attempts, or on the time they take together"})
		}
		if !l.waits {
			f.add(r.Call, Call{Name: name, Rule: RuleLoopDelay, Why: fmt.Sprintf("%s is repeated without a delay: a service that is down gets the attempts at once.", name),
				Instead: "a delay that grows, with jitter"})
		}
		if l.grows && !l.random && l.waits {
			f.add(r.Call, Call{Name: name, Rule: RuleLoopJitter, Why: fmt.Sprintf("The delays before %s is repeated grow without jitter: clients that failed together come back together.", name),
				Instead: "a random part of the delay, such as delay * (0.5 + Math.random() / 2)"})
		}
		if r.posts() && !hasKey(r.Call, loop) {
			f.add(r.Call, Call{Name: name, Rule: RuleLoopPost, Why: fmt.Sprintf("%s sends a POST again without an idempotency key: what was processed before the answer was lost is processed twice.", name),
				Instead: "an Idempotency-Key header, the same for every attempt, if the server knows it"})
		}
	}
}

// loop is what is known of a loop around a request.
type loop struct {
	repeats bool // it ends after a success and goes on after a failure
	endless bool // no test ends it
	leaves  bool // something else does
	waits   bool
	grows   bool // the delay
	random  bool
}

func loopOf(n, try *tree.Node) (l loop) {
	test, body := n.Kid(0), n.Kid(1)
	if n.Op == tree.Loop {
		l.endless = test == nil || test.Op == tree.Constant && test.Text == "true" || test.Op == tree.Number && test.Text != "0"
	} else {
		body = n.Kid(2)
	}
	// The loop ends with success where the last thing that the block of try does, or what follows it, leaves.
	l.repeats = leavesAfter(try, body) && !alwaysLeaves(catchOf(try))
	if n.Op == tree.ForEach && !counts(n.Kid(1)) {
		l.repeats = false // it goes through things, and not through attempts
	}
	l.leaves = contains(catchOf(try), leaving) || containsBeside(body, try, leaving)
	visit(body, func(k *tree.Node) {
		if k.Op == tree.Call {
			name := k.Kid(0)
			if name != nil && pauses.MatchString(name.Text) || isSleep(k) {
				l.waits = true
			}
		}
		switch {
		case k.Op == tree.Binary && (k.Text == "**" || k.Text == "<<") && (k.Kid(0) == nil || k.Kid(0).Op == tree.Number),
			k.Op == tree.Assign && k.Text == "*=",
			k.Op == tree.Call && k.Kid(0) != nil && k.Kid(0).Text == "pow":
			l.grows = true
		}
		if strings.Contains(strings.ToLower(k.Text), "random") || strings.Contains(strings.ToLower(k.Text), "jitter") || k.Text == "uniform" {
			l.random = true
		}
		if k.Op == tree.Call && k.Kid(0) != nil && k.Kid(0).Op == tree.Name && strings.Contains(strings.ToLower(k.Kid(0).Text), "backoff") {
			l.random = true // it may be in there
		}
	})
	return l
}

// isSleep reports whether a call is of a function with a short name, as tools give that make code small, and gets
// nothing but a number of milliseconds.
func isSleep(call *tree.Node) bool {
	if len(call.Kids) != 2 || call.Kids[0] == nil || call.Kids[1] == nil || call.Kids[0].Op != tree.Name || call.Kids[1].Op != tree.Number {
		return false
	}
	ms, err := strconv.ParseFloat(call.Kids[1].Text, 64)
	return err == nil && ms >= 10 && len(call.Kids[0].Text) <= 2
}

// counts reports whether what a loop goes through is a row of numbers. One in steps of its own, as in
// range(0, len(list), size), goes through parts of a list.
func counts(n *tree.Node) bool {
	if n == nil || n.Op != tree.Call || n.Kid(0) == nil || n.Kid(0).Text != "range" && n.Kid(0).Text != "count" {
		return false
	}
	step := n.Kid(3)
	return step == nil || step.Op == tree.Unary || step.Op == tree.Number
}

func leaving(n *tree.Node) bool {
	return n.Op == tree.Return || n.Op == tree.Break || n.Op == tree.Throw
}

// leavesAfter reports whether a return or break stands at the end of the block of a try statement, or behind the
// statement in the body of the loop.
func leavesAfter(try, body *tree.Node) bool {
	last := func(n *tree.Node) *tree.Node {
		if n == nil || len(n.Kids) == 0 {
			return nil
		}
		return n.Kids[len(n.Kids)-1]
	}
	for _, n := range []*tree.Node{last(try.Kid(0)), last(body)} {
		if n != nil && (n.Op == tree.Return || n.Op == tree.Break) {
			return true
		}
	}
	// if (response.ok) return response
	found := false
	visit(try.Kid(0), func(n *tree.Node) { found = found || n.Op == tree.Return || n.Op == tree.Break })
	return found
}

// catchOf returns the clauses of a try statement that catch.
func catchOf(try *tree.Node) *tree.Node {
	return &tree.Node{Op: tree.Block, Kids: try.Kids[min(2, len(try.Kids)):]}
}

// alwaysLeaves reports whether the end of each clause leaves the loop.
func alwaysLeaves(clauses *tree.Node) bool {
	for _, c := range clauses.Kids {
		block := c.Kid(1)
		if block == nil || len(block.Kids) == 0 || !leaving(block.Kids[len(block.Kids)-1]) {
			return false
		}
	}
	return true
}

func contains(n *tree.Node, want func(*tree.Node) bool) bool {
	found := false
	visit(n, func(k *tree.Node) { found = found || want(k) })
	return found
}

// containsBeside is contains for what stands outside of a node.
func containsBeside(n, except *tree.Node, want func(*tree.Node) bool) bool {
	found := false
	w := tree.Walk{Node: func(k *tree.Node) bool {
		if k == except || k.Op == tree.Function || k.Op == tree.Define {
			return false
		}
		found = found || want(k)
		return true
	}}
	w.Visit(n)
	return found
}

// visit calls f with the nodes below one that do not stand in other functions.
func visit(n *tree.Node, f func(n *tree.Node)) {
	w := tree.Walk{Node: func(k *tree.Node) bool {
		f(k)
		return k.Op != tree.Define
	}}
	w.Visit(n)
}

// posts reports whether a request is a POST.
func (r *request) posts() bool {
	if r.method != "" {
		return r.method == "POST"
	}
	found := false
	visit(r.Graph.Tree, func(n *tree.Node) {
		found = found || (n.Op == tree.Pair || n.Op == tree.Keyword) && n.Text == "method" && isPost(n.Kid(len(n.Kids)-1))
	})
	return found || strings.HasSuffix(r.name, ".request") && isPost(r.Graph.Tree.Kid(1))
}

func isPost(n *tree.Node) bool {
	return n != nil && n.Op == tree.String && strings.EqualFold(n.Text, "POST")
}

// hasKey reports whether an idempotency key is in sight of a request: in the loop, or in the function around it.
func hasKey(c *calling.Call, loop *tree.Node) bool {
	t := c.Program.Funcs[c.Func].Tree
	start, end := t.Start, max(t.End, loop.End)
	text := strings.ToLower(string(c.File.Text[start:min(int(end), len(c.File.Text))]))
	return strings.Contains(text, "idempoten") || strings.Contains(text, "request-id") || strings.Contains(text, "headers,") || strings.Contains(text, "...")
}

// decorated judges functions that a decorator of tenacity repeats.
func (f *finder) decorated() {
	f.program.Calls(func(c *calling.Call) {
		for _, name := range c.Names {
			if name != "tenacity.retry" || c.Aside() {
				continue
			}
			if optionOf(c, client{options: -1, position: -1, keys: []string{"stop"}}) == absent {
				f.add(c, Call{Name: name, Rule: RuleLoopUnbounded, Why: "tenacity.retry repeats without a bound unless stop says one.", Instead: "stop=stop_after_attempt(4)"})
			}
			if optionOf(c, client{options: -1, position: -1, keys: []string{"wait"}}) == absent {
				f.add(c, Call{Name: name, Rule: RuleLoopDelay, Why: "tenacity.retry repeats without a delay unless wait says one.", Instead: "wait=wait_random_exponential(max=10)"})
			}
		}
	})
}
