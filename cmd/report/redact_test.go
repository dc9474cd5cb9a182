package report

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"http://u:p@h/x?a=1&access_token=abc&b=2#f", "http://REDACTED@h/x?a=1&access_token=REDACTED&b=2#f"},
		{"http://h/?api%5Fkey=1", "http://h/?api%5Fkey=REDACTED"},
		{"http://h/#id_token=1", "http://h/#id_token=REDACTED"},
		{"postgres://me:secret@db:5432/x?sslmode=off", "postgres://REDACTED@db:5432/x?sslmode=off"},
		{"http://h/?key=1&monkey=2", "http://h/?key=REDACTED&monkey=2"},
		{"http://user:pass word", "http://user:REDACTED"},
		{"begins 00000010bc2f0001", "begins 00000010bc2f0001"},
		{"http://u:p@h/a b?token=1", "http://REDACTED@h/a b?token=REDACTED"},
		{"http://us er:p@h/?token=%zz&a=1", "http://REDACTED@h/?token=REDACTED&a=1"},
	} {
		if got := RedactURL(c.in); got != c.want {
			t.Errorf("RedactURL(%q): got %q, want %q", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ name, value, want string }{
		{"Authorization", "Bearer abc", "Bearer REDACTED"},
		{"Cookie", "a=b", "REDACTED"},
		{"X-Api-Key", "abc", "REDACTED"},
		{"Idempotency-Key", "abc", "abc"},
		{"Referer", "http://u:p@h/", "http://REDACTED@h/"},
	} {
		if got := RedactHeader(c.name, c.value); got != c.want {
			t.Errorf("RedactHeader(%q, %q): got %q, want %q", c.name, c.value, got, c.want)
		}
	}
	in := []string{"curl", "-H", "Authorization: Bearer x", "--password", "x", "--token=x", "DB_PASSWORD=x",
		"http://u:p@h/?sig=1", "--verbose", "--token", "--other"}
	want := "curl -H Authorization: Bearer REDACTED --password REDACTED --token=REDACTED DB_PASSWORD=REDACTED " +
		"http://REDACTED@h/?sig=REDACTED --verbose --token --other"
	if got := strings.Join(RedactArgs(in), " "); got != want {
		t.Errorf("RedactArgs(%q):\n got %s\nwant %s", in, got, want)
	}
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"curl", "-u", "a:b", "-ua:b", "--user=a:b", "-b", "c=d"}, "curl -u REDACTED -uREDACTED --user=REDACTED -b REDACTED"},
		{[]string{"curl", "-d", "password=x&a=1", "-dtoken=x", "--data-raw=secret=x", "http://h/?key=1"}, "curl -d password=REDACTED&a=1 -dtoken=REDACTED --data-raw=secret=REDACTED http://h/?key=REDACTED"},
		{[]string{"curl", "--json", `{"api_key": "x\"y", "n": 1, "token": 12, "o": {"password":"z"}}`}, `curl --json {"api_key": "REDACTED", "n": 1, "token": "REDACTED", "o": {"password":"REDACTED"}}`},
	} {
		if got := strings.Join(RedactArgs(c.in), " "); got != c.want {
			t.Errorf("RedactArgs(%q):\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"Authorization Bearer x", "Authorization REDACTED"}, {"X-Token: x", "X-Token: REDACTED"}, {"Accept: a", "Accept: a"}, {"plain", "plain"},
	} {
		if got := RedactHeaderLine(c.in); got != c.want {
			t.Errorf("RedactHeaderLine(%q): got %q, want %q", c.in, got, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"API_TOKEN=x node server.js --port 1", "API_TOKEN=REDACTED node server.js --port 1"},
		{`curl -u me:pw -H "Authorization: Bearer abc" 'http://a:b@h/?key=1' --password "it is"`, `curl -u REDACTED -H "Authorization: REDACTED" 'http://REDACTED@h/?key=REDACTED' --password "REDACTED is"`},
		{`    password: "hunter2"   # x`, `    password: "REDACTED"   # x`},
		{"SyntaxError: Unexpected token: }", "SyntaxError: Unexpected token: }"},
		{"the token is long and the password -- too", "the token is long and the password -- too"},
		{"it wrote: password=x, token: \"a=b==\"", "it wrote: password=REDACTED, token: \"REDACTED\""},
		{`{"api_key":"abcd","n":1}`, `{"api_key":"REDACTED","n":1}`},
	} {
		if got := RedactText(c.in); got != c.want {
			t.Errorf("RedactText(%q): got %q, want %q", c.in, got, c.want)
		}
	}
}
