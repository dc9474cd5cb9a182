package model

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// node is a value of a document.
type node struct {
	kind         nodeKind
	line, column int     // from 1, 0 for those that are not known
	text         string  // of a scalar
	entries      []entry // of a mapping
	items        []*node // of a sequence
}

// entry is a key of a mapping, a scalar, and its value.
type entry struct{ key, value *node }

type nodeKind byte

const (
	otherNode nodeKind = iota // null, an anchor, an alias, ...
	scalar
	mapping
	sequence
	kindsOfNodes = iota
)

// write writes all that a model is made of, so that no two documents with different meanings are written the same.
func (n *node) write(w io.Writer) {
	if n == nil {
		fmt.Fprint(w, "nothing ")
		return
	}
	fmt.Fprintf(w, "%d %d %q %d %d ", n.kind, n.line, n.text, len(n.entries), len(n.items))
	for _, e := range n.entries {
		e.key.write(w)
		e.value.write(w)
	}
	for _, item := range n.items {
		item.write(w)
	}
}

// each returns the items of a sequence, or the node itself.
func (n *node) each() []*node {
	if n.kind == sequence {
		return n.items
	}
	return []*node{n}
}

// nodeOf returns what YAML says.
func nodeOf(n ast.Node) *node {
	var x node
	x.place(n)
	switch n := n.(type) {
	case *ast.StringNode:
		x.kind, x.text = scalar, n.Value
	case *ast.LiteralNode:
		x.kind, x.text = scalar, n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		x.kind, x.text = scalar, n.GetToken().Value
	case *ast.MappingNode:
		x.kind = mapping
		for _, e := range n.Values {
			x.entries = append(x.entries, entryOf(e))
		}
	case *ast.MappingValueNode:
		x.kind, x.entries = mapping, []entry{entryOf(n)}
	case *ast.SequenceNode:
		x.kind = sequence
		for _, item := range n.Values {
			x.items = append(x.items, nodeOf(item))
		}
	}
	return &x
}

func entryOf(n *ast.MappingValueNode) entry {
	key := node{kind: scalar, text: n.Key.GetToken().Value}
	key.place(n)
	return entry{&key, nodeOf(n.Value)}
}

// place notes where a node of YAML stands.
func (n *node) place(of ast.Node) {
	if of == nil {
		return
	}
	if t := of.GetToken(); t != nil && t.Position != nil {
		n.line, n.column = t.Position.Line, t.Position.Column
	}
}

// unpack returns the node of a text that the program carries: how long the shape is, the shape, and the texts of scalars
// and keys, each with a zero behind it. The shape has one number for each node, by how many lines it is further down than
// the one before and its kind, and behind it for mappings and sequences how many entries or items follow. Keys are not in
// it. All numbers are varints. Columns are not known.
func unpack(text []byte) *node {
	size, n := binary.Uvarint(text)
	text = text[n:]
	u := unpacker{shape: text[:size], texts: string(text[size:])}
	return u.node()
}

// unpacker holds what is left of a text, and the line that it is at.
type unpacker struct {
	shape []byte
	texts string
	line  int
}

func (u *unpacker) number() int {
	n, size := binary.Uvarint(u.shape)
	u.shape = u.shape[size:]
	return int(n)
}

func (u *unpacker) text() (text string) {
	text, u.texts, _ = strings.Cut(u.texts, "\x00")
	return text
}

func (u *unpacker) node() *node {
	head := u.number()
	u.line += head / kindsOfNodes
	n := &node{kind: nodeKind(head % kindsOfNodes), line: u.line}
	switch n.kind {
	case scalar:
		n.text = u.text()
	case mapping:
		n.entries = make([]entry, u.number())
		for i := range n.entries {
			key := &node{kind: scalar, line: u.line, text: u.text()}
			n.entries[i] = entry{key, u.node()}
		}
	case sequence:
		n.items = make([]*node, u.number())
		for i := range n.items {
			n.items[i] = u.node()
		}
	}
	return n
}
