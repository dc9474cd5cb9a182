package classes

import (
	"archive/zip"
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
	"unicode/utf16"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/treetest"
	"snag/analyze/wtf8"
)

// lister lists what it finds in a tree of Java, in the words of testdata/Facts.java.
type lister struct {
	src   []byte
	facts []string
	tried int32 // where the last try began, which may have resources
}

func (l *lister) add(kind string, words ...any) {
	var b strings.Builder
	b.WriteString(kind)
	for _, w := range words {
		fmt.Fprint(&b, " ", w)
	}
	l.facts = append(l.facts, b.String())
}

func (l *lister) nodes(all []*tree.Node) {
	for _, n := range all {
		l.node(n)
	}
}

// begins reports whether the text of a node begins with a word.
func (l *lister) begins(n *tree.Node, word string) bool {
	return bytes.HasPrefix(l.src[n.Start:], []byte(word))
}

func (l *lister) node(n *tree.Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case tree.Call:
		if f := n.Kids[0]; f.Op == tree.Function && f.Func.Body != nil && len(f.Func.Body.Kids) == 1 && f.Func.Body.Kids[0].Op == tree.Switch && l.begins(n, "switch") {
			l.nodes(f.Func.Body.Kids)
			return
		}
		l.add("call", n.Start, n.End, len(n.Kids)-1)
	case tree.New:
		if k := n.Kids[0]; k.Op == tree.Name && k.Text == "Array" || bytes.HasSuffix(l.src[:n.End], []byte("]")) { // of an array
			l.nodes(n.Kids[1:])
			return
		}
		l.add("new", n.Start, n.End, len(n.Kids)-1)
		if c := n.Kids[0].Class; c != nil {
			l.class(c)
		}
		if class := n.Kids[0]; class.Op == tree.Member && class.Start == n.Start {
			l.nodes(class.Kids) // what the inner class belongs to
		}
		l.nodes(n.Kids[1:])
		return
	case tree.Member:
		if behind := bytes.TrimRight(l.src[:n.End], " "); bytes.HasSuffix(behind, []byte(n.Text)) &&
			bytes.HasSuffix(bytes.TrimRight(behind[:len(behind)-len(n.Text)], " \n\t"), []byte("::")) {
			l.add("reference", n.End, n.Text)
			return
		}
		l.add("member", n.Start, n.End, n.Text)
	case tree.Index:
		l.add("index", n.Start, n.End)
	case tree.Conditional:
		l.add("conditional", n.Start, n.End)
	case tree.Assign:
		if n.Text == "=" {
			l.add("assign", n.Start, n.End, "=")
		} else {
			l.add("assign", n.Start, n.End)
		}
	case tree.Binary, tree.Logical:
		if n.Text == "instanceof" {
			l.add("instanceof", n.Start)
			n = n.Kids[0]
			if n.Op == tree.Assign && n.Kids[0].Start > n.Kids[1].Start { // the name that it gives
				n = n.Kids[1]
			}
			l.node(n)
			return
		}
		l.add("binary", n.Start, n.End)
	case tree.Unary:
		if k := n.Kids[0]; n.Text == "-" && k.Op == tree.Number && int(k.Start) == int(n.Start)+1 && (!strings.ContainsAny(k.Text, ".eEfFdD") || strings.HasPrefix(k.Text, "0x")) {
			break // javac knows negative numbers
		}
		l.add("unary", n.Start, n.End)
	case tree.Cast:
		l.add("cast", n.Start, n.End)
		l.node(n.Kids[0])
		return
	case tree.Return:
		if l.begins(n, "return") && (len(n.Kids) == 0 || n.Kids[0].Start != n.Start) {
			l.add("return", n.Start, len(n.Kids))
		}
	case tree.Throw:
		l.add("throw", n.Start)
	case tree.If:
		l.add("if", n.Start, len(n.Kids)-2)
	case tree.Loop:
		l.add("loop", n.Start)
	case tree.ForEach:
		l.add("each", n.Start)
	case tree.Switch:
		l.add("switch", n.Start, len(n.Kids)-1)
	case tree.Case:
		l.nodes(n.Kids[1:])
		l.node(n.Kids[0])
		return
	case tree.Try:
		l.add("try", n.Start, len(n.Kids)-2)
		l.tried = n.Start
	case tree.Catch:
		l.node(n.Kids[1])
		return
	case tree.With:
		if l.begins(n, "try") {
			if n.Kids[0] != nil {
				l.add("set", n.Kids[1].End, n.Kids[0].Text)
			}
			if l.tried != n.Start {
				l.add("try", n.Start, 0)
			}
			l.tried = n.Start
			l.node(n.Kids[1])
			l.node(n.Kids[2])
			return
		}
	case tree.Declare:
		for _, k := range n.Kids {
			if k.Op == tree.Assign {
				l.add("set", k.End, k.Kids[0].Text)
				l.node(k.Kids[1])
			}
		}
		return
	case tree.String:
		if l.src[n.Start] == '"' {
			l.add("string", n.Start, n.End, quote(n.Text))
		}
	case tree.Keyword:
		l.add("assign", n.Start, n.End, "=")
	case tree.Import:
		name := n.Text + "." + n.Kids[0].Text
		l.add("import", n.Start, strings.TrimPrefix(name, "."))
		return
	}
	l.nodes(n.Kids)
	l.function(n.Func)
	l.class(n.Class)
}

// quote writes a text in ASCII.
func quote(text string) string {
	var b []byte
	for _, c := range utf16.Encode(wtf8.Decode(text)) {
		if c > ' ' && c <= '~' {
			b = append(b, byte(c))
		} else {
			b = fmt.Appendf(b, `\u%04x`, c)
		}
	}
	return string(b)
}

// annotations lists what stands in annotations, which are no calls.
func (l *lister) annotations(all []*tree.Node) {
	for _, n := range all {
		if n.Op == tree.Call {
			l.nodes(n.Kids[1:])
		}
	}
}

func (l *lister) class(c *tree.Class) {
	if c == nil {
		return
	}
	l.add("class", c.End, c.Name, len(c.Decorators))
	l.annotations(c.Decorators)
	l.members(c)
}

func (l *lister) members(c *tree.Class) {
	l.node(c.Body)
	for i := range c.Members {
		m := &c.Members[i]
		l.function(m.Func)
		if v := m.Value; v != nil && v.Op == tree.New && v.Start == m.Start && !l.begins(v, "new ") { // the constant of an enumeration
			if v.Kids[0].Class != nil {
				l.add("constant", v.End, m.Name)
				class := *v.Kids[0].Class
				l.members(&class)
			}
			l.nodes(v.Kids[1:])
		} else if v != nil {
			l.add("set", m.End, m.Name)
			l.node(m.Value)
		}
		l.annotations(m.Decorators)
	}
}

func (l *lister) function(f *tree.Func) {
	if f == nil {
		return
	}
	var names strings.Builder
	for i := range f.Params {
		a := &f.Params[i]
		names.WriteString(a.Target.Text + strings.Repeat("@", len(a.Decorators)) + ",")
		l.annotations(a.Decorators)
	}
	name := f.Name
	if f.Kind == tree.Constructor {
		name = ""
	}
	if f.Body.End > f.Body.Start {
		l.add("function", f.End, f.Kind, name, names.String())
	}
	l.annotations(f.Decorators)
	l.node(f.Body)
}

// sources returns the folder that SNAG_JAVA_TREES names, or one with a part of the library that comes with javac.
func sources(t *testing.T, javac string) string {
	if root := os.Getenv("SNAG_JAVA_TREES"); root != "" {
		return root
	}
	home, err := filepath.EvalSymlinks(javac)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(filepath.Dir(home), "../lib/src.zip"))
	if err != nil {
		t.Skipf("SKIPPED: the sources of Java's library are missing: %v", err)
	}
	defer archive.Close()
	root := t.TempDir()
	for _, f := range archive.File {
		if !strings.HasPrefix(f.Name, "java.base/java/util/") || !strings.HasSuffix(f.Name, ".java") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, strings.ReplaceAll(f.Name, "/", "-")), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestTrees compares trees with what javac reads.
func TestTrees(t *testing.T) {
	if os.Getenv("SNAG_LONG") == "" {
		t.Skip("SNAG_LONG is not set")
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("SKIPPED: there is no javac")
	}
	root := sources(t, javac)
	var files []string
	if err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".java") && d.Name() != "module-info.java" {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	classes := t.TempDir()
	if out, err := exec.Command("javac", "-d", classes, "testdata/Facts.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	java := exec.Command("java", "-Xmx1g", "-cp", classes, "Facts")
	java.Stdin = strings.NewReader(strings.Join(files, "\n"))
	java.Stderr = os.Stderr
	out, err := java.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := java.Start(); err != nil {
		t.Fatal(err)
	}
	language, _ := extract.ByPath("a.java")
	agree, differ := map[string]int{}, map[string]int{}
	compared, rejected, skipped, shown := 0, 0, 0, 0
	var path string
	var want map[string]int
	compare := func() {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := Java(src)
		l := lister{src: src}
		l.node(file.Body.Body)
		ranges := treetest.Ranges(file)
		for _, x := range language.Extract(src).Literals {
			if ranges[[2]int32{int32(x.Expr.Start.Offset), int32(x.Expr.End.Offset)}] {
				agree["literal"]++
				continue
			}
			differ["literal"]++
			t.Logf("%s:%d: no node is the literal %s", strings.TrimPrefix(path, root), x.Expr.Start.Line, src[x.Expr.Start.Offset:x.Expr.End.Offset])
		}
		compared++
		skipped += file.Skipped
		got := map[string]int{}
		for _, fact := range l.facts {
			got[fact]++
		}
		for i, side := range [][2]map[string]int{{want, got}, {got, want}} {
			for _, fact := range slices.Sorted(maps.Keys(side[0])) {
				kind, rest, _ := strings.Cut(fact, " ")
				n, m := side[0][fact], side[1][fact]
				if i == 0 {
					agree[kind] += min(n, m)
				}
				if n <= m {
					continue
				}
				differ[kind] += n - m
				if shown++; shown < 100 {
					offset := 0
					fmt.Sscan(rest, &offset)
					t.Logf("%s:%d: %s %.100s: %.60q", strings.TrimPrefix(path, root), 1+bytes.Count(src[:offset], []byte("\n")),
						[]string{"missing", "invented"}[i], fact, src[offset:])
				}
			}
		}
	}
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "file "); ok {
			path, want = name, map[string]int{}
		} else if strings.HasPrefix(line, "rejected ") {
			rejected++
			path = ""
		} else if line != "" {
			want[line]++
		} else if path != "" {
			compare()
			path = ""
		}
	}
	if err := java.Wait(); err != nil {
		t.Fatal(err)
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
