package graph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// plain is an env as maps, copied whole.
type plain struct {
	defs map[int]map[ID]int64
	caps map[string]int64
}

func (p plain) fork() plain {
	c := plain{map[int]map[ID]int64{}, maps.Clone(p.caps)}
	for v, all := range p.defs {
		c.defs[v] = maps.Clone(all)
	}
	return c
}

func (p plain) join(o plain) plain {
	for v, all := range o.defs {
		if p.defs[v] == nil {
			p.defs[v] = map[ID]int64{}
		}
		for id, most := range all {
			p.defs[v][id] = max(p.defs[v][id], most)
		}
	}
	for m, most := range p.caps {
		if other, ok := o.caps[m]; ok {
			p.caps[m] = max(most, other)
		} else {
			delete(p.caps, m)
		}
	}
	return p
}

func (p plain) String() string {
	var all []string
	for v, defs := range p.defs {
		for id, most := range defs {
			all = append(all, fmt.Sprintf("v%d=%d<=%d", v, id, most))
		}
	}
	for m, most := range p.caps {
		all = append(all, fmt.Sprintf("%s<=%d", m, most))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func (e *env) plain(vars []*variable) plain {
	p := plain{map[int]map[ID]int64{}, map[string]int64{}}
	for i, v := range vars {
		k := e.of(v)
		for _, d := range k.defs {
			if p.defs[i] == nil {
				p.defs[i] = map[ID]int64{}
			}
			p.defs[i][d.id] = d.cap.Max
		}
		for _, c := range k.caps {
			p.caps[fmt.Sprint("v", i, c.path)] = c.cap.Max
		}
	}
	return p
}

// TestEnvAgreesWithMaps does at random what the reading of code does to envs, and to maps that are copied whole.
func TestEnvAgreesWithMaps(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		vars := make([]*variable, 1+r.IntN(300))
		for i := range vars {
			vars[i] = &variable{}
		}
		envs, plains := []*env{newEnv(&ledger{})}, []plain{{map[int]map[ID]int64{}, map[string]int64{}}}
		for step := range 400 {
			at := r.IntN(len(envs))
			e, p := envs[at], plains[at]
			n := r.IntN(len(vars))
			switch r.IntN(7) {
			case 0, 1:
				id := ID(1 + r.IntN(9))
				most := int64(r.IntN(50))
				e.set(vars[n], known{defs: []def{{id, Cap{Max: most}}}})
				p.defs[n] = map[ID]int64{id: most}
				maps.DeleteFunc(p.caps, func(m string, _ int64) bool { return strings.HasPrefix(m, fmt.Sprint("v", n, ".")) })
			case 2:
				path := "." + string(rune('a'+r.IntN(3)))
				most := int64(r.IntN(50))
				e.limit(member{vars[n], path}, Cap{Max: most})
				p.caps[fmt.Sprint("v", n, path)] = most
			case 3:
				e.forget(vars[n], ".a")
				delete(p.caps, fmt.Sprint("v", n, ".a"))
			case 4, 5:
				if len(envs) < 12 {
					envs, plains = append(envs, e.fork()), append(plains, p.fork())
				}
			case 6:
				if other := r.IntN(len(envs)); other != at {
					envs[at], plains[at] = join(e, envs[other]), p.join(plains[other])
					envs, plains = slices.Delete(envs, other, other+1), slices.Delete(plains, other, other+1)
				}
			}
			if step%40 != 39 {
				continue
			}
			for i := range envs {
				if got, want := envs[i].plain(vars).String(), plains[i].String(); got != want {
					t.Fatalf("seed %d, step %d, env %d: got %s, want %s", seed, step, i, got, want)
				}
			}
		}
	}
}
