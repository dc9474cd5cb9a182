package source

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// inline is a comment with a source map of the sources.
func inline(sources string) string {
	return "\n//# sourceMappingURL=data:application/json;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(`{"version":3,"sources":[`+sources+`]}`)) + "\n"
}

// TestBuilt holds apart what a build made and code that is there in no other form.
func TestBuilt(t *testing.T) {
	dir := resolved(t.TempDir())
	var short, long strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&short, "function x%d(e) {\n  return e + 1;\n}\n", i%90)
		fmt.Fprintf(&long, "function handler%d(event) {\n  return event + 1;\n}\n", i)
	}
	for name, text := range map[string]string{
		"js/src/a.js": "", "js/dist/a.js": "", "js/dist/only.js": "", // a twin, and none
		"lib/from.js": inline(`"../src/from.ts"`), "src/from.ts": "", // mapped to what is there
		"lib/alone.js":  inline(`"../source/gone.ts"`), // mapped to what is not
		"lib/mapped.js": "x\n//# sourceMappingURL=mapped.js.map\n", "lib/mapped.js.map": `{"sources":["webpack://app/./src/from.ts"]}`,
		"lib/loop.js":     "x\n//# sourceMappingURL=loop.js.map\n",
		"lib/loop.js.map": `{"sources":["loop.js","../node_modules/x/x.js"]}`,
		"build/one.js":    inline(`"../gone/a.ts"`), "build/two.js": inline(`"../gone/a.ts","../gone/b.ts"`), // one file, and many
		"dist/app.js": "var __webpack_require__ = {}; __webpack_require__(1)", "app.js": "// calls __webpack_require__(1)",
		"dist/plain.js": "", "dist/small.js": "", "dist/small.min.js": "", "js/own.js": "", "js/own.min.js": "",
		"assets/index-B8te98RZ.js": "", "assets/my-longcomponent.js": "", "assets/Grid-view2Big.js": "",
		"short.js": short.String(), "long.js": long.String(), "short.py": short.String(),
	} {
		write(t, dir, name, text)
	}
	expect(t, found(dir, []string{dir}, Options{}),
		"app.js", "assets/Grid-view2Big.js build output", "assets/index-B8te98RZ.js build output", "assets/my-longcomponent.js",
		"build/one.js", "build/two.js build output", "dist/app.js build output", "dist/plain.js", "dist/small.js build output", "dist/small.min.js minified",
		"js/dist/a.js build output", "js/dist/only.js", "js/own.js", "js/own.min.js minified", "js/src/a.js",
		"lib/alone.js", "lib/from.js build output", "lib/loop.js", "lib/mapped.js build output", "long.js",
		"short.js minified", "short.py", "src/from.ts")
	for _, line := range found(dir, []string{dir}, Options{IncludeBuilt: true, IncludeMinified: true}) {
		if strings.Contains(line, " ") {
			t.Errorf("%s, want it read when all is asked for", line)
		}
	}
}

// TestBuiltEntry reads what a package publishes where there is nothing that it was made from.
func TestBuiltEntry(t *testing.T) {
	dir := resolved(t.TempDir())
	mark := "var __commonJS = 1; __commonJS(2)"
	for name, text := range map[string]string{
		"a/package.json": `{"name":"a","main":"./dist/index"}`, "a/dist/index.js": mark, "a/dist/other.js": mark,
		"b/package.json": `{"name":"b","main":"dist/index.js"}`, "b/dist/index.js": mark, "b/src/main.ts": "",
		"c/package.json": `{"name":"c","bin":{"c":"dist/c.js"}}`, "c/dist/c.js": mark,
	} {
		write(t, dir, name, text)
	}
	expect(t, found(dir, []string{dir}, Options{}),
		"a/dist/index.js", "a/dist/other.js build output", "a/package.json", "b/dist/index.js build output", "b/package.json", "b/src/main.ts",
		"c/dist/c.js", "c/package.json")
}

func TestCopied(t *testing.T) {
	dir := resolved(t.TempDir())
	for name, text := range map[string]string{
		"js/jquery.js":             "/*!\n * jQuery JavaScript Library v3.6.0\n * https://jquery.com/\n */\nx",
		"js/editor/plugin.js":      "/**\n * Copyright (c) Tiny Technologies, Inc. All rights reserved.\n */\nx",
		"js/uses.js":               "/* Works with jQuery 3.6 and later.\n * Copyright (C) Us, MIT */\nx",
		"js/own.js":                "/** Our client, version 1.2.3. Copyright (C) Us. Licensed under the GPL. */\nx",
		"static/app/libs/exp.js":   "/*!\n * Expander Plugin v1.4\n * Copyright 2011, Somebody\n * MIT */\nx",
		"static/app/own.js":        "/*!\n * Overview v1.4\n * Copyright 2011, Us\n * MIT */\nx",
		"libs/shared/util.js":      "/*\n * Copyright Us\n * version 1.2\n * Apache License */\nx", // a mono-repository has its own libs
		"third_party/x.js":         "// Copyright Others. Licensed under MIT.\nx",
		"third_party/glue.js":      "x",
		"public/copy/thing-1.2.js": "same text", "node_modules/thing/dist/thing.js": "same text",
		"public/copy/other.js": "other text", "node_modules/other/other.js": "newer text",
		"packages/moment/package.json": `{"name":"moment"}`, "packages/moment/moment.js": "//! moment.js 2.30.1\n//! license : MIT\nx",
	} {
		write(t, dir, name, text)
	}
	expect(t, found(dir, []string{dir}, Options{}),
		"js/editor/plugin.js code of others", "js/jquery.js code of others", "js/own.js", "js/uses.js", "libs/shared/util.js",
		"node_modules/ code of others", "packages/moment/moment.js", "packages/moment/package.json",
		"public/copy/other.js", "public/copy/thing-1.2.js code of others", "static/app/libs/exp.js code of others", "static/app/own.js",
		"third_party/glue.js", "third_party/x.js code of others")
}

func TestWorkspaces(t *testing.T) {
	dir := resolved(t.TempDir())
	for name, text := range map[string]string{
		"package.json":                          `{"workspaces":["packages/node_modules/@red/*"],"bundledDependencies":["@own/part","left-pad"]}`,
		"packages/node_modules/@red/nodes/a.js": "", "packages/node_modules/@red/nodes/node_modules/x/x.js": "",
		"packages/node_modules/@red/nodes/node_modules/@red/util/x.js": "", "packages/node_modules/@blue/y/y.js": "", "packages/node_modules/z/z.js": "",
		"node_modules/@own/part/p.js": "", "node_modules/@own/other/o.js": "", "node_modules/left-pad/l.js": "",
		"plain/package.json": `{"workspaces":["packages/*"]}`, "plain/node_modules/q/q.js": "",
		"broken/package.json": `{"workspaces":`, "broken/node_modules/@red/q.js": "",
	} {
		write(t, dir, name, text)
	}
	expect(t, found(dir, []string{dir}, Options{}),
		"broken/node_modules/ code of others", "broken/package.json", "node_modules/@own/part/p.js", "node_modules/ code of others", "package.json",
		"packages/node_modules/@red/nodes/a.js", "packages/node_modules/@red/nodes/node_modules/ code of others", "packages/node_modules/ code of others",
		"plain/node_modules/ code of others", "plain/package.json")
}

// TestShipped leaves out what a wheel has twice, and reads what it has in its data alone.
func TestShipped(t *testing.T) {
	dir := resolved(t.TempDir())
	const twice, once = "one()\n", "two()\n"
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return base64.RawURLEncoding.EncodeToString(sum[:])
	}
	record := ""
	for name, text := range map[string]string{
		"a/static/a.js": twice, "a-1.data/data/share/a.js": twice, "a-1.data/data/share/b.js": once, "a-1.data/purelib/b.py": once,
	} {
		write(t, dir, "wheels/"+name, text)
		record += fmt.Sprintf("%s,sha256=%s,%d\n", name, hash(text), len(text))
	}
	write(t, dir, "wheels/a-1.dist-info/RECORD", record+"a-1.dist-info/RECORD,,\n")
	write(t, dir, "none-1.data/a.js", twice) // of no wheel
	expect(t, found(dir, []string{dir}, Options{}),
		"none-1.data/a.js", "wheels/a/static/a.js", "wheels/a-1.data/data/share/a.js code of others", "wheels/a-1.data/data/share/b.js", "wheels/a-1.data/purelib/b.py")
}
