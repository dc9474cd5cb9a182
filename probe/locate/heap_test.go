package locate

import (
	"slices"
	"testing"
)

// snapshot is the heap of an async function, at offset 0, that waits for another one, at 16: the promise of the
// latter leads to the former by a reaction.
const snapshot = `{"snapshot": {"meta": {"node_fields": ["type", "name", "id", "edge_count"], "node_types": [["object", "hidden"]],
	"edge_fields": ["type", "name_or_index", "to_node"], "edge_types": [["internal"]]}},
	"nodes": [0, 0, 1, 1,  1, 1, 3, 0,  0, 2, 5, 1,  1, 3, 7, 1,  0, 0, 9, 2],
	"edges": [0, 0, 4,  0, 0, 12,  0, 0, 0,  0, 0, 8,  0, 0, 4],
	"strings": ["Generator", "system / Context", "Promise", "system / PromiseReaction"]}`

func TestHeap(t *testing.T) {
	h, err := parseHeap([]byte(snapshot))
	if err != nil {
		t.Fatal(err)
	}
	all := h.generators(10)
	if want := []int{0, 16}; !slices.Equal(all, want) {
		t.Fatalf("generators: got %v, want %v", all, want)
	}
	if waiters := h.waiters(all); !waiters[0] || waiters[16] {
		t.Errorf("waiting for others: got %v, want 0 alone", waiters)
	}
}

// FuzzParseHeap checks that what passes for a snapshot can be walked.
func FuzzParseHeap(f *testing.F) {
	f.Add([]byte(snapshot))
	f.Add([]byte(`{"snapshot": {"meta": {}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if h, err := parseHeap(text); err == nil {
			h.waiters(h.generators(100))
		}
	})
}

func TestFunctionName(t *testing.T) {
	for source, want := range map[string]string{
		"async function both(first, second) {}": "both", "async () => {}": "", "async (x) => 1": "", "async method(a) {}": "method", "function* walk() {}": "walk", "x => x": "",
	} {
		if got := functionName(source); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}
