package bound

// frontier is the texts of a pattern whose costs have terms that are the larger of some.
type frontier struct {
	*evaluator
	chooser
	letters []int
	fixed   []float64
	active  []int32 // states whose costs grow
	set     []vector
	read    int  // characters of its texts
	same    bool // the last two sets are equal
}

func newFrontier(e *evaluator, letters []int) *frontier {
	f := &frontier{evaluator: e, letters: letters, fixed: settled(e, letters, few)}
	for s, v := range f.fixed {
		if v < 0 {
			f.active = append(f.active, int32(s))
		}
	}
	return f
}

func (f *frontier) spent() int { return f.evaluator.work + f.chooser.work }

func (f *frontier) begin(width int) {
	f.chooser = chooser{width: width, texts: []letter{{-1, -1}}, work: f.chooser.work}
	zero, first := make([]float64, len(f.Rows)), f.blank()
	f.ahead(f.Alphabet.Len, zero, first)
	f.set, f.read, f.same = []vector{{first, 0}}, 0, false
}

// blank returns a vector with the costs that do not grow, and room for the sum of the others.
func (f *frontier) blank() []float64 {
	if v, ok := f.reuse(); ok {
		return v
	}
	v := make([]float64, len(f.Rows)+1)
	for s, c := range f.fixed {
		v[s] = max(c, 0)
	}
	return v
}

// ahead fills out with the costs of a text with class in front, and their sum.
func (f *frontier) ahead(class int, costs, out []float64) {
	f.prepare(class, costs)
	sum := 0.0
	for _, s := range f.active {
		c := f.node(f.Rows[s][class], costs)
		out[s] = c
		sum += c
	}
	out[len(out)-1] = sum
}

func (f *frontier) prepend() {
	var all []vector
	for _, v := range f.set {
		for _, class := range f.letters {
			out := f.blank()
			f.ahead(class, v.costs, out)
			all = append(all, vector{out, f.text(class, v.text)})
		}
	}
	next, _ := f.choose(all, new(mark))
	f.same = len(next) == len(f.set)
	for i := 0; f.same && i < len(next); i++ {
		for _, s := range f.active {
			f.same = f.same && next[i].costs[s] == f.set[i].costs[s]
		}
	}
	for _, v := range f.set {
		f.spare = append(f.spare, v.costs)
	}
	f.set = next
	f.read++
}

func (f *frontier) worst() (cost float64, text int32) {
	for _, v := range f.set {
		at := v.costs[0]
		if f.fixed[0] >= 0 {
			at = f.fixed[0]
		}
		if at >= cost {
			cost, text = at, v.text
		}
	}
	return cost + f.Success*float64(f.read+1), text
}

// beyond knows only that nothing grows any more.
func (f *frontier) beyond(float64) (length int, word []int, linear, ok bool) {
	return maxLeap, nil, true, f.same && f.Success == 0
}
