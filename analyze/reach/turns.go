package reach

import (
	"context"
	"slices"
	"sync"

	"snag/analyze/reach/flow"
)

// followAll finds the ways in packages, of which several are worked on at once. What was found is told in their order,
// and a package is begun when all has been told that those offer which it uses and which stand before it: so nothing
// depends on how many there are at once.
func (p *Project) followAll(ctx context.Context, order []*unit) {
	at := map[*unit]int{}
	users := map[*unit]int{} // of what packages let others do
	for i, u := range order {
		at[u] = i
		for _, n := range u.needs {
			users[n]++
		}
	}
	after := make([]int, len(order)) // how many have to be told before it is begun
	for i, u := range order {
		for _, n := range u.needs {
			if k, ok := at[n]; ok && k < i {
				after[i] = max(after[i], k+1)
			}
		}
	}
	type found struct {
		number int
		answer *answer
		by     *Project
	}
	done := make(chan found)
	idle := []*Project{}
	for range p.Jobs {
		idle = append(idle, p.beside())
	}
	held := &load{most: maxTogether}
	held.less.L = &held.mu
	begun, answers := make([]bool, len(order)), make([]*found, len(order))
	running := 0
	begin := func(told int) {
		for len(idle) > 0 && ctx.Err() == nil {
			next := -1 // the one with the most files, which may be what all wait for in the end
			for i := told; i < len(order); i++ {
				if !begun[i] && after[i] <= told && (next < 0 || len(order[i].paths) > len(order[next].paths)) {
					next = i
				}
			}
			if next < 0 {
				return
			}
			by := idle[len(idle)-1]
			idle = idle[:len(idle)-1]
			begun[next] = true
			running++
			go func() { done <- found{next, by.find(ctx, order[next], held), by} }()
		}
	}
	for told := 0; told < len(order); {
		if begin(told); running == 0 {
			break // it was interrupted
		}
		one := <-done
		running--
		answers[one.number] = &one
		if len(idle) > 1 {
			one.by.room = flow.Room{} // which may be that of a large package
		}
		idle = append(idle, one.by)
		for ; told < len(order) && answers[told] != nil; told++ {
			u := order[told]
			if a := answers[told].answer; a != nil {
				p.tell(u, a)
			}
			answers[told] = &found{}
			u.exported = nil
			for _, n := range u.needs {
				users[n]--
			}
			for _, n := range slices.Concat(u.needs, []*unit{u}) {
				if users[n] <= 0 {
					n.exports, n.ways = nil, nil
				}
			}
		}
	}
}

// beside returns the project as one of several sees it that find out at once what packages tell: with a memory of its own
// for all that is changed meanwhile.
func (p *Project) beside() *Project {
	own := *p
	own.trees, own.room, own.imports = trees{}, flow.Room{}, nil
	return &own
}

// maxTogether bounds the size of the packages that are followed at once, in bytes of their files. One that is larger is
// followed alone.
const maxTogether = 16 << 20

// load is the size of the packages that are followed, in bytes.
type load struct {
	mu   sync.Mutex
	less sync.Cond // signals that it became less
	now  int
	most int
}

// add waits until there is room for one of a size, and returns what says that it is done.
func (l *load) add(size int) (remove func()) {
	size = min(size, l.most)
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.now+size > l.most {
		l.less.Wait()
	}
	l.now += size
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.now -= size
		l.less.Broadcast()
	}
}
