package endpoint

import (
	"slices"
	"testing"
)

func TestFromCurl(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  Imported
	}{
		{[]string{"curl", "http://h/x"}, Imported{URL: "http://h/x"}},
		{[]string{"curl", "-sS", "http://h/x?a={{n}}", "-H", "A: b", "--compressed"}, Imported{URL: "http://h/x?a={{n}}", Headers: []string{"A: b"}}},
		{[]string{"curl", "-XPUT", "--url", "h/x", "-d", "a=1", "-d", "b=2"}, Imported{Method: "PUT", URL: "http://h/x", Body: "a=1&b=2", Headers: []string{"Content-Type: application/x-www-form-urlencoded"}}},
		{[]string{"curl", "-G", "h", "-d", "q=1"}, Imported{URL: "http://h?q=1"}},
		{[]string{"curl", "--data-raw", "a'b\n", `h/"`}, Imported{URL: `http://h/"`, Body: "a'b\n", Headers: []string{"Content-Type: application/x-www-form-urlencoded"}}},
		{[]string{"curl", "-u", "me:pw", "h", "--json", "{}"}, Imported{URL: "http://h", Body: "{}", Headers: []string{"Authorization: Basic bWU6cHc=", "Content-Type: application/json"}}},
	} {
		got, err := FromCurl(test.words)
		if err != nil || got.URL != test.want.URL || got.Method != test.want.Method || got.Body != test.want.Body || !slices.Equal(got.Headers, test.want.Headers) {
			t.Errorf("%q: got %+v, %v, want %+v", test.words, got, err, test.want)
		}
	}
	for _, words := range [][]string{{"curl"}, {"curl", "h", "-H"}} {
		if got, err := FromCurl(words); err == nil {
			t.Errorf("%q: got %+v, want an error", words, got)
		}
	}
}
