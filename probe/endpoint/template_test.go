package endpoint

import (
	"math/rand/v2"
	"strings"
	"testing"
	gotemplate "text/template"
)

// forTests are values of size 3 with a small room.
func forTests() values {
	return values{n: 3, random: rand.New(rand.NewPCG(1, 2)), room: 1000,
		attack: func(written string) (string, error) { return strings.ToUpper(written), nil }}
}

// TestTemplate compares what templates write with what the standard library makes of them.
func TestTemplate(t *testing.T) {
	for _, source := range []string{
		"", "plain", "a{{n}}b", `{{repeat "ab" n}}`, `{{n | repeat "ab"}}`, `{{repeat (print "x" n) (add n 1)}}`,
		`{{- n -}} `, `{{/* nothing */}}x`, `{{$m := mul n 2}}{{$m}}{{$m = add $m 1}}{{$m}}`,
		`{{if gt n 2}}big{{else}}small{{end}}`, `{{if lt n 2}}small{{else if eq n 3}}three{{end}}`,
		`{{range n}}{{.}},{{end}}`, `{{range $i := n}}{{if eq $i 1}}{{continue}}{{end}}[{{$i}}]{{end}}`,
		`{{range 10}}{{if gt . 4}}{{break}}{{end}}{{.}}{{else}}none{{end}}`, `{{range 0}}x{{else}}none{{end}}`,
		`{{with "text"}}{{.}}{{len .}}{{end}}`, `{{with ""}}x{{else}}empty{{end}}`, `{{$x := 1}}{{with $x := 2}}{{$x}}{{end}}{{$x}}`,
		`{{and 1 0 2}} {{or 0 "" "x"}} {{not 0}} {{true}} {{1.5}} {{'a'}}`,
		`{{printf "%03d %s %q" n "x" "y"}} {{urlquery "a b&c"}} {{print 1 2 "x"}}`,
		`{{eq "a" "a"}} {{ne 1 2}} {{le 1 1}} {{ge 1 2}} {{lt "a" "b"}}`,
		`{{$i := 7}}{{range $i = 3}}{{$i}}{{end}}{{$i}}`,
		`{{and 0 (repeat "a" -1)}} {{or 1 (repeat "a" -1)}} {{and 1 (or 0 "x")}}`, `{{eq n 1 2}} {{eq n 1 3 2}} {{lt 1.5 2.5}}`,
	} {
		functions := gotemplate.FuncMap{
			"n": func() int { return 3 }, "repeat": strings.Repeat,
			"add": func(a, b int) int { return a + b }, "mul": func(a, b int) int { return a * b },
		}
		var want strings.Builder
		if err := gotemplate.Must(gotemplate.New("").Funcs(functions).Parse(source)).Execute(&want, nil); err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		parsed, err := newTemplate("body", source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got, err := parsed.execute(forTests()); err != nil || got != want.String() {
			t.Errorf("%s\ngot  %q, %v\nwant %q", source, got, err, want.String())
		}
	}
}

func TestTemplateOwnFunctions(t *testing.T) {
	for source, want := range map[string]string{
		`{{seq 3}}`: "1,2,3", `{{list "a#" ";" 2}}`: "a1;a2", `ab{{attack}}`: "abAB",
	} {
		parsed, err := newTemplate("body", source)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parsed.execute(forTests()); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", source, got, err, want)
		}
	}
}

func TestTemplateRefuses(t *testing.T) {
	for source, want := range map[string]string{
		`{{`: "unclosed", `{{.Name}}`: "fields", `{{$x := 1}}{{$x.Y}}`: "fields", `{{(n).Y}}`: "fields",
		`{{nothing}}`: "not defined", `{{define "x"}}{{end}}`: "define", `{{template "x"}}`: "template",
		`{{repeat n "a"}}`: "not a text", `{{repeat "a"}}`: "2 arguments", `{{seq "a"}}`: "not a number",
		`{{range "abc"}}{{end}}`: "number", `{{range $i, $j := 3}}{{end}}`: "one variable", `{{1 2}}`: "not a function",
		`{{eq 1 "a"}}`: "compared", `{{printf 1}}`: "not a text", `{{nil}}`: "nil",
		`{{repeat "a" 1001}}`: "too large", `{{repeat "a" -1}}`: "too large", `{{seq 600}}`: "too large", `{{random 1001}}`: "too large",
		`{{list "aaaa" "" 300}}`: "too large", `{{range 1001}}x{{end}}`: "too large", `{{printf "%2000d" 1}}`: "too large",
		`{{$x := "a"}}{{range 60}}{{$x = print $x $x}}{{end}}`: "too large",
		`{{range 4000000}}{{$x := repeat "a" 1000}}{{end}}`:    "too large",
		`{{printf (repeat "%[1]999999d" 90) 1}}`:               "too large",
		`{{printf (repeat "%[1]s" 200) (repeat "a" 1000)}}`:    "too large",
		`{{printf (repeat "%[1]*[1]d" 100) 999999}}`:           "too large",
		`{{range 9000000000}}{{end}}`:                          "too large", `{{range 90000}}{{range 90000}}{{$x := 1}}{{end}}{{end}}`: "too large",
	} {
		parsed, err := newTemplate("body", source)
		if err == nil {
			_, err = parsed.execute(forTests())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", source, err, want)
		}
	}
}

// FuzzTemplate executes any template: it ends, within its room, and without a panic.
func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{`{{repeat "a" n}}`, `{{range $i = 5}}{{$i}}{{end}}`, `{{if and n (gt n 2)}}x{{else}}{{salt}}{{end}}`, `{{with $x := "a"}}{{$x | printf "%5s"}}{{end}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		parsed, err := newTemplate("body", source)
		if err != nil {
			return
		}
		if got, err := parsed.execute(forTests()); err == nil && len(got) > 1000 {
			t.Errorf("%q writes %d bytes", source, len(got))
		}
	})
}
