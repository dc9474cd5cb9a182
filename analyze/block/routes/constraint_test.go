package routes

import "testing"

func TestConstrained(t *testing.T) {
	for _, test := range []struct{ written, name, want string }{
		{`/archive/:year(\d{4})`, "year", "1111"},
		{`/files/:kind(png|jpg)/:id`, "kind", "png"},
		{`/users/{id:\d{3}}`, "id", "111"},
		{`/users/{id:int}`, "id", "1"},
		{`/users/<int:code>`, "code", "1"},
		{`/users/<uuid:code>`, "code", "3fa85f64-5717-4562-b3fc-2c963f66afa6"},
		{`^users/(?P<code>[A-Z]{2}-\d+)/$`, "code", "AA-1"},
		{`/tags/:tag(?:[a-z]+)`, "tag", "snag"},
		{`/odd/:a((`, "a", "snag"},
		{`/look/:a((?=x)y)`, "a", "snag"},
	} {
		r := Route{Method: "GET", Path: "/x/{" + test.name + "}"}
		r.Constrained(test.written)
		merged := Merge(r)[0]
		if got := plain(merged.Guess(0)["path."+test.name]); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.written, test.name, got, test.want)
		}
	}
}
