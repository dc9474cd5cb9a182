package bound

import "slices"

// mostPaired is the work that it may take to tell in which loops runs gather.
const mostPaired = 60_000

// gatherings finds the loops in which any number of runs comes together, and if each is set, the loops that a crowd goes on to:
// those that have gone on are told from those that have not. ok is false where there are too many.
func (t *tiers) gatherings(each bool) (ok bool) {
	count := len(t.ends)
	g := newGraph(count)
	for _, rows := range t.rows {
		for u := range rows {
			g.next[u] = append(g.next[u], rows[u].add...)
		}
	}
	for u := range g.next {
		slices.Sort(g.next[u])
		g.next[u] = slices.Compact(g.next[u])
	}
	part, order := g.loops()
	members := make([][]int32, count) // of each part
	for u, p := range part {
		members[p] = append(members[p], int32(u))
	}
	loops := make([]bool, count)
	for p, states := range members {
		loops[p] = len(states) > 1 || len(states) == 1 && slices.Contains(g.next[states[0]], states[0])
	}
	t.home = make([]int32, count)
	work := mostPaired
	var found []int32             // parts in which runs gather, those that lead to others first
	depth := make([]int32, count) // of parts: how many of those are on the way there
	for _, u := range slices.Backward(order) {
		p := part[u]
		if members[p][0] != u {
			continue
		}
		if loops[p] {
			gathers := each && depth[p] > 0 || t.joined(members[p], part, &work)
			for from := 0; from < count && !gathers; from++ {
				gathers = int32(from) != p && loops[from] && t.gathers(members[from], members[p], part, &work)
			}
			if gathers {
				depth[p]++
				found = append(found, p)
			}
		}
		for _, v := range members[p] {
			for _, to := range g.next[v] {
				if part[to] != p {
					depth[part[to]] = max(depth[part[to]], depth[p])
				}
			}
		}
	}
	t.count = 1
	for _, p := range found {
		if depth[p] > mostTiers {
			return false
		}
		t.count = max(t.count, int(depth[p])+1)
		for _, v := range members[p] {
			t.home[v] = depth[p]
		}
	}
	return true
}

// joined reports whether there is a text on which a group stays, a run goes from there to a loop, and another one stays
// in that. What takes more work to tell is taken to be so.
func (t *tiers) joined(to, part []int32, work *int) bool {
	g := newGraph(len(t.groups))
	for i := range t.groups {
		for j := range t.groups[i].moves {
			g.next[i] = append(g.next[i], t.groups[i].moves[j].to)
		}
	}
	loop, _ := g.loops()
	type triple [3]int32
	const still = -1 // the run is in the group
	for p := range t.groups {
		for _, q := range to {
			goal := triple{int32(p), q, q}
			seen := map[triple]bool{{int32(p), still, q}: true}
			stack := []triple{{int32(p), still, q}}
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for i := range t.groups[at[0]].moves {
					m := &t.groups[at[0]].moves[i]
					if loop[m.to] != loop[p] {
						continue
					}
					rows := t.rows[m.letter]
					for _, c := range rows[at[2]].add {
						if part[c] != part[q] {
							continue
						}
						visit := func(b int32) bool {
							next := triple{m.to, b, c}
							if *work--; *work < 0 || next == goal {
								return true
							}
							if !seen[next] {
								seen[next] = true
								stack = append(stack, next)
							}
							return false
						}
						behind := m.add
						if at[1] != still {
							behind = rows[at[1]].add
						} else if visit(still) {
							return true
						}
						if slices.ContainsFunc(behind, visit) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// gathers reports whether there is a text on which a run stays in one loop, another one goes from there to a second loop,
// and a third one stays in that. What takes more work to tell is taken to be so.
func (t *tiers) gathers(from, to, part []int32, work *int) bool {
	type triple [3]int32
	for _, p := range from {
		for _, q := range to {
			goal := triple{p, q, q}
			seen := map[triple]bool{{p, p, q}: true}
			stack := []triple{{p, p, q}}
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for _, rows := range t.rows {
					for _, a := range rows[at[0]].add {
						if part[a] != part[p] {
							continue
						}
						for _, c := range rows[at[2]].add {
							if part[c] != part[q] {
								continue
							}
							for _, b := range rows[at[1]].add {
								next := triple{a, b, c}
								if next == goal {
									return true
								}
								if *work--; *work < 0 {
									return true
								}
								if !seen[next] {
									seen[next] = true
									stack = append(stack, next)
								}
							}
						}
					}
				}
			}
		}
	}
	return false
}
