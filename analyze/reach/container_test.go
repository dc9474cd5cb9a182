package reach

import "testing"

// TestContainers asks containers that hand out objects for what was registered with them, by its name or its class.
func TestContainers(t *testing.T) {
	const awilix = `
const { createContainer, asClass, asFunction, asValue } = require('awilix')
const app = require('express')()
class Service { check (s) { return /(a+)+$/.test(s) } }
const make = () => s => /(b+)+$/.test(s)
const c = createContainer()
c.register({ service: asClass(Service).scoped(), clean: asFunction(make) })
c.register('two', asValue(s => /(c+)+$/.test(s)))
`
	const laravel = `<?php
use Illuminate\Support\Facades\Route;
class Text { public function tag($t) { return preg_match('/(a+)+$/', $t); } }
class Other { public function tag($t) { return 1; } }
`
	for _, test := range []struct{ file, text, want string }{
		{"a.js", awilix + "app.get('/1', (req, res) => c.resolve('service').check(req.query.s))", "remote url GET /1 query.s 16384; 5 unknown; 8 unknown"},
		{"a.js", awilix + "app.get('/1', (req, res) => c.resolve('clean')(req.query.s))", "4 unknown; remote url GET /1 query.s 16384; 8 unknown"},
		{"a.js", awilix + "app.get('/1', (req, res) => { if (req.query.s.length < 9) c.createScope().resolve('two')(req.query.s) })", "4 unknown; 5 unknown; remote url GET /1 query.s 8"},
		{"a.js", awilix + "app.get('/1', (req, res) => c.resolve('three')(req.query.s))", "4 unknown; 5 unknown; 8 unknown"},
		{"routes/a.php", laravel + "Route::get('/1', function () { return app(Text::class)->tag(request()->query('q')); });", "remote url GET /1 request.query() -1"},
		{"routes/a.php", laravel + "Route::get('/1', function () { return app(Other::class)->tag(request()->query('q')); });", "3 unknown"},
	} {
		if got := ways(t, test.file, test.text); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
