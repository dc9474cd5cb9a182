package runtime

import (
	"encoding/json"
	"testing"
)

// TestRuns takes the runs that were left alone for what work takes.
func TestRuns(t *testing.T) {
	for _, test := range []struct {
		name, runs string
		want       Spent
	}{
		{"left alone", `[[9,0],[8,0],[7,0],[5,0.1],[6,0],[7,0.2],[5,0],[6,0],[7,0]]`, Spent{5, 6, 9}},
		{"each waits, and takes the longer the more", `[[9,9],[9,50],[8,40],[20,90],[6,3],[7,4],[30,70],[19,30],[12,25]]`, Spent{6, 6.5, 9}},
		{"some wait", `[[9,0],[9,0],[9,0],[25,60],[6,0],[30,80],[7,0],[31,80],[8,0]]`, Spent{6, 7, 9}},
		{"one", `[[4,100]]`, Spent{4, 4, 4}},
		{"a wait that is counted twice", `[[-3,40],[-2,50]]`, Spent{0, 0, -3}},
	} {
		var got Spent
		if err := json.Unmarshal([]byte(test.runs), &got); err != nil || got != test.want {
			t.Errorf("%s: %s: got %v, %v, want %v", test.name, test.runs, got, err, test.want)
		}
	}
}
