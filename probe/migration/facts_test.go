package migration

import (
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	r := run{before: map[string]relation{"1": {table: "users"}, "2": {table: "users", index: "users_email"}, "3": {table: `app."Orders"`}, "4": {table: `app."Orders"`, index: `app."ByDay"`}}}
	for text, want := range map[string][]string{
		"CREATE INDEX CONCURRENTLY i ON Users (email)":      {"users"},
		`create index concurrently i on app."Orders" (day)`: {`app."Orders"`},
		"create index concurrently i on orders (day)":       nil,
		"drop index concurrently users_email":               {"users"},
		`reindex index concurrently "ByDay"`:                {`app."Orders"`},
		`vacuum users, "Orders"`:                            {`app."Orders"`, "users"},
		"vacuum":                                            nil,
	} {
		if got := r.named(text); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
