package cmd

import (
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

func TestUseMode(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		uses    literal.Use
		want    redos.Mode
	}{
		{syntax.Java, 0, redos.Search},
		{syntax.Java, literal.Test, redos.Search},
		{syntax.Java, literal.Whole, redos.Full},
		{syntax.Java, literal.Whole | literal.Test, redos.Search},
		{syntax.Python, literal.AtStart, redos.Prefix},
		{syntax.Python, literal.AtStart | literal.Whole, redos.Search},
		{syntax.Python, literal.Replace, redos.All},
		{syntax.JavaScript, literal.Replace, redos.Search}, // the g flag tells
		{syntax.JavaScript, literal.Split, redos.All},
		{syntax.DotNet, literal.Every | literal.Whole, redos.All},
	} {
		l := extract.Literal{Dialect: tt.dialect, Uses: tt.uses}
		if got := useMode(&l); got != tt.want {
			t.Errorf("%v used for %v: mode %v, want %v", tt.dialect, tt.uses, got, tt.want)
		}
	}
}

func TestParseMode(t *testing.T) {
	for i, m := range modes {
		if got, ok := parseMode(m.name); !ok || got != redos.Mode(i) {
			t.Errorf("%q is mode %v, %v, want %v", m.name, got, ok, i)
		}
	}
	if got, ok := parseMode(""); !ok || got != redos.Search {
		t.Errorf("no mode is %v, %v, want a search", got, ok)
	}
	if _, ok := parseMode("twice"); ok {
		t.Error("twice is taken for a mode")
	}
}
