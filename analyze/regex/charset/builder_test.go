package charset

import "testing"

// TestBuilder collects a small set, and a large one with the memory of the first, which stays as it was.
func TestBuilder(t *testing.T) {
	var b Builder
	b.AddRange('b', 'c')
	b.AddSet(Of('x', 'a'))
	small := b.Set()
	b.Reset()
	var many []rune
	for i := range rune(2 * largeSet) {
		many = append(many, 0x1000+2*i)
	}
	b.AddSet(Of(many...))
	b.AddRange('d', 'e')
	large := b.Set()
	for _, c := range []struct {
		what      string
		got, want Set
	}{
		{"small", small, Of('a', 'b', 'c', 'x')},
		{"large", large, Of(append(many, 'd', 'e')...)},
	} {
		if !c.got.Equal(c.want) {
			t.Errorf("the %s set is %v, want %v", c.what, c.got, c.want)
		}
	}
}
