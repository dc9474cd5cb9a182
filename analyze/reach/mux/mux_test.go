package mux_test

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/reach/mux"
)

// listed writes routes as tests compare them.
func listed(files ...mux.File) string {
	var out []string
	for _, r := range mux.Read(files) {
		line := fmt.Sprintf("%s %s %s", r.Framework, strings.Join(r.Methods, ","), r.Path)
		for _, in := range r.Inputs {
			line += " " + in.Kind + "." + in.Name
			if in.Max >= 0 {
				line += fmt.Sprintf("=%d", in.Max)
			}
		}
		out = append(out, fmt.Sprintf("%s #%d", line, len(r.Handlers)))
	}
	return strings.Join(out, "\n")
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"net/http", `
import "net/http"
func std() {
	http.HandleFunc("/old/", login)
	m := http.NewServeMux()
	m.Handle("GET example.com/b/{id...}", logging(http.HandlerFunc(list)))
	m.HandleFunc("POST /items/{id}/{$}", login)
	api := http.NewServeMux()
	api.HandleFunc("/ping", func(w http.ResponseWriter, r *http.Request) { r.Cookie("s") })
	m.Handle("/api/", http.StripPrefix("/api", api))
	m.Handle("/made", &page{})
}
type page struct{}
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) { r.FormFile("f") }
func list(w http.ResponseWriter, r *http.Request) { q := r.URL.Query(); q.Get("page"); login(w, r) }
func login(w http.ResponseWriter, r *http.Request) { r.FormValue("user"); r.Header.Get("X-A") }
`, `http  /old/ query.user header.X-A #1
http GET /b/{id...} query.page query.user header.X-A #1
http POST /items/{id}/ body.user header.X-A #1
http  /api/ping cookie.s #1
http  /made file.f #1`},
		{"gin", `
import "github.com/gin-gonic/gin"
type Address struct { Street string ` + "`json:\"street\"`" + ` }
type Order struct {
	Email string ` + "`json:\"email\" binding:\"required,max=40\"`" + `
	Items []struct { SKU string ` + "`json:\"sku\"`" + ` } ` + "`json:\"items\"`" + `
	Tags []string
	Where Address ` + "`json:\"where,omitempty\"`" + `
	secret string
}
const base = "/api"
func app() {
	r := gin.Default()
	v1 := r.Group(base + "/v1", auth())
	{
		v1.GET("/users/:id", func(c *gin.Context) { c.Query("q"); c.Param("id") })
		v1.POST("/orders", create)
	}
	users(v1.Group("/u"))
	r.Handle("PATCH", "/x/*rest", func(c *gin.Context) { c.GetHeader("X-Y") })
}
func users(g *gin.RouterGroup) { g.GET("/list", func(c *gin.Context) { c.DefaultQuery("page", "1") }); more(g) }
func more(g *gin.RouterGroup) { g.DELETE("/:id", remove) }
func create(c *gin.Context) { var o Order; if err := c.ShouldBindJSON(&o); err != nil { return } }
`, `gin GET /api/v1/users/:id query.q path.id #1
gin POST /api/v1/orders body.email=40 body.items.*.sku body.Tags.* body.where.street #1
gin PATCH /x/*rest header.X-Y #1
gin GET /api/v1/u/list query.page #1
gin DELETE /api/v1/u/:id #0`},
		{"echo", `
import "github.com/labstack/echo/v4"
type Filter struct { Sort string ` + "`query:\"sort\" json:\"order\"`" + ` }
func app() {
	e := echo.New()
	g := e.Group("/admin")
	g.GET("/a/:id", h.show)
	e.POST("/b", func(c echo.Context) error { o := new(Filter); c.Bind(o); return nil })
	e.Match([]string{"GET", "POST"}, "/m", h.show)
}
type H struct{}
func (h *H) show(c echo.Context) error { c.QueryParam("sort"); return nil }
`, `echo GET /admin/a/:id query.sort #1
echo POST /b body.order #1
echo GET,POST /m query.sort #1`},
		{"chi", `
import ("net/http"; "github.com/go-chi/chi/v5")
func app() http.Handler {
	r := chi.NewRouter()
	r.Use(mw)
	r.Get("/", index)
	r.Route("/articles", func(r chi.Router) {
		r.With(paginate).Get("/", list)
		r.Route("/{id:[0-9]+}", func(r chi.Router) { r.Get("/", list); r.Put("/", put) })
	})
	r.Mount("/admin", admin())
	r.Group(func(r chi.Router) { r.Post("/login", put) })
	return r
}
func admin() http.Handler { r := chi.NewRouter(); r.Get("/accounts", list); return r }
func list(w http.ResponseWriter, r *http.Request) { chi.URLParam(r, "id"); r.URL.Query().Get("page") }
`, `chi GET / #0
chi GET /articles/ path.id query.page #1
chi GET /articles/{id:[0-9]+}/ path.id query.page #1
chi PUT /articles/{id:[0-9]+}/ #0
chi POST /login #0
chi GET /admin/accounts path.id query.page #1`},
		{"gorilla/mux in a server", `
import ("net/http"; "github.com/gorilla/mux")
type server struct { router *mux.Router }
func newServer() *server { s := &server{router: mux.NewRouter()}; s.routes(); return s }
func (s *server) routes() {
	s.router.HandleFunc("/g/{id}", s.handle()).Methods("GET", "HEAD")
	sub := s.router.PathPrefix("/sub").Subrouter()
	sub.HandleFunc("/x", login).Methods(http.MethodPost)
	sub.Path("/y").Methods("PUT").HandlerFunc(login)
}
func (s *server) handle() http.HandlerFunc { return func(w http.ResponseWriter, r *http.Request) { v := mux.Vars(r); _ = v["id"] } }
func login(w http.ResponseWriter, r *http.Request) { r.PostFormValue("user") }
`, `mux GET,HEAD /g/{id} path.id #1
mux POST /sub/x body.user #1
mux PUT /sub/y body.user #1`},
		{"fiber", `
import "github.com/gofiber/fiber/v2"
func app() {
	a := fiber.New()
	api := a.Group("/api")
	api.Get("/u/:id", func(c *fiber.Ctx) error { c.Params("id"); c.Query("q"); c.Get("X-Y"); return nil })
	a.Route("/r", func(r fiber.Router) { r.Post("/p", func(c *fiber.Ctx) error { return nil }) })
}
`, `fiber GET /api/u/:id path.id query.q header.X-Y #1
fiber POST /r/p #1`},
		{"no routes", `
import "net/http"
func get() { http.Get("http://example.com/"); http.NewRequest("GET", "/", nil) }
`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := listed(mux.File{"a.go", []byte("package a\n" + test.text)}); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestReadAcrossPackages holds that a router which is handed to another package is known there.
func TestReadAcrossPackages(t *testing.T) {
	got := listed(
		mux.File{"api/api.go", []byte("package api\nimport \"github.com/gin-gonic/gin\"\nfunc Register(g *gin.RouterGroup) { g.GET(\"/a\", handle) }\nfunc handle(c *gin.Context) { c.Query(\"q\") }")},
		mux.File{"main.go", []byte("package main\nimport (\"github.com/gin-gonic/gin\"; \"x/api\")\nfunc main() { r := gin.New(); api.Register(r.Group(\"/v1\")); api.Register(r.Group(\"/v2\")) }")},
	)
	if want := "gin GET /v1/a query.q #1\ngin GET /v2/a query.q #1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package a\nimport \"net/http\"\nfunc f() { http.Handle(\"/a\", f()); m := http.NewServeMux(); m.Handle(\"/\", m) }")
	f.Add("package a\nimport \"github.com/go-chi/chi\"\nfunc f(r chi.Router) chi.Router { r.Route(\"/a\", func(r chi.Router) { r.Mount(\"/\", f(r)) }); return f(r) }")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range mux.Read([]mux.File{{"a.go", []byte(text)}}) {
			if !strings.HasPrefix(r.Path, "/") || r.At.End > len(text) {
				t.Errorf("%q: %v", text, r)
			}
		}
	})
}
