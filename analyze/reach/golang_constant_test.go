package reach

import (
	"strings"
	"testing"
)

// TestGoIsNotConstant takes what a request sends along ways by which Go hands values on, some of them hard to follow: of none
// may be said that only constants get to the pattern.
func TestGoIsNotConstant(t *testing.T) {
	const head = "-- a.go --\npackage main\n\nimport (\n\t\"bufio\"\n\t\"bytes\"\n\t\"context\"\n\t\"fmt\"\n\t\"net/http\"\n\t\"strings\"\n\t\"sync\"\n\n\t\"github.com/dlclark/regexp2\"\n)\n\nvar re = regexp2.MustCompile(`(a+)+$`, 0)\n\nfunc main() { http.HandleFunc(\"/a\", a) }\n"
	for _, test := range []struct{ name, code, want string }{
		{"a variable of another file", `
func a(w http.ResponseWriter, r *http.Request) { set(r); re.MatchString(word) }
var word = "x"
-- b.go --
package main
import "net/http"
func set(r *http.Request) { word = r.FormValue("q") }
`, "remote"},
		{"a variable that is set from another package", `
func a(w http.ResponseWriter, r *http.Request) { re.MatchString(Word) }
var Word = "x"
-- go.mod --
module example.com/m
-- b/b.go --
package b
import (
	"net/http"
	m "example.com/m"
)
func Set(r *http.Request) { m.Word = r.FormValue("q") }
`, "remote"},
		{"a pointer to a variable", `
func a(w http.ResponseWriter, r *http.Request) { q := "x"; p := &q; *p = r.FormValue("q"); re.MatchString(q) }
`, "not constant"},
		{"a function that fills what it is handed", `
func fill(to *string, r *http.Request) { *to = r.FormValue("q") }
func a(w http.ResponseWriter, r *http.Request) { q := "x"; fill(&q, r); re.MatchString(q) }
`, "remote"},
		{"a type of its own", `
type phone string
func (p phone) ok() bool { ok, _ := re.MatchString(string(p)); return ok }
func a(w http.ResponseWriter, r *http.Request) { phone(r.FormValue("q")).ok() }
`, "remote"},
		{"a conversion", `
type phone string
func a(w http.ResponseWriter, r *http.Request) { p := phone(r.FormValue("q")); re.MatchString(string(p)) }
`, "remote"},
		{"a map that is made", `
func a(w http.ResponseWriter, r *http.Request) { m := make(map[string]string); for k := range r.Form { m[k] = r.FormValue(k) }; re.MatchString(m["q"]) }
`, "remote"},
		{"a map without a value", `
var seen map[string]string
func a(w http.ResponseWriter, r *http.Request) { seen[r.Host] = r.FormValue("q"); re.MatchString(seen["q"]) }
`, "remote"},
		{"a list", `
func a(w http.ResponseWriter, r *http.Request) { var all []string; all = append(all, "x", r.FormValue("q")); for _, s := range all { re.MatchString(s) } }
`, "remote"},
		{"a builder", `
func a(w http.ResponseWriter, r *http.Request) { var b strings.Builder; b.WriteString("x"); b.WriteString(r.FormValue("q")); re.MatchString(b.String()) }
`, "remote"},
		{"a buffer", `
func a(w http.ResponseWriter, r *http.Request) { b := &bytes.Buffer{}; fmt.Fprintf(b, "%s", r.FormValue("q")); re.MatchString(b.String()) }
`, "remote"},
		{"a scanner", `
func a(w http.ResponseWriter, r *http.Request) { s := bufio.NewScanner(r.Body); for s.Scan() { re.MatchString(s.Text()) } }
`, "remote"},
		{"what is scanned", `
func a(w http.ResponseWriter, r *http.Request) { q := "x"; fmt.Sscanf(r.FormValue("q"), "%s", &q); re.MatchString(q) }
`, "not constant"},
		{"bytes that are copied", `
func a(w http.ResponseWriter, r *http.Request) { b := make([]byte, 100); copy(b, r.FormValue("q")); re.MatchString(string(b)) }
`, "not constant"},
		{"a body that is read", `
func a(w http.ResponseWriter, r *http.Request) { b := make([]byte, 100); n, _ := r.Body.Read(b); re.MatchString(string(b[:n])) }
`, "not constant"},
		{"a channel", `
func a(w http.ResponseWriter, r *http.Request) { c := make(chan string, 1); c <- r.FormValue("q"); re.MatchString(<-c) }
`, "remote"},
		{"a closure", `
func a(w http.ResponseWriter, r *http.Request) { q := "x"; func() { q = r.FormValue("q") }(); re.MatchString(q) }
`, "remote"},
		{"a deferred closure", `
func a(w http.ResponseWriter, r *http.Request) { q := "x"; defer func() { re.MatchString(q) }(); q = r.FormValue("q") }
`, "remote"},
		{"a context", `
func a(w http.ResponseWriter, r *http.Request) { ctx := context.WithValue(r.Context(), "k", r.FormValue("q")); q, _ := ctx.Value("k").(string); re.MatchString(q) }
`, "not constant"},
		{"a map of package sync", `
var m sync.Map
func a(w http.ResponseWriter, r *http.Request) { m.Store("k", r.FormValue("q")); q, _ := m.Load("k"); re.MatchString(q.(string)) }
`, "remote"},
		{"a type switch", `
func use(v any) { switch x := v.(type) { case string: re.MatchString(x) } }
func a(w http.ResponseWriter, r *http.Request) { use(r.FormValue("q")) }
`, "remote"},
		{"a method value", `
type t struct{ q string }
func (x t) run() { re.MatchString(x.q) }
func a(w http.ResponseWriter, r *http.Request) { x := t{r.FormValue("q")}; f := x.run; f() }
`, "remote"},
		{"an embedded struct", `
type base struct{ q string }
func (b *base) run() { re.MatchString(b.q) }
type t struct{ base }
func a(w http.ResponseWriter, r *http.Request) { x := &t{}; x.q = r.FormValue("q"); x.run() }
`, "remote"},
		{"a struct in a list that is written out", `
func a(w http.ResponseWriter, r *http.Request) { for _, one := range []struct{ k, v string }{{"a", "x"}, {"b", r.FormValue("q")}} { re.MatchString(one.v) } }
`, "remote"},
		{"a swap", `
func a(w http.ResponseWriter, r *http.Request) { x, y := "x", r.FormValue("q"); x, y = y, x; _ = y; re.MatchString(x) }
`, "remote"},
		{"a jump back", `
func a(w http.ResponseWriter, r *http.Request) { q, n := "x", 0
again:
	re.MatchString(q)
	q = r.FormValue("q")
	if n++; n < 2 { goto again }
}
`, "not constant"},
		{"a jump over a check", `
func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue("q")
	if q[0] == 'x' { goto end }
	if len(q) > 20 { return }
end:
	re.MatchString(q)
}
`, "not bounded"},
		{"a limit that another file sets", `
var most = 20
func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue("q"); if len(q) > most { return }; re.MatchString(q) }
-- b.go --
package main
func init() { most = 100000 }
`, "not bounded"},
		{"a limit of another file that a flag sets", `
func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue("q"); if len(q) > most { return }; re.MatchString(q) }
-- b.go --
package main
import "flag"
var most = 20
func init() { flag.IntVar(&most, "most", 20, "") }
`, "not bounded"},
		{"a variable that changes behind its check", `
func a(w http.ResponseWriter, r *http.Request) { word = r.FormValue("q"); if len(word) > 20 { return }; more(); re.MatchString(word) }
-- b.go --
package main
var word string
func more() { word += word }
`, "not bounded"},
		{"a struct that changes behind its check by a pointer", `
type t struct{ q string }
func check(x *t) error { if len(x.q) > 20 { return fmt.Errorf("long") }; return nil }
func a(w http.ResponseWriter, r *http.Request) {
	x := t{q: r.FormValue("q")}
	p := &x
	if err := check(&x); err != nil { return }
	p.q += p.q
	re.MatchString(x.q)
}
`, "not bounded"},
		{"an error of something else", `
func check(s string) error { if len(s) > 20 { return fmt.Errorf("long") }; return nil }
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	err := check(q)
	err = check("x")
	if err != nil { return }
	re.MatchString(q)
}
`, "not bounded"},
		{"what is read again behind its check", `
func check(s string) error { if len(s) > 20 { return fmt.Errorf("long") }; return nil }
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	for {
		if err := check(q); err != nil { return }
		q = r.FormValue("p")
		re.MatchString(q)
	}
}
`, "not bounded"},
		{"a check whose error is looked at later", `
func check(s string) error { if len(s) > 20 { return fmt.Errorf("long") }; return nil }
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	err := check(q)
	q = r.FormValue("p")
	if err != nil { return }
	re.MatchString(q)
}
`, "not bounded"},
		{"an error type that is nil", `
type bad struct{}
func (*bad) Error() string { return "" }
func check(s string) *bad { if len(s) > 20 { return (*bad)(nil) }; return nil }
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if err := check(q); err != nil { return }
	re.MatchString(q)
}
`, "not bounded"},
		{"a function in a table", `
var table = map[string]func(string){"m": func(s string) { re.MatchString(s) }}
func a(w http.ResponseWriter, r *http.Request) { table[r.Host](r.FormValue("q")) }
`, "remote"},
		{"an array", `
func a(w http.ResponseWriter, r *http.Request) { var q [2]string; q[1] = r.FormValue("q"); re.MatchString(q[1]) }
`, "remote"},
		{"a constructor with options", `
type t struct{ q string }
type option func(*t)
func with(q string) option { return func(x *t) { x.q = q } }
func made(all ...option) *t { x := &t{q: "x"}; for _, o := range all { o(x) }; return x }
func a(w http.ResponseWriter, r *http.Request) { re.MatchString(made(with(r.FormValue("q"))).q) }
`, "remote"},
		{"generic functions", `
func first[T any](all []T) T { return all[0] }
func a(w http.ResponseWriter, r *http.Request) { re.MatchString(first[string]([]string{r.FormValue("q")})) }
`, "remote"},
		{"a check that panics where that is recovered from", `
func check(s string) { defer func() { recover() }(); if len(s) > 20 { panic("long") } }
func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue("q"); check(q); re.MatchString(q) }
`, "not bounded"},
		{"a check that a function recovers from by name", `
func caught() { _ = recover() }
func check(s string) (ok bool) { defer caught(); if len(s) > 20 { panic("long") }; return true }
func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue("q"); check(q); re.MatchString(q) }
`, "not bounded"},
		{"nothing but constants", `
const word = "x"
func a(w http.ResponseWriter, r *http.Request) { for _, s := range []string{"a", word} { re.MatchString(s) } }
`, "constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, "\n"+head+test.code)
			got := firstWays(out)
			is, ok := "", false
			switch is = strings.Fields(got + " -")[0]; test.want {
			case "not constant":
				ok = is != "constant"
			case "not bounded":
				ok = !strings.HasSuffix(got, " 20")
			default:
				ok = is == test.want
			}
			if !ok {
				t.Errorf("got %s, want %s:\n%s", got, test.want, out)
			}
		})
	}
}

// TestGoPanics bounds by checks that panic, also beside deferred calls that only close something.
func TestGoPanics(t *testing.T) {
	const head = "-- a.go --\npackage main\n\nimport (\n\t\"net/http\"\n\t\"sync\"\n\n\t\"github.com/dlclark/regexp2\"\n)\n\nvar re = regexp2.MustCompile(`(a+)+$`, 0)\nvar mu sync.Mutex\n\nfunc main() { http.HandleFunc(\"/a\", a) }\n" +
		"func a(w http.ResponseWriter, r *http.Request) { q := r.FormValue(\"q\"); check(q); re.MatchString(q) }\n"
	for _, code := range []string{
		`func check(s string) { if len(s) > 20 { panic("long") } }`,
		`func check(s string) { mu.Lock(); defer mu.Unlock(); if len(s) > 20 { panic("long") } }`,
		`func check(s string) { defer func() { println("done") }(); if len(s) > 20 { panic("long") } }`,
	} {
		if out := describe(t, "\n"+head+code+"\n"); !strings.Contains(out, " 20: ") {
			t.Errorf("%s: got %s, want at most 20", code, out)
		}
	}
}
