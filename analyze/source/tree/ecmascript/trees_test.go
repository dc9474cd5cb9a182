package ecmascript_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/treetest"
	"snag/analyze/wtf8"
)

// lister lists what it finds in a tree, in the words of testdata/facts.mjs.
type lister struct {
	src   []byte
	facts []string
}

func (l *lister) add(kind string, words ...any) {
	var b strings.Builder
	b.WriteString(kind)
	for _, w := range words {
		fmt.Fprint(&b, " ", w)
	}
	l.facts = append(l.facts, b.String())
}

// quote writes a text in ASCII.
func quote(text string) string {
	b := []byte{'"'}
	for _, c := range wtf8.Decode(text) {
		switch {
		case c >= ' ' && c <= '~' && c != '"' && c != '\\':
			b = append(b, byte(c))
		case c > 0xFFFF:
			high, low := utf16.EncodeRune(c)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, c)
		}
	}
	return string(append(b, '"'))
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
	first, last := byte(0), byte(0)
	if n.End > n.Start {
		first, last = l.src[n.Start], l.src[n.End-1]
	}
	if calls := n.Kid(1); n.Op == tree.Block && first == 'n' && calls != nil && len(n.Kids) == 2 && n.Kids[0].Op == tree.Declare && calls.Op == tree.Expression {
		for _, s := range calls.Kids[0].Kids[0].Func.Body.Kids { // a namespace
			if s.Op != tree.Expression || s.Kids[0].Op != tree.Assign || s.Kids[0].Start != s.Kids[0].Kids[1].Start {
				l.node(s)
			}
		}
		return
	}
	switch n.Op {
	case tree.Block:
		if e := n.Kid(1); first == 'e' && e != nil && e.Op == tree.Export && e.Start == n.Start {
			l.node(n.Kids[0]) // a namespace that is exported
			return
		}
	case tree.Cast:
		l.node(n.Kids[0])
		return
	case tree.Call:
		if texts := n.Kid(1); last == '`' && texts != nil && texts.Op == tree.Array && l.src[texts.Start] == '`' && texts.End == n.End {
			l.add("tagged", n.Start, n.End, len(n.Kids)-2)
			l.node(n.Kids[0])
			l.nodes(n.Kids[2:])
			return
		}
		l.add("call", n.Start, n.End, len(n.Kids)-1)
	case tree.New:
		l.add("new", n.Start, n.End, len(n.Kids)-1)
	case tree.Template:
		l.add("template", n.Start, n.End)
		for _, k := range n.Kids {
			if k.Op != tree.String || l.src[k.Start] != '}' && string(l.src[k.End-2:k.End]) != "${" {
				l.node(k)
			}
		}
		return
	case tree.Member:
		if on := n.Kids[0]; on.Op != tree.Name || on.Text != "import" && on.Text != "new" {
			l.add("member", n.Start, n.End, n.Text)
		}
	case tree.Index:
		l.add("index", n.Start, n.End)
	case tree.Conditional:
		l.add("conditional", n.Start, n.End)
	case tree.Sequence:
		l.add("sequence", n.Start, n.End)
	case tree.Assign:
		l.add("assign", n.Start, n.End, n.Text)
	case tree.Binary, tree.Logical:
		l.add("binary", n.Start, n.End, n.Text)
	case tree.Return:
		if first == 'r' && bytes.HasPrefix(l.src[n.Start:], []byte("return")) && n.Kid(0) == nil || n.Kid(0) != nil && n.Kid(0).Start != n.Start {
			l.add("return", n.Start, len(n.Kids))
		}
	case tree.Throw:
		l.add("throw", n.Start)
	case tree.If:
		l.add("if", n.Start, len(n.Kids)-2)
	case tree.Loop:
		if n.Kids[1].Op != tree.Block || n.Kids[1].End > n.Kids[1].Start {
			l.add("loop", n.Kids[1].Start)
		}
	case tree.ForEach:
		l.add("each", n.Start, n.End, strings.TrimPrefix(n.Text, "async")) // which the other parser says elsewhere
	case tree.Switch:
		l.add("switch", n.Start, n.End, len(n.Kids)-1)
	case tree.Try:
		finally := 0
		if n.Kids[1] != nil {
			finally = 1
		}
		l.add("try", n.Start, n.End, len(n.Kids)-2, finally)
	case tree.Regex:
		l.add("regex", n.Start, n.End)
	case tree.Object:
		l.add("object", n.Start, n.End, len(n.Kids))
	case tree.Array:
		l.add("array", n.Start, n.End, len(n.Kids))
	case tree.String:
		if first == '"' || first == '\'' || first == '`' {
			l.add("string", n.Start, n.End, quote(n.Text))
		}
	case tree.Element:
		l.element(n)
		return
	case tree.Import, tree.Export:
		l.module(n)
		if n.Op == tree.Import {
			return
		}
	case tree.ExportName:
		if k := n.Kid(0); k != nil && k.Op == tree.String {
			l.add("string", k.Start, k.End, quote(k.Text))
			return
		}
	}
	l.nodes(n.Kids)
	l.function(n.Func)
	l.class(n.Class)
}

func (l *lister) module(n *tree.Node) {
	var names []string
	for _, k := range n.Kids {
		switch k.Op {
		case tree.ImportName:
			names = append(names, k.Text+":"+k.Kids[0].Text)
		case tree.ExportName:
			names = append(names, k.Text)
		}
	}
	switch {
	case n.Op == tree.Import:
		l.add("import", n.Start, quote(n.Text), strings.Join(names, ","))
	case len(n.Kids) == 0 || n.Kids[0].Op == tree.ExportName && !bytes.HasPrefix(l.src[n.Start:], []byte("export default")):
		l.add("export", n.Start, quote(n.Text), strings.Join(names, ","))
	}
}

func (l *lister) element(n *tree.Node) {
	attributes := 0
	for _, k := range n.Kids {
		switch {
		case k.Op == tree.Pair:
			attributes++
			if v := k.Kids[1]; v.Op != tree.String || bytes.HasSuffix(bytes.TrimSpace(l.src[:v.Start]), []byte("{")) {
				l.node(v)
			}
		case k.Op == tree.Spread:
			attributes++
			l.node(k)
		default:
			if k.Op != tree.String || bytes.HasSuffix(bytes.TrimSpace(l.src[:k.Start]), []byte("{")) {
				l.node(k)
			}
		}
	}
	l.add("element", n.Start, n.End, n.Text, attributes)
}

func (l *lister) class(c *tree.Class) {
	if c == nil || c.Interface {
		return
	}
	l.add("class", c.End, quote(c.Name), len(c.Members), len(c.Decorators))
	l.nodes(c.Bases)
	l.nodes(c.Decorators)
	l.node(c.Body)
	for i := range c.Members {
		m := &c.Members[i]
		if l.function(m.Func); m.Func == nil {
			values := 0
			if m.Value != nil {
				values = 1
			}
			l.add("field", m.End, quote(m.Name), values, len(m.Decorators))
		}
		l.node(m.Value)
		l.nodes(m.Decorators)
	}
}

func (l *lister) function(f *tree.Func) {
	if f == nil {
		return
	}
	var names []string
	for i := range f.Params {
		a := &f.Params[i]
		name := a.Target.Text
		switch a.Target.Op {
		case tree.Object:
			name = "{"
		case tree.Array:
			name = "["
		}
		if a.Rest {
			name = "..." + name
		}
		if a.Default != nil {
			name += "="
		}
		names = append(names, name+strings.Repeat("@", len(a.Decorators)))
		if a.Type != nil && a.Type.Op == tree.Name {
			l.add("type", a.Target.End, a.Type.Text)
		}
		l.node(a.Default)
		l.nodes(a.Decorators)
		if a.Target.Op != tree.Name {
			l.node(a.Target)
		}
	}
	name := f.Name
	if f.Kind == tree.Constructor {
		name = ""
	}
	l.add("function", f.End, f.Kind, quote(name), strings.Join(names, ","))
	if f.Result != nil && f.Result.Op == tree.Name {
		l.add("result", f.End, f.Result.Text)
	}
	l.nodes(f.Decorators)
	l.node(f.Body)
}

// typescript returns the folder in whose node_modules the package of that name is.
func typescript(t *testing.T) string {
	for _, at := range []string{os.Getenv("SNAG_JS_TREES"), "../../../../testdata/parsers"} {
		if _, err := os.Stat(filepath.Join(at, "node_modules/typescript/package.json")); at != "" && err == nil {
			return at
		}
	}
	t.Skip("SKIPPED: typescript from npm is not installed")
	return ""
}

// TestTrees compares trees with what the parser of TypeScript reads.
func TestTrees(t *testing.T) {
	if os.Getenv("SNAG_LONG") == "" {
		t.Skip("SNAG_LONG is not set")
	}
	at := typescript(t)
	root := filepath.Join(at, os.Getenv("SNAG_JS_LIMIT"))
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		l, ok := extract.ByPath(path)
		if ok && slices.Contains([]string{"JavaScript", "TypeScript", "TSX"}, l.Name) && !strings.HasSuffix(path, ".d"+filepath.Ext(path)) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "--max-old-space-size=4096", "--stack-size=4000", "testdata/facts.mjs", at)
	node.Stdin = strings.NewReader(strings.Join(files, "\n"))
	node.Stderr = os.Stderr
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	agree, differ := map[string]int{}, map[string]int{}
	compared, rejected, read, skipped, shown := 0, 0, 0, 0, 0
	var spent time.Duration
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var row struct {
			File, Message string
			Facts         []string
			Errors        int
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(row.File)
		if err != nil {
			t.Fatal(err)
		}
		if row.Errors > 0 || !utf8.Valid(src) {
			rejected++
			continue
		}
		compared++
		read += len(src)
		language, _ := extract.ByPath(row.File)
		started := time.Now()
		file := ecmascript.Parse(src, language)
		spent += time.Since(started)
		skipped += file.Skipped
		l := lister{src: src}
		l.node(file.Body.Body)
		ranges := treetest.Ranges(file)
		for _, x := range language.Extract(src).Literals {
			if !ranges[[2]int32{int32(x.Expr.Start.Offset), int32(x.Expr.End.Offset)}] {
				differ["literal"]++
				t.Logf("%s:%d: no node is the literal %s", strings.TrimPrefix(row.File, at), x.Expr.Start.Line, src[x.Expr.Start.Offset:x.Expr.End.Offset])
			} else {
				agree["literal"]++
			}
		}
		want := map[string]int{}
		for _, fact := range row.Facts {
			want[fact]++
		}
		got := map[string]int{}
		for _, fact := range l.facts {
			got[fact]++
		}
		for _, side := range []struct {
			what  string
			a, b  map[string]int
			count bool
		}{{"missing", want, got, true}, {"invented", got, want, false}} {
			for _, fact := range slices.Sorted(maps.Keys(side.a)) {
				kind, rest, _ := strings.Cut(fact, " ")
				n, m := side.a[fact], side.b[fact]
				if side.count {
					agree[kind] += min(n, m)
				} else if kind == "type" || kind == "result" {
					continue // types without a name of their own
				}
				if n > m {
					differ[kind] += n - m
					if shown++; shown < 200 {
						offset := 0
						fmt.Sscan(rest, &offset)
						line := 1 + bytes.Count(src[:offset], []byte("\n"))
						t.Logf("%s:%d: %s %.100s: %.60q", strings.TrimPrefix(row.File, at), line, side.what, fact, src[offset:])
					}
				}
			}
		}
	}
	if err := node.Wait(); err != nil {
		t.Fatal(err)
	}
	total, wrong := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(agree)) {
		t.Logf("%-12s %8d agree %6d differ", kind, agree[kind], differ[kind])
		total += agree[kind]
		wrong += differ[kind]
	}
	t.Logf("%d files, %.1f MB at %.1f MB/s: %d facts agree, %d do not; %d bytes skipped; %d files were rejected", compared, float64(read)/1e6,
		float64(read)/1e6/spent.Seconds(), total, wrong, skipped, rejected)
	if total == 0 || wrong*1000 > total {
		t.Errorf("%d of %d facts differ, want at most one in a thousand", wrong, total+wrong)
	}
}
