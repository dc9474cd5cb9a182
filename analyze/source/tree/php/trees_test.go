package php

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"testing"

	"snag/analyze/source/extract"
	"snag/analyze/source/scripting"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/treetest"
	"snag/probe/snagtest"
)

// TestTrees compares where nodes stand with what the parser of nikic says, over the folders of SNAG_TREES, or
// over that parser itself.
func TestTrees(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "php")
	parser := os.Getenv("SNAG_PHP_PARSER")
	if parser == "" {
		parser = "/usr/share/php"
	}
	if _, err := os.Stat(parser + "/PhpParser/autoload.php"); err != nil {
		snagtest.Skip(t, "no parser of PHP in %s (php-parser of Debian)", parser)
	}
	language, _ := extract.ByPath("x.php")
	treetest.Compare(t, treetest.Parser{
		Command: []string{"php", "testdata/tree.php", parser}, Roots: treetest.Roots(parser + "/PhpParser"), Language: language, Parse: Parse, Places: placesOf,
	})
}

// commands are calls that the other parser has names of their own for.
var commands = []string{"echo", "print", "include", "include_once", "require", "require_once", "isset", "empty", "unset", "eval"}

// placesOf returns where the nodes stand that the other parser tells of.
func placesOf(src []byte, f *tree.File) map[string]bool {
	all := map[string]bool{}
	add := func(kind string, n *tree.Node) { all[fmt.Sprintf("%s %d %d", kind, n.Start, n.End)] = true }
	words := func(n *tree.Node, list ...string) bool {
		for _, w := range list {
			if s := src[n.Start:]; len(s) >= len(w) && bytes.EqualFold(s[:len(w)], []byte(w)) {
				return true
			}
		}
		return false
	}
	addEnd := func(kind string, at int32) { all[fmt.Sprintf("%s %d %d", kind, at, at)] = true }
	other := map[*tree.Node]bool{} // what is written in another way than it stands in the tree
	skip := func(list ...*tree.Node) {
		for _, n := range list {
			other[n] = true
		}
	}
	w := tree.Walk{Func: func(g *tree.Func) {
		skip(g.Decorators...)
		for _, a := range g.Params {
			skip(a.Decorators...)
		}
		if g != f.Body {
			addEnd(fmt.Sprintf("function/%d", len(g.Params)), g.End)
		}
	}, Class: func(c *tree.Class) {
		skip(c.Decorators...)
		for _, m := range c.Members {
			skip(m.Decorators...)
		}
		addEnd(fmt.Sprintf("class/%d/%d", len(c.Members), len(c.Bases)), c.End)
	}}
	w.Node = func(n *tree.Node) bool {
		if other[n] {
			return true
		}
		switch n.Op {
		case tree.Declare:
			skip(n.Kids...)
		case tree.Call:
			c := n.Kids[0]
			if c.Op == tree.Member && src[c.End-1] != ')' && src[c.End] != ')' {
				skip(c) // a method
			}
			if c.Op == tree.Name && slices.Contains(commands, lower(c.Text)) || src[n.Start] == '`' {
				break
			}
			add(fmt.Sprintf("call/%d", len(n.Kids)-1), n)
		case tree.New:
			add(fmt.Sprintf("new/%d", len(n.Kids)-1), n)
		case tree.Member:
			add("member/"+n.Text, n)
		case tree.Index:
			if src[n.End-1] == ']' {
				add("index", n)
			}
		case tree.Assign:
			add("assign", n)
		case tree.Conditional:
			if !words(n, "match") {
				add("conditional", n)
			}
		case tree.Logical:
			add("logical/"+n.Text, n)
		case tree.Binary:
			add("binary/"+n.Text, n)
		case tree.Unary:
			if n.Text == "!" && src[n.Start] == '!' {
				add("not", n)
			}
		case tree.Array, tree.Object:
			add(fmt.Sprintf("array/%d", len(n.Kids)), n)
		case tree.String:
			s := scripting.NewPHPString(src, int(n.Start), int(n.End))
			if text, _ := s.Text(s.Start, s.End); text == n.Text || src[n.Start-1] == '[' { // no piece of a template
				addEnd(fmt.Sprintf("string/%08x", crc32.ChecksumIEEE([]byte(n.Text))), n.Start)
			}
		case tree.Pair:
			if n.Kids[0] == nil {
				addEnd(fmt.Sprintf("string/%08x", crc32.ChecksumIEEE([]byte(n.Text))), n.Start)
			}
		case tree.Return:
			if words(n, "return") {
				add("return", n)
			}
		case tree.ForEach:
			if target := n.Kids[0]; target.Op == tree.Array && !words(target, "[", "array", "list") {
				skip(target)
			}
			add("for-each", n)
		case tree.Switch:
			add(fmt.Sprintf("switch/%d", len(n.Kids)-1), n)
		case tree.Try:
			add(fmt.Sprintf("try/%d", len(n.Kids)-2), n)
		case tree.If:
			if words(n, "if") {
				add("if", n)
			}
		}
		return true
	}
	w.VisitFunc(f.Body)
	return all
}
