package reach

import (
	"strings"
	"testing"
)

// TestGo follows requests to patterns of regexp2 in Go, over the files and packages of a program.
func TestGo(t *testing.T) {
	const head = "import (\n\t\"errors\"\n\t\"encoding/json\"\n\t\"io\"\n\t\"net/http\"\n\t\"strings\"\n\t\"unicode/utf8\"\n\n\t\"github.com/dlclark/regexp2\"\n)\n\nvar re = regexp2.MustCompile(`(a+)+$`, 0)\n\nfunc main() { http.HandleFunc(\"POST /a\", a) }\n"
	for _, test := range []struct{ name, files, want string }{
		{"a query", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) { re.MatchString(r.URL.Query().Get("q")) }
`, "remote url POST /a Request.URL.Query().* 1052672"},
		{"a length that is checked", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if len(q) > 20 {
		http.Error(w, "long", 400)
		return
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 20"},
		{"a length that is checked and lets all go on", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if len(q) > 20 {
		http.Error(w, "long", 400)
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 44040192"},
		{"characters that are counted", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) {
	if q := strings.TrimSpace(r.FormValue("q")); utf8.RuneCountInString(q) <= 30 {
		re.MatchString(q)
	}
}
`, "remote body POST /a Request.FormValue() 30"},
		{"a function that returns an error", "-- a.go --\npackage main\n" + head + `
func short(s string) error {
	if len(s) > 25 {
		return errors.New("too long")
	}
	return nil
}
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if err := short(q); err != nil {
		return
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 25"},
		{"an error that nobody looks at", "-- a.go --\npackage main\n" + head + `
func short(s string) error {
	if len(s) > 25 {
		return errors.New("too long")
	}
	return nil
}
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	_ = short(q)
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 44040192"},
		{"an error that may be none", "-- a.go --\npackage main\n" + head + `
var none error
func short(s string) error {
	if len(s) > 25 {
		return none
	}
	return nil
}
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if err := short(q); err != nil {
		return
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 44040192"},
		{"a value and an error", "-- a.go --\npackage main\n" + head + `
func clean(s string) (string, error) {
	if len(s) > 25 {
		return "", errors.New("too long")
	}
	return strings.ToLower(s)[:10], nil
}
func a(w http.ResponseWriter, r *http.Request) {
	q, err := clean(r.FormValue("q"))
	if err != nil {
		return
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 10"},
		{"results with names", "-- a.go --\npackage main\n" + head + `
func cut(s string) (head, rest string) {
	head, rest = s[:5], s[5:]
	return
}
func a(w http.ResponseWriter, r *http.Request) {
	_, rest := cut(r.FormValue("q"))
	re.MatchString(rest)
}
`, "remote body POST /a Request.FormValue() 44040192"},
		{"JSON that is decoded", "-- a.go --\npackage main\n" + head + `
type order struct {
	Name string ` + "`json:\"name\"`" + `
}
func a(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || len(o.Name) > 40 {
		return
	}
	re.MatchString(o.Name)
}
`, "remote body POST /a Request.Body 40"},
		{"a body that is read", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 512))
	if err != nil {
		return
	}
	re.MatchString(string(b))
}
`, "remote body POST /a Request.Body 512"},
		{"a header in a loop and a switch", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) {
	for _, v := range r.Header.Values("X-Y") {
		switch {
		case len(v) > 16:
			continue
		case v == "":
			return
		}
		re.MatchString(v)
	}
}
`, "remote header POST /a Request.Header.* 16"},
		{"a method of a type in another file", `
-- go.mod --
module example.com/shop
-- main.go --
package main

import "net/http"

func main() {
	s := &server{check: newChecker()}
	http.HandleFunc("/a", s.a)
}
-- server.go --
package main

import "net/http"

type server struct{ check *checker }

func (s *server) a(w http.ResponseWriter, r *http.Request) { s.check.ok(r.FormValue("q")) }
-- checker.go --
package main

import "example.com/shop/internal/text"

type checker struct{ max int }

func newChecker() *checker { return &checker{max: 3} }
-- methods.go --
package main

import "example.com/shop/internal/text"

func (c *checker) ok(s string) bool { return text.Matches(s) }
-- internal/text/doc.go --
// Package text.
package text
-- internal/text/text.go --
package text

func Matches(s string) bool {
	ok, _ := pattern.MatchString(s)
	return ok
}
-- internal/text/pattern.go --
package text

import "github.com/dlclark/regexp2"

var pattern = regexp2.MustCompile("(a+)+$", regexp2.None)
`, "remote body /a Request.FormValue() 44040192"},
		{"an interface", "-- a.go --\npackage main\n" + head + `
type matcher interface{ ok(s string) bool }
type slow struct{}
func (slow) ok(s string) bool { ok, _ := re.MatchString(s); return ok }
type handler struct{ m matcher }
func use(m matcher, s string) bool { return m.ok(s) }
func a(w http.ResponseWriter, r *http.Request) { use(slow{}, r.FormValue("q")) }
`, "remote body POST /a Request.FormValue() 44040192"},
		{"what was matched before", "-- a.go --\npackage main\n" + head + `
var digits = regexp2.MustCompile("^[0-9]{1,12}$", 0)
func a(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	if ok, _ := digits.MatchString(q); !ok {
		return
	}
	re.MatchString(q)
}
`, "remote body POST /a Request.FormValue() 13; remote body POST /a Request.FormValue() 44040192"},
		{"a parameter of gin, and a tag that is checked", `
-- a.go --
package main

import (
	"github.com/dlclark/regexp2"
	"github.com/gin-gonic/gin"
)

type order struct {
	Name string   ` + "`json:\"name\" binding:\"required,max=30\"`" + `
	Kind string   ` + "`json:\"kind\" validate:\"max=30\"`" + `
}

func main() {
	g := gin.Default()
	v := g.Group("/v1")
	v.POST("/orders/:id", func(c *gin.Context) {
		regexp2.MustCompile("(a+)+$", 0).MatchString(c.Param("id"))
		var o order
		if err := c.ShouldBindJSON(&o); err != nil {
			return
		}
		regexp2.MustCompile("(b+)+$", 0).MatchString(o.Name)
		regexp2.MustCompile("(c+)+$", 0).MatchString(o.Kind)
	})
	v.PUT("/orders", func(c *gin.Context) {
		var o order
		_ = c.ShouldBindJSON(&o)
		regexp2.MustCompile("(d+)+$", 0).MatchString(o.Name)
	})
}
`, "remote path POST /v1/orders/:id Context.Param() 1052672; remote body POST /v1/orders/:id Context 30; remote body POST /v1/orders/:id Context -1; remote body PUT /v1/orders Context -1"},
		{"chi with a validator", `
-- a.go --
package main

import (
	"encoding/json"
	"net/http"

	"github.com/dlclark/regexp2"
	"github.com/go-chi/chi/v5"
	"github.com/go-playground/validator/v10"
)

type form struct {
	Name string ` + "`validate:\"oneof=red green\"`" + `
	Tags []string ` + "`validate:\"max=3,dive,max=20\"`" + `
}

func routes() http.Handler {
	validate := validator.New()
	r := chi.NewRouter()
	r.Route("/api", func(r chi.Router) {
		r.Post("/f", func(w http.ResponseWriter, r *http.Request) {
			f := form{}
			json.NewDecoder(r.Body).Decode(&f)
			if err := validate.Struct(f); err != nil {
				return
			}
			regexp2.MustCompile("(a+)+$", 0).MatchString(f.Name)
			regexp2.MustCompile("(b+)+$", 0).MatchString(f.Tags[0])
		})
		r.Get("/{id}", func(w http.ResponseWriter, r *http.Request) {
			regexp2.MustCompile("(c+)+$", 0).MatchString(chi.URLParam(r, "id"))
		})
	})
	return r
}
`, "remote body POST /api/f Request.Body 5; remote body POST /api/f Request.Body -1; remote path GET /api/{id} URLParam() 1052672"},
		{"nobody remote", "-- a.go --\npackage main\n" + head + `
func a(w http.ResponseWriter, r *http.Request) { re.MatchString("constant") }
`, "constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := firstWays(describe(t, "\n"+test.files)); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// firstWays returns the first way to each regex of what describe returns, or its level where there is none.
func firstWays(out string) string {
	var all []string
	done := true
	for _, line := range strings.Split(out, "\n") {
		switch fields := strings.Fields(line); {
		case strings.HasPrefix(line, "not followed"):
		case len(fields) == 2:
			all, done = append(all, fields[1]), false
		case !done:
			way, _, _ := strings.Cut(line, ": ")
			all[len(all)-1], done = way, true
		}
	}
	return strings.Join(all, "; ")
}
