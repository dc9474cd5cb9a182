package wtf8_test

import (
	"encoding/json"
	"slices"
	"testing"

	"snag/analyze/wtf8"
)

func TestDecodeEncode(t *testing.T) {
	tests := []struct {
		name    string
		in      string
		runes   []rune
		encoded string
	}{
		{"empty", "", []rune{}, ""},
		{"ascii", "a\x00z", []rune{'a', 0, 'z'}, "a\x00z"},
		{"astral", "x\U0001F600y", []rune{'x', 0x1F600, 'y'}, "x\U0001F600y"},
		{"lone high", "\xED\xA0\xBD", []rune{0xD83D}, "\xED\xA0\xBD"},
		{"lone low", "\xED\xB8\x80!", []rune{0xDE00, '!'}, "\xED\xB8\x80!"},
		{"pair in six bytes", "\xED\xA0\xBD\xED\xB8\x80", []rune{0x1F600}, "\U0001F600"},
		{"low before high", "\xED\xB8\x80\xED\xA0\xBD", []rune{0xDE00, 0xD83D}, "\xED\xB8\x80\xED\xA0\xBD"},
		{"three highs and a low", "\xED\xA0\x80\xED\xA0\x80\xED\xB0\x80", []rune{0xD800, 0x10000}, "\xED\xA0\x80\U00010000"},
		{"last of each plane", "\uFFFF\U0010FFFF", []rune{0xFFFF, 0x10FFFF}, "\uFFFF\U0010FFFF"},
		{"truncated", "\xED\xA0", []rune{0xFFFD, 0xFFFD}, "\uFFFD\uFFFD"},
		{"overlong and stray", "\xC0\x80\xFFa", []rune{0xFFFD, 0xFFFD, 0xFFFD, 'a'}, "\uFFFD\uFFFD\uFFFDa"},
		{"not a surrogate", "\xED\x9F\xBF", []rune{0xD7FF}, "\uD7FF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := wtf8.Decode(tt.in)
			if !slices.Equal(got, tt.runes) {
				t.Errorf("Decode(%q) = %x, want %x", tt.in, got, tt.runes)
			}
			if enc := wtf8.Encode(got); enc != tt.encoded {
				t.Errorf("Encode(%x) = %q, want %q", got, enc, tt.encoded)
			}
		})
	}
}

func TestEncodeJoinsPairs(t *testing.T) {
	if got, want := wtf8.Encode([]rune{0xD83D, 0xDE00}), "\U0001F600"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := wtf8.Encode([]rune{-1, 0x110000}), "\uFFFD\uFFFD"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUnits(t *testing.T) {
	runes := []rune{'a', 0x1F600, 0xDE00, 0xD83D, 0x10FFFF}
	units := []uint16{'a', 0xD83D, 0xDE00, 0xDE00, 0xD83D, 0xDBFF, 0xDFFF}
	if got := wtf8.ToUnits(runes); !slices.Equal(got, units) {
		t.Errorf("ToUnits = %x, want %x", got, units)
	}
	if got := wtf8.FromUnits(units); !slices.Equal(got, runes) {
		t.Errorf("FromUnits = %x, want %x", got, runes)
	}
	if h, l := wtf8.Split(0x1F600); h != 0xD83D || l != 0xDE00 || wtf8.Join(h, l) != 0x1F600 {
		t.Errorf("Split = %x %x", h, l)
	}
}

func TestQuote(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", `""`},
		{"a\"b\\/", `"a\"b\\/"`},
		{"\x00\b\t\n\v\f\r\x1b\x7f\u0085", `"\u0000\b\t\n\u000b\f\r\u001b\u007f\u0085"`},
		{"\u2028\u2029é<&>", `"\u2028\u2029é<&>"`},
		{"\U0001F600", "\"\U0001F600\""},
		{"\xED\xA0\xBD", `"\ud83d"`},
		{"\xED\xA0\xBD\xED\xB8\x80", "\"\U0001F600\""},
		{"\xED\xB8\x80\xED\xA0\xBD", `"\ude00\ud83d"`},
		{"\xff", "\"\uFFFD\""},
	}
	for _, tt := range tests {
		got := wtf8.Quote(tt.in)
		if got != tt.want {
			t.Errorf("Quote(%q) = %s, want %s", tt.in, got, tt.want)
		}
		back, err := wtf8.Unquote(got)
		if want := wtf8.Encode(wtf8.Decode(tt.in)); err != nil || back != want {
			t.Errorf("Unquote(%s) = %q, %v, want %q", got, back, err, want)
		}
	}
}

func TestUnquote(t *testing.T) {
	good := []struct{ in, want string }{
		{`"\/\u0041\ud83d\ude00\ud83d"`, "/A\U0001F600\xED\xA0\xBD"},
		{"\"\\ud83d\xED\xB8\x80\"", "\U0001F600"},
	}
	for _, tt := range good {
		if got, err := wtf8.Unquote(tt.in); err != nil || got != tt.want {
			t.Errorf("Unquote(%s) = %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{"", `"`, `a`, `"\"`, `"\x41"`, `"\u12"`, `"\u+123"`, "\"\n\"", `"a"b"`} {
		if got, err := wtf8.Unquote(in); err == nil {
			t.Errorf("Unquote(%s) = %q, want an error", in, got)
		}
	}
}

func TestStringThroughEncodingJSON(t *testing.T) {
	type record struct {
		A wtf8.String   `json:"a"`
		B []wtf8.String `json:"b"`
		C *wtf8.String  `json:"c"`
	}
	in := record{A: "\xED\xA0\xBD<x>\u2028", B: []wtf8.String{"\xED\xB8\x80", "\U0001F600", ""}}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(in, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range [][]byte{data, indented} {
		var out record
		if err := json.Unmarshal(d, &out); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if out.A != in.A || !slices.Equal(out.B, in.B) || out.C != nil {
			t.Errorf("%s: got %+v, want %+v", d, out, in)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add("a\xED\xA0\xBD\xED\xB8\x80\xff\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		norm := wtf8.Encode(wtf8.Decode(s))
		if again := wtf8.Encode(wtf8.Decode(norm)); again != norm {
			t.Fatalf("%q: %q then %q", s, norm, again)
		}
		if got := wtf8.Encode(wtf8.FromUnits(wtf8.ToUnits(wtf8.Decode(s)))); got != norm {
			t.Fatalf("units of %q: %q, want %q", s, got, norm)
		}
		got, err := wtf8.Unquote(wtf8.Quote(s))
		if err != nil || got != norm {
			t.Fatalf("JSON of %q: %q, %v, want %q", s, got, err, norm)
		}
	})
}
