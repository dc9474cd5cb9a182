package reach

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/regex/edited"
	"snag/analyze/source/extract"
)

// TestAskedTexts tells what is known to have been asked of a text that gets to a match, and what was cut off its ends, in
// that order.
func TestAskedTexts(t *testing.T) {
	const js, py, rb = `app.post('/x', (req, res) => { let s = req.query.s, o = req.query.o; BODY; res.end(String(/\s+x$/.test(s))) })`,
		"import re\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/x')\ndef x():\n    s = request.args['s']\n    BODY\n    return str(re.search(r'\\s+x$', s))\n",
		"require 'sinatra'\nget '/x' do\n  s = params[:s]\n  BODY\n  s =~ /\\s+x$/\nend\n"
	for _, test := range []struct{ language, body, want string }{
		{js, `if (!/^a/.test(s)) return`, `/^a/`},
		{js, `if (/^a/.test(s)) return`, `not /^a/`},
		{js, `if (!s.match(/^a/)) return`, `/^a/`},
		{js, `if (!s.startsWith('a.')) return`, `/^a\./`},
		{js, `if (s.startsWith('a')) return`, `not /^a/`},
		{js, `if (!s.includes('a')) return; if (!s.endsWith('b')) return`, `/b$/ /a/`},
		{js, `if (!s.includes('a')) return; s = s.trim()`, `/a/ trim`},
		{js, `s = s.trim(); if (!s.includes('a')) return`, `trim /a/`},
		{js, `const ok = /^a/.test(s); if (!ok) return`, `/^a/`},
		{js, `if (!/^a/.test(o)) return`, ``},
		{js, `if (!/^a/.test(s)) res.write('no')`, ``},
		{js, `if (!/^a/.test(s) && o) return`, ``},
		{js, `if (!/^a/.test(s)) return; s = o`, ``},
		{js, `if (!s.includes(o)) return`, ``},
		{js, `if (!s.includes('a', 5)) return`, ``},
		{js, `if (!check.startsWith(s)) return`, ``},
		{js, `s = s.split(' ')[1]`, `2 of /\x20/`},
		{js, `s = s.split('base64,')[0]`, `1 of /\x62\x61\x73\x65\x36\x34\x2c/`},
		{js, `[o, s] = s.split(/;/)`, `2 of /;/`},
		{js, `s = s.split(/(;)/)[2]`, `0 of /(;)/`},
		{js, `s = s.split(o)[1]`, `2 of /?/`},
		{js, `s = s.split(';')[o]`, `0 of /\x3b/`},
		{js, `s = s.split(';').pop()`, ``},
		{js, `s = s.split(';').slice(1)[0]`, `0 of /\x3b/`},
		{js, `s = s.split(';').filter(Boolean)[0]`, ``},
		{js, `const m = /^Bearer (.*)$/.exec(s); if (!m) return; s = m[1]`, `2 of /^Bearer (.*)$/`},
		{js, `const m = s.match(/^(.*)=(.*)$/); s = m && m[2]`, `3 of /^(.*)=(.*)$/`},
		{js, `s = s.match(/a.*/g)[1]`, `0 of /a.*/`},
		{js, `s = s.match(/^(?<a>.*)=/).groups.a`, `0 of /^(?<a>.*)=/`},
		{js, `const startsWith = (t, u) => true; if (!startsWith(s, 'a')) return`, ``},
		{js, `if (!['a', s].includes('a')) return`, ``},
		{py, `if not s.startswith('a'): return ''`, `/^a/`},
		{py, `if re.match('a', s): return ''`, `not /a/`},
		{py, `s = s.strip()`, `trim`},
		{py, `s = s.strip('/')`, ``},
		{rb, `return unless s.start_with?('a')`, `/^a/`},
		{rb, `s = s.strip`, `trim`},
		{rb, `return unless s.start_with?('a', 'b')`, ``},
	} {
		file := map[string]string{js: "a.js", py: "a.py", rb: "a.rb"}[test.language]
		text := strings.Replace(test.language, "BODY", test.body, 1)
		if file == "a.js" {
			text = "const app = require('express')(); " + text
		}
		in := Input{Paths: []string{file}, Files: link.NewList([]string{file}, func(p string) ([]byte, error) {
			if p == file {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		})}
		var regexes []Regex
		l, _ := extract.ByPath(file)
		for _, lit := range l.Extract([]byte(text)).Literals {
			if strings.Contains(lit.Pattern, `\s+x$`) {
				regexes = append(regexes, Regex{file, lit.Expr.Start.Offset, lit.Expr.End.Offset, lit.At.Start.Offset, lit.At.End.Offset})
			}
		}
		var got []string
		ways := Open(in).Regexes(t.Context(), regexes)[0].Ways
		for _, w := range ways {
			if !strings.HasSuffix(w.Input, "s") {
				continue
			}
			for _, e := range w.Edits {
				switch {
				case e.Kind == edited.Trim:
					got = append(got, "trim")
				case e.Kind == edited.Split || e.Kind == edited.Group:
					find := "?"
					if e.Find != nil {
						find = string(e.Find.Source)
					}
					got = append(got, fmt.Sprintf("%d of /%s/", e.Piece, find))
				case e.Kind == edited.Test && e.Refused:
					got = append(got, "not /"+string(e.Find.Source)+"/")
				case e.Kind == edited.Test:
					got = append(got, "/"+string(e.Find.Source)+"/")
				}
			}
		}
		if got := strings.Join(got, " "); got != test.want || len(ways) == 0 {
			t.Errorf("%s: got %q in %d ways, want %q", test.body, got, len(ways), test.want)
		}
	}
}
