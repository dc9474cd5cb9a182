package bound

// Costliest returns what a run costs at most from one character to the next, with what it reads in lookarounds of one character
// and looks back at, and what each character may cost beside. ok is false where lookbehinds may read any number of characters.
func (b *Bounds) Costliest() (each, more float64, ok bool) {
	if !b.settled {
		return 0, 0, false
	}
	e := newEvaluator(summed(b.e.Costs))
	e.free = b.e.free
	s := steady{evaluator: e, rows: make(map[[2]int]linear)}
	ends := make([]float64, len(e.Rows)) // what a run costs that reads no further
	for q, row := range e.Rows {
		most := 0.0
		for class := range row {
			r := s.row(q, class)
			if len(r.add) > 0 {
				most = 0
				break
			}
			most = max(most, r.base)
		}
		ends[q] = most
	}
	for q, row := range e.Rows {
		for class := range row {
			r := s.row(q, class)
			cost := r.base
			for _, to := range r.add {
				cost += ends[to]
			}
			each = max(each, cost)
		}
	}
	return each, e.Success, true
}
