package ruby

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/treetest"
	"snag/probe/snagtest"
)

// TestTrees compares where nodes stand with what Ruby's own parser says, over the folders of SNAG_TREES, or over
// Ruby's library.
func TestTrees(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "ruby")
	out, err := exec.Command("ruby", "-e", "print RbConfig::CONFIG['rubylibdir']").Output()
	if err != nil {
		t.Fatal(err)
	}
	language, _ := extract.ByPath("x.rb")
	treetest.Compare(t, treetest.Parser{
		Command: []string{"ruby", "testdata/tree.rb"}, Roots: treetest.Roots(string(out)), Language: language, Parse: Parse, Places: placesOf,
	})
}

// directives say something about the members of a class, and are mostly no calls in the trees.
var directives = []string{"module_function", "private", "protected", "public", "private_class_method", "include", "prepend", "attr", "attr_reader", "attr_writer", "attr_accessor"}

// madeMatch reports whether a call stands for another expression that matches, or for a variable of what was matched last.
func madeMatch(src []byte, call *tree.Node) bool {
	c := call.Kids[0]
	if c.Op != tree.Member || !strings.HasSuffix(c.Text, "match") {
		return false
	}
	name := bytes.TrimLeft(src[c.Kids[0].End:call.End], "&. \t\r\n:")
	return !bytes.HasPrefix(name, []byte(c.Text))
}

// placesOf returns where the nodes stand that the other parser tells of.
func placesOf(src []byte, f *tree.File) map[string]bool {
	all := map[string]bool{}
	add := func(kind string, start, end int32) { all[fmt.Sprintf("%s %d %d", kind, start, end)] = true }
	w := tree.Walk{Func: func(g *tree.Func) {
		switch {
		case g == f.Body || src[g.Start] == ':' || g.Start == g.End:
		case g.Name != "" && bytes.HasPrefix(src[g.Start:], []byte("def")):
			name := g.Name
			if g.Kind == tree.Setter {
				name += "="
			}
			add("def/"+name, g.Start, g.End)
		case (g.Kind == tree.Arrow || g.Name != "") && (src[g.Start] == '{' || src[g.Start] == '-' || bytes.HasPrefix(src[g.Start:], []byte("do"))):
			add("block", g.End, g.End)
		}
	}, Class: func(c *tree.Class) {
		declared := bytes.HasPrefix(src[c.Start:], []byte("class")) || bytes.HasPrefix(src[c.Start:], []byte("module"))
		switch {
		case c.Name != "" && declared:
			add("class", c.Start, c.End)
		case !declared && (src[c.End-1] == '}' || src[c.End-1] == 'd'): // of Struct.new, with a block
			add("block", c.End, c.End)
		}
	}}
	w.Node = func(n *tree.Node) bool {
		switch n.Op {
		case tree.Call:
			c := n.Kids[0]
			if c.Op == tree.Name || c.Op == tree.Member && c.Text != "" && (c.Text[0] >= 'a' && c.Text[0] <= 'z' || c.Text[0] >= 'A' && c.Text[0] <= 'Z' || c.Text[0] == '_') {
				if !madeMatch(src, n) && c.Text != "`" && c.Text != "alias" && (c.Op == tree.Member || !slices.Contains(directives, c.Text)) {
					add("call/"+c.Text, n.Start, n.Start)
				}
			}
		case tree.Throw:
			if word := src[n.Start:n.End]; bytes.HasPrefix(word, []byte("raise")) {
				add("call/raise", n.Start, n.Start)
			} else {
				add("call/fail", n.Start, n.Start)
			}
		case tree.Name:
			if n.Text == lastMatch && bytes.HasPrefix(src[n.Start:n.End], []byte("Regexp")) {
				add("call/last_match", n.Start, n.Start)
			}
		case tree.Binary:
			if n.Text != ".." && n.Text != "..." && n.Text != "!~" && n.Text != "=~" {
				add("operator/"+n.Text, n.Start, n.Start)
			}
		case tree.Member:
			if strings.HasPrefix(n.Text, "@") && !strings.HasPrefix(n.Text, "@@") && src[n.Start] == '@' {
				add("ivar/"+n.Text, n.Start, n.Start)
			}
		case tree.Loop:
			add("loop", n.Start, n.End)
		case tree.Switch:
			add("case", n.Start, n.End)
		case tree.ForEach:
			add("for", n.Start, n.Start)
		}
		return true
	}
	w.VisitFunc(f.Body)
	return all
}
