package limit_test

import (
	"testing"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
)

func TestSumAndProduct(t *testing.T) {
	const most = graph.NoLimit
	for _, c := range []struct{ a, b, sum, product int64 }{
		{2, 3, 5, 6},
		{0, most, most, 0},
		{most, 0, most, 0},
		{most, 1, most, most},
		{most - 1, 2, most, most},
		{most / 2, 2, most/2 + 2, most - 1},
	} {
		if sum, product := limit.Sum(c.a, c.b), limit.Product(c.a, c.b); sum != c.sum || product != c.product {
			t.Errorf("Sum, Product of %d and %d = %d, %d, want %d, %d", c.a, c.b, sum, product, c.sum, c.product)
		}
	}
}

func TestOfRules(t *testing.T) {
	for _, c := range []struct {
		rules []string
		want  int64
	}{
		{[]string{"required", "max:20"}, 20},
		{[]string{" max:20 ", "size:7"}, 7},
		{[]string{"between:2,30"}, 30},
		{[]string{"between:2"}, graph.NoLimit},
		{[]string{"max:2,30"}, graph.NoLimit},
		{[]string{"max:-1"}, graph.NoLimit},
		{[]string{"min:3"}, graph.NoLimit},
		{[]string{"max:20", "array"}, graph.NoLimit}, // of the elements
		{nil, graph.NoLimit},
	} {
		if got := limit.OfRules("max:|size:|between:,", c.rules); got != c.want {
			t.Errorf("OfRules(%q) = %d, want %d", c.rules, got, c.want)
		}
	}
}

func TestOfSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		ok   bool
	}{
		{"1_000", 1000, true},
		{"1.5kb", 1536, true},
		{" 2 MiB", 2 << 20, true},
		{"1g", 1 << 30, true},
		{"null", model.NoLimit, true},
		{"0", model.NoLimit, true},
		{"-1", model.NoLimit, true},
		{"many", 0, false},
		{"9999999999999", 0, false},
	} {
		if got, ok := limit.OfSize(c.text); got != c.want || ok != c.ok {
			t.Errorf("OfSize(%q) = %d, %t, want %d, %t", c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestOfPattern(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    int64
	}{
		{`\A[a-z]{2,5}\z`, 5},
		{`\d+`, graph.NoLimit},
		{`(`, graph.NoLimit},
	} {
		if got := limit.OfPattern(c.pattern); got != c.want {
			t.Errorf("OfPattern(%s) = %d, want %d", c.pattern, got, c.want)
		}
	}
}

// TestPadding counts what formats fill up to, and not what they cut at.
func TestPadding(t *testing.T) {
	for _, test := range []struct {
		format string
		want   int64
	}{
		{"", 0}, {"100", 0}, {"x%", 0}, {"{", 0}, {"{}", 0}, {"%s", 0}, {"%d 100", 0},
		{"%099d", 99}, {"%.99f", 99}, {"%9.99f", 108}, {"%.99s", 0}, {"%9.99s", 0}, {"%99.9s", 90}, {"%1$9s", 10}, {"%9s%8d", 17},
		{"{0,99}", 99}, {"{0:D99}", 99}, {"{:99}", 99}, {"{:.99}", 0}, {"{:9.99}", 0}, {"{:99.9}", 90}, {"{:9.99f}", 108},
		{"%99999999999999999999d", graph.NoLimit},
	} {
		if got := limit.Padding(test.format); got != test.want {
			t.Errorf("%q: got %d, want %d", test.format, got, test.want)
		}
	}
}
