package cmd

import (
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
)

func TestUseMode(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		uses    extract.Use
		want    redos.Mode
	}{
		{syntax.Java, 0, redos.Search},
		{syntax.Java, extract.Test, redos.Search},
		{syntax.Java, extract.Whole, redos.Full},
		{syntax.Java, extract.Whole | extract.Test, redos.Search},
		{syntax.Python, extract.AtStart, redos.Prefix},
		{syntax.Python, extract.AtStart | extract.Whole, redos.Search},
		{syntax.Python, extract.Replace, redos.All},
		{syntax.JavaScript, extract.Replace, redos.Search}, // the g flag tells
		{syntax.JavaScript, extract.Split, redos.All},
		{syntax.DotNet, extract.Every | extract.Whole, redos.All},
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
