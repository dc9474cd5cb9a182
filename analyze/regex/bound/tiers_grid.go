package bound

import (
	"math"
	"slices"
)

// nothing is the part of a grid's cell that is left out.
const nothing = 1e-12

// grid is the sizes of crowds at which costs are kept: those of each crowd, in all combinations.
type grid struct {
	sizes   [][]float64 // of each crowd from the second on
	points  []amounts
	between []corner // room for those of a place
}

// fineness is how many sizes of each crowd there are at equal distances, and whether those on the way are added.
type fineness struct {
	sizes [mostTiers + 1]int
	along [mostTiers + 1]bool
}

// newGrid returns the grid of crowds up to a size, with those on the way.
func newGrid(largest amounts, count int, fine *fineness, way []amounts) *grid {
	g := &grid{sizes: make([][]float64, count)}
	g.sizes[0] = []float64{1}
	for j := 1; j < count; j++ {
		most := max(largest[j], 1)
		if most <= float64(fine.sizes[j]-1) {
			for k := range int(math.Ceil(most)) + 1 {
				g.sizes[j] = append(g.sizes[j], float64(k))
			}
			continue
		}
		for k := range fine.sizes[j] {
			part := float64(k) / float64(fine.sizes[j]-1)
			g.sizes[j] = append(g.sizes[j], most*math.Pow(part, 1.4))
		}
		if fine.along[j] {
			g.sizes[j] = along(g.sizes[j], j, way)
		}
	}
	g.points = []amounts{{1}}
	for j := 1; j < count; j++ {
		var more []amounts
		for _, size := range g.sizes[j] {
			for _, p := range g.points {
				p[j] = size
				more = append(more, p)
			}
		}
		g.points = more
	}
	return g
}

// along returns sizes of a crowd with the least and the most of it that is on the way, unless they are among them.
func along(sizes []float64, crowd int, way []amounts) []float64 {
	least, most := math.Inf(1), 0.0
	for _, k := range way {
		least, most = min(least, k[crowd]), max(most, k[crowd])
	}
	for _, size := range [...]float64{least, most} {
		i, _ := slices.BinarySearch(sizes, size)
		if i == 0 || i == len(sizes) || min(size-sizes[i-1], sizes[i]-size) < 0.01*sizes[len(sizes)-1] {
			continue
		}
		sizes = slices.Insert(sizes, i, size)
	}
	return sizes
}

// corner is a point of a grid, and its part in what lies between.
type corner struct {
	point int32
	part  float64
}

// locate appends the corners between which some amounts lie: those of one simplex of a cell. Beyond the grid, what follows
// costs no more than in proportion, as it costs something without any crowd.
func (g *grid) locate(at amounts, all []corner) []corner {
	scale := 1.0
	for j, sizes := range g.sizes {
		if most := sizes[len(sizes)-1]; at[j] > most*scale {
			scale = at[j] / most
		}
	}
	type edge struct {
		part   float64
		stride int32
	}
	var edges [mostTiers]edge // that lead from the low corner on, the longest parts first
	count := 0
	low, stride := int32(0), int32(1)
	for j, sizes := range g.sizes {
		if j == 0 || len(sizes) < 2 {
			continue
		}
		v := at[j] / scale
		i := 0
		for i+2 < len(sizes) && sizes[i+1] <= v {
			i++
		}
		low += int32(i) * stride
		if part := min(max((v-sizes[i])/(sizes[i+1]-sizes[i]), 0), 1); part > nothing {
			k := count
			for ; k > 0 && edges[k-1].part < part; k-- {
				edges[k] = edges[k-1]
			}
			edges[k] = edge{part, stride}
			count++
		}
		stride *= int32(len(sizes))
	}
	left := 1.0
	for _, e := range edges[:count] {
		if left-e.part > nothing {
			all = append(all, corner{low, (left - e.part) * scale})
		}
		left = e.part
		low += e.stride
	}
	return append(all, corner{low, left * scale})
}
