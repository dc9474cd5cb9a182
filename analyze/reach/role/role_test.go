package role_test

import (
	"io/fs"
	"slices"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
)

func TestOf(t *testing.T) {
	texts := map[string]string{
		"package.json":                      `{"name": "app", "dependencies": {"a": "1"}, "devDependencies": {"b": "1", "shared": "1"}, "scripts": {"build": "node ./build && node src/make.js", "start": "node publish-all.js release"}}`,
		"packages/w/package.json":           `{"name": "w", "dependencies": {"used": "1"}}`,
		"node_modules/a/package.json":       `{"name": "a", "main": "a.js", "browser": "./web.js", "dependencies": {"shared": "1"}}`,
		"node_modules/b/package.json":       `{"name": "b", "dependencies": {"deep": "1", "used": "1"}}`,
		"node_modules/shared/package.json":  `{"name": "shared"}`,
		"node_modules/deep/package.json":    `{"name": "deep"}`,
		"node_modules/used/package.json":    `{"name": "used"}`,
		"node_modules/test/package.json":    `{"name": "test"}`,
		"node_modules/m/package.json":       `{"name": "m", "main": "dist/m.min.js"}`,
		"node_modules/e/package.json":       `{"name": "e", "exports": {".": {"browser": "./e.browser.js", "default": "./e.min.js"}}}`,
		"node_modules/strange/package.json": `{"name": "strange"}`,
		"packages/s/package.json":           `{"name": "s", "main": "dist/lib/s.js"}`,
	}
	var files []string
	for f := range texts {
		files = append(files, f)
	}
	files = append(files, "node_modules/a/a.js", "node_modules/a/web.js", "site-packages/dep/__init__.py", "packages/s/dist/lib/s.js", "node_modules/m/dist/m.min.js", "node_modules/e/e.browser.js", "node_modules/e/e.min.js")
	slices.Sort(files)
	l := link.New(link.NewList(files, func(f string) ([]byte, error) {
		if text, ok := texts[f]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}))
	own, err := model.Parse("snag.yaml", []byte("reach:\n  roles:\n    - {file: test/server/**, role: ordinary}\n    - {file: node_modules/strange/**, role: build}\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := model.Default().With(own)
	for _, tt := range []struct {
		file string
		want model.Role
		why  string
	}{
		{"src/a.js", model.Ordinary, ""},
		{"test/a.js", model.Test, "the path test/a.js"},
		{"build.js", model.Build, "a script of package.json"},
		{"src/make.mjs", model.Build, "a script of package.json"},
		{"scripts/publish.js", model.Build, "the path scripts/publish.js"},
		{"publish.js", model.Ordinary, ""},
		{"src/queue/publish.js", model.Ordinary, ""},
		{"src/build.js", model.Ordinary, ""},
		{"test/server/a.js", model.Ordinary, "snag.yaml:3"},
		{"node_modules/a/a.js", model.Ordinary, ""},
		{"node_modules/a/tools/a.js", model.Build, "the path tools/a.js"},
		{"node_modules/a/lib/tools/a.js", model.Ordinary, ""},
		{"node_modules/a/lib/rollup.config.js", model.Build, "the path lib/rollup.config.js"},
		{"node_modules/a/lib/tools/test/a.js", model.Test, "the path lib/tools/test/a.js"},
		{"site-packages/dep/tools/a.py", model.Ordinary, ""},
		{"site-packages/dep/build.py", model.Ordinary, ""},
		{"site-packages/dep/tests/a.py", model.Test, "the path tests/a.py"},
		{"lib/tools/a.js", model.Build, "the path lib/tools/a.js"},
		{"packages/s/dist/lib/playground/a.js", model.Ordinary, ""},
		{"packages/s/dist/lib/playground/test/a.js", model.Test, "the path packages/s/dist/lib/playground/test/a.js"},
		{"packages/s/dist/example.js", model.Documentation, "the path packages/s/dist/example.js"},
		{"packages/s/playground/a.js", model.Documentation, "the path packages/s/playground/a.js"},
		{"packages/s/lib/playground/a.js", model.Documentation, "the path packages/s/lib/playground/a.js"},
		{"node_modules/a/lib/demo/a.js", model.Documentation, "the path lib/demo/a.js"},
		{"node_modules/a/web.js", model.Browser, `"browser" in node_modules/a/package.json`},
		{"node_modules/m/dist/m.min.js", model.Ordinary, ""},
		{"node_modules/m/dist/n.min.js", model.Browser, "the path dist/n.min.js"},
		{"node_modules/e/e.min.js", model.Ordinary, ""},
		{"node_modules/e/e.browser.js", model.Browser, "the path e.browser.js"},
		{"node_modules/a/test/x.js", model.Test, "the path test/x.js"},
		{"node_modules/test/x.js", model.Ordinary, ""},
		{"node_modules/shared/x.js", model.Ordinary, ""},
		{"node_modules/b/x.js", model.Development, "only devDependencies need b"},
		{"node_modules/deep/x.js", model.Development, "only devDependencies need deep"},
		{"node_modules/used/x.js", model.Ordinary, ""},
		{"node_modules/strange/x.js", model.Build, "snag.yaml:4"},
	} {
		got, why := role.Of(m, l, tt.file)
		if got != tt.want || why != tt.why {
			t.Errorf("%s: %s, %q, want %s, %q", tt.file, got, why, tt.want, tt.why)
		}
	}
	if got, _ := role.Of(m, nil, "spec/a.rb"); got != model.Test {
		t.Errorf("without packages spec/a.rb is %s, want test", got)
	}
}
