package contexts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/source/literal"
)

// goAside are paths of what serves nobody.
var goAside = lazyregexp.New(`_test\.go$|(^|/)(testdata|tests?|e2e|[a-z]*testing|testutils?|examples?|vendor)/`)

// longestGo bounds the size of a file that is parsed, in bytes: the parser recurses.
const longestGo = 2 << 20

// remote are functions that wait for another program, by package and name.
var remote = map[string]string{
	"net/http": "Get Post PostForm Head", "net": "Dial DialTimeout LookupHost LookupIP LookupAddr LookupCNAME", "time": "Sleep",
}

// remoteMethods are methods that do, by the package that a file has to import, with the names of what they are
// called on.
var remoteMethods = []struct {
	imported string
	methods  map[string]bool
	on       *lazyregexp.Regexp
	types    string // of what they are called on, whatever its name is
}{
	{"net/http", map[string]bool{"Do": true, "Get": true, "Post": true, "PostForm": true, "Head": true}, lazyregexp.New(`(?i)client$`), "Client"},
	{"database/sql", map[string]bool{"Query": true, "QueryRow": true, "Exec": true, "QueryContext": true, "QueryRowContext": true, "ExecContext": true, "Ping": true, "PingContext": true, "Begin": true, "BeginTx": true, "Commit": true},
		lazyregexp.New(`(?i)(^|\.)(db|tx|conn|stmt)$`), "DB Tx Conn Stmt"},
	{"os/exec", map[string]bool{"Run": true, "Output": true, "CombinedOutput": true}, lazyregexp.New(`(?i)cmd$|\.Command\(\)$`), "Cmd"},
}

// goFile is a file in Go.
type goFile struct {
	path    string
	lines   literal.Lines
	imports map[string]string // names by the paths of packages
	file    *token.File
	found   []Place
	// typed are the packages of the types in remoteMethods, by the names of the variables, fields and parameters that are
	// declared with one and with no other type.
	typed map[string]string
	// broken are the locks that are held at each break out of the statements that are gone through.
	broken [][]string
	// own are the mutexes that nobody beside the function has which is gone through, and inherited those of the request
	// in whose handler a function stands.
	own       map[string]bool
	inherited map[*ast.FuncLit]map[string]bool
}

// Go returns the places in a file in Go where a lock is held while another program is waited for, or a handler
// sleeps. A file that does not parse has none.
func Go(path string, text []byte) []Place {
	if goAside.MatchString(path) || len(text) > longestGo {
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	g := &goFile{path: path, lines: literal.NewLines(text), imports: map[string]string{}, file: set.File(file.Pos()), inherited: map[*ast.FuncLit]map[string]bool{}}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		g.imports[p] = p[strings.LastIndexByte(p, '/')+1:]
		if i.Name != nil {
			g.imports[p] = i.Name.Name
		}
	}
	g.types(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			g.function(n.Type, n.Body, nil)
		case *ast.FuncLit:
			g.function(n.Type, n.Body, g.inherited[n])
		}
		return true
	})
	return g.found
}

// types notes what is declared with a type in remoteMethods.
func (g *goFile) types(file *ast.File) {
	g.typed = map[string]string{}
	note := func(names []*ast.Ident, of ast.Expr) {
		if pointer, ok := of.(*ast.StarExpr); ok {
			of = pointer.X
		}
		path := ""
		if s, ok := of.(*ast.SelectorExpr); ok {
			for _, m := range remoteMethods {
				if expression(s.X) == g.imports[m.imported] && strings.Contains(" "+m.types+" ", " "+s.Sel.Name+" ") {
					path = m.imported
				}
			}
		}
		for _, n := range names {
			if before, known := g.typed[n.Name]; known && before != path {
				path = ""
			}
			g.typed[n.Name] = path
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			note(n.Names, n.Type)
		case *ast.ValueSpec:
			if n.Type != nil {
				note(n.Names, n.Type)
			}
		}
		return true
	})
}

// function judges the body of a function, without those of functions inside. It stands in a handler that has the
// given mutexes for each request, nil for none.
func (g *goFile) function(kind *ast.FuncType, body *ast.BlockStmt, ofRequest map[string]bool) {
	if body == nil {
		return
	}
	handler := g.handles(kind)
	var inside []*ast.FuncLit
	g.own, inside = g.local(body)
	for name := range ofRequest {
		g.own[name] = true
	}
	if handler || ofRequest != nil {
		for _, f := range inside {
			g.inherited[f] = g.own
		}
	}
	g.block(body.List, nil, handler)
}

// handles reports whether a function handles requests of net/http.
func (g *goFile) handles(kind *ast.FuncType) bool {
	if g.imports["net/http"] == "" {
		return false
	}
	for _, p := range kind.Params.List {
		if s, ok := p.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "ResponseWriter" && expression(s.X) == g.imports["net/http"] {
			return true
		}
	}
	return false
}

// block goes through statements in their order. held are the locks that are held in front of them. It returns those
// that are held behind them for sure, all where they do not go on there.
func (g *goFile) block(list []ast.Stmt, held []string, handler bool) []string {
	before := held
	held = append([]string(nil), held...)
	for _, s := range list {
		if e, ok := s.(*ast.ExprStmt); ok {
			switch name, on := method(e.X); name {
			case "Lock", "RLock":
				if g.imports["sync"] != "" && !g.own[on] {
					held = append(held, on)
				}
				continue
			case "Unlock", "RUnlock":
				for i := len(held) - 1; i >= 0; i-- {
					if held[i] == on {
						held = append(held[:i], held[i+1:]...)
						break
					}
				}
				continue
			}
		}
		switch s := s.(type) {
		case *ast.ReturnStmt:
			g.statement(s, held, handler)
			return before
		case *ast.BranchStmt:
			switch {
			case s.Tok == token.CONTINUE || s.Tok == token.GOTO:
				return before
			case s.Tok == token.BREAK && s.Label == nil:
				g.broken = append(g.broken, held)
				return before
			}
		}
		held = g.statement(s, held, handler)
	}
	return held
}

// statement judges the calls of a statement, and goes into the blocks in it. It returns the locks that are held behind
// it for sure: those that none of its blocks gives up.
func (g *goFile) statement(s ast.Stmt, held []string, handler bool) []string {
	after := append([]string(nil), held...)
	ends := func(end []string) {
		after = slices.DeleteFunc(after, func(lock string) bool { return !slices.Contains(end, lock) })
	}
	within := func(list []ast.Stmt) { ends(g.block(list, held, handler)) }
	outside := len(g.broken)
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false // not while the lock is held, or for sure not here
		case *ast.BlockStmt:
			within(n.List)
			return false
		case *ast.CaseClause:
			within(n.Body)
			return false
		case *ast.CommClause:
			within(n.Body)
			return false
		case *ast.CallExpr:
			g.call(n, held, handler)
		}
		return true
	})
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		for _, end := range g.broken[outside:] {
			ends(end)
		}
		g.broken = g.broken[:outside]
	}
	return after
}

// call judges a call.
func (g *goFile) call(c *ast.CallExpr, held []string, handler bool) {
	name := g.waits(c)
	x := Place{Name: name, Prove: "snag block pool 'http://127.0.0.1:PORT/PATH'"}
	switch {
	case name == "":
		return
	case len(held) > 0:
		x.Rule, x.Why = RuleLock, name+" is called while "+held[len(held)-1]+" is locked: everybody who needs the lock waits for it."
		x.Instead = "Call it without the lock, and lock to read and to store only; singleflight.Group keeps others from asking the same."
	case handler && name == g.imports["time"]+".Sleep":
		x.Rule, x.Minor = RuleSleep, true
		x.Why = "The handler sleeps: the request keeps its connection and memory, also when its client has gone."
		x.Instead = "Wait in a select with r.Context().Done(), or answer at once and let the client come back."
	default:
		return
	}
	start, end := g.file.Offset(c.Fun.Pos()), g.file.Offset(c.Fun.End())
	x.File, x.Position, x.End = g.path, g.lines.Position(start), end
	g.found = append(g.found, x)
}

// waits returns the name of a function that waits for another program, "" for others.
func (g *goFile) waits(c *ast.CallExpr) string {
	name, on := method(c)
	if name == "" {
		return ""
	}
	for path, names := range remote {
		if on == g.imports[path] && on != "" && strings.Contains(" "+names+" ", " "+name+" ") {
			return on + "." + name
		}
	}
	for _, m := range remoteMethods {
		if g.imports[m.imported] != "" && m.methods[name] && (m.on.MatchString(on) || g.typed[on[strings.LastIndexByte(on, '.')+1:]] == m.imported) {
			return on + "." + name
		}
	}
	return ""
}

// method returns the name of the method or function of a package that a call calls, and on what.
func method(e ast.Expr) (name, on string) {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return "", ""
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	return s.Sel.Name, expression(s.X)
}

// expression is an expression as it is written, as far as it is names, members and calls.
func expression(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return expression(e.X) + "." + e.Sel.Name
	case *ast.CallExpr:
		return expression(e.Fun) + "()"
	case *ast.ParenExpr:
		return expression(e.X)
	case *ast.IndexExpr:
		return expression(e.X)
	}
	return ""
}
