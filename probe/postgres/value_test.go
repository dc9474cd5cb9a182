package postgres

import "testing"

func TestScratchName(t *testing.T) {
	for name, want := range map[string]bool{"app_scratch": true, "scratch": true, "Scratch-2": true, "app": false, "scratchpad": false, "production": false, "": false} {
		if got := scratchName(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}

func TestHost(t *testing.T) {
	for _, test := range []struct{ url, want string }{
		{"postgres://u:p@db.example.com/app_scratch", "db.example.com"}, {"postgres://127.0.0.1:5433/x", "127.0.0.1"}, {"host=/run dbname=x", ""},
	} {
		if got, err := Host(test.url); err != nil || got != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.url, got, err, test.want)
		}
	}
	for _, url := range []string{"postgres://a,b/x", "postgres://u:secret@h:port/x"} {
		if got, err := Host(url); err == nil {
			t.Errorf("%s: got %q", url, got)
		}
	}
}

// TestHints reads conditions as the catalog shows them.
func TestHints(t *testing.T) {
	for _, test := range []struct {
		condition, column string
		among             int
		low, high         string
		longest           int
	}{
		{"(state = ANY (ARRAY['new'::text, 'it''s'::text]))", "state", 2, "", "", 0},
		{"((state)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))", "state", 2, "", "", 0},
		{"((age >= 18) AND (age < 120))", "age", 0, "18", "120", 0},
		{"((at >= '2024-01-01'::date) AND (at < '2024-02-01'::date))", "at", 0, "'2024-01-01'", "'2024-02-01'", 0},
		{"(char_length((name)::text) <= 20)", "name", 0, "", "", 20},
		{`("Übel" > '-5'::integer)`, "Übel", 0, "'-5'", "", 0},
		{"((a > 1) OR (a < 0))", "a", 0, "", "", 0},
	} {
		h := hintsOf([]string{test.condition})[test.column]
		if h == nil {
			h = &hint{}
		}
		if len(h.among) != test.among || h.low != test.low || h.high != test.high || h.longest != test.longest {
			t.Errorf("%s: got %+v", test.condition, *h)
		}
	}
}
