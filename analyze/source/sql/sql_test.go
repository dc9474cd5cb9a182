package sql

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		in    string
		want  []string
		lines []int
	}{
		{"", nil, nil},
		{" ; ;\n-- only ; a comment\n/* a /* nested ; */ one; */", nil, nil},
		{"select 1; select 2", []string{"select 1", "select 2"}, []int{1, 1}},
		{"-- why\nselect ';', \"a;b\", E'\\';' ; \n\n select 'it''s;'", []string{`select ';', "a;b", E'\';'`, "select 'it''s;'"}, []int{2, 4}},
		{"select $$a;b$$; select $x$ ; $$ ; $x$, a$b$c; select $1", []string{"select $$a;b$$", "select $x$ ; $$ ; $x$, a$b$c", "select $1"}, []int{1, 1, 1}},
		{"create rule r as on insert to t do (select 1; select 2); select 3", []string{"create rule r as on insert to t do (select 1; select 2)", "select 3"}, []int{1, 1}},
		{"create or replace function f() returns int begin atomic; select case when true then 1 end; select 2; end; select 3",
			[]string{"create or replace function f() returns int begin atomic; select case when true then 1 end; select 2; end", "select 3"}, []int{1, 1}},
		{"begin; select 1; end; commit", []string{"begin", "select 1", "end", "commit"}, []int{1, 1, 1, 1}},
		{"\\restrict abc\nselect 1;\n\\unrestrict abc\n", []string{"select 1"}, []int{2}},
		{"\ufeffselect 'ü'", []string{"select 'ü'"}, []int{1}},
		{"select U&'\\0041', U&\"x;y\", b'1', n'x'", []string{"select U&'\\0041', U&\"x;y\", b'1', n'x'"}, []int{1}},
		{"select 1 /* end */ ; -- more", []string{"select 1"}, []int{1}},
		{"select a--b;\n-1; select 2", []string{"select a--b;\n-1", "select 2"}, []int{1, 2}},
	} {
		got, err := Split(test.in)
		var texts []string
		var lines []int
		for _, s := range got {
			texts, lines = append(texts, s.SQL), append(lines, s.Line)
		}
		if err != nil || !slices.Equal(texts, test.want) || !slices.Equal(lines, test.lines) {
			t.Errorf("Split(%q)\n got %q in lines %d, %v\nwant %q in lines %d", test.in, texts, lines, err, test.want, test.lines)
		}
	}
}

func TestSplitCopy(t *testing.T) {
	got, err := Split("COPY public.t (a, b) FROM stdin;\n1\t'x;\n2\t\\N\n\\.\n\nselect 1;\ncopy t from stdin with (format csv);\n\\.")
	if err != nil || len(got) != 3 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if first := got[0]; !first.Copies || first.Data != "1\t'x;\n2\t\\N\n" {
		t.Errorf("got %+v", first)
	}
	if got[1].SQL != "select 1" || got[1].Line != 6 || !got[2].Copies || got[2].Data != "" {
		t.Errorf("got %+v", got[1:])
	}
}

func TestSplitErrors(t *testing.T) {
	for _, test := range []struct {
		in   string
		line int
		want string
	}{
		{"select 1;\n\\i other.sql\n", 2, `"\\i" is a command of psql`},
		{"select 1 \\gexec", 1, "command of psql"},
		{"select 'a\n;", 1, "the quote ' is not closed"},
		{"\n\nselect \"a", 3, `the quote " is not closed`},
		{"select 1;\n/* /* */ x", 2, "not closed"},
		{"select $fn$ x $f$", 1, "the quote $fn$ is not closed"},
		{"copy t from stdin;\n1\n", 1, `do not end with a line \.`},
		{"copy t from stdin;", 1, "without data"},
		{"select 1;\x00", 1, "byte 0"},
		{"select 1;\n\xff\xfe", 2, "not UTF-8"},
	} {
		_, err := Split(test.in)
		if e, ok := errors.AsType[*Error](err); !ok || e.Line != test.line || !strings.Contains(e.Message, test.want) {
			t.Errorf("Split(%q): got %v, want line %d: %s", test.in, err, test.line, test.want)
		}
	}
}

func TestSections(t *testing.T) {
	for _, test := range []struct{ in, up, down, tool string }{
		{"select 1;\n", "select 1;\n", "", ""},
		{"-- +goose Up\na;\n-- +goose Down\nb;\n", "\na;\n\n\n", "\n\n\nb;\n", "goose"},
		{"-- migrate:up transaction:false\na;\n-- migrate:down\nb;", "\na;\n\n\n", "\n\n\nb;", "dbmate"},
		{"-- +migrate Up notransaction\na;\n", "\na;\n", "\n\n", "sql-migrate"},
		{"-- +goose NO TRANSACTION\n-- +goose Up\na;\n", "\n\na;\n", "\n\n\n", "goose"},
	} {
		got := Sections(test.in)
		if got.Up != test.up || got.Down != test.down || got.Tool != test.tool {
			t.Errorf("Sections(%q): got %+v, want up %q, down %q, tool %q", test.in, got, test.up, test.down, test.tool)
		}
		if wrapped := strings.Contains(test.in, "Goose Up") || test.tool == "goose" && !strings.Contains(test.in, "NO TRANS"); got.Wrapped != wrapped {
			t.Errorf("Sections(%q): wrapped %t, want %t", test.in, got.Wrapped, wrapped)
		}
	}
}

// FuzzSplit checks that statements are pieces of the script in order, that each is one statement when it is read
// again, and that its line is where it stands.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"select 1; select 'a;b'", "copy t from stdin;\n1\n\\.\nselect 1", "create function f() begin atomic; select 1; end; x", "$a$;$a$;", "/*/**/;*/;a", "U&'a';\"b\"", "\\restrict x\n;a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Split(text)
		if err != nil {
			return
		}
		text = strings.TrimPrefix(text, "\ufeff")
		at := 0
		for _, s := range all {
			found := strings.Index(text[at:], s.SQL)
			if found < 0 || s.SQL == "" {
				t.Fatalf("%q has no %q after %d", text, s.SQL, at)
			}
			at += found + len(s.SQL)
			if s.Copies {
				continue
			}
			again, err := Split(s.SQL)
			if err != nil && !copyIn.MatchString(s.SQL) || err == nil && (len(again) != 1 || again[0].SQL != s.SQL) {
				t.Fatalf("%q again: %+v, %v", s.SQL, again, err)
			}
			if s.Line < 1 || s.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("%q stands in line %d", s.SQL, s.Line)
			}
		}
		Sections(text)
	})
}
