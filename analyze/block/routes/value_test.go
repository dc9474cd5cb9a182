package routes

import "testing"

// TestGuessPath holds that a parameter of a path is tried as a number and as a word, whatever was thought of first.
func TestGuessPath(t *testing.T) {
	any := NewSchema()
	known, typed := any, any
	known.Example, typed.Type = "MD5", "string"
	for _, c := range []struct {
		in   Input
		want [Guesses - 1]string
	}{
		{Input{Place: Path, Name: "value", Schema: any}, [Guesses - 1]string{"snag", "1", "snag", "snag"}},
		{Input{Place: Path, Name: "n", Schema: any}, [Guesses - 1]string{"1", "1", "snag", "snag"}},
		{Input{Place: Path, Name: "n", Schema: known}, [Guesses - 1]string{"MD5", "1", "snag", "snag"}},
		{Input{Place: Path, Name: "n", Schema: typed}, [Guesses - 1]string{"1", "1", "1", "1"}},
		{Input{Place: Query, Name: "q", Schema: typed}, [Guesses - 1]string{"snag", "1", "snag", "snag"}},
		{Input{Place: Query, Name: "n", Schema: known}, [Guesses - 1]string{"MD5", "MD5", "MD5", "MD5"}},
	} {
		for round, want := range c.want {
			if got := plain(c.in.guess(round)); got != want {
				t.Errorf("%+v, round %d: got %q, want %q", c.in, round, got, want)
			}
		}
	}
}
