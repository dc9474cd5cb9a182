package passing_test

import (
	"testing"

	"snag/analyze/regex/edited"
	"snag/analyze/regex/passing"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func parse(t *testing.T, pattern string) *syntax.Tree {
	t.Helper()
	tree, err := parser.Parse(syntax.JavaScript, pattern, "")
	if err != nil {
		t.Fatalf("/%s/: %v", pattern, err)
	}
	return tree
}

// TestThrough tells for patterns and what a program does before which attack gets through.
func TestThrough(t *testing.T) {
	every := func(find, with string) edited.Edit {
		return edited.Edit{Kind: edited.Replace, Find: parse(t, find), Every: true, With: with, Known: true}
	}
	split := func(find string) edited.Edit {
		return edited.Edit{Kind: edited.Split, Find: parse(t, find), Every: true}
	}
	asked := func(find string) edited.Edit { return edited.Edit{Kind: edited.Test, Find: parse(t, find)} }
	piece := func(n int, e edited.Edit) edited.Edit { e.Piece = n; return e }
	group := func(n int, find string) edited.Edit {
		return edited.Edit{Kind: edited.Group, Find: parse(t, find), Piece: n}
	}
	refused := func(find string) edited.Edit {
		return edited.Edit{Kind: edited.Test, Find: parse(t, find), Refused: true}
	}
	const same, harmless, stopped = "same", "harmless", "stopped"
	for _, test := range []struct {
		name, pattern string
		edits         []edited.Edit
		want          string // same, harmless, stopped, or what is sent with two repetitions
	}{
		{"nothing", `\s+$`, nil, same},
		{"something that is not understood", `\s+$`, []edited.Edit{{}}, same},
		{"a replace of something else", `\s+$`, []edited.Edit{every(`x`, "")}, same},
		{"a replace of the pump", ` +$`, []edited.Edit{every(` +`, " ")}, harmless},
		{"a replace of what ends the attack", `\s+$`, []edited.Edit{every(`!`, "")}, "  x"},
		{"spaces at its end", `^([a-z]+)[ \t]+(\w+)([ \t]+([^\n]+))?$`, []edited.Edit{{Kind: edited.Trim}}, same},
		{"a part at which it is split", `^(---|\+\+\+)\s+([\S ]*)(?:\t(.*?)\s*)?$`, []edited.Edit{split(`\r\n|[\n\v\f\r\x85]`)}, "+++\t\t !\u2028!"},
		{"a match that is demanded", `x(\d+)*m`, []edited.Edit{asked(`x[A-D]`)}, "xAx000"},
		{"a beginning that is demanded", `^http(s|S|)*\w+$`, []edited.Edit{asked(`^http`)}, same},
		{"a beginning that it cannot have", `^a(\s|\t)*$`, []edited.Edit{asked(`^b`)}, stopped},
		{"a match that is refused", `\s+$`, []edited.Edit{refused(`\s!$`)}, "  !!"},
		{"all that it is made of is refused", `\s+$`, []edited.Edit{refused(`\s\s`)}, stopped},
		{"digits alone", `\s+$`, []edited.Edit{asked(`^\d+$`)}, stopped},
		{"what only looks like the attack is left", `^x\s+\s+\s+$`, []edited.Edit{{Kind: edited.Replace, Find: parse(t, `\s+`), With: "", Known: true}}, stopped},
		{"the second piece of a split", `\s+$`, []edited.Edit{piece(2, split(`,`))}, "x,  !,"},
		{"the first of several pieces", `\s+$`, []edited.Edit{piece(1, split(`base64,`))}, "  !base64,"},
		{"a piece that is not known", `\s+$`, []edited.Edit{split(`,`)}, same},
		{"a piece behind one that ends where the attack would", `\s+$`, []edited.Edit{piece(2, split(` `))}, "x \t\t! "},
		{"a group of a match", `\s+$`, []edited.Edit{group(2, `^Bearer (.+)$`)}, "Bearer   !"},
		{"a group that is not known", `\s+$`, []edited.Edit{group(0, `^Bearer (.+)$`)}, same},
		{"all of a match", `\s+$`, []edited.Edit{group(1, `[^]+`)}, same},
		{"a group between two others", `(\d+)milli`, []edited.Edit{group(3, `^(NOW)-(\w+)?;`)}, "NOW-00;"},
		{"a group that holds no attack", `\s+$`, []edited.Edit{group(2, `^(\w+) `)}, stopped},
		{"a group that there is not", `\s+$`, []edited.Edit{group(4, `^(.+)$`)}, stopped},
		{"a piece of a group", `\s+$`, []edited.Edit{group(2, `^a=(.*)$`), piece(2, split(`;`))}, "a=x;  !;"},
		{"a test of what was edited before", `\s+$`, []edited.Edit{every(`b`, "c"), asked(`^b`)}, stopped},
	} {
		v, err := redos.Tree(t.Context(), parse(t, test.pattern), syntax.Search, redos.DefaultLimits)
		if err != nil || v.Attack == nil {
			t.Fatalf("%s: %v, %v", test.name, v.Class, err)
		}
		p, err := passing.Through(t.Context(), v, syntax.Search, test.edits, redos.DefaultLimits)
		got := same
		switch {
		case p.Harmless:
			got = harmless
		case p.Stopped:
			got = stopped
		case p.Attack != nil:
			got = p.Attack.Build(2)
		}
		if got != test.want || err != nil {
			t.Errorf("%s: /%s/, attacked by %q, gets %q (%v), want %q", test.name, test.pattern, v.Attack.Build(2), got, err, test.want)
		}
	}
}
