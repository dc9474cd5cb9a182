package routes

import "testing"

// TestSamePath compares paths but for the names of their parameters.
func TestSamePath(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"/users/{id}", "/users/{key}", true},
		{"/users/{id}", "/users/{id}.{format}", false},
		{"/users/{id}.{format}", "/users/{pk}.{suffix}", true},
		{"/users.{format}", "/users", false},
		{"/files/v{n}", "/files/v{m}", true},
		{"/files/v{n}", "/files/{m}", false},
		{"/a/{rest...}", "/a/{*}", true},
		{"/a/{", "/a/{", true},
	} {
		if got := samePath(test.a, test.b); got != test.want {
			t.Errorf("SamePath(%q, %q) = %v, want %v", test.a, test.b, got, test.want)
		}
	}
	r := Merge(Route{Method: "GET", Path: "/users.{format}"})[0]
	if got, want := r.Request(r.Guess(0), nil).Path, "/users.json"; got != want {
		t.Errorf("%s: got %q, want %q", r.Path, got, want)
	}
}
