package report

import (
	"reflect"
	"testing"
)

func TestTableAdd(t *testing.T) {
	table := NewTable("NAME", ">COUNT", "WHY")
	table.Add(Bad.Cell("a"), 3)
	table.Add("b", -1, "x")
	want := &Table{
		Columns: []Column{{Name: "NAME"}, {Name: "COUNT", Right: true}, {Name: "WHY"}},
		Rows:    [][]Cell{{{"a", Bad}, {Text: "3"}, {}}, {{Text: "b"}, {Text: "-1"}, {Text: "x"}}},
	}
	if !reflect.DeepEqual(table, want) {
		t.Errorf("got %+v, want %+v", table, want)
	}
}
