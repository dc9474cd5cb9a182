package bound

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSwarmIsWhatItsDefinitionSays compares the states of random graphs that any number of runs may reach with those
// that all ways through the graph say.
func TestSwarmIsWhatItsDefinitionSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + rng.IntN(12)
		g := newGraph(n)
		leads := make([][]bool, n)
		for s := range leads {
			leads[s] = make([]bool, n)
		}
		for range rng.IntN(2 * n) {
			from := rng.IntN(n)
			var all []int32
			for range 1 + rng.IntN(3)*rng.IntN(2) {
				to := rng.IntN(n)
				all = append(all, int32(to))
				leads[from][to] = true
			}
			g.add(from, all)
		}
		for by := range n {
			for from := range n {
				for to := range n {
					leads[from][to] = leads[from][to] || leads[from][by] && leads[by][to]
				}
			}
		}
		want := make([]bool, n)
		for q := range n {
			in := false
			for p := range n {
				in = in || leads[p][p] && leads[p][q] && !leads[q][p]
			}
			for _, to := range g.parts[q] {
				back := 0
				for _, s := range to {
					if leads[s][q] {
						back++
					}
				}
				in = in || back > 1
			}
			for to := range n {
				want[to] = want[to] || in && leads[q][q] && leads[q][to]
			}
		}
		if got := g.swarm(); !slices.Equal(got, want) {
			t.Fatalf("swarm of %v with parts %v = %v, want %v", g.next, g.parts, got, want)
		}
	}
}
