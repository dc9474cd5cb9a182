package kotlin

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/analyze/source/scan"
	"snag/analyze/source/tree"
)

// lister lists what it finds in a tree of Kotlin, in the words of testdata/Facts.java.
type lister struct {
	src   []byte
	facts map[string]bool
}

func (l *lister) add(words ...any) {
	l.facts[strings.TrimSuffix(fmt.Sprintln(words...), "\n")] = true
}

// begins reports whether a word begins the text of a node.
func (l *lister) begins(n *tree.Node, word string) bool {
	rest, ok := bytes.CutPrefix(l.src[n.Start:], []byte(word))
	return ok && (len(rest) == 0 || scan.ByteClass[rest[0]]&scan.ByteName == 0)
}

// named adds a name that ends at an offset, unless it stands for what was read there.
func (l *lister) named(start, end int32) {
	name := strings.Trim(string(l.src[start:end]), "`")
	if _, ok := scoped[name]; ok || name == "with" || name == "this" || name == "super" {
		return
	}
	if name != "" && scan.NameEnd([]byte(name), 0) == len(name) {
		l.add("name", end, name)
	}
}

func (l *lister) nodes(all []*tree.Node) {
	for _, n := range all {
		l.node(n)
	}
}

func (l *lister) node(n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Name:
		l.named(n.Start, n.End)
	case tree.Member:
		start := n.End - int32(len(n.Text))
		if n.End > n.Start && l.src[n.End-1] == '`' {
			start -= 2
		}
		if in := n.Start == n.Kids[0].Start && n.End == n.Kids[0].End; start >= n.Start && n.Text != "class" && !in {
			l.named(start, n.End)
		}
	case tree.Call, tree.New:
		l.call(n)
	case tree.Return:
		if l.begins(n, "return") && (len(n.Kids) == 0 || n.Kids[0].Start > n.Start) {
			l.add("return", n.Start, len(n.Kids))
		}
	case tree.Throw:
		l.add("throw", n.Start)
	case tree.If, tree.Conditional:
		if l.begins(n, "if") {
			l.add("if", n.Start)
		}
	case tree.ForEach:
		l.add("each", n.Start)
	case tree.Loop:
		l.add("loop", n.Start)
	case tree.Try:
		l.add("try", n.Start, len(n.Kids)-2)
	case tree.Catch:
		l.node(n.Kids[1])
		return
	case tree.Declare:
		for _, k := range n.Kids {
			if k.Op == tree.Assign {
				l.node(k.Kids[1])
			}
		}
		return
	case tree.Assign:
		if t := n.Kids[0]; t.Op == tree.Member && t.Kids[0].Op == tree.This && t.Kids[0].End == t.Start {
			if v := n.Kids[1]; v.Start != t.Start { // a property that is no parameter
				l.node(v)
			}
			return
		}
	case tree.Cast:
		l.node(n.Kids[0])
		return
	case tree.Binary:
		if n.Text == "instanceof" {
			l.node(n.Kids[0])
			return
		}
	case tree.Import:
		return
	}
	l.nodes(n.Kids)
	l.function(n.Func)
	l.class(n.Class)
}

func (l *lister) call(n *tree.Node) {
	callee, args := n.Kids[0], len(n.Kids)-1
	switch {
	case callee.Op == tree.Function || callee.Op == tree.ClassValue: // made for what cannot stand ahead, or an object
		return
	case callee.Op == tree.Member && callee.Text == "contains" && callee.Start == callee.Kids[0].Start && callee.End == callee.Kids[0].End: // in
		return
	case callee.Op == tree.Name && args > 0 && n.Kids[1].Start < callee.Start: // of an extension
		args--
	}
	l.add("call", n.End, args)
}

func (l *lister) class(c *tree.Class) {
	if c == nil {
		return
	}
	l.add("class", c.End, c.Name)
	l.members(c)
}

func (l *lister) members(c *tree.Class) {
	l.node(c.Body)
	for i := range c.Members {
		m := &c.Members[i]
		if v := m.Value; v != nil && v.Op == tree.New && v.Start == m.Start { // the constant of an enumeration
			if v.Kids[0].Class != nil {
				l.members(v.Kids[0].Class)
			}
			l.nodes(v.Kids[1:])
			continue
		}
		l.function(m.Func)
		l.node(m.Value)
	}
}

func (l *lister) function(f *tree.Func) {
	if f == nil {
		return
	}
	var names strings.Builder
	for i := range f.Params {
		a := &f.Params[i]
		switch t := a.Target; {
		case t.Op == tree.Array:
			names.WriteString("(),")
		case t.End > t.Start && t.Text != "this":
			names.WriteString(strings.Trim(string(l.src[t.Start:t.End]), "`") + ",")
		}
		l.node(a.Default)
	}
	if f.Kind != tree.Constructor {
		l.add("function", f.End, f.Name, names.String())
	} else if names.Len() > 0 {
		l.add("parameters", names.String())
	}
	l.node(f.Body)
}

// TestTrees compares trees with what the parser of Kotlin's compiler reads: SNAG_KOTLIN names a folder with the
// compiler's archives, SNAG_TREES one with files.
func TestTrees(t *testing.T) {
	compiler, root := os.Getenv("SNAG_KOTLIN"), os.Getenv("SNAG_TREES")
	if compiler == "" || root == "" {
		t.Skip("SNAG_KOTLIN and SNAG_TREES are not set")
	}
	path := filepath.Join(compiler, "*")
	classes := t.TempDir()
	if out, err := exec.Command("javac", "-cp", path, "-d", classes, "testdata/Facts.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	var files []string
	if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".kt") {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	java := exec.Command("java", "-Xmx1500m", "-cp", classes+string(filepath.ListSeparator)+path, "Facts")
	java.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := java.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := java.Start(); err != nil {
		t.Fatal(err)
	}
	compare(t, out)
	if err := java.Wait(); err != nil {
		t.Fatal(err)
	}
}

// compare fails where more than one in a thousand of the facts that another parser lists differ.
func compare(t *testing.T, in io.Reader) {
	agree, differ := map[string]int{}, map[string]int{}
	compared, rejected, skipped, shown := 0, 0, 0, 0
	var path string
	want := map[string]bool{}
	var perhaps []string // names that stand for what a lambda is called on
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		line = strings.TrimSuffix(line, "\n")
		switch kind, rest, _ := strings.Cut(line, " "); kind {
		case "file":
			path, want = rest, map[string]bool{}
			continue
		case "rejected":
			rejected++
			continue
		case "":
		case "subject":
			perhaps = append(perhaps, "name "+rest)
			continue
		default:
			want[line] = true
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := Parse(src)
		l := lister{src: src, facts: map[string]bool{}}
		l.node(file.Body.Body)
		compared++
		if skipped += file.Skipped; file.Skipped > 0 {
			t.Logf("%s: %d bytes skipped", path, file.Skipped)
		}
		for _, fact := range perhaps {
			delete(l.facts, fact)
			delete(want, fact)
		}
		perhaps = nil
		for i, side := range [][2]map[string]bool{{want, l.facts}, {l.facts, want}} {
			for _, fact := range slices.Sorted(maps.Keys(side[0])) {
				kind, rest, _ := strings.Cut(fact, " ")
				if side[1][fact] {
					agree[kind] += 1 - i
					continue
				}
				differ[kind]++
				if shown++; shown < 60 {
					offset := 0
					fmt.Sscan(rest, &offset)
					t.Logf("%s:%d: %s %.100s: %.60q", path, 1+bytes.Count(src[:offset], []byte("\n")), []string{"missing", "invented"}[i], fact, src[max(0, offset-30):offset])
				}
			}
		}
	}
	total, wrong := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(agree)) {
		t.Logf("%-12s %8d agree %6d differ", kind, agree[kind], differ[kind])
		total += agree[kind]
		wrong += differ[kind]
	}
	t.Logf("%d files: %d facts agree, %d do not; %d bytes skipped; %d files were rejected", compared, total, wrong, skipped, rejected)
	if total == 0 || wrong*1000 > total {
		t.Errorf("%d of %d facts differ, want at most one in a thousand", wrong, total+wrong)
	}
}
