package reach

import (
	"strings"
	"testing"
)

// TestOwnDefault calls what compilers make of the default import of a module: that of its own, or the module itself where
// it was written without any.
func TestOwnDefault(t *testing.T) {
	const frame = `
-- package.json --
{"name": "own", "dependencies": {"express": "4"}}
-- lib/text.js --
MODULE
-- a.js --
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
IMPORT
const app = require('express')()
app.use(require('express').json())
app.post('/x', (req, res) => { /(a+)+$/.test(CALL) })
`
	const babel = `var _text = _interopRequireDefault(require("./lib/text"));
function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e }; }`
	for _, test := range []struct{ module, load, call, want string }{
		{"module.exports = { cut(s) { return s.slice(0, 9) } }", babel, "_text.default.cut(req.body.s)", "remote body POST /x body.s 9"},
		{"module.exports = s => s.slice(0, 9)", babel, "(0, _text.default)(req.body.s)", "remote body POST /x body.s 9"},
		{"exports.cut = s => s.slice(0, 9)", "const _text = tslib_1.__importDefault(require('./lib/text'))", "_text.default.cut(req.body.s)", "remote body POST /x body.s 9"},
		{"exports.cut = s => s.slice(0, 9)", "const _text = tslib_1.__importStar(require('./lib/text'))", "_text.cut(req.body.s)", "remote body POST /x body.s 9"},
		{"Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = s => s.slice(0, 9)\nexports.cut = s => s", babel, "_text.default(req.body.s)", "remote body POST /x body.s 9"},
		{"Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = { cut: s => s.slice(0, 9) }", babel, "_text.default.cut(req.body.s)", "remote body POST /x body.s 9"},
		{"module.exports = { cut(s) { return s } }", babel, "_text.default.other(req.body.s)", "remote-possible body POST /x body.s -1"},
	} {
		program := strings.NewReplacer("MODULE", test.module, "IMPORT", test.load, "CALL", test.call).Replace(frame)
		got := "unknown"
		for _, line := range strings.Split(describe(t, program), "\n") {
			if way, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(way, "remote") {
				got = way
				break
			}
		}
		if got != test.want {
			t.Errorf("%s; %s: got %s, want %s", test.module, test.call, got, test.want)
		}
	}
}
