package reach

import (
	"strings"
	"testing"
)

// TestComputedImports follows what the files of a folder export that an import of JavaScript takes by names that are worked
// out, and no others. What is imported so is never constant, as it may be another file.
func TestComputedImports(t *testing.T) {
	const (
		app   = "-- app.js --\nconst fs = require('fs'), path = require('path'), express = require('express')\nconst app = express()\napp.use(express.json())\napp.post('/x', (req, res) => {\nconst s = req.body.s;\nCODE\n})\n"
		parts = `
-- parts/a.js --
module.exports = s => /(a+)+$/.test(s)
-- parts/deep/b.js --
module.exports = s => /(b+)+$/.test(s)
-- parts/c/index.js --
module.exports = s => /(c+)+$/.test(s)
-- parts/d.test.js --
module.exports = s => /(d+)+$/.test(s)
-- parts/f.mjs --
export default s => /(f+)+$/.test(s)
-- other/e.js --
module.exports = s => /(e+)+$/.test(s)
`
	)
	for _, test := range []struct{ name, code, want string }{
		{"a sum", "for (const n of list()) require('./parts/' + n)(s)", "parts/a.js parts/c/index.js"},
		{"a template", "fs.readdirSync('parts').forEach(n => require(`./parts/${n}`)(s))", "parts/a.js parts/c/index.js"},
		{"a path that is joined", "const dir = path.join(__dirname, 'parts')\nfor (const n of fs.readdirSync(dir)) require(path.join(dir, n))(s)", "parts/a.js parts/c/index.js"},
		{"a path that is put together", "fs.readdirSync(__dirname + '/parts').forEach(n => require(__dirname + '/parts/' + n)(s))", "parts/a.js parts/c/index.js"},
		{"with an extension", "['a'].forEach(n => require('./parts/' + n + '.js')(s))", "parts/a.js"},
		{"names of files further below", "['parts/a', 'parts/deep/b'].forEach(n => require('./' + n)(s))", "parts/a.js parts/deep/b.js"},
		{"the middle of a path", "['parts'].forEach(n => require('./' + n + '/a')(s))", "parts/a.js"},
		{"the whole of a path", "require(path.join(__dirname, 'parts', 'a'))(s)", "parts/a.js"},
		{"import", "for (const n of list()) import(`./parts/${n}.mjs`).then(m => m.default(s))", "parts/f.mjs"},
		{"a constant that it gets", "for (const n of list()) require('./parts/' + n)('x')", ""},
		{"another folder", "for (const n of list()) require('./elsewhere/' + n)(s)", ""},
		{"a name of which nothing is known", "for (const n of list()) require(n)(s)", ""},
		{"a variable that is set again", "let dir = './parts/'\nif (list()) dir = './elsewhere/'\nfor (const n of list()) require(dir + n)(s)", ""},
		{"a function of one's own", "const require = n => () => n\nfor (const n of list()) require('./parts/' + n)(s)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			paths, texts, files := archive(strings.Replace(app, "CODE", test.code, 1) + parts)
			var got []string
			regexes := regexesIn(paths, texts)
			for i, found := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
				switch found.Level.String() {
				case "remote":
					got = append(got, regexes[i].File)
				case "constant":
					t.Errorf("%s: %s is constant", test.code, regexes[i].File)
				}
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%s\ngot  %q\nwant %q", test.code, got, test.want)
			}
		})
	}
}

// TestAnswersOfClients takes for answers of others what clients get that were made from a client of a library.
func TestAnswersOfClients(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"const got = require('@/got')\nasync function run() { const r = await got('https://a.example'); /(a+)+$/.test(r.body) }\nrun()\n-- lib/got.js --\nmodule.exports = require('got').extend({})\n", "remote-possible"},
		{"const api = require('axios').create()\nasync function run() { const r = await api.get('/a'); /(a+)+$/.test(r.data) }\nrun()\n", "remote-possible"},
		{"const api = { get: async () => ({ data: 'a' }) }\nasync function run() { const r = await api.get('/a'); /(a+)+$/.test(r.data) }\nrun()\n", "constant"},
	} {
		paths, texts, files := archive("-- package.json --\n{\"name\": \"a\", \"private\": true}\n-- lib/app.js --\n" + test.code)
		got := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))[0].Level.String()
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
