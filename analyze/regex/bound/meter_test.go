package bound

import (
	"math"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestMeterAtLines compares steps where the end of the text may be before a line terminator, which takes the character
// behind that to know, and where no line begins at the end of the text.
func TestMeterAtLines(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		pattern string
	}{
		{syntax.Perl, `\s+$`}, {syntax.Perl, `^(\S+)\s+(.*)$`}, {syntax.Perl, `a(?!b$)\s*`}, {syntax.Perl, `(?:a+\s$|a\n)*b`},
		{syntax.Python, `a+$\n?`}, {syntax.PCRE, `(?:a|$\s)+`}, {syntax.Ruby, `\s*a*\Z`}, {syntax.Perl, `a*?$`},
		{syntax.Ruby, `^\s*b`}, {syntax.Ruby, `(?:a*^\n?)+b`}, {syntax.Ruby, `\s+(?!^a)`}, {syntax.Ruby, `(?<=^)a*`},
		{syntax.Perl, `(?m)^\s*a`}, {syntax.PCRE, `(?m)(?:^|a)+\s`}, {syntax.Java, `(?md)^\s*b?`}, {syntax.Java, `(?md)(?:a*^)*$b`},
	} {
		program, costs := searchCosts(t, tt.dialect, tt.pattern, "")
		meter, ok := NewMeter(costs, syntax.Search)
		if !ok {
			t.Errorf("%v /%s/: no meter", tt.dialect, tt.pattern)
			continue
		}
		for n := range 3 * 3 * 3 * 3 * 3 * 3 {
			var text []rune
			for ; n > 0; n /= 3 {
				text = append(text, rune("a\nb"[n%3]))
			}
			want := program.Match(text, backtrack.Options{}).Steps
			if got := meter.Steps(Part{Text: text, Times: 1}); got != float64(want) {
				t.Errorf("%v /%s/ on %q: metered %.0f steps, want %d", tt.dialect, tt.pattern, string(text), got, want)
				break
			}
		}
	}
}

// TestMeterOfCounts compares steps of texts that are shorter than counts are, and longer, in parts that repeat.
func TestMeterOfCounts(t *testing.T) {
	for _, pattern := range []string{
		`\([^)]{0,30}(?:\|[^|)]{0,9}){3,}\)`, `a{20}b`, `(?:a|b){0,25}\)`, `(?=a{3,12}b)a*\(`, `^(?:\(a{2,15}\)?){4}$`,
	} {
		program, costs := searchCosts(t, syntax.JavaScript, pattern, "")
		meter, ok := NewMeter(costs, syntax.Search)
		if !ok {
			t.Errorf("/%s/: no meter", pattern)
			continue
		}
		for _, words := range [][3]string{{"(", "|", ")"}, {"a", "(aa", "b"}, {"(a", "b|", ""}, {"", "a", "|)"}, {"ab", "a", "("}} {
			for _, n := range []int{0, 1, 3, 7, 19, 45, 2, 80} {
				var text []rune
				var parts []Part
				for i, word := range words {
					times := []int{n, n / 2, 1}[i]
					parts = append(parts, Part{Text: []rune(word), Times: times})
					text = append(text, []rune(strings.Repeat(word, times))...)
				}
				want := program.Match(text, backtrack.Options{}).Steps
				if got := meter.Steps(parts...); got != float64(want) {
					t.Errorf("/%s/ on %q: metered %.0f steps, want %d", pattern, string(text), got, want)
				}
			}
		}
	}
}

// TestMeterBehindMatches compares steps where every match is looked for: behind a match the search goes on there, behind
// an empty one a character later.
func TestMeterBehindMatches(t *testing.T) {
	for _, tt := range []struct{ pattern, flags string }{
		{`a*?`, ""}, {`a*`, ""}, {`a|b*`, ""}, {`ab?`, ""}, {`\b[ab]`, ""}, {`^a$|b+\n`, "m"}, {`(?=a)|b`, ""}, {`(?<=b)a*`, ""},
		{`a(?=b*$)|\B`, ""}, {`(?:a|ab)(?!b)`, ""}, {`[^a]*$`, ""}, {`a{2,3}|\n(?<!b)`, ""},
	} {
		tree, err := parser.Parse(syntax.JavaScript, tt.pattern, tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		program, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		costs, err := program.Costs(tree.MaxChar(), syntax.All, 1500)
		if err != nil {
			t.Fatal(err)
		}
		meter, ok := NewMeter(costs, syntax.All)
		if !ok {
			t.Errorf("/%s/: no meter", tt.pattern)
			continue
		}
		for length := range 7 {
			for n := range int(math.Pow(3, float64(length))) {
				var text []rune
				for range length {
					text = append(text, rune("a\nb"[n%3]))
					n /= 3
				}
				want := program.Match(text, backtrack.Options{Mode: syntax.All}).Steps
				if got := meter.Steps(Part{Text: text, Times: 1}); got != float64(want) {
					t.Fatalf("/%s/ on %q: metered %.0f steps, want %d", tt.pattern, string(text), got, want)
				}
			}
		}
	}
}

// TestMeterTold compares how many sums are told: more for a longer text, hardly more for more repetitions once each adds the
// same, and as many each time.
func TestMeterTold(t *testing.T) {
	_, costs := searchCosts(t, syntax.JavaScript, `(?:a|b)*c`, "")
	meter, ok := NewMeter(costs, syntax.Search)
	if !ok {
		t.Fatal("no meter")
	}
	told := func(parts ...Part) int {
		before := meter.Told()
		meter.Steps(parts...)
		return meter.Told() - before
	}
	short, long := told(Part{Text: []rune("ab"), Times: 1}), told(Part{Text: []rune("abbaabab"), Times: 1})
	few, many := told(Part{Text: []rune("b"), Times: 50}), told(Part{Text: []rune("b"), Times: 5000})
	if again := told(Part{Text: []rune("ab"), Times: 1}); short <= 0 || again != short || long <= short || many > few {
		t.Errorf("got %d sums for 2 characters and %d again, %d for 8, %d for 50 repetitions and %d for 5000", short, again, long, few, many)
	}
}

// TestMeterOfManyLetters compares steps of texts of more sets of letters than are told apart.
func TestMeterOfManyLetters(t *testing.T) {
	program, costs := searchCosts(t, syntax.JavaScript, `(?:ab|[b-e]+f|a*g)*(?=c*d)[a-d]{2,5}h`, "")
	meter, ok := NewMeter(costs, syntax.Search)
	if !ok {
		t.Fatal("no meter")
	}
	letters := []rune("abcdefgh")
	for set := 1; set < 1<<len(letters); set++ {
		var word []rune
		for i, r := range letters {
			if set>>i&1 != 0 {
				word = append(word, r)
			}
		}
		parts := []Part{{Text: word[:1], Times: 1}, {Text: word, Times: 9}, {Text: word[len(word)/2:], Times: 4}}
		var text []rune
		for _, p := range parts {
			text = append(text, []rune(strings.Repeat(string(p.Text), p.Times))...)
		}
		want := program.Match(text, backtrack.Options{}).Steps
		if got := meter.Steps(parts...); got != float64(want) {
			t.Errorf("%q: metered %.0f steps, want %d", string(text), got, want)
		}
	}
	if len(meter.courses) > 2*mostCourses {
		t.Errorf("%d courses; want %d at most", len(meter.courses), 2*mostCourses)
	}
}
