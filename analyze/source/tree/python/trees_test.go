package python_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"snag/analyze/source/extract"
	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/python"
	"snag/probe/snagtest"
)

// TestTrees compares trees with those of Python's own parser, over its library and the folders of SNAG_TREES.
func TestTrees(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "python3")
	roots := os.Getenv("SNAG_TREES")
	if roots == "" {
		out, err := exec.Command("python3", "-c", "import os; print(os.path.dirname(os.__file__))").Output()
		if err != nil {
			t.Fatal(err)
		}
		roots = strings.TrimSpace(string(out))
	}
	var files []string
	for _, root := range filepath.SplitList(roots) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == "site-packages" && path != root {
				return filepath.SkipDir
			}
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".py") {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("python3", "testdata/tree.py")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var compared, refused, size, skipped, statements, same, literals, lacking int
	places, missing, extra := map[string]int{}, map[string]int{}, map[string]int{}
	for lines := bufio.NewReaderSize(out, 1<<20); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var want struct {
			File, Error        string
			Statements, Places []string
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(want.File)
		if err != nil {
			t.Fatal(err)
		}
		f := python.Parse(src)
		if want.Error != "" || !utf8.Valid(src) {
			refused++
			continue
		}
		compared++
		size += len(src)
		if skipped += f.Skipped; f.Skipped > 0 {
			t.Logf("%s: skipped %d bytes", want.File, f.Skipped)
		}
		l, l2 := lackingLiterals(t, src, f)
		literals, lacking = literals+l, lacking+l2
		got := placesOf(src, f)
		for _, place := range want.Places {
			kind := kindOf(place)
			if places[kind]++; !got[place] {
				if missing[kind]++; missing[kind] < 5 {
					t.Logf("%s: lacks %s", want.File, place)
				}
			}
			delete(got, place)
		}
		for place := range got {
			kind := kindOf(place)
			if extra[kind]++; extra[kind] < 5 {
				t.Logf("%s: has %s, which is none", want.File, place)
			}
		}
		list := printed(f)
		statements += len(want.Statements)
		for i, w := range want.Statements {
			if i < len(list) && list[i] == w {
				same++
				continue
			}
			g := ""
			if i < len(list) {
				g = list[i]
			}
			t.Logf("%s: statement %d\n got %s\nwant %s", want.File, i, around(g, w), around(w, g))
			if len(list) != len(want.Statements) {
				break
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d not compared; %d of %d statements are the same; %d bytes skipped; %d of %d literals lack a node", compared, refused, same, statements, skipped, lacking, literals)
	for kind, n := range places {
		t.Logf("%s: %d, of which %d lack; %d more", kind, n, missing[kind], extra[kind])
		if 1000*(missing[kind]+extra[kind]) > n {
			t.Errorf("%s: more than one in a thousand differs", kind)
		}
	}
	// Names of characters that are not known and pairs of surrogates, of which tests of the library are full.
	if 500*(statements-same) > statements || lacking > 0 || 100000*skipped > size {
		t.Errorf("%d of %d statements differ, %d of %d bytes were skipped, %d literals lack a node", statements-same, statements, skipped, size, lacking)
	}
}

// kindOf returns of which kind a place is.
func kindOf(place string) string {
	kind, _, _ := strings.Cut(place, " ")
	kind, _, _ = strings.Cut(kind, "/")
	return kind
}

// around returns the part of a text where another one begins to differ from it.
func around(s, other string) string {
	i := 0
	for i < len(s) && i < len(other) && s[i] == other[i] {
		i++
	}
	return s[max(0, i-150):min(len(s), i+150)]
}

// lackingLiterals returns how many patterns the file has, and how many of them no node stands for.
func lackingLiterals(t *testing.T, src []byte, f *tree.File) (all, lacking int) {
	l, _ := extract.ByPath("x.py")
	literals := l.Extract(src).Literals
	if len(literals) == 0 {
		return 0, 0
	}
	have := map[[2]int]bool{}
	tree.Nodes(f, func(n *tree.Node) { have[[2]int{int(n.Start), int(n.End)}] = true })
	for i := range literals {
		if r := literals[i].Expr; !have[[2]int{r.Start.Offset, r.End.Offset}] {
			lacking++
			t.Logf("%q lacks a node", src[r.Start.Offset:r.End.Offset])
		}
	}
	return len(literals), lacking
}

// placesOf returns where the nodes stand that the other parser tells of. Below f-strings it tells of none.
func placesOf(src []byte, f *tree.File) map[string]bool {
	all := map[string]bool{}
	add := func(kind string, start, end int32) { all[fmt.Sprintf("%s %d %d", kind, start, end)] = true }
	written := func(n *tree.Node, word string) bool {
		rest, ok := bytes.CutPrefix(src[n.Start:], []byte(word))
		return ok && (len(rest) == 0 || scan.ByteClass[rest[0]]&scan.ByteName == 0)
	}
	made := map[*tree.Func]bool{f.Body: true} // of comprehensions
	var w tree.Walk
	w.Node = func(n *tree.Node) bool {
		switch n.Op {
		case tree.Call:
			if m := n.Kids[0]; m.Op == tree.Member && m.End == m.Kids[0].End {
				made[n.Kids[1].Func] = true
				w.Visit(m.Kids[0])
				w.Visit(n.Kids[1])
				return false
			}
			add(fmt.Sprintf("call/%d", len(n.Kids)-1), n.Start, n.End)
		case tree.Member:
			add("member", n.Start, n.End)
		case tree.String:
			add("string", n.Start, n.End)
		case tree.Template:
			add("template", n.Start, n.End)
			return false
		case tree.Index, tree.Slice:
			add("index", n.Start, n.End)
		case tree.Return:
			if written(n, "return") {
				add("return", n.Start, n.End)
			}
		case tree.If:
			if written(n, "if") || written(n, "elif") {
				add("if", n.Start, n.End)
			}
		}
		return true
	}
	w.Func = func(f *tree.Func) {
		if !made[f] {
			add(fmt.Sprintf("function/%d", len(f.Params)), f.Start, f.End)
		}
	}
	w.Class = func(c *tree.Class) { add("class", c.Start, c.End) }
	w.VisitFunc(f.Body)
	return all
}

// printed returns the statements of a file as they are printed, with checksums in place of texts and without
// what the other parser does not keep.
func printed(f *tree.File) (all []string) {
	sum := func(s string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(s))) }
	done := map[*tree.Node]bool{}
	numbers := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op == tree.Number {
			n.Text = "" // the other parser does not say where it stands
		}
		return true
	}}
	tree.Nodes(f, func(n *tree.Node) {
		if done[n] {
			return
		}
		done[n] = true
		switch n.Op {
		case tree.Template:
			var kids []*tree.Node
			for _, k := range n.Kids {
				last := len(kids) - 1
				if k.Op == tree.String && last >= 0 && kids[last].Op == tree.String {
					kids[last].Text += k.Text
					continue
				}
				kids = append(kids, k)
			}
			n.Kids = kids
			numbers.Visit(n)
		case tree.Pair:
			if n.Kids[0] == nil {
				n.Text = sum(n.Text)
			}
		}
	})
	clear(done)
	tree.Nodes(f, func(n *tree.Node) {
		if n.Op == tree.String && !done[n] {
			done[n] = true
			n.Text = sum(n.Text)
		}
	})
	for _, s := range f.Body.Body.Kids {
		text := tree.Print(&tree.Func{Body: s})
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(text, "(plain "), ")"))
	}
	return all
}
