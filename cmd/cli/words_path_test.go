package cli

import "testing"

func TestPathOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://h:1": "", "http://h:1/": "/", "http://h:1/a?b=c": "/a?b=c", "https://h?b": "?b", "/a": "/a", "": "",
	} {
		if got := PathOf(url); got != want {
			t.Errorf("%q: got %q, want %q", url, got, want)
		}
	}
}
