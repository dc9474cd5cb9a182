package locate

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"snag/analyze/lazyregexp"
)

// awaitingNode returns the line of the user's code at which most async functions of an idle Node process
// wait, those that wait for another async function left out. It looks through a snapshot of the heap, as which
// nothing else shows them.
func awaitingNode(ctx context.Context, pid int) (Place, error) {
	const (
		most  = 300              // async functions that are asked
		limit = 20 * time.Second // the process stands still meanwhile, which a busy machine draws out
	)
	in, err := OpenInspector(ctx, pid)
	if err != nil {
		return Place{}, err
	}
	defer in.Close()
	if err := in.Call("Debugger.enable", struct{}{}, nil, limit); err != nil { // it names the scripts
		return Place{}, err
	}
	h, err := in.takeHeap(limit)
	if err != nil {
		return Place{}, err
	}
	all := h.generators(most)
	waiters := h.waiters(all)
	var inner, outer []stack
	for ended := time.Now().Add(limit); len(all) > 0 && time.Now().Before(ended) && ctx.Err() == nil; all = all[1:] {
		node := all[0]
		place, ok := in.suspended(h.Nodes[node+h.id])
		switch s := (stack{blocked: true, frames: []Place{place}}); {
		case !ok:
		case waiters[node]:
			outer = append(outer, s)
		default:
			inner = append(inner, s)
		}
	}
	for _, stacks := range [][]stack{inner, outer} {
		if place, ok := hottestOf(stacks, isBlocked); ok {
			return place, nil
		}
	}
	return Place{}, errIdle
}

// suspended returns where an async function waits that is an object of a snapshot.
func (in *Inspector) suspended(id int) (Place, bool) {
	const patience = 5 * time.Second
	var object struct {
		Result struct {
			ID string `json:"objectId"`
		} `json:"result"`
	}
	if in.Call("HeapProfiler.getObjectByHeapObjectId", map[string]string{"objectId": strconv.Itoa(id)}, &object, patience) != nil {
		return Place{}, false
	}
	var properties struct {
		Internal []struct {
			Name  string `json:"name"`
			Value struct {
				Value       any    `json:"value"`
				Description string `json:"description"`
				ID          string `json:"objectId"`
			} `json:"value"`
		} `json:"internalProperties"`
	}
	if in.Call("Runtime.getProperties", map[string]any{"objectId": object.Result.ID, "ownProperties": true}, &properties, patience) != nil {
		return Place{}, false
	}
	var place Place
	state := ""
	for _, p := range properties.Internal {
		switch p.Name {
		case "[[GeneratorState]]":
			state, _ = p.Value.Value.(string)
		case "[[GeneratorFunction]]":
			place.Function = functionName(p.Value.Description)
		case "[[GeneratorLocation]]":
			location, _ := p.Value.Value.(map[string]any)
			script, _ := location["scriptId"].(string)
			line, _ := location["lineNumber"].(float64)
			if url := in.scripts[script]; ofUser(url) {
				place.File, place.Line = filePath(url), int(line)+1
			}
		}
	}
	place.Method = "heap snapshot: async functions that wait"
	place.Function = cmp.Or(place.Function, "(anonymous)")
	return place, state == "suspended" && place.Line > 0
}

// functionName takes the name out of the source of a function; it is empty for one that has none.
func functionName(source string) string {
	m := functionHead.FindStringSubmatch(source)
	if m == nil || m[1] == "async" || m[1] == "function" {
		return ""
	}
	return m[1]
}

var functionHead = lazyregexp.New(`^(?:async\s+)?(?:function\s*)?\*?\s*([\w$]+)\s*\(`)
