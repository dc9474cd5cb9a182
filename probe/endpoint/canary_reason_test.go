package endpoint

import "testing"

func TestReason(t *testing.T) {
	for text, want := range map[string]string{
		"dial tcp 127.0.0.1:1: connect: connection refused":                 "connection refused",
		"dial tcp [::1]:1: connect: connection refused":                     "connection refused",
		"dial tcp: lookup nosuch.invalid on 10.0.0.1:53: no such host":      "no such host",
		"dial unix /tmp/x.sock: connect: no such file or directory":         "no such file or directory",
		"read tcp 127.0.0.1:2->127.0.0.1:1: read: connection reset by peer": "read tcp 127.0.0.1:2->127.0.0.1:1: read: connection reset by peer",
		"": "",
	} {
		address := "127.0.0.1:1"
		if text == "dial unix /tmp/x.sock: connect: no such file or directory" {
			address = "/tmp/x.sock"
		}
		if got := reason(text, address); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
