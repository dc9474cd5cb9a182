package block

import (
	"testing"

	"snag/analyze/reach"
	"snag/cmd/regex"
)

// TestWayOfSuspect holds that an element of a list is named within it.
func TestWayOfSuspect(t *testing.T) {
	for _, test := range []struct{ input, name, want string }{
		{"req.body.rows.*.label", "body.rows", "rows.*.label"},
		{"req.body.user.phone", "body.user.phone", "user.phone"},
		{"params", "body.contact.phone", "contact.phone"},
		{"req.body", "body", ""},
	} {
		s, ok := suspectOf(regex.Suspect{Level: reach.Remote, Ways: []reach.Way{{Level: reach.Remote, Kind: "body", Input: test.input, Name: test.name}}})
		if !ok || len(s.Ways) != 1 || s.Ways[0].Name != test.want {
			t.Errorf("%s, named %s: got %+v, want %q", test.input, test.name, s.Ways, test.want)
		}
	}
}
