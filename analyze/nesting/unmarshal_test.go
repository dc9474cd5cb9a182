package nesting_test

import (
	"errors"
	"strings"
	"testing"

	"snag/analyze/nesting"
)

func TestUnmarshal(t *testing.T) {
	var v struct {
		A []string `yaml:"a"`
	}
	if err := nesting.Unmarshal([]byte("a: [x]"), &v); err != nil || len(v.A) != 1 || v.A[0] != "x" {
		t.Errorf("got %v, %v", v, err)
	}
	if _, ok := errors.AsType[*nesting.Error](nesting.Unmarshal([]byte("a: "+strings.Repeat("[", 200)), &v)); !ok {
		t.Error("deep nesting is no Error")
	}
	for _, text := range []string{"a: !0\n b", "a: x", "a: [", "- a\nb: c"} { // the parser panics on the first
		if err := nesting.Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%q: got %v, want an error", text, v)
		}
	}
}
