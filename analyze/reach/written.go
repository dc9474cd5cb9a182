package reach

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/model"
	"snag/analyze/reach/points"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

// written are the regexes that stand in the files of a package, read where they are asked for.
type written struct {
	files    []parsed
	literals [][]literal.Literal
	trees    trees
}

func newWritten(files []parsed, t trees) *written {
	return &written{files, make([][]literal.Literal, len(files)), t}
}

// trees are those of patterns that edits look for, by how these are written: most of the ways through a project pass the same
// few.
type trees map[spelled]*syntax.Tree

type spelled struct {
	dialect        syntax.Dialect
	pattern, flags string
}

// of returns the tree of a pattern, nil if it is none.
func (t trees) of(pattern spelled) *syntax.Tree {
	tree, known := t[pattern]
	if !known {
		if parsed, err := parser.Parse(pattern.dialect, pattern.pattern, pattern.flags); err == nil {
			tree = parsed
		}
		t[pattern] = tree
	}
	return tree
}

// patterns returns where the regexes of a file stand.
func (w *written) patterns(file int) []points.Pattern {
	if w.literals[file] == nil {
		l, _ := extract.ByPath(w.files[file].path)
		w.literals[file] = append([]literal.Literal{}, l.Extract(w.files[file].text).Literals...)
	}
	var all []points.Pattern
	for i := range w.literals[file] {
		l := &w.literals[file][i]
		all = append(all, points.Pattern{ID: i, Start: int32(l.Expr.Start.Offset), End: int32(l.Expr.End.Offset), TextStart: int32(l.At.Start.Offset), TextEnd: int32(l.At.End.Offset)})
	}
	return all
}

// width returns the length of the longest text in which a regex has a match, -1 for no limit. A mode behind "!" asks for the
// longest in which it has none, and "=" for the longest that the group matches which is named behind it.
func (w *written) width(file, id int, mode string) int64 {
	l := &w.literals[file][id]
	if l.Partial || !l.FlagsKnown {
		return -1
	}
	t, err := parser.Parse(l.Dialect, l.Pattern, l.Flags)
	if err != nil {
		return -1
	}
	without, unmatched := strings.CutPrefix(mode, "!")
	group, matched := strings.CutPrefix(mode, "=")
	n, ok := 0, false
	switch {
	case matched && l.Dialect == syntax.JavaScript && strings.Contains(l.Flags, "g"):
		n, ok = t.LongestGroup("*") // one of all matches, perhaps
	case matched:
		n, ok = t.LongestGroup(group)
	case unmatched && l.Dialect == syntax.JavaScript && strings.ContainsAny(l.Flags, "gy"), unmatched && l.Dialect == syntax.PCRE && strings.Contains(l.Flags, "u"):
		// It begins where it ended last, or fails for what is no UTF-8.
	case unmatched:
		n, ok = t.LongestWithout(modes[without])
	default:
		n, ok = t.Longest(modes[mode])
	}
	if !ok {
		return -1
	}
	return int64(n)
}

// edit is what is done to a text, and how what it looks for is written.
type edit struct {
	edited.Edit
	finds bool
	spelled
}

// find notes what the edit looks for, unless that is no pattern.
func (e *edit) find(pattern spelled, t trees) {
	e.finds, e.spelled, e.Find = true, pattern, t.of(pattern)
}

// edit returns what is done to a text in a form that has no places.
func (w *written) edit(e flow.Edit) (out edit) {
	if e.Asked {
		out.Edit = edited.Edit{Kind: edited.Test, Refused: e.Refused, Mode: modes[e.Mode]}
		if e.IsLiteral {
			out.find(spelled{syntax.JavaScript, strings.Clone(e.Literal), ""}, w.trees)
		} else if l := &w.literals[e.File][e.Regex]; !l.Partial && l.FlagsKnown {
			out.find(spelled{l.Dialect, strings.Clone(l.Pattern), strings.Clone(l.Flags)}, w.trees)
		}
		return out
	}
	switch e.Kind {
	case model.Trimmed:
		out.Kind = edited.Trim
		return out
	case model.Lower:
		out.Kind = edited.Lower
		return out
	case model.Upper:
		out.Kind = edited.Upper
		return out
	case model.Base64:
		out.Kind = edited.Base64
		return out
	case model.AnyEdit:
		return out
	}
	out.Edit = edited.Edit{Kind: edited.Replace, Mode: modes[e.Mode], Piece: e.Piece, Every: e.Kind == model.Every, With: strings.Clone(e.With), Known: e.WithKnown}
	switch e.Kind {
	case model.SplitAt:
		out.Kind, out.Every = edited.Split, true
	case model.Group:
		out.Kind = edited.Group
	}
	switch {
	case !e.Known:
	case e.IsLiteral:
		var text strings.Builder
		for _, r := range e.Literal {
			fmt.Fprintf(&text, "\\x%02x", r)
			if r >= utf8.RuneSelf {
				return out
			}
		}
		if e.Literal != "" {
			out.find(spelled{syntax.JavaScript, text.String(), ""}, w.trees)
		}
	default:
		l := &w.literals[e.File][e.Regex]
		if l.Partial || !l.FlagsKnown {
			break
		}
		out.find(spelled{l.Dialect, strings.Clone(l.Pattern), strings.Clone(l.Flags)}, w.trees)
		if e.Kind == model.SplitAt && out.Find != nil && out.Find.Groups > 0 {
			out.Piece = 0 // or what a group matched between two
		}
		if l.Dialect == syntax.JavaScript {
			if e.Kind == model.EveryGlobal {
				out.Every = strings.Contains(l.Flags, "g")
			}
			out.Every = out.Every && !strings.Contains(l.Flags, "y")
			if e.Kind == model.Group && strings.ContainsAny(l.Flags, "gy") {
				out.Piece = 0 // one of all matches
			}
		}
	}
	return out
}

// modes are the modes of matching by the names of the model.
var modes = map[string]syntax.Mode{"full": syntax.Full, "start": syntax.Prefix}
