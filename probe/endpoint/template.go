package endpoint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template/parse"
)

// template is a Go template over the functions of requests. It takes texts, pipelines, variables, if, with and
// range over a number, which is the language but for data, since there is none. The standard library's own
// evaluation looks methods up by name, for which the linker would keep every exported method of the program.
type template struct{ root *parse.ListNode }

// newTemplate parses a template and refuses what it could not execute.
func newTemplate(name, text string) (*template, error) {
	known := map[string]any{}
	for f := range functions {
		known[f] = true
	}
	trees, err := parse.Parse(name, text, "", "", known)
	if err != nil {
		return nil, err
	}
	t := &template{root: &parse.ListNode{}}
	if tree := trees[name]; tree != nil && tree.Root != nil {
		t.root = tree.Root
	}
	if len(trees) > 1 {
		return nil, errors.New("{{define}} has no meaning here")
	}
	for node := range t.nodes {
		switch node := node.(type) {
		case *parse.FieldNode, *parse.ChainNode:
			return nil, fmt.Errorf("%.40q: there are no fields", node.String())
		case *parse.VariableNode:
			if len(node.Ident) > 1 {
				return nil, fmt.Errorf("%.40q: there are no fields", node.String())
			}
		case *parse.TemplateNode:
			return nil, errors.New("{{template}} has no meaning here")
		}
	}
	return t, nil
}

// nodes yields the nodes of a template, each before what is in it.
func (t *template) nodes(yield func(parse.Node) bool) { _ = visitNodes(t.root, yield) }

func visitNodes(node parse.Node, yield func(parse.Node) bool) bool {
	if !yield(node) {
		return false
	}
	branch := func(b *parse.BranchNode) bool {
		return visitNodes(b.Pipe, yield) && visitNodes(b.List, yield) && (b.ElseList == nil || visitNodes(b.ElseList, yield))
	}
	switch node := node.(type) {
	case *parse.ListNode:
		return !slices.ContainsFunc(node.Nodes, func(n parse.Node) bool { return !visitNodes(n, yield) })
	case *parse.ActionNode:
		return visitNodes(node.Pipe, yield)
	case *parse.PipeNode:
		return !slices.ContainsFunc(node.Cmds, func(n *parse.CommandNode) bool { return !visitNodes(n, yield) })
	case *parse.CommandNode:
		return !slices.ContainsFunc(node.Args, func(n parse.Node) bool { return !visitNodes(n, yield) })
	case *parse.IfNode:
		return branch(&node.BranchNode)
	case *parse.WithNode:
		return branch(&node.BranchNode)
	case *parse.RangeNode:
		return branch(&node.BranchNode)
	}
	return true
}

// calls reports whether a template calls one of the functions.
func (t *template) calls(names ...string) bool {
	for node := range t.nodes {
		if f, ok := node.(*parse.IdentifierNode); ok && slices.Contains(names, f.Ident) {
			return true
		}
	}
	return false
}

// maxSteps bounds the nodes that one execution of a template goes through: a template may hold a loop.
const maxSteps = 4 << 20

// maxWork bounds the text that the functions of one execution take and make, in requests of the greatest size: a loop
// can double a text, or make one again and again.
const maxWork = 8

// execution is one request's use of a template.
type execution struct {
	out    strings.Builder
	left   int // bytes that may still be written
	steps  int
	worked int // bytes of text that functions took and made
	vars   []variable
	values // what the functions answer
}

type variable struct {
	name  string
	value any
}

// execute returns the text of a template, of room bytes at most.
func (t *template) execute(v values) (string, error) {
	x := &execution{left: v.room, values: v}
	err := x.list(t.root, nil)
	return x.out.String(), err
}

// The ends of a round of a range.
var errBreak, errContinue = errors.New("{{break}} outside of {{range}}"), errors.New("{{continue}} outside of {{range}}")

func (x *execution) list(l *parse.ListNode, dot any) error {
	if l == nil {
		return nil
	}
	defer func(n int) { x.vars = x.vars[:n] }(len(x.vars))
	for _, node := range l.Nodes {
		if err := x.node(node, dot); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) node(node parse.Node, dot any) error {
	if x.steps++; x.steps > maxSteps {
		return errTooLarge
	}
	switch node := node.(type) {
	case *parse.TextNode:
		return x.write(string(node.Text))
	case *parse.ActionNode:
		v, err := x.pipe(node.Pipe, dot)
		if err != nil || len(node.Pipe.Decl) > 0 {
			return err
		}
		return x.write(fmt.Sprint(v))
	case *parse.IfNode:
		return x.branch(&node.BranchNode, dot, false)
	case *parse.WithNode:
		return x.branch(&node.BranchNode, dot, true)
	case *parse.RangeNode:
		return x.loop(&node.BranchNode, dot)
	case *parse.BreakNode:
		return errBreak
	case *parse.ContinueNode:
		return errContinue
	}
	return nil // a comment
}

func (x *execution) write(text string) error {
	if x.left -= len(text); x.left < 0 {
		return errTooLarge
	}
	x.out.WriteString(text)
	return nil
}

// branch is if, or with, which hands its value on as the dot.
func (x *execution) branch(b *parse.BranchNode, dot any, hands bool) error {
	defer func(n int) { x.vars = x.vars[:n] }(len(x.vars))
	v, err := x.pipe(b.Pipe, dot)
	if err != nil {
		return err
	}
	if !isTrue(v) {
		return x.list(b.ElseList, dot)
	}
	if hands {
		dot = v
	}
	return x.list(b.List, dot)
}

func (x *execution) loop(b *parse.BranchNode, dot any) error {
	defer func(n int) { x.vars = x.vars[:n] }(len(x.vars))
	v, err := x.pipe(b.Pipe, dot)
	if err != nil {
		return err
	}
	times, ok := v.(int)
	if !ok || len(b.Pipe.Decl) > 1 {
		return errors.New("{{range}} goes over a number, with one variable at most")
	}
	if times <= 0 {
		return x.list(b.ElseList, dot)
	}
	for i := range times {
		if len(b.Pipe.Decl) == 1 {
			x.variable(b.Pipe.Decl[0].Ident[0]).value = i
		}
		err := x.list(b.List, i)
		if errors.Is(err, errBreak) {
			break
		}
		if x.steps++; err != nil && !errors.Is(err, errContinue) {
			return err
		}
		if x.steps > maxSteps {
			return errTooLarge
		}
	}
	return nil
}

// pipe evaluates commands, each with the value of the one before as its last argument, and sets the variables of
// the pipeline.
func (x *execution) pipe(p *parse.PipeNode, dot any) (v any, err error) {
	for i, c := range p.Cmds {
		if v, err = x.command(c, dot, v, i > 0); err != nil {
			return nil, err
		}
	}
	for _, d := range p.Decl {
		if p.IsAssign {
			x.variable(d.Ident[0]).value = v
		} else {
			x.vars = append(x.vars, variable{d.Ident[0], v})
		}
	}
	return v, nil
}

// variable returns the innermost variable of a name; the parser knows that there is one, but for $.
func (x *execution) variable(name string) *variable {
	for i := len(x.vars) - 1; i >= 0; i-- {
		if x.vars[i].name == name {
			return &x.vars[i]
		}
	}
	return &variable{name: name}
}

func (x *execution) command(c *parse.CommandNode, dot, last any, piped bool) (any, error) {
	f, ok := c.Args[0].(*parse.IdentifierNode)
	if !ok {
		if len(c.Args) > 1 || piped {
			return nil, fmt.Errorf("%.40q is not a function", c.Args[0].String())
		}
		return x.value(c.Args[0], dot)
	}
	var args []any
	for _, a := range c.Args[1:] {
		v, err := x.value(a, dot)
		if err != nil {
			return nil, err
		}
		if f.Ident == "and" && !isTrue(v) || f.Ident == "or" && isTrue(v) {
			return v, nil // what follows is not evaluated
		}
		args = append(args, v)
	}
	if piped {
		args = append(args, last)
	}
	return x.call(f.Ident, args)
}

// value evaluates an operand.
func (x *execution) value(node parse.Node, dot any) (any, error) {
	if x.steps++; x.steps > maxSteps {
		return nil, errTooLarge
	}
	switch node := node.(type) {
	case *parse.IdentifierNode:
		return x.call(node.Ident, nil)
	case *parse.PipeNode:
		return x.pipe(node, dot)
	case *parse.VariableNode:
		return x.variable(node.Ident[0]).value, nil
	case *parse.StringNode:
		return node.Text, nil
	case *parse.BoolNode:
		return node.True, nil
	case *parse.NumberNode:
		switch {
		case node.IsInt:
			return int(node.Int64), nil
		case node.IsFloat:
			return node.Float64, nil
		}
	case *parse.DotNode:
		return dot, nil
	}
	return nil, fmt.Errorf("%.40q is not a value", node.String())
}

// isTrue reports whether a value is not the zero one.
func isTrue(v any) bool {
	return v != nil && v != 0 && v != 0.0 && v != "" && v != false
}

// compare orders two values, of one type each.
func compare(a, b any) (int, error) {
	switch a := a.(type) {
	case int:
		if b, ok := b.(int); ok {
			return cmp.Compare(a, b), nil
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b), nil
		}
	case float64:
		if b, ok := b.(float64); ok {
			return cmp.Compare(a, b), nil
		}
	}
	return 0, errors.New("only two numbers or two texts are compared")
}
