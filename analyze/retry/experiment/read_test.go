package experiment

import (
	"strings"
	"testing"
)

// FuzzReadGaps checks that what is read as gaps is none that could not be, whatever the file says.
func FuzzReadGaps(f *testing.F) {
	for _, text := range []string{"[[1002,2001],[1003]]", "[1,2]\n[3]", `{"gaps_ms": [1]}`, `{"data": {"traces": [{"attempts": [{"n": 1, "start_ms": 1, "end_ms": 2}]}]}}`, `{"n":1,"start_ms":5,"end_ms":1}{"n":2}`, "[1e400]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := ReadGaps(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, run := range runs {
			for _, gap := range run {
				if gap < 0 {
					t.Errorf("%q: a gap of %v", text, gap)
				}
			}
		}
	})
}
