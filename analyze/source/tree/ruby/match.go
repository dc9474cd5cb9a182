package ruby

import (
	"strings"

	"snag/analyze/source/tree"
)

// lastMatch is the name of the variable that has what a method matched last. No code can declare it.
const lastMatch = "last match"

// matches are the matches of a method and its blocks.
type matches struct {
	made []made
	read int // how often what matched last is read
}

// made is a match: the expression that runs it, the call that returns what it matched, and whether both are one.
type made struct{ at, call *tree.Node }

// matched returns what a method matched last.
func (p *parser) matched(start, end int) *tree.Node {
	p.scope.matches.read++
	return p.Node(tree.Name, start, end, lastMatch)
}

// special reads the variable of a name that begins with a dollar sign.
func (p *parser) special(start, end int, name string) *tree.Node {
	switch {
	case name == "$~":
		return p.matched(start, end)
	case name == "$&":
		return p.Node(tree.Index, start, end, "", p.matched(start, end), p.Node(tree.Number, start, end, "0"))
	case len(name) > 1 && strings.Trim(name[1:], "0123456789") == "" && name != "$0":
		return p.Node(tree.Index, start, end, "", p.matched(start, end), p.Node(tree.Number, start, end, name[1:]))
	case name == "$'" || name == "$`":
		part := "post_match"
		if name == "$`" {
			part = "pre_match"
		}
		return p.Node(tree.Call, start, end, "", p.Node(tree.Member, start, end, part, p.matched(start, end)))
	}
	return p.Node(tree.Name, start, end, name)
}

// lastMatched returns what Regexp.last_match stands for, nil for another call.
func (p *parser) lastMatched(start int, call []*tree.Node) *tree.Node {
	of := call[0]
	if of.Op != tree.Member || of.Text != "last_match" || len(call) > 2 || of.Kids[0].Op != tree.Name || of.Kids[0].Text != "Regexp" {
		return nil
	}
	last := p.matched(start, p.Behind())
	if len(call) == 1 {
		return last
	}
	return p.Node(tree.Index, start, p.Behind(), "", last, call[1])
}

// matches notes an expression that sets what was matched last, from which a later one may read.
func (p *parser) matches(n *tree.Node) {
	if call := p.matchOf(n); call != nil {
		p.scope.matches.made = append(p.scope.matches.made, made{n, call})
	}
}

// unnoted takes back the last note, if it is of the given expression, which is a target or has a block to come. It returns the
// call of match that stands for it, nil for any other.
func (p *parser) unnoted(n *tree.Node) *tree.Node {
	m := p.scope.matches
	if len(m.made) == 0 || m.made[len(m.made)-1].at != n {
		return nil
	}
	call := m.made[len(m.made)-1].call
	m.made = m.made[:len(m.made)-1]
	return call
}

// matchOf returns the call of match that sets the same as an expression, nil for one that sets nothing.
func (p *parser) matchOf(n *tree.Node) *tree.Node {
	var of, regex *tree.Node
	switch {
	case n.Op == tree.Binary && (n.Text == "=~" || n.Text == "!~"):
		if of, regex = n.Kids[0], n.Kids[1]; isRegex(of) && regex.Op != tree.Regex {
			of, regex = regex, of
		}
	case n.Op == tree.Index && n.Kids[1].Op == tree.Regex:
		of, regex = n.Kids[0], n.Kids[1]
	case n.Op == tree.Index && n.Kids[1].Op == tree.Array && len(n.Kids[1].Kids) == 2 && n.Kids[1].Kids[0].Op == tree.Regex:
		of, regex = n.Kids[0], n.Kids[1].Kids[0]
	case n.Op == tree.Call && len(n.Kids) > 1 && n.Kids[0].Op == tree.Member:
		of, regex = n.Kids[0].Kids[0], n.Kids[1]
		switch n.Kids[0].Text {
		case "match":
			return n
		case "sub", "sub!", "gsub", "gsub!", "scan":
		case "index", "rindex", "slice", "slice!", "partition", "rpartition", "start_with?":
			if regex.Op != tree.Regex {
				return nil
			}
		default:
			return nil
		}
	default:
		return nil
	}
	return p.matchCall(int(n.Start), int(n.End), of, regex)
}

func (p *parser) matchCall(start, end int, of, regex *tree.Node) *tree.Node {
	return p.Node(tree.Call, start, end, "", p.Node(tree.Member, start, end, "match", of), regex)
}

// isRegex reports whether an expression is a regex, or a constant, which texts that meet one seldom are.
func isRegex(n *tree.Node) bool {
	return n.Op == tree.Regex || n.Op == tree.Name && isConstant(n.Text) || n.Op == tree.Member && isConstant(n.Text)
}

// left ends a method: its matches set what was matched last, if it reads that.
func (m *matches) left(p *parser) {
	if m.read == 0 {
		return
	}
	for _, a := range m.made {
		n, call := a.at, a.call
		start, end := int(n.Start), int(n.End)
		kept := *n
		if call == n {
			call = &kept
		}
		set := p.Node(tree.Assign, start, end, "=", p.Node(tree.Name, start, start, lastMatch), call)
		switch {
		case call == &kept || n.Op == tree.Binary && n.Text == "=~":
			*n = *set
		case n.Op == tree.Binary:
			*n = *p.Node(tree.Unary, start, end, "!", set)
		default:
			*n = *p.Node(tree.Sequence, start, end, "", set, &kept)
		}
	}
}

// setFirst begins code that runs for a match and reads it with setting what was matched. read is how often that was read
// before the code.
func (p *parser) setFirst(body, call *tree.Node, read int) {
	if call == nil || body.Op != tree.Block || p.scope.matches.read == read {
		return
	}
	start := int(body.Start)
	set := p.Statement(p.Node(tree.Assign, start, start, "=", p.Node(tree.Name, start, start, lastMatch), call))
	body.Kids = append([]*tree.Node{set}, body.Kids...)
}

// chosen returns the call of match that tests of a case stand for, nil if none is a regex.
func (p *parser) chosen(subject *tree.Node, tests []*tree.Node) (call *tree.Node) {
	for _, t := range tests {
		if subject == nil || !isRegex(t) {
			continue
		}
		start, end := int(t.Start), int(t.End)
		one := p.matchCall(start, end, subject, t)
		if call != nil {
			one = p.Node(tree.Conditional, start, end, "", p.Node(tree.Unknown, start, end, ""), call, one)
		}
		call = one
	}
	return call
}
