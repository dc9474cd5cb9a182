package document

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestNegotiate(t *testing.T) {
	for _, c := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"},
		{[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-16", "utf-8"}, "utf-8"},
		{[]string{"utf-7", "utf-32", "utf-16"}, "utf-32"},
		{[]string{"utf-7"}, "utf-16"},
	} {
		if got := Negotiate(c.offered).String(); got != c.want {
			t.Errorf("%v: got %s, want %s", c.offered, got, c.want)
		}
	}
}

func TestOffset(t *testing.T) {
	const text = "aä😀b\r\nc\rd\n"
	for _, c := range []struct {
		at   Position
		e    Encoding
		want int
	}{
		{Position{0, 0}, UTF16, 0},
		{Position{0, 2}, UTF16, 3},
		{Position{0, 3}, UTF16, 3}, // within the surrogate pair
		{Position{0, 4}, UTF16, 7},
		{Position{0, 3}, UTF32, 7},
		{Position{0, 3}, UTF8, 3},
		{Position{0, 2}, UTF8, 1}, // within ä
		{Position{0, 99}, UTF16, 8},
		{Position{1, 0}, UTF16, 10},
		{Position{1, 1}, UTF16, 11},
		{Position{2, 0}, UTF16, 12},
		{Position{3, 0}, UTF16, 14},
		{Position{4, 7}, UTF16, 14},
		{Position{1 << 40, 1 << 40}, UTF16, 14},
		{Position{-1, -1}, UTF16, 0},
		{Position{1, -5}, UTF16, 10},
	} {
		if got := New([]byte(text)).Offset(c.at, c.e); got != c.want {
			t.Errorf("%v in %s: got %d, want %d", c.at, c.e, got, c.want)
		}
	}
}

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		text string
		r    Range
		by   string
		want string
	}{
		{"", Range{}, "a", "a"},
		{"ab\ncd\n", Range{Position{0, 1}, Position{1, 1}}, "X", "aXd\n"},
		{"ab\ncd\n", Range{Position{1, 1}, Position{0, 1}}, "X", "aXd\n"},
		{"ab", Range{Position{0, 2}, Position{9, 9}}, "\n", "ab\n"},
		{"😀😀", Range{Position{0, 2}, Position{0, 4}}, "", "😀"},
	} {
		if got := string(New([]byte(c.text)).Replace(c.r, UTF16, c.by).Bytes()); got != c.want {
			t.Errorf("%q at %v by %q: got %q, want %q", c.text, c.r, c.by, got, c.want)
		}
	}
}

// FuzzPosition holds that every character's offset survives the way to a position and back, whatever the text,
// that any position stands within the text, and that units are what their encoding says.
func FuzzPosition(f *testing.F) {
	f.Add("aä😀b\r\nc\rd\n", 3, 1, 2, "x")
	f.Add("\xff\xfe\r", 1, -1, 1<<30, "\n")
	f.Fuzz(func(t *testing.T, text string, offset, line, character int, by string) {
		d := New([]byte(text))
		for e := range encodingNames {
			e := Encoding(e)
			at := d.Offset(Position{line, character}, e)
			if at < 0 || at > len(text) {
				t.Fatalf("%q: %d:%d is offset %d", text, line, character, at)
			}
			p := d.Position(offset, e)
			back := d.Offset(p, e)
			if want := min(max(offset, 0), len(text)); back > want {
				t.Fatalf("%q: offset %d became %v and then %d", text, want, p, back)
			}
			if again := d.Position(back, e); again != p {
				t.Fatalf("%q: %v became %v", text, p, again)
			}
			start, _ := d.Line(p.Line)
			if units := unitsOf(text[start:back], e); units != p.Character {
				t.Fatalf("%q in %s: %d units in front of %d, want %d", text, e, p.Character, back, units)
			}
			changed := d.Replace(Range{Position{line, character}, p}, e, by)
			if want := New(changed.Bytes()); len(want.lines) != len(changed.lines) {
				t.Fatalf("%d lines, want %d", len(changed.lines), len(want.lines))
			}
		}
	})
}

// unitsOf counts the units of a text by the standard library.
func unitsOf(text string, e Encoding) int {
	switch e {
	case UTF8:
		return len(text)
	case UTF32:
		return utf8.RuneCountInString(text)
	}
	return len(utf16.Encode([]rune(text)))
}
