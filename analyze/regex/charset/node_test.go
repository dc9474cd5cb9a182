package charset

import (
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// TestPropertiesAgainstNode compares every property under every name with node's.
func TestPropertiesAgainstNode(t *testing.T) {
	snagtest.Long(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not on PATH: properties are not compared with it")
	}
	type question struct {
		expr string
		full bool
	}
	var questions []question
	asked := map[uint32]bool{} // data that was compared in full under another name
	add := func(prefix string, t *table, most int) {
		t.once.Do(t.read)
		names := slices.Sorted(maps.Keys(t.exact))
		for _, name := range names[:min(len(names), most)] {
			start := t.exact[name].start
			questions = append(questions, question{prefix + name, !asked[start]})
			asked[start] = true
		}
	}
	add("", &binaryProperties, 1<<20)
	add("", &generalCategories, 1<<20)
	add("gc=", &generalCategories, 1<<20)
	add("General_Category=", &generalCategories, 3)
	add("sc=", &scripts, 1<<20)
	add("Script=", &scripts, 3)
	add("scx=", &scriptExtensions, 1<<20)
	add("Script_Extensions=", &scriptExtensions, 3)
	var in strings.Builder
	for _, q := range questions {
		if q.full {
			in.WriteByte('*')
		}
		in.WriteString(q.expr + "\n")
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/properties.mjs")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if version := lines[0]; !strings.HasPrefix(UnicodeVersion, version) {
		t.Skipf("node has Unicode %s and these tables %s: properties are not compared", version, UnicodeVersion)
	}
	if len(lines) != len(questions)+1 {
		t.Fatalf("%d answers to %d questions", len(lines)-1, len(questions))
	}
	for i, q := range questions {
		var bounds []rune
		if err := json.Unmarshal([]byte(lines[i+1]), &bounds); err != nil {
			t.Fatal(err)
		}
		if bounds == nil {
			t.Errorf("node refuses %s", q.expr)
			continue
		}
		var want []Range
		for j := 0; j < len(bounds); j += 2 {
			want = append(want, Range{bounds[j], bounds[j+1]})
		}
		got, ok := Property(q.expr)
		if !q.full {
			got = got.Intersect(New(Range{0, 0x1FFFF}))
		}
		if !ok {
			t.Errorf("%s is unknown", q.expr)
		} else if set := New(want...); !got.Equal(set) {
			t.Errorf("%s: only here %v, only in node %v", q.expr, got.Subtract(set), set.Subtract(got))
		}
	}
}
