package cmd

import (
	"testing"

	"snag/analyze"
	"snag/analyze/extract"
	"snag/analyze/syntax"
)

func TestUseMode(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		uses    extract.Use
		want    analyze.Mode
	}{
		{syntax.Java, 0, analyze.Search},
		{syntax.Java, extract.Test, analyze.Search},
		{syntax.Java, extract.Whole, analyze.Full},
		{syntax.Java, extract.Whole | extract.Test, analyze.Search},
		{syntax.Python, extract.AtStart, analyze.Prefix},
		{syntax.Python, extract.AtStart | extract.Whole, analyze.Search},
		{syntax.Python, extract.Replace, analyze.All},
		{syntax.JavaScript, extract.Replace, analyze.Search}, // the g flag tells
		{syntax.JavaScript, extract.Split, analyze.All},
		{syntax.DotNet, extract.Every | extract.Whole, analyze.All},
	} {
		l := extract.Literal{Dialect: tt.dialect, Uses: tt.uses}
		if got := useMode(&l); got != tt.want {
			t.Errorf("%v used for %v: mode %v, want %v", tt.dialect, tt.uses, got, tt.want)
		}
	}
}

func TestParseMode(t *testing.T) {
	for i, m := range modes {
		if got, ok := parseMode(m.name); !ok || got != analyze.Mode(i) {
			t.Errorf("%q is mode %v, %v, want %v", m.name, got, ok, i)
		}
	}
	if got, ok := parseMode(""); !ok || got != analyze.Search {
		t.Errorf("no mode is %v, %v, want a search", got, ok)
	}
	if _, ok := parseMode("twice"); ok {
		t.Error("twice is taken for a mode")
	}
}
