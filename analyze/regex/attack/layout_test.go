package attack

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLayout(t *testing.T) {
	for _, tt := range []struct {
		name         string
		attack       Attack
		length, unit int
		want         Attack
		fixed        int
	}{
		{"as it was", Attack{Pumps: []Pump{{Prefix: "x", Pump: "a"}}, Suffix: "!"}, 52, 50, Attack{Pumps: []Pump{{Prefix: "x", Pump: "a"}}, Suffix: "!"}, 2},
		{"a repeated word has its share", Attack{Pumps: []Pump{{Pump: "aaa"}, {Prefix: "-", Pump: "bc"}}}, 101, 20, Attack{Pumps: []Pump{{Pump: "aaa"}, {Prefix: "-", Pump: "bc"}}}, 1},
		{"few repetitions stand once", Attack{Pumps: []Pump{{Pump: "a"}, {Pump: "bbbbbbbb"}}}, 90, 80, Attack{Pumps: []Pump{{Prefix: "aaaaaaaaaa", Pump: "b"}}}, 0},
		{"the same word twice is one pump", Attack{Pumps: []Pump{{Pump: "a"}, {Pump: "a"}}}, 40, 20, Attack{Pumps: []Pump{{Pump: "aa"}}}, 0},
	} {
		l := LayoutOf(tt.attack, func(s string) []rune { return []rune(s) })
		got := l.Attack(tt.length, tt.unit)
		if !slices.Equal(got.Pumps, tt.want.Pumps) || got.Suffix != tt.want.Suffix || l.Fixed() != tt.fixed {
			t.Errorf("%s: %q in pieces, of %d characters with %d repetitions = %q, %d stand once; want %q, %d", tt.name, tt.attack, tt.length, tt.unit, got, l.Fixed(), tt.want, tt.fixed)
		}
	}
}

func TestLayoutFits(t *testing.T) {
	word := []rune("abc")
	for _, tt := range []struct {
		name   string
		layout Layout
		length int
		want   bool
	}{
		{"most is repeated", Layout{{word, 0}, {word, 1}}, 20, true},
		{"most stands once", Layout{{word, 0}, {word, 0}, {word, 1}}, 11, false},
		{"nothing is repeated", Layout{{word, 0}}, 100, false},
	} {
		if got := tt.layout.Fits(tt.length); got != tt.want {
			t.Errorf("%s: %v.Fits(%d) = %t, want %t", tt.name, tt.layout, tt.length, got, tt.want)
		}
	}
}

// TestLayoutsStayWhole changes a layout again and again: it neither shares its words with the one before nor comes to have
// none.
func TestLayoutsStayWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := [][]rune{[]rune("a"), []rune("-b"), []rune("<script")}
	l := LayoutOf(Attack{Pumps: []Pump{{Prefix: "x", Pump: "ab"}}, Suffix: "!"}, func(s string) []rune { return []rune(s) })
	for range 5000 {
		before := l.Attack(200, 10)
		next := l.Varied(words, random)
		if after := l.Attack(200, 10); !slices.Equal(before.Pumps, after.Pumps) || before.Suffix != after.Suffix {
			t.Fatalf("a change of %v made another one of it: %q was %q", l, after, before)
		}
		for _, p := range append(slices.Concat(next.Plainer()...), next...) {
			if len(p.Word) == 0 || len(p.Word) > mostWord || p.Share < 0 {
				t.Fatalf("%v has the piece %q with a share of %g", next, string(p.Word), p.Share)
			}
		}
		if len(next) == 0 || len(next) > mostPieces {
			t.Fatalf("%v has %d pieces, want 1 to %d", next, len(next), mostPieces)
		}
		for _, plainer := range next.Plainer() {
			if plainer.Size() >= next.Size() {
				t.Fatalf("%v is no plainer than %v", plainer, next)
			}
		}
		l = next
	}
}

func TestRoot(t *testing.T) {
	for _, tt := range []struct{ word, want string }{{"aaaa", "a"}, {"abab", "ab"}, {"aba", "aba"}, {"", ""}} {
		if got := string(Root([]rune(tt.word))); got != tt.want {
			t.Errorf("Root(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

func TestLayoutKeys(t *testing.T) {
	layouts := []Layout{
		nil, {{Word: []rune("ab")}}, {{Word: []rune("a")}, {Word: []rune("b")}}, {{[]rune("ab"), 1}}, {{[]rune("ab"), 0.5}}, {{[]rune("ba"), 1}},
		{{[]rune("ab"), 1}, {Word: []rune("a")}}, {{Word: []rune("a")}, {[]rune("ab"), 1}},
	}
	known := make(map[string]int)
	for i, l := range layouts {
		key := string(l.AppendKey(nil))
		if other, ok := known[key]; ok {
			t.Errorf("%v has the key of %v, %q", l, layouts[other], key)
		}
		known[key] = i
		if again := string(slices.Clone(l).AppendKey(nil)); again != key {
			t.Errorf("%v has the keys %q and %q", l, key, again)
		}
	}
}
