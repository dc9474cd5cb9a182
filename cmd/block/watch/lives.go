package watch

import (
	"time"

	"snag/analyze/block/stall"
	"snag/probe/process"
)

// lives tells when no process of the target is left that served, and when others took their place.
type lives struct {
	servers func() []int // of the target now
	serving []process.ID
	turned  stall.Turnovers // by the clock of who looks
}

// newLives begins with those that serve now.
func newLives(servers func() []int) *lives {
	l := &lives{servers: servers}
	l.serving = identities(servers())
	return l
}

// identities are the processes that exist, of the ids.
func identities(pids []int) (all []process.ID) {
	for _, pid := range pids {
		if info, err := process.Read(pid); err == nil && !info.Zombie() {
			all = append(all, info.ID)
		}
	}
	return all
}

// look notes what has become of the processes at a time, and reports whether others serve than before.
func (l *lives) look(at time.Duration) (others bool) {
	if gone := l.turned.Gone(); gone != nil {
		if l.serving = identities(l.servers()); len(l.serving) > 0 {
			gone.Back, gone.Serving = at, numbers(l.serving)
		}
		return len(l.serving) > 0
	}
	if len(l.serving) == 0 {
		return false // nobody knows them
	}
	for _, id := range l.serving {
		if info, err := process.Read(id.PID); err == nil && info.ID == id && !info.Zombie() {
			return false
		}
	}
	l.turned.Add(stall.Turnover{At: at, Ended: numbers(l.serving)})
	return l.look(at)
}

func numbers(ids []process.ID) (pids []int) {
	for _, id := range ids {
		pids = append(pids, id.PID)
	}
	return pids
}
