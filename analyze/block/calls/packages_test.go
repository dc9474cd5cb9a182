package calls

import (
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
)

// TestPackages finds calls of functions that packages export and that block, in whatever form they export them.
func TestPackages(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"a member", `const store = require('store'); app.get('/', (req, res) => res.send(store.load('x')))
--- node_modules/store/index.js
const fs = require('fs')
exports.load = name => fs.readFileSync(name)`, []string{"store.load in fs.readFileSync node_modules/store/index.js:2"}},
		{"the module itself", `const load = require('store'); app.get('/', (req, res) => res.send(load('x')))
--- node_modules/store/index.js
const fs = require('fs')
module.exports = function (name) { return read(name) }
function read(name) { return fs.readFileSync(name) }`, []string{"store in fs.readFileSync node_modules/store/index.js:3"}},
		{"another file", `const { load } = require('@a/store'); app.get('/', (req, res) => res.send(load('x')))
--- node_modules/@a/store/package.json
{"name": "@a/store", "main": "lib"}
--- node_modules/@a/store/lib/index.js
module.exports = { load: require('./read').read }
--- node_modules/@a/store/lib/read.js
exports.read = name => require('child_process').execSync(name)`, []string{"@a/store.load in child_process.execSync node_modules/@a/store/lib/read.js:1"}},
		{"a class", `import { Store } from 'store'; app.get('/', (req, res) => res.send(new Store().load('x')))
--- node_modules/store/package.json
{"name": "store", "module": "index.mjs", "exports": "./index.mjs"}
--- node_modules/store/index.mjs
import fs from 'node:fs'
export class Store { load(name) { return fs.readFileSync(name) } }`, []string{"store.Store.load in fs.readFileSync node_modules/store/index.mjs:2"}},
		{"once", `const store = require('store'); app.get('/', (req, res) => res.send(store.load('x')))
--- node_modules/store/index.js
const fs = require('fs')
let kept
const first = fs.readFileSync('first')
require('./data.json')
exports.load = name => { if (!kept) kept = fs.readFileSync(name); return kept }
--- node_modules/store/data.json
{}`, nil},
		{"data", `const data = require('store'); app.get('/', (req, res) => res.send(data))
--- node_modules/store/package.json
{"name": "store", "main": "data.json"}
--- node_modules/store/data.json
{"a": "readFileSync"}`, nil},
		{"another function", `const store = require('store'); app.get('/', (req, res) => res.send(store.get('x')))
--- node_modules/store/index.js
const fs = require('fs')
exports.load = name => fs.readFileSync(name)
exports.get = name => fs.promises.readFile(name)`, nil},
		{"at the start", `const store = require('store'); const all = store.load('x'); app.get('/', (req, res) => res.send(all))
--- node_modules/store/index.js
exports.load = name => require('fs').readFileSync(name)`, nil},
		{"two levels", `const store = require('store'); app.get('/', (req, res) => res.send(store.load('x')))
--- node_modules/store/index.js
exports.load = name => require('deeper').load(name)
--- node_modules/deeper/index.js
exports.load = name => require('fs').readFileSync(name)`, nil},
		{"a circle", `const store = require('store'); app.get('/', (req, res) => res.send(store.load('x')))
--- node_modules/store/index.js
const other = require('./other'); exports.self = exports; exports.load = other.load
--- node_modules/store/other.js
require('.'); exports.load = name => require('fs').readFileSync(name)`, []string{"store.load in fs.readFileSync node_modules/store/other.js:1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := map[string]string{}
			for part := range strings.SplitSeq("server.js\nconst app = require('express')();"+test.src, "--- ") {
				name, text, _ := strings.Cut(part, "\n")
				texts[name] = text
			}
			var paths []string
			for name := range texts {
				paths = append(paths, name)
			}
			files := link.NewList(paths, func(name string) ([]byte, error) { return []byte(texts[name]), nil })
			var got []string
			for _, c := range Find(calling.Input{Paths: []string{"server.js"}, Files: files}).Calls {
				if c.Inside == nil || c.File != "server.js" {
					t.Errorf("got %+v, want a call of a package", c)
					continue
				}
				got = append(got, c.Name+" in "+c.Inside.Name+" "+c.Inside.File+":"+string(rune('0'+c.Inside.Line)))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s:\ngot  %q\nwant %q", test.src, got, test.want)
			}
		})
	}
}
