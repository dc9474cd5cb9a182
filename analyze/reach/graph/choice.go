package graph

import "snag/analyze/source/tree"

// choose adds a switch. What a case asks of the subject is known within it, and the contrary behind it.
func (b *builder) choose(n *tree.Node) {
	subject := n.Kid(0)
	value := b.expression(subject)
	x := b.enter("", false)
	other := false
	var falls *env
	for _, k := range n.Kids[min(1, len(n.Kids)):] {
		if k == nil || k.Op != tree.Case {
			b.statement(k)
			continue
		}
		tests := k.Kids[min(1, len(k.Kids)):]
		for _, test := range tests {
			id := b.expression(test)
			if b.f.Language == tree.Ruby && subject != nil && (test.Op == tree.Regex || test.Op == tree.Name || test.Op == tree.Member) {
				b.called(test, Call{Receiver: id, Method: "===", Args: []Arg{{Node: value}}})
			}
		}
		head := b.chosen(subject, tests)
		other = other || len(tests) == 0
		b.env = join(b.env, falls)
		b.statement(k.Kid(0))
		falls = nil
		if k.Text == "falls" {
			falls = b.env
		} else {
			x.breaks = join(b.fork(), x.breaks)
		}
		b.env = head
	}
	if other {
		b.env.dead = true
	}
	b.env = join(b.env, falls)
	b.leave(x)
}

// chosen notes what is known where one of the tests of a case holds, all of which the default has, and returns what is
// known where none does.
func (b *builder) chosen(subject *tree.Node, tests []*tree.Node) (head *env) {
	head = b.fork()
	if len(tests) == 0 {
		return head
	}
	var same *env
	for i, test := range tests {
		asked := b.asked(subject, test)
		b.env = head
		b.since = test.End
		is, isNot := b.refineBoth(asked, true, 0)
		if head = isNot; i == 0 {
			same = is
		} else {
			same = join(same, is)
		}
	}
	b.env = same
	return head
}

// asked returns the condition that a test of a case is: one of its own, or that the subject is the same.
func (b *builder) asked(subject, test *tree.Node) *tree.Node {
	if subject == nil || subject.Op == tree.Constant && subject.Text == "true" {
		return test
	}
	if b.f.Language == tree.CSharp && (test.Op == tree.Logical || test.Op == tree.Unary && test.Text == "!" || test.Op == tree.Binary && (negated[test.Text] != "" || test.Text == "instanceof")) {
		return test
	}
	if first := test; b.f.Language == tree.Java && test.Op == tree.Logical {
		for first.Op == tree.Logical && first.Kid(0) != nil {
			first = first.Kids[0]
		}
		if first.Op == tree.Binary && first.Text == "instanceof" && first.Kid(0) == subject { // a pattern with parts
			return test
		}
	}
	if test.Op == tree.Binary && (test.Text == ".." || test.Text == "...") {
		return compared(test, test, "===", subject)
	}
	return compared(test, subject, "==", test)
}
