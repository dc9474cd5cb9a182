package components_test

import (
	"reflect"
	"testing"

	"snag/analyze/components"
)

func TestOf(t *testing.T) {
	for _, test := range []struct {
		name        string
		next        [][]int32
		part, order []int32
	}{
		{"none", nil, []int32{}, []int32{}},
		{"one alone", [][]int32{{}}, []int32{0}, []int32{0}},
		{"one that leads to itself", [][]int32{{0}}, []int32{0}, []int32{0}},
		{"a chain", [][]int32{{1}, {2}, {}}, []int32{2, 1, 0}, []int32{2, 1, 0}},
		{"a round", [][]int32{{1}, {2}, {0}}, []int32{0, 0, 0}, []int32{2, 1, 0}},
		{"a round that leads to another", [][]int32{{1}, {0, 2}, {3}, {2}}, []int32{1, 1, 0, 0}, []int32{3, 2, 1, 0}},
		{"two that meet", [][]int32{{2}, {2}, {}}, []int32{1, 2, 0}, []int32{2, 0, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if part, order := components.Of(test.next); !reflect.DeepEqual(part, test.part) || !reflect.DeepEqual(order, test.order) {
				t.Errorf("%v\ngot  %v %v\nwant %v %v", test.next, part, order, test.part, test.order)
			}
		})
	}
}
