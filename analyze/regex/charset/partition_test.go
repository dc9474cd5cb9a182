package charset

import "testing"

func TestPartition(t *testing.T) {
	digits, letters := New(Range{'0', '9'}), New(Range{'a', 'z'})
	tests := []struct {
		name string
		sets []Set
		len  int
	}{
		{"nothing", nil, 1},
		{"one", []Set{digits}, 2},
		{"twice the same", []Set{digits, New(Range{'0', '9'})}, 2},
		{"disjoint", []Set{digits, letters}, 3},
		{"within", []Set{letters, Of('k')}, 3},
		{"overlap", []Set{New(Range{'a', 'm'}), New(Range{'k', 'z'})}, 4},
		{"everything", []Set{New(Range{0, MaxUnit})}, 1},
		{"empty", []Set{nil, digits}, 2},
	}
	for _, tt := range tests {
		p := NewPartition(tt.sets, MaxUnit)
		if p.Len != tt.len {
			t.Errorf("%s: %d classes, want %d", tt.name, p.Len, tt.len)
		}
		checkPartition(t, tt.name, p, tt.sets)
	}
}

// TestPartitionOfManySets goes beyond the number of sets and classes that fit one word.
func TestPartitionOfManySets(t *testing.T) {
	var sets []Set
	for r := rune(0); r < 200; r++ {
		sets = append(sets, New(Range{r, r + 7}))
	}
	p := NewPartition(sets, MaxRune)
	if want := 200 + 7 + 1; p.Len != want {
		t.Errorf("%d classes, want %d", p.Len, want)
	}
	checkPartition(t, "many", p, sets)
}

// checkPartition checks that each set is what its classes add up to.
func checkPartition(t *testing.T, name string, p *Partition, sets []Set) {
	t.Helper()
	for i, s := range sets {
		var sum Set
		for class := range p.Len {
			if p.Sets[i].Has(class) {
				sum = sum.Union(p.Ranges(class))
			}
		}
		if !sum.Equal(s) {
			t.Errorf("%s: set %d is %v, its classes are %v", name, i, s, sum)
		}
	}
	for class := range p.Len {
		if r := p.Example(class); !p.Ranges(class).Contains(r) {
			t.Errorf("%s: the example %q is not in class %v", name, r, p.Ranges(class))
		}
	}
}

func TestExampleIsReadable(t *testing.T) {
	tests := []struct {
		set  Set
		want rune
	}{
		{New(Range{0, MaxUnit}), 'a'},
		{New(Range{' ', '@'}), '0'},
		{Of('\t', ' ', 0xA0), ' '},
		{Of('/', 0x80), '/'},
		{New(Range{0xD800, 0xE100}), 0xE000},
		{New(Range{0x3040, 0x309F}), 0x3040},
	}
	for _, tt := range tests {
		p := NewPartition([]Set{tt.set}, MaxUnit)
		for class := range p.Len {
			if p.Sets[0].Has(class) && p.Example(class) != tt.want {
				t.Errorf("Example of %v = %q, want %q", tt.set, p.Example(class), tt.want)
			}
		}
	}
}
