package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		in   error
		want string
	}{
		{context.Canceled, "interrupted"},
		{Fail(fmt.Errorf("start node: %w", context.Canceled)), "start node: interrupted"},
		{errors.New("the file \"context canceled\" is empty"), "the file \"context canceled\" is empty"},
	} {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.in, got, tt.want)
		}
	}
}
