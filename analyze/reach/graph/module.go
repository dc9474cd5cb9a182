package graph

import (
	"strings"

	"snag/analyze/source/tree"
)

func (b *builder) imports(n *tree.Node) {
	m := b.module(n, n.Text)
	for _, k := range n.Kids {
		if k.Op == tree.ImportName && k.Kid(0) == nil && (b.f.Language == tree.Python || b.f.Language == tree.Rust) { // all of its names, which are this module's as well
			b.copy(m, b.f.Exports, Free)
			b.everything = append(b.everything, m)
			for _, v := range b.s.replaced[n] {
				b.mayBe(v, b.load(k, m, v.name))
			}
		}
		if k.Op != tree.ImportName || k.Kid(0) == nil {
			continue
		}
		id := m
		if k.Text != "*" {
			id = b.load(k, m, k.Text)
			if k.Text == "default" {
				id = b.either(k, id, m)
			}
			if b.f.Language == tree.Rust && k.Text != "*" { // an item of the module, or a module below it
				below := b.module(k, n.Text+"::"+k.Text)
				b.f.Nodes[below].Index = Submodule
				id = b.either(k, id, below)
			}
			if b.f.Language == tree.Python { // a member of the module, or a module below it
				below := b.module(k, strings.TrimSuffix(n.Text, ".")+"."+k.Text)
				if strings.Trim(n.Text, ".") == "" {
					b.f.Nodes[below].Name = n.Text + k.Text
				}
				b.f.Nodes[below].Index = Submodule
				id = b.either(k, id, below)
			}
		}
		if v := b.s.uses[k.Kids[0]]; v != nil {
			b.write(v, id)
		}
	}
}

func (b *builder) exports(n *tree.Node) {
	var from ID
	if n.Text != "" {
		from = b.module(n, n.Text)
	}
	for _, k := range n.Kids {
		switch {
		case k == nil:
		case k.Op == tree.ExportName && from != 0:
			switch name := k.Kid(0); {
			case k.Text == "*":
				b.copy(from, b.f.Exports, Free)
			case name == nil || name.Text == "*":
				b.store(from, b.f.Exports, k.Text)
			default:
				b.store(b.load(k, from, name.Text), b.f.Exports, k.Text)
			}
		case k.Op == tree.ExportName:
			id := b.expression(k.Kid(0))
			if v := b.s.uses[k.Kid(0)]; k.Kid(0) != nil && v != nil {
				id = b.variable(v)
			}
			b.store(id, b.f.Exports, k.Text)
		default:
			b.statement(k)
			b.exported(k)
		}
	}
}

// exported stores what an exported declaration declares.
func (b *builder) exported(n *tree.Node) {
	var v *variable
	switch n.Op {
	case tree.Define:
		v = b.s.funcs[n.Func]
	case tree.DefineClass:
		v = b.s.classes[n.Class]
	case tree.Declare:
		for _, k := range n.Kids {
			b.exportTarget(k)
		}
	}
	if v != nil {
		b.store(b.variable(v), b.f.Exports, v.name)
	}
}

func (b *builder) exportTarget(n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		if v := b.s.uses[n]; v != nil {
			b.store(b.variable(v), b.f.Exports, n.Text)
		}
	case tree.Assign, tree.Cast, tree.Spread:
		b.exportTarget(n.Kid(0))
	case tree.Pair:
		b.exportTarget(n.Kid(1))
	default:
		for _, k := range n.Kids {
			b.exportTarget(k)
		}
	}
}
