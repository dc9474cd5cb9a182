package charset

import "testing"

func TestCanonicalize(t *testing.T) {
	tests := []struct {
		in              rune
		legacy, unicode rune
	}{
		{'a', 'A', 'a'}, {'Z', 'Z', 'z'}, {'0', '0', '0'}, {'_', '_', '_'},
		{0x17F, 0x17F, 's'},         // long s: toUppercase is ASCII, so it stays
		{0x212A, 0x212A, 'k'},       // Kelvin sign
		{0xDF, 0xDF, 0xDF},          // sharp s: toUppercase is SS
		{0x1E9E, 0x1E9E, 0xDF},      // capital sharp s folds simply
		{0x131, 0x131, 0x131},       // dotless i
		{0x130, 0x130, 0x130},       // dotted I has only full and Turkish foldings
		{0x3C2, 0x3A3, 0x3C3},       // final sigma
		{0x1C5, 0x1C4, 0x1C6},       // title case
		{0xB5, 0x39C, 0x3BC},        // micro sign and mu
		{0x10428, 0x10428, 0x10428}, // Deseret small long I
		{0x10400, 0x10400, 0x10428},
		{0x1F80, 0x1F80, 0x1F80}, // toUppercase has two characters
		{0x1F88, 0x1F88, 0x1F80},
	}
	for _, tt := range tests {
		if got := Canonicalize(tt.in, FoldLegacy); got != tt.legacy && tt.in < 0x10000 {
			t.Errorf("legacy %U: got %U, want %U", tt.in, got, tt.legacy)
		}
		if got := Canonicalize(tt.in, FoldUnicode); got != tt.unicode {
			t.Errorf("unicode %U: got %U, want %U", tt.in, got, tt.unicode)
		}
		if got := Canonicalize(tt.in, FoldNone); got != tt.in {
			t.Errorf("none %U: got %U", tt.in, got)
		}
	}
}

// TestFoldClosure compares closures with their definition, for sets of every shape: single
// characters, ASCII ranges, small and large ranges, complements.
func TestFoldClosure(t *testing.T) {
	sets := []Set{
		nil, Of('a'), Of('k', 'S'), New(Range{'X', 'c'}), New(Range{0, 0x7F}), New(Range{'0', '9'}),
		New(Range{'a', 'z'}), New(Range{'B', 'z'}), New(Range{'a', 'z'}, Range{0x17F, 0x17F}),
		Of('k').Negate(MaxUnit), Of('k', 'K').Negate(MaxRune), New(Range{0x100, 0x24F}),
		New(Range{0x400, MaxUnit}), New(Range{0x10400, 0x1044F}), New(Range{0x370, 0x3A3}),
		New(Range{'A', 'Z'}, Range{'_', '_'}, Range{'0', '4'}), New(Range{0x4E00, 0x9FFF}),
		New(Range{0x1E9E, 0x1E9E}), Of('K', 'L', 'z', 0x7F), New(Range{'H', 'z'}).Negate(MaxRune),
	}
	for _, fold := range []Fold{FoldNone, FoldLegacy, FoldUnicode} {
		for _, s := range sets {
			if fold == FoldLegacy {
				s = s.Intersect(New(Range{0, MaxUnit}))
			}
			got := FoldClosure(s, fold)
			if !New(got...).Equal(got) {
				t.Fatalf("fold %d of %v: %v is not normal", fold, s, got)
			}
			in := map[rune]bool{}
			for _, r := range s.Intersect(New(Range{0, 0x1FFFF})) {
				for c := r.Lo; c <= r.Hi; c++ {
					in[Canonicalize(c, fold)] = true
				}
			}
			for c := rune(0); c <= 0x1FFFF; c++ { // beyond, nothing has case
				if want := in[Canonicalize(c, fold)]; got.Contains(c) != want {
					t.Fatalf("fold %d of %v: membership of %U is not %v", fold, s, c, want)
				}
			}
		}
	}
}

func BenchmarkFoldClosure(b *testing.B) {
	for _, bm := range []struct {
		name string
		set  Set
	}{
		{"ascii", New(Range{'0', '9'}, Range{'a', 'z'})},
		{"latin", New(Range{'a', 'z'}, Range{0xC0, 0x17F})},
		{"complement", Of('"').Negate(MaxUnit)},
		{"caseless", New(Range{'\t', '\r'}, Range{0x2028, 0x2029})},
	} {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				FoldClosure(bm.set, FoldLegacy)
			}
		})
	}
}

// TestFoldASCII compares what is known of the letters of ASCII with the orbits of all characters.
func TestFoldASCII(t *testing.T) {
	for _, fold := range []Fold{FoldLegacy, FoldUnicode, FoldASCII, FoldLower, FoldInvariant, FoldPython, FoldJava} {
		o := foldOrbits[fold]()
		for r := rune(0); r < 0x80; r++ {
			want := Of(r)
			if i := o.index(r); i < len(o.chars) && o.chars[i] == r {
				want = Of(o.orbit(i)...)
			}
			if got := FoldClosure(Of(r), fold); !got.Equal(want) {
				t.Errorf("fold %d: %q equals %v, want %v", fold, r, got, want)
			}
			for _, c := range Cased(fold) {
				if same := Canonicalize(c, fold) == Canonicalize(r, fold); same != want.Contains(c) {
					t.Errorf("fold %d: %q and %q compare equal: %v", fold, r, c, same)
				}
			}
		}
	}
}

// TestCatalogs checks that names are found however they are written.
func TestCatalogs(t *testing.T) {
	tests := []struct {
		catalog Catalog
		name    string
		has     rune
	}{
		{Binaries, "white space", 0x2003}, {Binaries, "WSpace", 0x2003}, {Categories, "uppercase-letter", 'A'},
		{Categories, "LU", 'A'}, {Scripts, "greek", 'α'}, {Scripts, "Grek", 'α'}, {ScriptExtensions, "DEVA", 0x964},
		{Blocks, "Latin-1 Supplement", 'é'}, {Blocks, "basiclatin", 'a'}, {BidiClasses, "arabic_letter", 0x627},
	}
	for _, tt := range tests {
		s, ok := tt.catalog.Find(tt.name)
		if !ok || !s.Contains(tt.has) {
			t.Errorf("%q of catalog %d: %v, %v", tt.name, tt.catalog, s, ok)
		}
	}
	for _, name := range []string{"", "foo", "Greek="} {
		if s, ok := Scripts.Find(name); ok {
			t.Errorf("%q is %v", name, s)
		}
	}
}
