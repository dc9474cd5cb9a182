package extract

import (
	"strings"
	"testing"
)

func TestMarkup(t *testing.T) {
	testPositions(t, ".html", []position{
		{`<p>/no/</p><script>/a/</script><script>/b/g</script>/no/`, `/a/ /b/g`},
		{`<SCRIPT type="module">/a/</SCRIPT >`, `/a/`},
		{`<script type="application/json">{"a": /no/}</script><script type=text/template>/no/</script>`, ``},
		{`<script type="text/babel">x = <a>/</a>; /b/</script>`, `/b/`},
		{`<script type='text/javascript; charset=utf-8'>/a/</script>`, `/a/`},
		{`<!-- <script>/no/</script> --><script>/a/</script>`, `/a/`},
		{`<script>x = "</scr" + /a/</script>`, `/a/`},
		{`<script>x = "a</script>/no/<script>/b/</script>`, `/b/`}, // markup ends the script first
		{`<style>/* <script> */ a::before { content: "/no/" }</style><script>/a/</script>`, `/a/`},
		{`<script-x>/no/</script-x><scripts>/no/</scripts>`, ``},
		{`<script async defer src=x.js></script><script data-a="</b>" nomodule>/a/</script>`, `/a/`},
		{`<script><!--
/a/;
//--></script>`, `/a/`},
		{`<script`, ``},
		{`<script `, ``},
		{`<script a="`, ``},
		{`<script>/a/`, `/a/`},
		{`<!--`, ``},
		{`<style>`, ``},
	})
	testPositions(t, ".vue", []position{
		{"<template><a :b=\"/no/\">/no/</a></template>\n<script setup lang=\"ts\">\nlet x = <any>/a/; x!/2/1\n</script>\n<style lang=\"scss\">/no/</style>", `/a/`},
		{"<script lang='tsx'>x = <a>/</a>; /b/</script>", `/b/`},
		{"<script lang=\"coffee\">/no/</script>", ``},
	})
	testPositions(t, ".svelte", []position{
		{"<script context=\"module\">/a/</script>\n<script lang=\"ts\">let y = a! / 2 / 1; /b/</script>\n{#if /no/}<b/>{/if}", `/a/ /b/`},
	})
}

func TestMarkupPlaces(t *testing.T) {
	const src = "<template>é</template>\n<script>\nconst P = 'a'\n</script>\n<script>\n  new RegExp('b\\\\c'); RegExp(P)\n</script>\n"
	language, _ := ByPath("x.vue")
	f := language.Extract([]byte(src))
	if len(f.Literals) != 2 {
		t.Fatalf("got %d literals, want 2", len(f.Literals))
	}
	at := f.PatternRange(&f.Literals[0], 1, 2).Start
	if at.Line != 6 || at.Column != 16 || !strings.HasPrefix(src[at.Offset:], `\\c`) {
		t.Errorf("the backslash of the pattern is at %v", at)
	}
	if !f.Literals[1].Partial {
		t.Errorf("a constant of another script was followed: %q", f.Literals[1].Pattern)
	}
}

func TestLanguages(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"a.js", "JavaScript"}, {"a.MJS", "JavaScript"}, {"b/a.d.ts", "TypeScript"}, {"a.tsx", "TSX"},
		{"a.vue", "Vue"}, {"a.html", "HTML"}, {"a.toml", ""}, {"js", ""}, {".js", "JavaScript"}, {"", ""},
	} {
		if got, ok := ByPath(tt.name); got.Name != tt.want || ok != (tt.want != "") {
			t.Errorf("ByPath(%q) = %q, want %q", tt.name, got.Name, tt.want)
		}
	}
	for _, tt := range []struct{ head, want string }{
		{"#!/usr/bin/env node\n/a/", "JavaScript"}, {"#!/usr/local/bin/node --flag", "JavaScript"},
		{"#! /usr/bin/env -S FOO=1 node --x\n", "JavaScript"}, {"#!/usr/bin/env -S ts-node\r\n", "TypeScript"},
		{"#!/bin/sh\nnode", ""}, {"#!/usr/bin/env nodex", ""}, {"#!", ""}, {"node", ""}, {"", ""},
	} {
		if got, ok := ByInterpreter([]byte(tt.head)); got.Name != tt.want || ok != (tt.want != "") {
			t.Errorf("ByInterpreter(%q) = %q, want %q", tt.head, got.Name, tt.want)
		}
	}
	seen := map[string]bool{}
	for _, ending := range Endings() {
		if seen[ending] || ending != strings.ToLower(ending) || ending[0] != '.' {
			t.Errorf("ending %q is not usable", ending)
		}
		seen[ending] = true
	}
}
