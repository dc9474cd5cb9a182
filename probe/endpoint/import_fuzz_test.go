package endpoint

import (
	"strings"
	"testing"
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
