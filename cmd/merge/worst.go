package merge

import (
	"cmp"

	"snag/analyze/sorting"
	"snag/cmd/report"
)

// worst keeps the worst of many findings, and never holds more than twice as many.
type worst struct {
	most  int // 0 for all
	count int // of all that were added
	held  []ranked
}

// ranked is a finding with its number among all.
type ranked struct {
	report.Finding
	n int
}

func (w *worst) add(f report.Finding) {
	w.held = append(w.held, ranked{f, w.count})
	w.count++
	if w.most > 0 && len(w.held) >= 2*w.most {
		w.cut()
	}
}

// cut leaves the worst: what is open before what is suppressed or minor, then by level and weight.
func (w *worst) cut() {
	if w.most == 0 || len(w.held) <= w.most {
		return
	}
	class := func(f *ranked) int {
		switch {
		case f.Suppression != nil:
			return 2
		case f.Minor != "":
			return 1
		}
		return 0
	}
	sorting.Stable(w.held, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(class(&a), class(&b)), cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.n, b.n))
	})
	clear(w.held[w.most:])
	w.held = w.held[:w.most]
}

// findings returns what was kept, in the order in which it was added.
func (w *worst) findings() []report.Finding {
	w.cut()
	sorting.Stable(w.held, func(a, b ranked) int { return cmp.Compare(a.n, b.n) })
	all := make([]report.Finding, len(w.held))
	for i, f := range w.held {
		all[i] = f.Finding
	}
	return all
}
