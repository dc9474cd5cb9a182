package backoff

// mostParameters is more than any model has.
const mostParameters = 8

// vertex is a corner of the simplex that climbs.
type vertex struct {
	at     [mostParameters]float64
	height float64
}

// climb finds a maximum of f from start by the method of Nelder and Mead. It gives up where several times what it
// gained of late, and how far apart its corners still are, would not bring it to the height of needed.
func climb(f func([]float64) float64, start []float64, rounds int, needed float64) ([]float64, float64) {
	n := len(start)
	var room [mostParameters + 1]vertex
	simplex := room[:n+1]
	for i := range simplex {
		v := &simplex[i]
		copy(v.at[:], start)
		if i > 0 {
			step := 0.06
			if i > n-2 {
				step = 0.5 // the noise
			}
			v.at[i-1] += step
		}
		v.height = f(v.at[:n])
	}
	var centre, mirrored, other vertex
	along := func(v *vertex, worst *vertex, by float64) {
		for i := range n {
			v.at[i] = centre.at[i] + by*(worst.at[i]-centre.at[i])
		}
		v.height = f(v.at[:n])
	}
	before := simplex[0].height
	for round := range rounds {
		arrange(simplex)
		worst, best := &simplex[n], simplex[0].height
		if best-worst.height < 1e-3 {
			break
		}
		if every := 2 * n; round%every == every-1 {
			if best+4*(best-before)+(best-worst.height) < needed {
				break
			}
			before = best
		}
		for i := range n {
			sum := 0.
			for j := range n {
				sum += simplex[j].at[i]
			}
			centre.at[i] = sum / float64(n)
		}
		along(&mirrored, worst, -1)
		switch {
		case mirrored.height > best:
			if along(&other, worst, -2); other.height > mirrored.height {
				mirrored = other
			}
			*worst = mirrored
		case mirrored.height > simplex[n-1].height:
			*worst = mirrored
		default:
			if along(&other, worst, 0.5); other.height > worst.height {
				*worst = other
				break
			}
			centre = simplex[0]
			for i := 1; i <= n; i++ {
				along(&other, &simplex[i], 0.5)
				simplex[i] = other
			}
		}
	}
	arrange(simplex)
	at := make([]float64, n)
	copy(at, simplex[0].at[:])
	return at, simplex[0].height
}

// arrange puts the highest first, and leaves those of one height in their order. What is no number stays where it is.
func arrange(simplex []vertex) {
	for i := 1; i < len(simplex); i++ {
		for j := i; j > 0 && simplex[j].height > simplex[j-1].height; j-- {
			simplex[j], simplex[j-1] = simplex[j-1], simplex[j]
		}
	}
}
