package constant_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/source/constant"
	"snag/analyze/source/extract"
	"snag/probe/snagtest"
)

// project returns the files of a test by their names, which modules mean by their paths without an extension.
func project(files map[string]string) *constant.Project {
	return constant.New(constant.Files{
		Resolve: func(from, module string) (string, bool) {
			if strings.HasSuffix(from, ".py") {
				dots := len(module) - len(strings.TrimLeft(module, "."))
				module = strings.Repeat("../", max(0, dots-1)) + "./" + strings.ReplaceAll(module[dots:], ".", "/")
			}
			file := path.Join(path.Dir(from), module)
			for _, ending := range []string{"", ".js", ".mjs", ".ts", ".py", "/__init__.py"} {
				if _, ok := files[file+ending]; ok {
					return file + ending, true
				}
			}
			return "", false
		},
		Read: func(name string) ([]byte, error) {
			text, ok := files[name]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
	})
}

// split returns the files of a text in which "-- name --" begins each, the one that is asked about first.
func split(text string) (first string, files map[string]string) {
	files = map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if head, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok {
			name = strings.TrimSuffix(head, " --")
			if first == "" {
				first = name
			}
			continue
		}
		files[name] += line
	}
	return first, files
}

// unknown is what a pattern of the rows is that must not be known.
const unknown = "unknown"

var rows = []struct{ name, files, want string }{
	{"own object", "-- a.js --\nconst P = { D: '\\\\d+' };\nmodule.exports = new RegExp(P.D);\n", `\d+`},
	{"object in an object", "-- a.js --\nconst P = { A: { 'b': 'x+' } };\nmodule.exports = new RegExp('^' + P.A.b);\n", `^x+`},
	{"regex of an object", "-- a.js --\nconst P = { R: /a+/i };\nmodule.exports = new RegExp(`(${P.R.source})+`);\n", `(a+)+`},
	{"frozen", "-- a.js --\nconst P = Object.freeze({ D: 'd+' });\nmodule.exports = new RegExp(P.D);\n", `d+`},
	{"static field", "-- a.js --\nclass P { static D = 'd+' }\nmodule.exports = new RegExp(P.D);\n", `d+`},
	{"list", "-- a.js --\nconst P = { L: ['a', 'b+'] };\nmodule.exports = new RegExp(P.L.join('|'));\n", `a|b+`},
	{"spread", "-- a.js --\nconst A = { D: 'd', E: 'e' };\nconst P = { ...A, E: 'f+' };\nmodule.exports = new RegExp(P.D + P.E);\n", `df+`},
	{"spread that comes last", "-- a.js --\nconst A = { E: 'e+' };\nconst P = { E: 'f', ...A };\nmodule.exports = new RegExp(P.E);\n", `e+`},
	{"unknown spread", "-- a.js --\nconst P = { E: 'f', ...globalThis.A };\nmodule.exports = new RegExp(P.E);\n", unknown},
	{"computed name", "-- a.js --\nconst P = { E: 'f', [String('E')]: 'g' };\nmodule.exports = new RegExp(P.E);\n", unknown},
	{"member set later", "-- a.js --\nconst P = { D: 'd' };\nP.D = 'e';\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"member set by a computed name", "-- a.js --\nconst P = { D: 'd' };\nP['D'] = 'e';\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"object handed on", "-- a.js --\nconst P = { D: 'd' };\nObject.assign(P, { D: 'e' });\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"object deleted from", "-- a.js --\nconst P = { D: 'd' };\ndelete P.D;\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"assigned again", "-- a.js --\nlet P = { D: 'd' };\nP = { D: 'e' };\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"in a branch", "-- a.js --\nvar P;\nif (process) P = { D: 'd' };\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"of another function", "-- a.js --\nfunction f() { const P = { D: 'd' }; return P.D }\nglobalThis.P = { D: 'e' };\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"getter", "-- a.js --\nconst P = { get D() { return 'd' } };\nmodule.exports = new RegExp(P.D);\n", unknown},
	{"sum of numbers", "-- a.js --\nconst P = { N: 1 + 2 };\nmodule.exports = new RegExp('a{' + P.N + '}');\n", unknown},
	{"number", "-- a.js --\nconst P = { N: 12 };\nmodule.exports = new RegExp('a{' + P.N + '}');\n", `a{12}`},

	{"exported object", "-- a.js --\nconst { D } = require('./b');\nmodule.exports = new RegExp('(' + D + ')+');\n-- b.js --\nconst D = '\\\\d+';\nmodule.exports = { D };\n", `(\d+)+`},
	{"member of a module", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(b.D);\n-- b.js --\nexports.D = 'd+';\n", `d+`},
	{"renamed", "-- a.js --\nconst { D: digits } = require('./b');\nmodule.exports = new RegExp(digits);\n-- b.js --\nmodule.exports.D = 'd+';\n", `d+`},
	{"default of what is taken apart", "-- a.js --\nconst { D = 'x' } = require('./b');\nmodule.exports = new RegExp(D);\n-- b.js --\nmodule.exports.D = 'd+';\n", unknown},
	{"whole module", "-- a.js --\nvar space = require('./b');\nmodule.exports = new RegExp('[' + space + ']+$');\n-- b.js --\nmodule.exports = ' \\t' + '\\n';\n", "[ \t\n]+$"},
	{"regex of a module", "-- a.js --\nmodule.exports = new RegExp('^' + require('./b').source);\n-- b.js --\nmodule.exports = /b+/;\n", unknown},
	{"regex of a named module", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp('^' + b.source);\n-- b.js --\nmodule.exports = /b+/;\n", `^b+`},
	{"unset first", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(b.D + b.E);\n-- b.js --\nexports.E = exports.D = void 0;\nconst D = exports.D = 'd+';\nexports.E = D;\n", `d+d+`},
	{"exported twice", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(b.D);\n-- b.js --\nexports.D = 'd';\nif (process) exports.D = 'e';\n", unknown},
	{"exported by a function", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(b.D);\n-- b.js --\nfunction set() { exports.D = 'e' }\nset();\n", unknown},
	{"module changed", "-- a.js --\nconst b = require('./b');\nb.D = 'e';\nmodule.exports = new RegExp(b.D);\n-- b.js --\nexports.D = 'd';\n", unknown},
	{"cycle", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(String(b.D));\n-- b.js --\nconst c = require('./c');\nexports.D = c.D;\n-- c.js --\nconst b = require('./b');\nexports.D = b.D;\n", unknown},
	{"through two modules", "-- a.js --\nconst b = require('./b');\nmodule.exports = new RegExp(b.C.D);\n-- b.js --\nexports.C = require('./c');\n-- c.js --\nexports.D = 'd+';\n", `d+`},

	{"imports", "-- a.mjs --\nimport { D as digits, E } from './b.mjs';\nimport * as b from './b.mjs';\nimport def from './b.mjs';\nexport default new RegExp(digits + b.D + def + E);\n-- b.mjs --\nexport const D = 'd+';\nconst F = 'f+';\nexport { F as E };\nexport default 'x+';\n", `d+d+x+f+`},
	{"exported again", "-- a.mjs --\nimport { D, E } from './b.mjs';\nexport default new RegExp(D + E);\n-- b.mjs --\nexport * from './c.mjs';\nexport { D as E } from './c.mjs';\n-- c.mjs --\nexport const D = 'd+';\n", `d+d+`},
	{"variable that changes", "-- a.mjs --\nimport { D } from './b.mjs';\nexport default new RegExp(D);\n-- b.mjs --\nexport let D = 'd';\nD = 'e';\n", unknown},
	{"shadowed by a parameter", "-- a.mjs --\nimport { D } from './b.mjs';\nconst f = D => new RegExp(D);\nexport default f('e');\n-- b.mjs --\nexport const D = 'd';\n", unknown},

	{"Python", "-- a.py --\nimport re\nfrom b import D\nimport b\nR = re.compile('^(' + D + b.E + ')+$')\n-- b.py --\nD = r'\\d+'\nE = 'e%s' 'f'\n", `^(\d+e%sf)+$`},
	{"Python, renamed and formatted", "-- a.py --\nimport re\nfrom b import D as digits\nR = re.compile(f'^({digits})+$')\n-- b.py --\nD = r'\\d+'\n", `^(\d+)+$`},
	{"Python, all names", "-- a.py --\nimport re\nfrom b import *\nR = re.compile(D)\n-- b.py --\nD = 'd+'\n", `d+`},
	{"Python, class", "-- a.py --\nimport re\nfrom b import P\nR = re.compile(P.D)\n-- b.py --\nclass P:\n    D = 'd+'\n", `d+`},
	{"Python, list", "-- a.py --\nimport re\nfrom b import L\nR = re.compile('|'.join(L))\n-- b.py --\nL = ['a', 'b+']\n", `a|b+`},
	{"Python, changed list", "-- a.py --\nimport re\nfrom b import L\nR = re.compile('|'.join(L))\n-- b.py --\nL = ['a', 'b+']\nL.append('c')\n", unknown},
	{"Python, pattern of a regex", "-- a.py --\nimport re\nfrom b import R as old\nR = re.compile('^' + old.pattern)\n-- b.py --\nimport re\nR = re.compile('b+')\n", `^b+`},
	{"Python, two values", "-- a.py --\nimport re\nfrom b import D\nR = re.compile(D)\n-- b.py --\ntry:\n    D = 'd'\nexcept Exception:\n    D = 'e'\n", unknown},
	{"Python, variable of a function", "-- a.py --\nimport re\nfrom b import *\nD = globals().get('D', 'e')\nR = re.compile(D)\n-- b.py --\ndef f():\n    D = 'd'\n    return D\n", unknown},
	{"Python, global of a function", "-- a.py --\nimport re\nimport b\nR = re.compile(b.D)\n-- b.py --\nD = 'd'\ndef f():\n    global D\n    D = 'e'\nf()\n", unknown},
}

// pattern returns the last pattern of a file that a program compiles.
func pattern(first string, files map[string]string) string {
	l, _ := extract.ByPath(first)
	text := []byte(files[first])
	all := l.ExtractWith(text, project(files).In(first, l, text).Value).Literals
	for i := len(all) - 1; i >= 0; i-- {
		switch one := &all[i]; {
		case one.Kind != 1: // the regexes of others
		case one.Partial:
			return unknown
		default:
			return one.Pattern
		}
	}
	return "no pattern"
}

func TestValue(t *testing.T) {
	for _, tt := range rows {
		t.Run(tt.name, func(t *testing.T) {
			first, files := split(tt.files)
			if got := pattern(first, files); got != tt.want {
				t.Errorf("%s\ngot pattern %q, want %q", tt.files, got, tt.want)
			}
		})
	}
}

// TestValueAsRun compares the patterns that are known with those that Node and Python compile.
func TestValueAsRun(t *testing.T) {
	snagtest.Long(t)
	for _, tt := range rows {
		first, files := split(tt.files)
		program, arguments := "node", []string{"--input-type=module", "-e", "const m = await import(process.argv[1]); console.log(JSON.stringify(new RegExp(m.default).source))"}
		if strings.HasSuffix(first, ".py") {
			program, arguments = "python3", []string{"-c", "import sys, json; sys.path.insert(0, '.'); import a; print(json.dumps(a.R.pattern))"}
		}
		if tt.want == unknown {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			snagtest.Needs(t, program)
			folder := t.TempDir()
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c := exec.Command(program, append(arguments, "./"+first)...)
			c.Dir = folder
			out, err := c.Output()
			if exit := (&exec.ExitError{}); errors.As(err, &exit) {
				t.Fatalf("%v: %s", err, exit.Stderr)
			} else if err != nil {
				t.Fatal(err)
			}
			if got, want := strings.TrimSpace(string(out)), asJSON(tt.want); got != want {
				t.Errorf("%s\n%s compiles %s, want %s", tt.files, program, got, want)
			}
		})
	}
}

func asJSON(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, "\n", `\\n`, "\t", `\t`).Replace(s) + `"`
}

// TestValueIsBounded asks for values that double with each file, and for names that mean each other.
func TestValueIsBounded(t *testing.T) {
	files := map[string]string{"a.js": "const b = require('./n0');\nnew RegExp(b.D);\nconst x = { y: x.y }, z = { w: v.w }, v = z;\nnew RegExp(z.w);\n"}
	for i := range 30 {
		files[fmt.Sprintf("n%d.js", i)] = fmt.Sprintf("const n = require('./n%d');\nexports.D = n.D + n.D;\n", i+1)
	}
	files["n30.js"] = "exports.D = 'a'.concat('b');\nexports.E = " + strings.Repeat("'a' + ", 100_000) + "'b';\n"
	if got := pattern("a.js", files); got != unknown {
		t.Errorf("got pattern %q, want %q", got, unknown)
	}
}

func FuzzValue(f *testing.F) {
	for _, tt := range rows {
		f.Add(tt.files)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, files := split(text)
		if l, ok := extract.ByPath(first); ok {
			src := []byte(files[first])
			l.ExtractWith(src, project(files).In(first, l, src).Value)
		}
	})
}
