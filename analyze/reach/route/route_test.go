package route_test

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/reach/route"
)

func TestNormal(t *testing.T) {
	for _, test := range []struct{ in, want, params string }{
		{"", "/", ""},
		{"/users/:id", "/users/{id}", "id"},
		{"/users/:id?", "/users/{id?}", "id"},
		{`/users/:id(\d+)/x`, "/users/{id}/x", "id"},
		{"/files/*", "/files/{*...}", ""},
		{"/pull/?*", "/pull/{*...}", ""},
		{"/pull/?", "/pull", ""},
		{"/files/*path", "/files/{path...}", "path"},
		{"/files/:path*", "/files/{path...?}", "path"},
		{"/:a-:b.:c/", "/{a}-{b}.{c}", "a b c"},
		{"/-/all(/since)?", "/-/all/since", ""},
		{"/r/(@:scope/)?:package/:version?", "/r/@{scope?}/{package}/{version?}", "scope package version"},
		{"/users{/:id}", "/users/{id?}", "id"},
		{"/items/{item_id}", "/items/{item_id}", "item_id"},
		{"/files/{path:path}", "/files/{path...}", "path"},
		{`/x/{id:\d{3}}/y`, "/x/{id}/y", "id"},
		{`/x/{slug<[a-z]{1,5}>?x}`, "/x/{slug?}", "slug"},
		{`/x/{id<\d+>}`, "/x/{id}", "id"},
		{"/x/{*rest}", "/x/{rest...}", "rest"},
		{"/x/{rest*}", "/x/{rest...}", "rest"},
		{"/x/{id?}", "/x/{id?}", "id"},
		{"/x/{id=1}", "/x/{id?}", "id"},
		{"/s/<name>", "/s/{name}", "name"},
		{"/s/<int:id>/<path:rest>", "/s/{id}/{rest...}", "id rest"},
		{"/s/<string(length=2):lang>", "/s/{lang}", "lang"},
		{"/s/<name:str>", "/s/{str}", "str"},
		{"/blog/[slug]", "/blog/{slug}", "slug"},
		{"/blog/[...slug]", "/blog/{slug...}", "slug"},
		{"/blog/[[...slug]]", "/blog/{slug...?}", "slug"},
		{"…/x", "/{…}/x", "…"},
		{"//a//b/", "/a/b", ""},
	} {
		got, params := route.Normal(test.in, false)
		if got != test.want || strings.Join(params, " ") != test.params {
			t.Errorf("%q: %q %q, want %q %q", test.in, got, params, test.want, test.params)
		}
	}
}

func TestNormalOfRegexes(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`^articles/(?P<year>[0-9]{4})/$`, "/articles/{year}"},
		{`^(?P<path>.*)$`, "/{path...}"},
		{`^a/?$`, "/a"},
		{`/x/(\d+)`, "/x/{*}"},
		{`/^\/public\/(.+)$/i`, "/public/{*...}"},
		{`x/(?:page-(?P<n>\d+)/)?`, "/x/page-{n}"},
	} {
		if got, _ := route.Normal(test.in, true); got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		in    string
		regex bool
		want  string
	}{
		{`/a/:id(\d{1,8})/:name`, false, `map[id:\d{1,8}]`},
		{`/a/<int:id>/<slug:name>/<path:rest>`, false, `map[id:\d+]`},
		{`/a/<id:int>/<name:[a-z]{3}>/<rest:path>`, false, `map[id:\d+ name:[a-z]{3}]`},
		{`/a/{id:int}/{name:regex}/{year<\d{4}>}/{n:[0-9]+}`, false, `map[id:\d+ n:[0-9]+ year:\d{4}]`},
		{`^a/(?P<n>\d{1,8})/(\d+)$`, true, `map[n:\d{1,8}]`},
		{`/a/<any(x, y-z):n>`, false, `map[n:(?:x|y-z)]`},
		{`/a/<any("x,y"):n>`, false, `map[]`},
		{`/a/<string(length=4):n>/<string(minlength=2, maxlength=40):m>`, false, `map[m:[^/]{0,40} n:[^/]{4}]`},
		{`/a/<string(minlength=40):n>/<string(maxlength=MOST):m>/<own(maxlength=4):o>`, false, `map[]`},
		{"/{a:maxlength(8)}", false, "map[a:.{0,8}]"},
		{"/{a:length(12)}/{b:length(3, 9)?}", false, "map[a:.{12} b:.{3,9}]"},
		{"/{a:alpha:maxlength(8)}", false, "map[a:.{0,8}]"},
		{"/{a:minlength(2):maxlength(8)}", false, "map[a:.{0,8}]"},
		{"/{a:maxlength(n)}/{b:alpha}/{c:minlength(2)}", false, "map[]"},
		{`/{a:regex(^\d{{1,6}}$)}`, false, `map[a:\d{1,6}\n?]`},
		{`/{a:regex(^[[a-z]]{{2}}$)}`, false, `map[a:[a-z]{2}\n?]`},
		{`/{a:regex(^a$|b+)}/{b:regex(\d{{1,6}})}`, false, `map[a:.* b:.*]`},
		{"/{a: [0-9]{1,5}}/{b:(?:x|y){1,5}}", false, "map[a:[0-9]{1,5} b:(?:x|y){1,5}]"},
	} {
		if got := fmt.Sprint(route.Patterns(test.in, test.regex)); got != test.want {
			t.Errorf("%q: %s, want %s", test.in, got, test.want)
		}
	}
}

func FuzzNormal(f *testing.F) {
	for _, seed := range []string{"/a/:b", "/{a:\\d}", "/<a:b>", "[[...a]]", "(?P<a>.*)", "/^a(/i"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, regex bool) {
		got, _ := route.Normal(text, regex)
		if !strings.HasPrefix(got, "/") || strings.Contains(got, "//") {
			t.Errorf("%q: %q", text, got)
		}
	})
}
