package endpoint

import (
	"strings"
	"testing"

	"snag/probe/wire"
)

// FuzzFromCurl checks that every command line of curl is an error or names a URL.
func FuzzFromCurl(f *testing.F) {
	for _, line := range []string{"curl http://127.0.0.1/", "curl -X POST -d a=b -H A:b x", "curl -G -d a /b", "curl --url", "curl -ux:y --json {} h?", "curl"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := FromCurl(strings.Split(line, " "))
		if err == nil && !strings.Contains(r.URL, "://") && !strings.HasPrefix(r.URL, "/") {
			t.Errorf("%q: URL %q", line, r.URL)
		}
	})
}

// FuzzParseHAR checks that whatever a browser is said to have saved is an error or one request, of which no
// header belongs to the connection.
func FuzzParseHAR(f *testing.F) {
	f.Add([]byte(`{"log": {"entries": [{"request": {"method": "POST", "url": "http://h/x", "headers": [{"name": "Host", "value": "h"}, {"name": "A", "value": "b"}], "postData": {"text": "c"}}}]}}`), 1)
	f.Add([]byte(`{"log": {"entries": [{}, {"request": {"headers": [{"name": ":path"}]}}]}}`), 2)
	f.Add([]byte(`[[[`), 0)
	f.Fuzz(func(t *testing.T, content []byte, index int) {
		r, err := parseHAR(content, max(index, 1)) // what the command line says is checked before
		if err != nil && (r.URL != "" || len(r.Headers) > 0) {
			t.Errorf("%q: %+v beside the error %v", content, r, err)
		}
		for _, h := range r.Headers {
			if name, _, ok := strings.Cut(h, ":"); !ok || strings.EqualFold(name, "host") || strings.EqualFold(name, "content-length") {
				t.Errorf("%q: header %q", content, h)
			}
		}
	})
}

// FuzzNewInput checks that whatever a template of a request says is an error, or a request that keeps the
// limit of bytes and puts no line of its own into the head.
func FuzzNewInput(f *testing.F) {
	f.Add("http://127.0.0.1/x?n={{n}}", "A: {{random n}}", `[{{repeat "1," n}}1]`, 7)
	f.Add("/{{salt}}", "A", "{{seq n}}{{range", 3)
	f.Add(`/?{{repeat "a" n}}`, "A: b\r\nC: d", `{{printf "%1000000000d" 1}}`, 1000)
	f.Fuzz(func(t *testing.T, url, header, body string, n int) {
		const most = 4096
		in, err := NewInput(InputConfig{URL: url, Headers: []string{header}, Body: body, MaxBytes: most})
		if err != nil {
			return
		}
		r, err := in.Request(min(max(n, 1), 1<<20), 1)
		if err != nil {
			return
		}
		if len(r.Body) > most {
			t.Errorf("%q: a body of %d bytes", body, len(r.Body))
		}
		text := string(r.Bytes(wire.Target{Host: "h"}))
		head, _, _ := strings.Cut(text, "\r\n\r\n")
		if lines := strings.Count(head, "\n"); lines > len(r.Header)+4 { // the request line, three headers of ours and the length
			t.Errorf("%q, %q: %d lines of %d headers in %q", url, header, lines, len(r.Header), head)
		}
	})
}
