package calls

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/literal"
)

// goFile is a file in Go.
type goFile struct {
	path  string
	set   *token.FileSet
	file  *ast.File
	lines literal.Lines
	http  string // the name of net/http, "" where it is not imported
	text  string
	found []Call
}

// goAside are paths of what serves nobody.
var goAside = lazyregexp.New(`_test\.go$|(^|/)(testdata|tests?|e2e|[a-z]*testing|testutils?|_?examples?)/`)

// longestGo bounds the size of a file that is parsed, in bytes: the parser recurses.
const longestGo = 2 << 20

// packages are the calls of files in Go by their folder.
type packages struct {
	found []Call
	// bound are the folders in which requests get a context: it may end those of a client that another file makes.
	bound map[string]bool
}

// add adds the calls of a file.
func (p *packages) add(name string, text []byte) {
	if p.bound == nil {
		p.bound = map[string]bool{}
	}
	if bytes.Contains(text, []byte("WithContext(")) {
		folder := path.Dir(name)
		p.bound[folder] = true
		if before, _, ok := strings.Cut("/"+folder+"/", "/internal/"); ok {
			p.bound[path.Join(".", strings.TrimPrefix(before, "/"))] = true // whose requests it may make
		}
	}
	p.found = append(p.found, golang(name, text)...)
}

// calls returns what there is to say.
func (p *packages) calls() []Call {
	return slices.DeleteFunc(p.found, func(c Call) bool { return c.Name == "http.Client" && p.bound[path.Dir(c.File)] })
}

// golang returns the calls of a file in Go. The context of a request may have a deadline, so that nothing is said of
// requests with one; a file that does not parse has no calls.
func golang(name string, text []byte) []Call {
	if goAside.MatchString(name) || len(text) > longestGo || !strings.Contains(string(text), `"net/http"`) {
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	g := &goFile{path: name, set: set, file: file, lines: literal.NewLines(text), text: string(text)}
	for _, i := range file.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil && p == "net/http" {
			if g.http = "http"; i.Name != nil {
				g.http = i.Name.Name
			}
		}
	}
	if g.http == "" {
		return nil
	}
	changed := strings.Contains(g.text, g.http+".DefaultClient.Timeout") || regexp.MustCompile(`\bhttp\.DefaultClient\s*=`).MatchString(g.text)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			ast.Inspect(d, func(n ast.Node) bool { g.client(n, nil); return true })
			continue
		}
		g.function(f, changed)
	}
	return g.found
}

// function judges the calls of a function.
func (g *goFile) function(f *ast.FuncDecl, changed bool) {
	context := false // a request is made that has a context
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "NewRequestWithContext" || s.Sel.Name == "WithContext") {
			context = true
		}
		return true
	})
	var loops []ast.Node
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			loops = append(loops, n)
			if n.Init != nil {
				ast.Inspect(n.Init, visit)
			}
			ast.Inspect(n.Body, visit)
			loops = loops[:len(loops)-1]
			return false
		case *ast.RangeStmt: // it goes through things, and not through attempts
			saved := loops
			loops = nil
			ast.Inspect(n.Body, visit)
			loops = saved
			return false
		case *ast.FuncLit:
			saved := loops
			loops = nil
			ast.Inspect(n.Body, visit)
			loops = saved
			return false
		case *ast.CallExpr:
			name := g.sends(n)
			if name == "" {
				return true
			}
			if !changed && !context || strings.HasPrefix(name, "http.") && name != "http.DefaultClient.Do" && !changed {
				g.add(f, n.Fun, Call{Name: name, Rule: RuleTimeout, Why: name + " has no timeout: it waits for ever by default.",
					Instead: "a client with a Timeout, or a request with the context of a deadline"})
			}
			if len(loops) > 0 {
				g.loop(f, n, name, loops[len(loops)-1].(*ast.ForStmt))
			}
		}
		if !context {
			g.client(n, f)
		}
		return true
	}
	ast.Inspect(f.Body, visit)
}

// sends returns the name of a function of net/http that sends by the default client, "" for others.
func (g *goFile) sends(c *ast.CallExpr) string {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	switch s.Sel.Name {
	case "Get", "Post", "Head", "PostForm", "Do":
	default:
		return ""
	}
	switch of := s.X.(type) {
	case *ast.Ident:
		if of.Name == g.http && s.Sel.Name != "Do" {
			return "http." + s.Sel.Name
		}
	case *ast.SelectorExpr:
		if x, ok := of.X.(*ast.Ident); ok && x.Name == g.http && of.Sel.Name == "DefaultClient" {
			return "http.DefaultClient." + s.Sel.Name
		}
	}
	return ""
}

// client judges a client that is written out.
func (g *goFile) client(n ast.Node, f *ast.FuncDecl) {
	c, ok := n.(*ast.CompositeLit)
	if !ok {
		return
	}
	s, ok := c.Type.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Client" {
		return
	}
	if x, ok := s.X.(*ast.Ident); !ok || x.Name != g.http {
		return
	}
	for _, e := range c.Elts {
		if k, ok := e.(*ast.KeyValueExpr); !ok || fmt.Sprint(k.Key) == "Timeout" || fmt.Sprint(k.Key) == "Transport" {
			return // a transport may have its own
		}
	}
	if strings.Contains(g.text, ".Timeout = ") || strings.Contains(g.text, "WithContext(") || strings.Contains(g.text, "WithTimeout(") {
		return
	}
	g.add(f, c.Type, Call{Name: "http.Client", Rule: RuleTimeout, Why: "http.Client has no timeout unless Timeout says one: its requests wait for ever.", Instead: "Timeout: 10 * time.Second"})
}

// loop judges a loop that repeats a request.
func (g *goFile) loop(f *ast.FuncDecl, c *ast.CallExpr, name string, n *ast.ForStmt) {
	waits, random, grows, leaves := false, false, false, 0
	repeats := false
	ast.Inspect(n.Body, func(k ast.Node) bool {
		switch k := k.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			waits = waits || pauses.MatchString(k.Sel.Name) || k.Sel.Name == "After"
			random = random || fmt.Sprint(k.X) == "rand"
		case *ast.UnaryExpr:
			waits = waits || k.Op == token.ARROW
		case *ast.Ident:
			waits = waits || pauses.MatchString(k.Name)
			random = random || strings.Contains(strings.ToLower(k.Name), "jitter")
		case *ast.BinaryExpr:
			grows = grows || k.Op == token.SHL
		case *ast.AssignStmt:
			grows = grows || k.Tok == token.MUL_ASSIGN || k.Tok == token.SHL_ASSIGN
		case *ast.IfStmt:
			if b, ok := k.Cond.(*ast.BinaryExpr); ok && b.Op == token.EQL && fmt.Sprint(b.X) == "err" && fmt.Sprint(b.Y) == "nil" && ends(k.Body) {
				repeats = true
				return false // how it ends with success
			}
			if b, ok := k.Cond.(*ast.BinaryExpr); ok && b.Op == token.NEQ && fmt.Sprint(b.X) == "err" && fmt.Sprint(b.Y) == "nil" && continues(k.Body) {
				repeats = true
			}
		case *ast.ReturnStmt:
			leaves++
		case *ast.BranchStmt:
			if k.Tok == token.BREAK {
				leaves++
			}
		}
		return true
	})
	if !repeats {
		return
	}
	if n.Cond == nil && leaves == 0 {
		g.add(f, c.Fun, Call{Name: name, Rule: RuleLoopUnbounded, Why: name + " is repeated without a bound: while the service is down the loop goes on for ever.", Instead: "a bound on the attempts, or a context with a deadline"})
	}
	if !waits {
		g.add(f, c.Fun, Call{Name: name, Rule: RuleLoopDelay, Why: name + " is repeated without a delay: a service that is down gets the attempts at once.", Instead: "a delay that grows, with jitter"})
	}
	if waits && grows && !random {
		g.add(f, c.Fun, Call{Name: name, Rule: RuleLoopJitter, Why: "The delays before " + name + " is repeated grow without jitter: clients that failed together come back together.", Instead: "a random part of the delay, such as rand.N(delay)"})
	}
	if strings.Contains(name, ".Post") {
		g.add(f, c.Fun, Call{Name: name, Rule: RuleLoopPost, Why: name + " sends a POST again without an idempotency key: what was processed before the answer was lost is processed twice.", Instead: "an Idempotency-Key header, the same for every attempt, if the server knows it"})
	}
}

// ends reports whether a block leaves the loop, continues whether it goes on with the next attempt.
func ends(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK
	}
	return false
}

func continues(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	s, ok := b.List[len(b.List)-1].(*ast.BranchStmt)
	return ok && s.Tok == token.CONTINUE
}

func (g *goFile) add(f *ast.FuncDecl, at ast.Node, x Call) {
	start, end := g.set.Position(at.Pos()).Offset, g.set.Position(at.End()).Offset
	x.File, x.End, x.Position = g.path, end, g.lines.Position(start)
	folder := path.Dir(g.path)
	if folder != "." {
		folder = "./" + folder
	}
	x.Prove = "snag retry client --quick -- go run " + folder + " {url}"
	if f != nil && g.file.Name.Name != "main" {
		x.Prove = "snag retry client --quick -- CMD {url}"
	}
	g.found = append(g.found, x)
}
