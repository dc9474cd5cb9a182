package cmd

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// TestCredentialsStayInside hands a marker to every kind of input of the commands that send requests or
// start programs, and looks for it in every format, in errors and in the files that they write.
func TestCredentialsStayInside(t *testing.T) {
	const marker = "m4rk3rOfASecret"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			time.Sleep(2 * time.Millisecond)
		}
	}))
	t.Cleanup(server.Close)
	host := strings.TrimPrefix(server.URL, "http://")
	closed := "http://user:" + marker + "@127.0.0.1:1/x?api_key=" + marker + "&key=" + marker
	header := []string{"-H", "Authorization: Bearer " + marker, "-H", "X-Api-Key: " + marker}
	with := func(words ...string) []string { return append(words, header...) }
	watched := []string{"block", "watch", "http://" + host + "/x?api_key=" + marker, "--duration", "200ms", "--rate", "50", "--fail-on", "none"}
	for _, test := range []struct {
		name string
		args []string
		live bool // it takes a while: one run for each format
	}{
		{"watch", with(watched...), true},
		{"handler", with("block", "handler", "http://"+host+"/slow?token="+marker, "-d", "password="+marker+"&a=b", "--size", "1", "--max-time", "2s", "--fail-on", "none"), true},
		{"handler, JSON", with("block", "handler", "http://"+host+"/slow", "-d", `{"password": "`+marker+`", "a": 1}`, "--size", "1", "--max-time", "2s", "--fail-on", "none"), true},
		{"server", with("retry", "server", "http://user:"+marker+"@"+host+"/?access_token="+marker, "--reads", "1", "--burst", "0", "--fail-on", "none"), true},
		{"client", []string{"retry", "client", "--quick", "--fail-on", "none", "--", "false", "-u", "user:" + marker, "--proxy-user=a:" + marker, "-d", "password=" + marker, "-H", "Cookie: a=" + marker, "{url}?key=" + marker}, true},
		{"shutdown", []string{"shutdown", "--startup", "200ms", "--", "false", "--password", marker, "--token=" + marker, "redis://:" + marker + "@127.0.0.1/"}, true},
		{"herd", []string{"retry", "herd", "--policy", "fixed:base=10ms", "--live", closed, "--requests", "1", "--fail-on", "none"}, true},
		{"nobody listens", with("block", "handler", closed), false},
		{"nobody listens, pool", with("block", "pool", closed), false},
		{"malformed port", []string{"block", "handler", "http://user:" + marker}, false},
		{"malformed user information", []string{"block", "watch", "http://us er:" + marker + "@127.0.0.1/"}, false},
		{"malformed escape", []string{"retry", "server", "http://user:%zz" + marker + "@127.0.0.1/?token=" + marker}, false},
		{"malformed live", []string{"retry", "herd", "--policy", "fixed:base=10ms", "--live", "http://user:%zz" + marker + "@127.0.0.1/"}, false},
		{"malformed header", []string{"block", "handler", "http://127.0.0.1:1/", "-H", "Authorization Bearer " + marker}, false},
		{"malformed header of server", []string{"retry", "server", "http://127.0.0.1:1/", "-H", "Authorization Bearer " + marker}, false},
		{"not this machine", []string{"block", "handler", "http://user:" + marker + "@example.invalid/?key=" + marker}, false},
	} {
		for _, format := range report.Formats {
			if !test.live && format.Name != "table" {
				continue
			}
			t.Run(test.name+"/"+format.Name, func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				file := filepath.Join(t.TempDir(), "report")
				words := append([]string{}, test.args...)
				flags := []string{"-v", "-f", format.Name, "-o", file}
				for i, word := range words { // before what begins the command line of a program
					if word == "--" {
						flags = append(flags, words[i:]...)
						words = words[:i]
						break
					}
				}
				var out, errs bytes.Buffer
				status := execute(ctx, append(words, flags...), &cli.Stdio{In: strings.NewReader(""), Out: &out, Err: &errs})
				written, _ := os.ReadFile(file) // there is none after an error
				for where, text := range map[string]string{"stdout": out.String(), "stderr": errs.String(), "the report": string(written)} {
					if i := strings.Index(text, marker); i >= 0 {
						t.Errorf("%q: status %d, %s has the marker: %q", test.args, status, where, text[max(0, i-80):min(len(text), i+40)])
					}
				}
				if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 {
					t.Errorf("%q: the report has mode %v, want 0600", test.args, info.Mode())
				}
			})
		}
	}
}
