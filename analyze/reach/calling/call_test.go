package calling

import (
	"slices"
	"testing"
)

// TestOwnNames takes a method of which the program mixes up the members for the one of its name.
func TestOwnNames(t *testing.T) {
	for _, test := range []struct {
		method      string
		names, want []string
	}{
		{"fetch", []string{"db().run", "db().fetch", "db().close", "db()"}, []string{"db().fetch", "db()"}},
		{"fetch", []string{"db().run", "other.fetch", "db().close", "db().open"}, []string{"db().run", "other.fetch", "db().close", "db().open"}},
		{"read", []string{"fs.read", "fs.readSync"}, []string{"fs.read", "fs.readSync"}},
		{"", []string{"fs.read", "fs.readSync", "fs.open"}, []string{"fs.read", "fs.readSync", "fs.open"}},
	} {
		if got := ownNames(slices.Clone(test.names), test.method); !slices.Equal(got, test.want) {
			t.Errorf("%s of %q: got %q, want %q", test.method, test.names, got, test.want)
		}
	}
}
