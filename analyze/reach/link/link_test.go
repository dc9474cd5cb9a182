package link

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// tree is Files of which the texts stand in a test.
func tree(texts map[string]string) *List {
	var paths []string
	for p := range texts {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return NewList(paths, func(p string) ([]byte, error) {
		text, ok := texts[p]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	})
}

// files makes empty files beside those that have a text.
func files(texts map[string]string, empty ...string) map[string]string {
	all := map[string]string{}
	for p, text := range texts {
		all[p] = text
	}
	for _, p := range empty {
		all[p] = ""
	}
	return all
}

type resolution struct{ from, module, want string }

func check(t *testing.T, l *Linker, tests []resolution) {
	t.Helper()
	for _, tt := range tests {
		if got, ok := l.Resolve(tt.from, tt.module); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s imports %s: %q, want %q", tt.from, tt.module, got, tt.want)
		}
	}
}

// TestResolveAliases finds files by names that are those of no package.
func TestResolveAliases(t *testing.T) {
	l := New(tree(files(map[string]string{
		"package.json":       `{"name": "app", "_moduleAliases": {"@root": ".", "models": "db/models", "@out": "../.."}}`,
		"inner/package.json": `{"name": "inner"}`,
	}, "lib/a.js", "lib/text.js", "db/models/user.js", "other.js", "inner/src/text.js", "inner/src/b.js", "inner/lib/text.js")))
	check(t, l, []resolution{
		{"lib/a.js", "@/text", "lib/text.js"},
		{"lib/a.js", "~/text", "lib/text.js"},
		{"lib/a.js", "@/gone", ""},
		{"lib/a.js", "@root/other", "other.js"},
		{"lib/a.js", "@rooted/other", ""},
		{"lib/a.js", "@out/other", ""},
		{"lib/a.js", "models/user", "db/models/user.js"},
		{"lib/a.js", "models", ""},
		{"inner/src/b.js", "@/text", "inner/src/text.js"},
		{"inner/src/b.js", "models/user", ""},
		{"inner/src/b.js", "@scope/text", ""},
	})
}

func TestResolveNode(t *testing.T) {
	l := New(tree(files(map[string]string{
		"package.json":                            `{"name": "app", "workspaces": ["packages/*"], "imports": {"#lib/*": "./src/lib/*.js", "#dep": "plain"}}`,
		"tsconfig.json":                           "{ // all of it\n \"extends\": \"./tsconfig.paths.json\", \"compilerOptions\": {\"baseUrl\": \".\",},}",
		"tsconfig.paths.json":                     `{"compilerOptions": {"paths": {"@/*": ["src/*"], "@lib/text": ["src/lib/text"], "~*": ["nowhere/*", "src/*"]}}}`,
		"packages/util/package.json":              `{"name": "@app/util", "version": "1.0.0", "main": "dist/index.js"}`,
		"packages/self/package.json":              `{"name": "self", "exports": {".": "./main.js", "./deep/*": "./in/*.js"}}`,
		"node_modules/plain/package.json":         `{"main": "./lib"}`,
		"node_modules/bare/package.json":          `{}`,
		"node_modules/old/package.json":           `{"main": "gone.js"}`,
		"node_modules/@scope/x/package.json":      `{"exports": {"types": "./x.d.ts", "import": "./x.mjs", "require": "./x.cjs"}}`,
		"node_modules/map/package.json":           `{"exports": {".": {"node": {"default": "./node.js"}}, "./sub": ["./gone.js", "./sub.js"], "./f/*": "./files/*.js", "./f/private/*": null}}`,
		"node_modules/outer/package.json":         `{"main": "../../secret.js"}`,
		"node_modules/plain/node_modules/in/a.js": "",
	}, "src/a.ts", "src/b.js", "src/dir/index.tsx", "src/lib/text.ts", "src/lib/one.js", "src/style.vue", "secret.js",
		"packages/util/src/index.ts", "packages/util/src/more.ts", "packages/self/main.js", "packages/self/in/q.js", "packages/self/other.js",
		"node_modules/plain/lib/index.js", "node_modules/plain/lib/x.js", "node_modules/bare/index.js", "node_modules/old/index.js",
		"node_modules/@scope/x/x.mjs", "node_modules/@scope/x/x.cjs", "node_modules/@scope/x/direct.js",
		"node_modules/map/node.js", "node_modules/map/sub.js", "node_modules/map/files/q.js", "node_modules/file.js", "node_modules/outer/index.js")))
	check(t, l, []resolution{
		{"src/a.ts", "./b", "src/b.js"},
		{"src/a.ts", "./b.js", "src/b.js"},
		{"src/a.ts", "./lib/text.js", "src/lib/text.ts"},
		{"src/a.ts", "./dir", "src/dir/index.tsx"},
		{"src/dir/index.tsx", "..", ""},
		{"src/dir/index.tsx", "../a", "src/a.ts"},
		{"src/a.ts", "./style.vue?raw", "src/style.vue"},
		{"src/a.ts", "../../../etc/passwd", ""},
		{"src/a.ts", "./gone", ""},
		{"src/a.ts", "#lib/one", "src/lib/one.js"},
		{"src/a.ts", "#dep", "node_modules/plain/lib/index.js"},
		{"src/a.ts", "@/lib/text", "src/lib/text.ts"},
		{"src/a.ts", "@lib/text", "src/lib/text.ts"},
		{"src/a.ts", "~b", "src/b.js"},
		{"src/a.ts", "src/b", "src/b.js"},
		{"src/a.ts", "plain", "node_modules/plain/lib/index.js"},
		{"src/a.ts", "plain/lib/x", "node_modules/plain/lib/x.js"},
		{"src/a.ts", "bare", "node_modules/bare/index.js"},
		{"src/a.ts", "old", "node_modules/old/index.js"},
		{"src/a.ts", "file", "node_modules/file.js"},
		{"src/a.ts", "@scope/x", "node_modules/@scope/x/x.mjs"},
		{"src/a.ts", "@scope/x/direct", "node_modules/@scope/x/direct.js"},
		{"src/a.ts", "map", "node_modules/map/node.js"},
		{"src/a.ts", "map/sub", "node_modules/map/sub.js"},
		{"src/a.ts", "map/f/q", "node_modules/map/files/q.js"},
		{"src/a.ts", "outer", "node_modules/outer/index.js"},
		{"src/a.ts", "node:fs", ""},
		{"src/a.ts", "https://host/x.js", ""},
		{"src/a.ts", "in/a", ""},
		{"node_modules/plain/lib/x.js", "in/a", "node_modules/plain/node_modules/in/a.js"},
		{"node_modules/plain/lib/x.js", "bare", "node_modules/bare/index.js"},
		{"src/a.ts", "@app/util", "packages/util/src/index.ts"},
		{"src/a.ts", "@app/util/more", "packages/util/src/more.ts"},
		{"packages/self/other.js", "self", "packages/self/main.js"},
		{"packages/self/other.js", "self/deep/q", "packages/self/in/q.js"},
	})
}

func TestResolvePython(t *testing.T) {
	l := New(tree(files(nil, "manage.py", "shop/__init__.py", "shop/views.py", "shop/text/__init__.py", "shop/text/phone.py",
		"src/lib/__init__.py", "src/lib/core.py", "space/inner/mod.py", "tools/run.py", "tools/beside.py",
		"venv/lib/python3.12/site-packages/dep/__init__.py", "venv/lib/python3.12/site-packages/dep/x.py")))
	check(t, l, []resolution{
		{"shop/views.py", ".text", "shop/text/__init__.py"},
		{"shop/views.py", ".text.phone", "shop/text/phone.py"},
		{"shop/text/phone.py", "..views", "shop/views.py"},
		{"shop/text/phone.py", "..", "shop/__init__.py"},
		{"shop/text/phone.py", ".....x", ""},
		{"shop/views.py", "shop.text.phone", "shop/text/phone.py"},
		{"shop/views.py", "phone", ""},
		{"shop/views.py", "lib.core", "src/lib/core.py"},
		{"src/lib/core.py", "lib", "src/lib/__init__.py"},
		{"manage.py", "space.inner.mod", "space/inner/mod.py"},
		{"tools/run.py", "beside", "tools/beside.py"},
		{"tools/run.py", "shop.views", "shop/views.py"},
		{"venv/lib/python3.12/site-packages/dep/x.py", "dep", "venv/lib/python3.12/site-packages/dep/__init__.py"},
		{"shop/views.py", "os.path", ""},
	})
}

func TestResolveNames(t *testing.T) {
	l := New(tree(files(map[string]string{
		"composer.json":                `{"autoload": {"psr-4": {"App\\": "app/", "App\\Deep\\": ["deep/", "deeper/"]}}}`,
		"vendor/acme/x/composer.json":  `{"autoload": {"psr-4": {"Acme\\X\\": "src"}}}`,
		"vendor/acme/x/src/Client.php": "",
	}, "app/Http/Text.php", "deeper/Y.php", "inc/a.php", "inc/b.php", "legacy/Old.php",
		"app/models/order_item.rb", "app/models/shop/html_page.rb", "app/models/shop.rb", "lib/text.rb", "app/controllers/concerns/guarded.rb", "spec/support/shop.rb",
		"src/main/java/com/acme/Text.java", "src/main/java/com/acme/web/Page.java", "src/main/kotlin/com/acme/Other.kt", "other/com/acme/Text.java",
		"Shop/Services/Text.cs", "Shop/Text.cs", "Shop/Controllers/Home.cs")))
	check(t, l, []resolution{
		{"inc/a.php", "b.php", "inc/b.php"},
		{"legacy/Old.php", "../inc/b.php", "inc/b.php"},
		{"legacy/Old.php", "inc/b.php", "inc/b.php"},
		{"inc/a.php", `App\Http\Text`, "app/Http/Text.php"},
		{"inc/a.php", `\App\Http\Text`, "app/Http/Text.php"},
		{"inc/a.php", `App\Deep\Y`, "deeper/Y.php"},
		{"inc/a.php", `Acme\X\Client`, "vendor/acme/x/src/Client.php"},
		{"inc/a.php", "Old", "legacy/Old.php"},
		{"app/models/order_item.rb", "Shop", "app/models/shop.rb"},
		{"app/models/order_item.rb", "Shop::HTMLPage", "app/models/shop/html_page.rb"},
		{"app/models/order_item.rb", "Shop::Inside", "app/models/shop.rb"},
		{"app/models/order_item.rb", "::OrderItem", "app/models/order_item.rb"},
		{"app/models/order_item.rb", "Guarded", "app/controllers/concerns/guarded.rb"},
		{"app/models/order_item.rb", "text", "lib/text.rb"},
		{"app/models/order_item.rb", "./shop", "app/models/shop.rb"},
		{"app/models/order_item.rb", "Missing", ""},
		{"src/main/java/com/acme/web/Page.java", "com.acme.Text", "src/main/java/com/acme/Text.java"},
		{"src/main/java/com/acme/web/Page.java", "com.acme.Text.isPhone", "src/main/java/com/acme/Text.java"},
		{"src/main/java/com/acme/web/Page.java", "com.acme.Other", "src/main/kotlin/com/acme/Other.kt"},
		{"src/main/java/com/acme/web/Page.java", "Page", "src/main/java/com/acme/web/Page.java"},
		{"src/main/java/com/acme/web/Page.java", "Text", ""},
		{"Shop/Controllers/Home.cs", "Acme.Shop.Services.Text", "Shop/Services/Text.cs"},
		{"Shop/Controllers/Home.cs", "Text", "Shop/Services/Text.cs"},
	})
}

func TestResolveRust(t *testing.T) {
	l := New(tree(files(map[string]string{
		"app/Cargo.toml":   "[workspace]\nname = \"no\"\n[package]\nname = \"my-app\" \nversion = \"1\"\n",
		"other/Cargo.toml": "[package]\nname = 'other'\n",
	}, "app/src/main.rs", "app/src/text.rs", "app/src/text/phone.rs", "app/src/web/mod.rs", "app/src/web/page.rs", "other/src/lib.rs", "other/src/check.rs", "alone.rs", "beside.rs")))
	check(t, l, []resolution{
		{"app/src/main.rs", "self::text", "app/src/text.rs"},
		{"app/src/main.rs", "crate::web", "app/src/web/mod.rs"},
		{"app/src/main.rs", "crate::web::page", "app/src/web/page.rs"},
		{"app/src/main.rs", "crate::web::Page", ""},
		{"app/src/text.rs", "self::phone", "app/src/text/phone.rs"},
		{"app/src/text.rs", "super", "app/src/main.rs"},
		{"app/src/text/phone.rs", "super", "app/src/text.rs"},
		{"app/src/text/phone.rs", "super::super::web::page", "app/src/web/page.rs"},
		{"app/src/web/mod.rs", "self::page", "app/src/web/page.rs"},
		{"app/src/web/page.rs", "crate", "app/src/main.rs"},
		{"app/src/web/page.rs", "self", "app/src/web/page.rs"},
		{"app/src/main.rs", "other::check", "other/src/check.rs"},
		{"app/src/main.rs", "other", "other/src/lib.rs"},
		{"other/src/lib.rs", "my_app::text", "app/src/text.rs"},
		{"app/src/main.rs", "axum::extract", ""},
		{"app/src/main.rs", "super::super::super::super::x", ""},
		{"alone.rs", "crate::beside", "beside.rs"},
	})
}

func TestPackageOf(t *testing.T) {
	l := New(tree(files(map[string]string{
		"package.json":                `{"name": "app", "version": "1.0.0", "private": true, "dependencies": {"a": "1"}, "devDependencies": {"b": "1"}, "bin": {"app": "./bin/app.js"}}`,
		"lib/esm/package.json":        `{"type": "module"}`,
		"node_modules/a/package.json": `{"name": "a", "version": "1.0.0", "main": "a.js", "exports": {".": {"types": "./a.d.ts", "default": "./a.js"}, "./b": "./b.js"}}`,
		"py/pyproject.toml":           "[build-system]\nrequires = [\"x\"]\n[project]\nname = \"my-lib\"\nversion = \"1\"\ndependencies = [\n  \"flask>=2\",\n  'regex',\n]\n",
		"tool/setup.py":               "setup(name='tool', version='1', install_requires=['six'])",
		"php/composer.json":           `{"name": "acme/x", "type": "library", "require": {"php": "8"}, "require-dev": {"phpunit/phpunit": "*"}}`,
		"gem/gem.gemspec":             "s.add_dependency 'rack'\ns.add_development_dependency(\"rspec\")",
	}, "bin/app.js", "server.js", "lib/esm/x.js", "node_modules/a/a.js", "node_modules/a/b.js", "py/src/my_lib/__init__.py", "tool/a.py", "php/x.php", "gem/lib/gem.rb")))
	for _, tt := range []struct{ file, want string }{
		{"server.js", "app published:false installed:false exports:[] bins:[bin/app.js] needs:[a] dev:[b]"},
		{"lib/esm/x.js", "app published:false installed:false exports:[] bins:[bin/app.js] needs:[a] dev:[b]"},
		{"node_modules/a/b.js", "a published:true installed:true exports:[node_modules/a/a.js node_modules/a/b.js] bins:[] needs:[] dev:[]"},
		{"py/src/my_lib/__init__.py", "my-lib published:true installed:false exports:[py/src/my_lib/__init__.py] bins:[] needs:[flask regex] dev:[]"},
		{"tool/a.py", "tool published:true installed:false exports:[] bins:[] needs:[] dev:[]"},
		{"php/x.php", "acme/x published:true installed:false exports:[] bins:[] needs:[php] dev:[phpunit/phpunit]"},
		{"gem/lib/gem.rb", "gem published:true installed:false exports:[gem/lib/gem.rb] bins:[] needs:[rack] dev:[rspec]"},
	} {
		p, ok := l.PackageOf(tt.file)
		if !ok {
			t.Errorf("%s belongs to no package", tt.file)
			continue
		}
		got := fmt.Sprintf("%s published:%v installed:%v exports:%v bins:%v needs:%v dev:%v", p.Name, p.Published, p.Installed, p.Exports, p.Bins, p.Dependencies, p.DevDependencies)
		if got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.file, got, tt.want)
		}
	}
}

// TestHostile resolves in bounded time what leads nowhere.
func TestHostile(t *testing.T) {
	texts := map[string]string{
		"package.json":  `{"name": "x", "main": "x", "imports": {"#a": "#b", "#b": "#a"}, "exports": ` + strings.Repeat(`{"default": `, 5000) + `"./x"` + strings.Repeat("}", 5000) + `}`,
		"tsconfig.json": `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"*": ["*"]}}}`,
		"a/b.js":        "",
	}
	l := New(tree(texts))
	for _, module := range []string{"#a", "x", "x/y", ".", "./" + strings.Repeat("../", 300), strings.Repeat("a/", 400), "", "\x00", "@", "@/", "*"} {
		for _, from := range []string{"a/b.js", "a/b.py", "a/b.rb", "a/b.php", "a/b.java", "a/b.cs", "/", ""} {
			l.Resolve(from, module)
		}
	}
	l.PackageOf("a/b.js")
}

func FuzzResolve(f *testing.F) {
	f.Add(`{"exports": {"./*": "./*.js"}, "main": "a"}`, "x/a", "b.js")
	f.Add(`{"imports": {"#a": "#a"}}`, "#a", "b.ts")
	f.Add(`{"autoload": {"psr-4": {"A\\": ""}}}`, `A\b`, "b.php")
	f.Fuzz(func(t *testing.T, text, module, from string) {
		texts := map[string]string{"a.js": "", "b/c.py": ""}
		for _, name := range []string{"package.json", "node_modules/x/package.json", "tsconfig.json", "composer.json", "pyproject.toml"} {
			texts[name] = text
		}
		l := New(tree(texts))
		if file, ok := l.Resolve(from, module); ok && !l.files.Exists(file) {
			t.Errorf("%q does not exist", file)
		}
		l.PackageOf(from)
	})
}
