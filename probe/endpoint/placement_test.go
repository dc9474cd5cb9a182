package endpoint

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"snag/probe/wire"
)

// TestPlacement reads the attack back out of each place, as a server does.
func TestPlacement(t *testing.T) {
	fields := func(r wire.Request, body string) url.Values {
		values, err := url.ParseQuery(body)
		if err != nil {
			t.Errorf("%s: %v", body, err)
		}
		return values
	}
	query := func(r wire.Request) url.Values {
		_, text, _ := strings.Cut(r.Path, "?")
		return fields(r, text)
	}
	inJSON := func(r wire.Request) string {
		var document struct {
			A struct{ Name string }
		}
		if err := json.Unmarshal(r.Body, &document); err != nil {
			t.Errorf("%s: %v", r.Body, err)
		}
		return document.A.Name
	}
	const text = "é\"\\/ ;,%?&#=+{{x\ta"
	for _, test := range []struct {
		name, place string
		config      InputConfig
		read        func(wire.Request) string
	}{
		{"query", "query", InputConfig{URL: "http://h/a?b=1&q={{attack}}&c=2"}, func(r wire.Request) string { return query(r).Get("q") }},
		{"path", "path", InputConfig{URL: "http://h/a/{{attack}}/b?c=1"}, func(r wire.Request) string {
			path, _, _ := strings.Cut(r.Path, "?")
			segment, err := url.PathUnescape(strings.Split(path, "/")[2])
			if err != nil {
				t.Error(err)
			}
			return segment
		}},
		{"cookie", "cookie", InputConfig{URL: "http://h/", Headers: []string{"Cookie: a=1; q={{attack}}; b=2"}}, func(r wire.Request) string {
			request := http.Request{Header: http.Header{"Cookie": {wire.Get(r.Header, "Cookie")}}}
			c, err := request.Cookie("q")
			if err != nil {
				t.Fatal(err)
			}
			value, err := url.PathUnescape(c.Value)
			if err != nil {
				t.Error(err)
			}
			return value
		}},
		{"header", "header", InputConfig{URL: "http://h/", Headers: []string{"X-Q: {{attack}}"}}, func(r wire.Request) string { return wire.Get(r.Header, "X-Q") }},
		{"string of JSON", "body", InputConfig{URL: "http://h/", Body: `{"b": "\"", "a": {"name": "{{attack}}"}}`}, inJSON},
		{"value of JSON", "body", InputConfig{URL: "http://h/", Body: `{"a": {"name": {{attack}}}}`}, inJSON},
		{"form", "body", InputConfig{URL: "http://h/", Body: "a=1&q={{attack}}"}, func(r wire.Request) string { return fields(r, string(r.Body)).Get("q") }},
		{"multipart", "body", InputConfig{URL: "http://h/", Form: []string{"a=1", "q={{attack}}"}}, func(r wire.Request) string {
			_, parameters, err := mime.ParseMediaType(wire.Get(r.Header, "Content-Type"))
			if err != nil {
				t.Fatal(err)
			}
			form, err := multipart.NewReader(strings.NewReader(string(r.Body)), parameters["boundary"]).ReadForm(1 << 20)
			if err != nil {
				t.Fatal(err)
			}
			return form.Value["q"][0]
		}},
		{"text", "body", InputConfig{URL: "http://h/", Headers: []string{"Content-Type: text/plain"}, Body: "{{attack}}"}, func(r wire.Request) string {
			all, _ := io.ReadAll(strings.NewReader(string(r.Body)))
			return string(all)
		}},
	} {
		test.config.Attack = func(n int) string { return strings.Repeat(text, n) }
		in, err := NewInput(test.config)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		r, err := in.Request(2, 1)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := test.read(r); got != text+text {
			t.Errorf("%s: got %q, want %q", test.name, got, text+text)
		}
		if got := in.Place(); got != test.place || !in.Grows() {
			t.Errorf("%s: stands in %q, want %q", test.name, got, test.place)
		}
	}
	surrogate, err := NewInput(InputConfig{URL: "http://h/", Body: `["{{attack}}"]`, Attack: func(int) string { return "\xed\xa0\x80" }})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := surrogate.Request(1, 1); err != nil || string(r.Body) != `["\ud800"]` {
		t.Errorf("a lone surrogate: got %s, %v", r.Body, err)
	}
	if _, err := NewInput(InputConfig{URL: "http://h/{{attack}}"}); err == nil {
		t.Error("a place for an attack that is not given: no error")
	}
}
