package bound

import "encoding/binary"

// layers goes back from a set through all repetitions at once. Texts are told apart by the loops without an end and the
// places between repetitions that runs are in, and by their length; of the counts in repetitions there are as many runs at
// each as on any of these texts. That is not much more than on one of them: runs come to a repetition with all counts that
// it may end with, so that there are no fewer runs of lower counts than of higher ones, and on the text that makes most of
// them there are most at each.
//
// From the length on at which those of the first set are gone that no loop leads to, the number of characters stands for
// the length since runs came to other loops.
type layers struct {
	*crossing
	settles  int       // characters behind which the runs of the first set are gone from which no loop is left
	ends     int       // and behind which those are gone that come from loops without runs
	links    [][][]run // by letter and state, the states that lead there
	index    map[string]int32
	all      []layered
	queue    [][]int32   // open swaths by their layer
	spare    [][]float64 // sets that are not needed any more
	kept     int         // sets that are
	expanded int         // times that steps were found
}

// layered is a swath in its layer, with its runs by state.
type layered struct {
	runs  []float64
	steps []crossed
	open  bool // there are more runs than the steps tell
	layer int
	core  string // loops that its runs are in
}

// layered returns the most ways to a set of states of any repetitions.
func (c *crossing) layered(start []run) (w ways, ok bool) {
	l := &layers{crossing: c, settles: c.inRow(c.fed()), ends: c.inRow(c.loops), index: make(map[string]int32)}
	if l.ends > mostLayers {
		return nil, false
	}
	l.queue = make([][]int32, l.settles+l.ends+2)
	l.links = make([][][]run, len(c.letters))
	for letter, row := range c.from {
		l.links[letter] = make([][]run, len(row))
		for q, from := range row {
			if from != nil {
				l.links[letter][q] = *from
			}
		}
	}
	runs := l.fresh()
	for _, r := range start {
		runs[r.state] = r.count
	}
	l.add(runs, nil)
	for layer := 0; layer < len(l.queue); {
		queue := l.queue[layer]
		if len(queue) == 0 {
			layer++
			continue
		}
		at := queue[len(queue)-1]
		l.queue[layer] = queue[:len(queue)-1]
		lowest, ok := l.expand(at)
		if !ok {
			return nil, false
		}
		if layer < l.settles { // nothing comes back to it
			l.free(l.all[at].runs)
			l.all[at].runs = nil
		}
		layer = min(layer, lowest)
	}
	all := make([]swath, len(l.all))
	for i := range all {
		all[i].steps = l.all[i].steps
	}
	return c.longest(all)
}

// fresh returns a set without runs.
func (l *layers) fresh() []float64 {
	l.kept++
	if last := len(l.spare) - 1; last >= 0 {
		runs := l.spare[last]
		l.spare = l.spare[:last]
		clear(runs)
		return runs
	}
	return make([]float64, len(l.Rows))
}

// free takes back a set.
func (l *layers) free(runs []float64) {
	l.kept--
	l.spare = append(l.spare, runs)
}

// inRow returns how many states stand in a row at most, without those that are left out.
func (c *crossing) inRow(without []bool) (most int) {
	depth := make([]int, len(c.loops))
	var visit func(q int32)
	visit = func(q int32) {
		if without[q] || c.part[q] < 0 || depth[q] > 0 {
			return
		}
		depth[q] = 1
		c.before(q, func(p int32) {
			visit(p)
			depth[q] = max(depth[q], depth[p]+1)
		})
		most = max(most, depth[q])
	}
	for q := range c.loops {
		visit(int32(q))
	}
	return most
}

// before calls f for the states that lead to one.
func (c *crossing) before(q int32, f func(p int32)) {
	for l := range c.letters {
		if from := c.from[l][q]; from != nil && c.kinds[c.kind[q]][l] == l {
			for _, r := range *from {
				f(r.state)
			}
		}
	}
}

// fed returns the states from which a way leads to a loop, and those of the loops.
func (c *crossing) fed() []bool {
	fed := make([]bool, len(c.loops))
	var visit func(q int32)
	visit = func(q int32) {
		if !fed[q] {
			fed[q] = true
			c.before(q, visit)
		}
	}
	for q, loop := range c.loops {
		if loop {
			visit(int32(q))
		}
	}
	return fed
}

// expand finds the steps of a swath, and the lowest layer to go on from. ok is false where that takes too much.
func (l *layers) expand(at int32) (lowest int, ok bool) {
	lowest = len(l.queue)
	from := l.all[at]
	l.all[at].open = false
	if l.expanded++; l.expanded > mostAgain+2*len(l.all) || len(l.all) > mostLayered || l.work < 0 || l.kept*len(l.Rows) > mostKept {
		return lowest, false
	}
	var sets [][]float64
	var steps []crossed
	for _, letter := range l.unlike(from.runs) {
		ended, left, next := l.back(from.runs, letter)
		if left > mostAtOnce {
			return lowest, false
		}
		useless := ended == 0 && left == 0
		kept := 0
		for i := range steps {
			if useless = useless || ended <= steps[i].ended && noMore(next, sets[i]); !useless && steps[i].ended <= ended && noMore(sets[i], next) {
				l.free(sets[i])
				continue
			}
			steps[kept], sets[kept] = steps[i], sets[i]
			kept++
		}
		steps, sets = steps[:kept], sets[:kept]
		if useless {
			l.free(next)
			continue
		}
		step := crossed{ended: ended, to: -1}
		if left > 0 {
			step.to = 0
		}
		steps, sets = append(steps, step), append(sets, next)
	}
	for i := range steps {
		if steps[i].to < 0 {
			l.free(sets[i])
			continue
		}
		steps[i].to = l.add(sets[i], &from)
		lowest = min(lowest, l.all[steps[i].to].layer)
	}
	l.all[at].steps = steps
	return lowest, true
}

// unlike returns the letters that do not make the same of a set as one before.
func (l *layers) unlike(runs []float64) []int {
	var kinds []int32
	for q, n := range runs {
		if k := l.kind[q]; n > 0 && !l.seenKind[k] {
			l.seenKind[k] = true
			kinds = append(kinds, k)
		}
	}
	l.work -= len(runs) / 4
	return l.unlikeOf(kinds)
}

// back returns what the letter before makes of a set: how many ways end, and of those that are left the most in one state.
func (l *layers) back(runs []float64, letter int) (ended, left float64, next []float64) {
	next = l.fresh()
	links := l.links[letter]
	for q, n := range runs {
		if n == 0 {
			continue
		}
		for _, f := range links[q] {
			next[f.state] += n * f.count
		}
		l.work -= 1 + len(links[q])
	}
	for q, n := range next {
		if n == 0 {
			continue
		}
		if l.part[q] < 0 { // the search is in one state
			ended = max(ended, n)
			next[q] = 0
		} else {
			left = max(left, n)
		}
	}
	l.work -= len(next) / 4
	return ended, left, next
}

// noMore reports whether there are no more runs in any state than in a second set.
func noMore(a, b []float64) bool {
	for q, n := range a {
		if n > b[q] {
			return false
		}
	}
	return true
}

// add returns the swath of a set that is one character behind another one, nil for the first one. It takes the set.
func (l *layers) add(runs []float64, behind *layered) int32 {
	key := l.key[:0]
	for q, n := range runs {
		if n > 0 && l.loops[q] {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
		}
	}
	core, layer := string(key), 0
	switch {
	case behind == nil:
	case behind.layer < l.settles || core == behind.core:
		layer = min(behind.layer+1, len(l.queue)-1)
	default:
		layer = l.settles
	}
	key = binary.LittleEndian.AppendUint32(append(key, 0xFF, 0xFF, 0xFF, 0xFF), uint32(layer))
	for q, n := range runs {
		if n > 0 && !l.loops[q] && l.part[q] == 0 {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
		}
	}
	l.key = key
	at, known := l.index[string(key)]
	if !known {
		at = int32(len(l.all))
		l.index[string(key)] = at
		l.all = append(l.all, layered{runs: runs, layer: layer, core: core, open: true})
		l.queue[layer] = append(l.queue[layer], at)
		return at
	}
	to := &l.all[at]
	more := false
	for q, n := range runs {
		if n > to.runs[q] {
			to.runs[q], more = n, true
		}
	}
	l.free(runs)
	if more && !to.open {
		to.open = true
		l.queue[layer] = append(l.queue[layer], at)
	}
	return at
}

const (
	mostLayers    = 1500
	mostLayered   = 100_000    // swaths in layers
	mostAgain     = 500        // times that steps are found beside two of each swath: more are seldom enough
	mostKept      = 8_000_000  // numbers of runs in their sets
	mostLayerWork = 80_000_000 // steps of single states
)
