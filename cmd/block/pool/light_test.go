package pool

import (
	"net/url"
	"testing"
)

func TestSameOrigin(t *testing.T) {
	for _, test := range []struct {
		base, url string
		same      bool
		target    string
	}{
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000/light?n=1", true, "/light?n=1"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000/light#top", true, "/light"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000", true, "/"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000?n=1", true, "/?n=1"},
		{"http://Localhost", "http://localhost:80/x", true, "/x"},
		{"https://localhost", "https://localhost:443/x", true, "/x"},
		{"http://127.0.0.1:3000", "https://127.0.0.1:3000/x", false, "/x"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3001/x", false, "/x"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000.evil.example/x", false, "/x"},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000@evil.example/x", false, "/x"},
	} {
		base, err := url.Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		if same, target := sameOrigin(base, test.url), requestTarget(test.url); same != test.same || target != test.target {
			t.Errorf("%s at %s: got %t %s, want %t %s", test.url, test.base, same, target, test.same, test.target)
		}
	}
}
