package graph

import (
	"fmt"
	"testing"

	"snag/analyze/source/tree/python"
)

// TestPassesKeepTheirOrder has what is known where others run stand in the order of the code, whichever it is found in.
func TestPassesKeepTheirOrder(t *testing.T) {
	const code = `
from flask import request
def guard(f, g, h, done):
    def run(*args):
        if len(request.args['s']) > 20:
            return ''
        if len(request.args['t']) > 30:
            return ''
        if args:
            return f(*args)
        if request.path:
            return g(*args)
        if request.method:
            return h(*args)
        return done()
    return run
`
	show := func() string {
		got := ""
		for _, fn := range Build("a.py", python.Parse([]byte(code)), Options{}).Funcs {
			for _, p := range fn.Passes {
				got += fmt.Sprintln(p.Param, p.Around, p.Path, p.Cap.Max)
			}
		}
		return got
	}
	want := show()
	if want == "" {
		t.Fatal("nothing passes")
	}
	for range 30 {
		if got := show(); got != want {
			t.Fatalf("got\n%swant\n%s", got, want)
		}
	}
}
