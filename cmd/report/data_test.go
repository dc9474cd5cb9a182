package report

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"
)

// parts is data in parts, and whole is the same as one value.
type parts struct{ items []any }

func (p parts) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		_ = yield("list", slices.Values(p.items)) && yield("n", 3) && yield("o", map[string]any{"a": []int{1}, "b": "<\u009b>"})
	}
}

type whole struct {
	List []any          `json:"list"`
	N    int            `json:"n"`
	O    map[string]any `json:"o"`
}

// TestStreamed checks that data that is written part by part looks like data that is written at once.
func TestStreamed(t *testing.T) {
	for _, items := range [][]any{{}, {"a"}, {map[string]any{"x": []any{1, "\u202e"}}, nil, []int{}}} {
		in := rendered(t, &Report{Data: parts{items}})
		want := rendered(t, &Report{Data: whole{items, 3, map[string]any{"a": []int{1}, "b": "<\u009b>"}}})
		if !bytes.Equal(in, want) {
			t.Errorf("%v: got %s, want %s", items, in, want)
		}
	}
}

// TestReadLeavesOut checks that lists that are not wanted have no elements, and that others are as written.
func TestReadLeavesOut(t *testing.T) {
	const text = `{"schema": "snag/v1", "summary": {}, "data": {"a": [ {"x": "\ud800"} , 2], "b": {"c": [1]}, "d": [ ], "e": 1.50, "f": null}}`
	for _, test := range []struct {
		without []string
		want    string
	}{
		{nil, `{"a":[{"x":"\ud800"},2],"b":{"c":[1]},"d":[],"e":1.50,"f":null}`},
		{[]string{"a", "b"}, `{"a":[],"b":{"c":[1]},"d":[],"e":1.50,"f":null}`},
	} {
		x := Reader{Items: map[string]func(json.RawMessage) error{}}
		for _, name := range test.without {
			x.Items[name] = nil
		}
		r, err := x.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(r.Data); err != nil || string(got) != test.want {
			t.Errorf("without %q: got %s, %v, want %s", test.without, got, err, test.want)
		}
	}
	for _, data := range []string{"null", "[1]", `"x"`, "{}"} {
		r, err := Read(strings.NewReader(`{"schema": "snag/v1", "summary": {}, "data": ` + data + "}"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(r.Data); err != nil || string(got) != data {
			t.Errorf("got %s, %v, want %s", got, err, data)
		}
	}
}

func rendered(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
