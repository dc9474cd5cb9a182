package bound

import (
	"math"
	"slices"
)

// vector is the costs of texts. The last element says which texts count most.
type vector struct {
	costs []float64
	text  int32 // the worst of the texts, as an index of chooser.texts
}

// letter is the first character of a text, and the rest of it.
type letter struct{ class, rest int32 }

// mark sums up numbers (FNV-1a).
type mark uint64

func (m *mark) add(n int32) { *m = (*m ^ mark(uint32(n))) * 1099511628211 }

// chooser keeps some of many vectors.
type chooser struct {
	width int // vectors to keep
	texts []letter
	work  int
	spare [][]float64
	lossy bool // vectors were replaced by larger ones

	peak, loss []float64 // room for those of candidates
	centres    []int32
	slab       []int32 // room for homes
	kept       []vector
}

// again returns a chooser that keeps so many vectors, with the memory of c.
func (c *chooser) again(width int) chooser {
	return chooser{
		width: width, texts: append(c.texts[:0], letter{-1, -1}), work: c.work, spare: c.spare,
		peak: c.peak, loss: c.loss, centres: c.centres, slab: c.slab, kept: c.kept,
	}
}

func (s *chooser) lossless() bool { return !s.lossy }

// reuse returns a vector that is not needed any more, if there is one.
func (s *chooser) reuse() (v []float64, ok bool) {
	n := len(s.spare)
	if n == 0 {
		return nil, false
	}
	v = s.spare[n-1]
	s.spare = s.spare[:n-1]
	return v, true
}

// text returns the text that begins with class.
func (s *chooser) text(class int, rest int32) int32 {
	s.texts = append(s.texts, letter{int32(class), rest})
	return int32(len(s.texts) - 1)
}

// spell returns a text in classes.
func (s *chooser) spell(text int32) (word []int) {
	for ; text > 0; text = s.texts[text].rest {
		word = append(word, int(s.texts[text].class))
	}
	return word
}

// choose returns the vectors to keep, and which one each candidate went into. Of those that
// the others do not exceed, as many are kept as the width allows: those that differ most. The others go
// into the one that is nearest, whose elements become the larger ones of both.
func (s *chooser) choose(all []vector, sum *mark) (kept []vector, homes []int32) {
	size := len(all[0].costs)
	peak := slices.Grow(s.peak[:0], size)[:size]
	clear(peak)
	s.peak = peak
	first := 0
	for c, v := range all {
		for i, x := range v.costs {
			if x > peak[i] {
				peak[i] = x
			}
		}
		if v.costs[size-1] > all[first].costs[size-1] {
			first = c
		}
	}
	centres := append(s.centres[:0], int32(first))
	if len(s.slab) < len(all) {
		s.slab = make([]int32, max(len(all), 512))
	}
	homes, s.slab = s.slab[:len(all):len(all)], s.slab[len(all):]
	loss := slices.Grow(s.loss[:0], len(all))[:len(all)] // of going into its home
	s.loss = loss
	for c := range all {
		homes[c], loss[c] = int32(first), 0
		if c == first {
			s.work += size / 2 // as for any other
			continue
		}
		loss[c] = s.excess(all[first].costs, all[c].costs, peak, math.Inf(1))
	}
	for len(centres) < s.width {
		far := 0
		for c := range all {
			if loss[c] > loss[far] {
				far = c
			}
		}
		if loss[far] <= 0 {
			break
		}
		centres = append(centres, int32(far))
		for c := range all {
			if loss[c] > 0 {
				if l := s.excess(all[far].costs, all[c].costs, peak, loss[c]); l < loss[c] {
					homes[c], loss[c] = int32(far), l
				}
			}
		}
	}
	slices.Sort(centres)
	s.centres = centres
	if len(s.kept) < len(centres) {
		s.kept = make([]vector, max(len(centres), 128))
	}
	kept, s.kept = s.kept[:len(centres):len(centres)], s.kept[len(centres):]
	for i, c := range centres {
		kept[i] = all[c]
	}
	for c, v := range all {
		role, _ := slices.BinarySearch(centres, homes[c])
		centre := homes[c] == int32(c)
		homes[c] = int32(role)
		if centre {
			continue
		}
		if to := kept[role].costs; loss[c] > 0 {
			s.lossy = true
			for i, x := range v.costs {
				if x > to[i] {
					to[i] = x
					sum.add(int32(c))
					sum.add(int32(i))
				}
			}
		}
		s.spare = append(s.spare, v.costs)
	}
	for _, h := range homes {
		sum.add(h)
	}
	return kept, homes
}

// excess is by how much an element of b is larger than that of a at most, as a part of the largest one of
// any candidate. It stops looking when that is enough.
func (s *chooser) excess(a, b, peak []float64, enough float64) (most float64) {
	b, peak = b[:len(a)], peak[:len(a)] // as they are
	for i := len(a) - 1; i >= 0; i-- {
		if d := b[i] - a[i]; d > most*peak[i] {
			if most = d / peak[i]; most >= enough {
				return most
			}
		}
	}
	s.work += len(a) / 2
	return most
}
