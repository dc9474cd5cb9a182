package locate

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
)

// largestHeap bounds the text of a heap snapshot, which is about as large as the heap.
const largestHeap = 128 << 20

// heap is a snapshot of V8's heap as a graph of objects.
type heap struct {
	Snapshot struct {
		Meta struct {
			NodeFields []string          `json:"node_fields"`
			NodeTypes  []json.RawMessage `json:"node_types"`
			EdgeFields []string          `json:"edge_fields"`
			EdgeTypes  []json.RawMessage `json:"edge_types"`
		} `json:"meta"`
	} `json:"snapshot"`
	Nodes   []int    `json:"nodes"`
	Edges   []int    `json:"edges"`
	Strings []string `json:"strings"`

	size, name, id, edgeCount, nodeType int // fields of a node
	edgeSize, edgeName, edgeTo          int // fields of an edge
	first                               []int
	types                               []string
}

// TakeHeap returns a snapshot of the heap of the process. The process stands still meanwhile, for a second
// or two for each hundred megabytes.
func (in *Inspector) takeHeap(limit time.Duration) (*heap, error) {
	var text []byte
	tooLarge := false
	in.listen = func(e event) {
		if e.Method != "HeapProfiler.addHeapSnapshotChunk" {
			return
		}
		var part struct {
			Chunk string `json:"chunk"`
		}
		if tooLarge = tooLarge || len(text) > largestHeap; !tooLarge && json.Unmarshal(e.Params, &part) == nil {
			text = append(text, part.Chunk...)
		}
	}
	defer func() { in.listen = nil }()
	if err := in.Call("HeapProfiler.takeHeapSnapshot", struct{}{}, nil, limit); err != nil {
		return nil, err
	}
	if tooLarge {
		return nil, errors.New("the heap is too large to look through")
	}
	return parseHeap(text)
}

// parseHeap reads a snapshot, and checks that all it refers to is there.
func parseHeap(text []byte) (*heap, error) {
	malformed := errors.New("the heap snapshot is malformed")
	var h heap
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, malformed
	}
	meta := h.Snapshot.Meta
	h.size, h.edgeSize = len(meta.NodeFields), len(meta.EdgeFields)
	h.nodeType, h.name, h.id, h.edgeCount = slices.Index(meta.NodeFields, "type"), slices.Index(meta.NodeFields, "name"), slices.Index(meta.NodeFields, "id"), slices.Index(meta.NodeFields, "edge_count")
	h.edgeName, h.edgeTo = slices.Index(meta.EdgeFields, "name_or_index"), slices.Index(meta.EdgeFields, "to_node")
	if min(h.nodeType, h.name, h.id, h.edgeCount, h.edgeName, h.edgeTo) < 0 || len(meta.NodeTypes) <= h.nodeType || json.Unmarshal(meta.NodeTypes[h.nodeType], &h.types) != nil ||
		len(h.Nodes)%h.size != 0 || len(h.Edges)%h.edgeSize != 0 {
		return nil, malformed
	}
	edge := 0
	for at := 0; at < len(h.Nodes); at += h.size {
		h.first = append(h.first, edge)
		count := h.Nodes[at+h.edgeCount]
		if edge += count * h.edgeSize; count < 0 || edge > len(h.Edges) || h.Nodes[at+h.name] < 0 || h.Nodes[at+h.name] >= len(h.Strings) ||
			h.Nodes[at+h.nodeType] < 0 || h.Nodes[at+h.nodeType] >= len(h.types) {
			return nil, malformed
		}
	}
	for at := 0; at < len(h.Edges); at += h.edgeSize {
		if to := h.Edges[at+h.edgeTo]; to < 0 || to >= len(h.Nodes) || to%h.size != 0 {
			return nil, malformed
		}
	}
	return &h, nil
}

// nameOf returns the name of the node at an offset, of an object that of its constructor.
func (h *heap) nameOf(node int) string { return h.Strings[h.Nodes[node+h.name]] }

// targets are the offsets of the nodes to which a node refers.
func (h *heap) targets(node int) (all []int) {
	from := h.first[node/h.size]
	for at := from; at < from+h.Nodes[node+h.edgeCount]*h.edgeSize; at += h.edgeSize {
		all = append(all, h.Edges[at+h.edgeTo])
	}
	return all
}

// generators are the offsets of the async functions and generators that have begun and not ended, at most
// so many.
func (h *heap) generators(most int) (all []int) {
	for at := 0; at < len(h.Nodes) && len(all) < most; at += h.size {
		if h.types[h.Nodes[at+h.nodeType]] == "object" && strings.HasSuffix(h.nameOf(at), "Generator") && slices.ContainsFunc(h.targets(at), func(to int) bool {
			return strings.HasPrefix(h.nameOf(to), "system / Context") || h.nameOf(to) == "Promise"
		}) {
			all = append(all, at)
		}
	}
	return all
}

// waiters returns which of the generators wait for another one of them: its promise leads to them by what is
// to happen once it is settled.
func (h *heap) waiters(generators []int) map[int]bool {
	waiting := map[int]bool{}
	for _, one := range generators {
		for _, promise := range h.targets(one) {
			if h.nameOf(promise) == "Promise" {
				h.follow(promise, one, waiting)
			}
		}
	}
	return waiting
}

// follow walks a few steps along reactions, the closures that they call and the contexts of these.
func (h *heap) follow(promise, owner int, waiting map[int]bool) {
	const steps = 6
	seen, layer := map[int]bool{promise: true, owner: true}, []int{promise}
	for range steps {
		var next []int
		for _, node := range layer {
			for _, to := range h.targets(node) {
				name := h.nameOf(to)
				switch {
				case seen[to]:
				case strings.HasSuffix(name, "Generator"):
					waiting[to] = true
				case strings.HasPrefix(name, "system / PromiseReaction"), strings.HasPrefix(name, "system / Context"), name == "", name == "Promise",
					h.types[h.Nodes[to+h.nodeType]] == "closure" && len(seen) < 500:
					next = append(next, to)
				}
				seen[to] = true
			}
		}
		layer = next
	}
}

// HeapByConstructor returns how many bytes the objects of each constructor hold themselves; what has none goes
// by its kind in parentheses.
func (in *Inspector) HeapByConstructor() (map[string]int64, error) {
	h, err := in.takeHeap(20 * time.Second)
	if err != nil {
		return nil, err
	}
	size := slices.Index(h.Snapshot.Meta.NodeFields, "self_size")
	if size < 0 {
		return nil, errors.New("the heap snapshot has no sizes")
	}
	sizes := map[string]int64{}
	for at := 0; at < len(h.Nodes); at += h.size {
		name := h.nameOf(at)
		if kind := h.types[h.Nodes[at+h.nodeType]]; kind != "object" && kind != "native" {
			name = "(" + kind + ")"
		}
		sizes[name] += int64(h.Nodes[at+size])
	}
	return sizes, nil
}
