package charset

import (
	"testing"
	"unicode"
)

func TestProperty(t *testing.T) {
	tests := []struct {
		expr    string
		in, out []rune
	}{
		{"Any", []rune{0, 0xD800, MaxRune}, nil},
		{"ASCII", []rune{0, 0x7F}, []rune{0x80}},
		{"L", []rune{'a', 'Ω', 0x10400}, []rune{'1', '_'}},
		{"gc=Lu", []rune{'A'}, []rune{'a'}},
		{"General_Category=Uppercase_Letter", []rune{'A'}, []rune{'a'}},
		{"punct", []rune{'!'}, []rune{'$'}},
		{"Cs", []rune{0xD800, 0xDFFF}, []rune{0xE000}},
		{"Script=Greek", []rune{'Ω'}, []rune{'a', 0x342}},
		{"scx=Grek", []rune{'Ω', 0x342}, []rune{'a'}},
		{"sc=Zzzz", []rune{0x378, 0xE000}, []rune{'a'}},
		{"sc=Qaai", []rune{0x300}, []rune{'a'}},
		{"Emoji", []rune{'#', 0x1F600}, []rune{'a'}},
		{"space", []rune{' ', 0x85}, []rune{0xFEFF}},
		{"ID_Start", []rune{'a', 0x2118}, []rune{'_', '1'}},
		{"Script=Sidetic", []rune{0x10940}, []rune{'a'}},
	}
	for _, tt := range tests {
		s, ok := Property(tt.expr)
		if !ok {
			t.Errorf("%s is unknown", tt.expr)
		}
		for _, r := range tt.in {
			if !s.Contains(r) {
				t.Errorf("%s lacks %U", tt.expr, r)
			}
		}
		for _, r := range tt.out {
			if s.Contains(r) {
				t.Errorf("%s has %U", tt.expr, r)
			}
		}
	}
	for _, expr := range []string{
		"", "=", "Script", "gc", "General_Category", "Lu=Lu", "ASCII=Yes", "ascii", "Greek", "Script=",
		"=Greek", "Script=Greek=", "Block=ASCII", "InBasicLatin", "IsGreek", "Other_Alphabetic",
		"Composition_Exclusion", "Expands_On_NFC", "Line_Break", "RGI_Emoji", "gc=Greek", "sc=Lu",
	} {
		if _, ok := Property(expr); ok {
			t.Errorf("%q is known", expr)
		}
	}
}

// TestTablesAgainstStandardLibrary compares with the tables of Go, which are of an earlier version
// of Unicode: what was assigned there has kept its script and nearly always its category.
func TestTablesAgainstStandardLibrary(t *testing.T) {
	for name, table := range unicode.Scripts {
		s, ok := Property("Script=" + name)
		if !ok {
			t.Errorf("script %s is unknown", name)
		}
		for _, r := range sample(table) {
			if !s.Contains(r) {
				t.Errorf("Script=%s lacks %U", name, r)
			}
		}
	}
	for _, name := range []string{"L", "Lu", "Ll", "Lt", "Nd", "Nl", "Cc", "Zs", "Zl", "Zp", "Pc", "Sc"} {
		s, ok := Property(name)
		if !ok {
			t.Errorf("category %s is unknown", name)
		}
		for _, r := range sample(unicode.Categories[name]) {
			if !s.Contains(r) && r != 0x295 { // became Lo
				t.Errorf("%s lacks %U", name, r)
			}
		}
	}
}

func sample(table *unicode.RangeTable) []rune {
	var out []rune
	for _, r := range table.R16 {
		out = append(out, rune(r.Lo), rune(r.Hi))
	}
	for _, r := range table.R32 {
		out = append(out, rune(r.Lo), rune(r.Hi))
	}
	return out
}

func TestStringProperty(t *testing.T) {
	tests := []struct {
		name   string
		size   int
		has    string
		hasNot string
	}{
		{"Emoji_Keycap_Sequence", 12, "#\uFE0F\u20E3", "#"},
		{"RGI_Emoji_Flag_Sequence", 259, "🇫🇷", "🇦🇦"},
		{"RGI_Emoji_Tag_Sequence", 3, "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "\U0001F3F4"},
		{"RGI_Emoji_Modifier_Sequence", 665, "👍🏽", "👍"},
		{"RGI_Emoji_ZWJ_Sequence", 0, "👨‍👩‍👧", "👨"},
		{"Basic_Emoji", 1400, "😀", "👍🏽"},
		{"RGI_Emoji", 3953, "👍🏽", "\U0001F3F4\U000E0067"},
	}
	for _, tt := range tests {
		strings, ok := StringProperty(tt.name)
		if !ok {
			t.Fatalf("%s is unknown", tt.name)
		}
		if tt.size != 0 && len(strings) != tt.size {
			t.Errorf("%s has %d strings, want %d", tt.name, len(strings), tt.size)
		}
		found := map[string]bool{}
		for _, s := range strings {
			found[string(s)] = true
		}
		if !found[tt.has] || found[tt.hasNot] {
			t.Errorf("%s: has %q: %v, has %q: %v", tt.name, tt.has, found[tt.has], tt.hasNot, found[tt.hasNot])
		}
	}
	if _, ok := StringProperty("Emoji"); ok {
		t.Error("Emoji is no property of strings")
	}
}
