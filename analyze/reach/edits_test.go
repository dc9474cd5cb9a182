package reach

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/regex/passing"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/source/extract"
)

// isDisarmed reports whether what a program does to the texts of all requests leaves none that takes the regex long
// whose pattern has a text in it.
func isDisarmed(t *testing.T, names []string, texts map[string]string, part string) bool {
	t.Helper()
	files := link.NewList(names, func(p string) ([]byte, error) {
		if s, ok := texts[p]; ok {
			return []byte(s), nil
		}
		return nil, fs.ErrNotExist
	})
	var regexes []Regex
	in := Input{Paths: names, Files: files}
	var tree *syntax.Tree
	for _, file := range names {
		l, _ := extract.ByPath(file)
		for _, lit := range l.Extract([]byte(texts[file])).Literals {
			if strings.Contains(lit.Pattern, part) {
				regexes = append(regexes, Regex{file, lit.Expr.Start.Offset, lit.Expr.End.Offset, lit.At.Start.Offset, lit.At.End.Offset})
				tree, _ = parser.Parse(lit.Dialect, lit.Pattern, lit.Flags)
			}
		}
	}
	if len(regexes) != 1 || tree == nil {
		t.Fatalf("%d regexes are asked for", len(regexes))
	}
	ways := Open(in).Regexes(t.Context(), regexes)[0].Ways
	if len(ways) == 0 || ways[0].Level < RemotePossible {
		t.Fatalf("no way was found in %v", texts)
	}
	for _, w := range ways {
		if w.Level < RemotePossible {
			break
		}
		if p, err := passing.Through(context.Background(), redos.Verdict{Tree: tree}, syntax.Search, w.Edits, redos.DefaultLimits); !p.Harmless || err != nil {
			return false
		}
	}
	return true
}

// TestEdits follows texts through what takes the spaces or capitals from them that an attack repeats, and through
// what only looks so.
func TestEdits(t *testing.T) {
	for _, test := range []struct {
		name, file, frame, part string
		disarm, not             []string
	}{
		{"JavaScript", "a.js", `
const app = require('express')()
const SPACES = /\s+/g, one = ' '
const clean = s => s.replace(SPACES, one)
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  EDIT;
  /\s+x$/.test(s);
})`, `\s+x$`, []string{
			"s = s.replace(/\\s+/g, ' ')",
			"s = s.replace(/\\s/g, '')",
			"s = s.replace(/[^\\w]+/g, '-')",
			"s = clean(s)",
			"s = String(s).trim().replace(SPACES, one).trim().slice(0, 5000)",
			"s = s.replace(/\\s{2,}/g, ' ')",
			"s = s.split(/\\s/)[0]",
			"if (o) s = s.replace(/\\s/g, '_'); else s = s.replace(/\\s+/g, ' ')",
			"s = s.replaceAll(/\\s+/g, ' ').toLowerCase()",
		}, []string{
			"s = s.replace(/\\s+/, ' ')",
			"s.replace(/\\s+/g, ' ')",
			"s = s.replace(/\\s/g, ' ')",
			"s = s.trim()",
			"s = s.replace(/\\s+/g, '  ')",
			"s = s.replace(/\\s+/g, o)",
			"s = s.replace(/\\s+/g, x => x)",
			"if (o) s = s.replace(/\\s+/g, ' ')",
			"s = s.replace(/\\s+/g, ' ') + o",
			"s = s.replace(/\\s+/g, ' ').replace(/_/g, '')",
			"s = decodeURIComponent(s.replace(/\\s+/g, ' '))",
			"s = s.replace(/ +/g, ' ')",
			"s = s.replace(/\\s+?/g, ' ')",
			"s = s.replace(/\\s+$/g, '')",
			"s = s.replace(/\\s+/gy, ' ')",
			"s = s.replaceAll(' ', '')",
			"s = s.replace(/\\s+/g, ' '); if (o) s = req.body.s",
			"s = s.split(/(\\s)/)[1]",
			"s = o ? s : clean(s)",
		}},
		{"base64 of JavaScript", "a.js", `
const app = require('express')()
app.post('/a', (req, res) => { let s = req.body.s; const o = req.body.o
  EDIT;
  s.replace(/=+$/, '');
})`, `=+$`, []string{
			"s = Buffer.from(s).toString('base64')",
			"s = Buffer.from(s, 'utf8').toString('base64url')",
			"s = btoa(s)",
			"const b = Buffer.concat([Buffer.from(s)]); s = b.toString('base64')",
			"s = Buffer.from(s).toString('base64').replace(/\\+/g, '-').replace(/\\//g, '_')",
			"s = Buffer.from(s).toString('base64').trim()",
		}, []string{
			"s = s.toString('base64')",
			"s = Buffer.from(s, 'base64').toString()",
			"s = Buffer.from(s, 'base64').toString('latin1')",
			"s = (o ? Buffer.from(s) : s).toString('base64')",
			"let b = s; if (o) b = Buffer.from(s); s = b.toString('base64')",
			"s = Buffer.from(s).toString('base64') + o",
			"s = Buffer.from(s).toString('base64').replace(/\\+/g, '=')",
			"s = atob(btoa(s))",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
@app.route('/a')
def a():
    s = request.headers['s']
    o = request.headers['o']
    EDIT
    re.search(r' +x$', s)
`, ` +x$`, []string{
			"s = re.sub(r' +', ' ', s)",
			"s = re.sub(r'\\s', '', s)",
			"s = s.replace(' ', '')",
			"s = s.replace(' ', '_').lower()",
			"s = re.compile(r'\\s+').sub(' ', s)",
			"s = re.sub(r'[^a-z]+', '', s)",
			"s = s.replace(' ', '-').strip()",
			"s = re.sub('\\\\s+', ' ', s)[:500]",
		}, []string{
			"s = re.sub(r' +', ' ', s, 1)",
			"s = re.sub(r' +', ' ', s, count=1)",
			"s = s.replace('  ', ' ')",
			"s = s.replace(' ', '', 3)",
			"s = s.strip()",
			"s = re.sub(r' +', o, s)",
			"re.sub(r' +', ' ', s)",
			"s = re.sub(r' +', lambda m: m.group(), s)",
			"s = re.sub(r'\\t', ' ', s)",
			"s = s.replace(' ', '') + o",
		}},
		{"PHP", "a.php", `<?php
$s = $_POST['s'];
$o = $_POST['o'];
EDIT
preg_match('/ +x$/', $s);
`, ` +x$`, []string{
			`$s = preg_replace('/ +/', ' ', $s);`,
			`$s = preg_replace('/\s+/', ' ', trim($s));`,
			`$s = str_replace(' ', '', $s);`,
			`$s = str_replace(' ', '-', strtolower($s));`,
			`$s = trim(preg_replace('/\s+/', ' ', $s));`,
			`$s = preg_replace('/[^a-z]/', '', $s);`,
			`$s = substr(preg_replace('/[ ]+/', ' ', $s), 0, 5000);`,
			`$s = preg_replace('~ {2,}~', ' ', $s);`,
		}, []string{
			`$s = preg_replace('/ +/', ' ', $s, 1);`,
			`$s = preg_replace('/ +/', $o, $s);`,
			`$s = trim($s);`,
			`preg_replace('/ +/', ' ', $s);`,
			`$s = str_replace('  ', ' ', $s);`,
			`$s = str_replace('_', ' ', $s);`,
			`$s = preg_replace('/ +/', ' ', $s) . $o;`,
			`$s = preg_replace('/ +/', '$0$0', $s);`,
			`$s = urldecode(preg_replace('/ +/', ' ', $s));`,
		}},
		{"Java", "src/A.java", `
import java.util.regex.*;
import org.springframework.web.bind.annotation.*;
@RestController
class A {
  @PostMapping("/a")
  void a(@RequestBody String s, @RequestHeader String o) {
    EDIT
    Pattern.compile(" +x$").matcher(s).find();
  }
}
`, ` +x$`, []string{
			`s = s.replaceAll(" +", " ");`,
			`s = s.replaceAll("\\s", "");`,
			`s = s.replace(" ", "");`,
			`s = s.trim().replaceAll("\\s+", " ").trim();`,
			`s = s.replaceAll("[^a-z]", "").toString();`,
			`s = s.split("\\s")[0];`,
			`s = s.replaceAll(" {2,}", " ").substring(1);`,
			`s = s.replaceAll("\\s+", "_").toLowerCase();`,
		}, []string{
			`s = s.replaceFirst(" +", " ");`,
			`s = s.replaceAll(" +", o);`,
			`s.replaceAll(" +", " ");`,
			`s = s.trim();`,
			`s = s.split(" ", 2)[1];`,
			`s = s.replace("  ", " ");`,
			`s = s.replaceAll(" +", " ") + o;`,
			`s = s.replaceAll("_", " ");`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, v := range append(append([]string{}, test.disarm...), test.not...) {
				text := strings.Replace(test.frame, "EDIT", v, 1)
				if got, want := isDisarmed(t, []string{test.file}, map[string]string{test.file: text}, test.part), i < len(test.disarm); got != want {
					t.Errorf("%s: disarmed %v, want %v", v, got, want)
				}
			}
		})
	}
}

// TestEditsAcrossPackages holds that what a package does counts for those who call it, and what they do too.
func TestEditsAcrossPackages(t *testing.T) {
	names := []string{"package.json", "a.js", "node_modules/p/package.json", "node_modules/p/index.js"}
	for _, test := range []struct {
		call, lib string
		want      bool
	}{
		{"p(s.replace(/\\s+/g, ' '))", "s => /\\s+x$/.test(s)", true},
		{"p(s)", "s => /\\s+x$/.test(s.replace(/\\s+/g, ' '))", true},
		{"p(s)", "s => /\\s+x$/.test(s)", false},
		{"p(s.replace(/\\s+/g, ' '))", "s => /\\s+x$/.test(decodeURI(s))", false},
		{"p(s.replace(/\\s+/g, ' ')) || p(s)", "s => /\\s+x$/.test(s)", false},
	} {
		texts := map[string]string{
			"package.json":                `{"name": "a", "private": true, "dependencies": {"p": "1"}}`,
			"a.js":                        "const p = require('p')\nrequire('express')().post('/a', (req, res) => { const s = req.body.s; " + test.call + " })",
			"node_modules/p/package.json": `{"name": "p", "version": "1.0.0", "main": "index.js"}`,
			"node_modules/p/index.js":     "module.exports = " + test.lib,
		}
		l := isDisarmed(t, names, texts, `\s+x$`)
		if l != test.want {
			t.Errorf("%s of %s: disarmed %v, want %v", test.call, test.lib, l, test.want)
		}
	}
}
