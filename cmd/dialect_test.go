package cmd

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

func TestUseMode(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		uses    literal.Use
		want    syntax.Mode
	}{
		{syntax.Java, 0, syntax.Search},
		{syntax.Java, literal.Test, syntax.Search},
		{syntax.Java, literal.Whole, syntax.Full},
		{syntax.Java, literal.Whole | literal.Test, syntax.Search},
		{syntax.Python, literal.AtStart, syntax.Prefix},
		{syntax.Python, literal.AtStart | literal.Whole, syntax.Search},
		{syntax.Python, literal.Replace, syntax.All},
		{syntax.JavaScript, literal.Replace, syntax.Search}, // the g flag tells
		{syntax.JavaScript, literal.Split, syntax.All},
		{syntax.DotNet, literal.Every | literal.Whole, syntax.All},
	} {
		l := extract.Literal{Dialect: tt.dialect, Uses: tt.uses}
		if got := useMode(&l); got != tt.want {
			t.Errorf("%v used for %v: mode %v, want %v", tt.dialect, tt.uses, got, tt.want)
		}
	}
}

func TestParseMode(t *testing.T) {
	for i, m := range modes {
		if got, ok := syntax.ParseMode(m.name); !ok || got != syntax.Mode(i) {
			t.Errorf("%q is mode %v, %v, want %v", m.name, got, ok, i)
		}
	}
	if got, ok := syntax.ParseMode(""); !ok || got != syntax.Search {
		t.Errorf("no mode is %v, %v, want a search", got, ok)
	}
	if _, ok := syntax.ParseMode("twice"); ok {
		t.Error("twice is taken for a mode")
	}
}
