package reach

import "testing"

// Tests and builds hold what only callers and the machine get to, and nothing of what a request gets to.
func TestInRole(t *testing.T) {
	for _, c := range []struct {
		role     string
		in, want Level
	}{
		{"test", Library, Build},
		{"test", Local, Build},
		{"test", Unknown, Build},
		{"build", Library, Build},
		{"documentation", Library, Build},
		{"development", Local, Build},
		{"test", Constant, Constant},
		{"test", RemotePossible, RemotePossible},
		{"build", Remote, Remote},
		{"ordinary", Library, Library},
		{"browser", Local, Local},
		{"ordinary", Unknown, Unknown},
		{"", Library, Library},
	} {
		r := Result{Role: c.role}
		if got := r.InRole(c.in); got != c.want {
			t.Errorf("%q %s: got %s, want %s", c.role, c.in, got, c.want)
		}
	}
}
