package dispatch_test

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/reach/dispatch"
	"snag/analyze/source/extract"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/php"
)

// describe writes pages as methods, path and the code for them.
func describe(pages []dispatch.Page, src string) string {
	var all []string
	for _, p := range pages {
		all = append(all, fmt.Sprintf("%s %s {%s}", strings.Join(p.Methods, ","), p.Path, src[p.Start:p.End]))
	}
	return strings.Join(all, "\n")
}

func TestNode(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`function f (r, s) { if (r.url === '/a') go() }`, ` /a {if (r.url === '/a') go()}`},
		{`function f (r, s) { if (r.method === 'POST' && r.url === '/a') go() }`, `POST /a {if (r.method === 'POST' && r.url === '/a') go()}`},
		{`function f (r, s) { const { pathname } = new URL(r.url, 'http://x'); if (pathname.startsWith('/b/')) go() }`, ` /b/* {if (pathname.startsWith('/b/')) go()}`},
		{`function f (r, s) { const u = new URL(r.url).search; if (u === '/a') go() }`, ``},
		{`function f (r, s) { if (s.url === '/a') go() }`, ``},
		{`function f (r, s) { if (r.url !== '/a') return; go() }`, ` /a {function f (r, s) { if (r.url !== '/a') return; go() }}`},
	} {
		l, _ := extract.ByPath("a.js")
		f := ecmascript.Parse([]byte(c.src), l)
		if got := describe(dispatch.Node(f.Body.Body.Kids[0].Func, true), c.src); got != c.want {
			t.Errorf("Node(%s)\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestPHP(t *testing.T) {
	for _, c := range []struct {
		src   string
		reads bool
		want  string
	}{
		{`<?php echo 1;`, false, ``},
		{`<?php echo $_GET['a'];`, true, ``},
		{`<?php $p = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH); if ($p === '/a' && $_SERVER['REQUEST_METHOD'] === 'POST') { go(); }`, true, `POST /a {if ($p === '/a' && $_SERVER['REQUEST_METHOD'] === 'POST') { go(); }}`},
		{`<?php $p = 'x'; if ($p === '/a') { go($_GET['a']); }`, true, ``},
	} {
		f := php.Parse([]byte(c.src))
		pages, reads := dispatch.PHP(f.Body.Body)
		if got := describe(pages, c.src); got != c.want || reads != c.reads {
			t.Errorf("PHP(%s)\n got %v %s\nwant %v %s", c.src, reads, got, c.reads, c.want)
		}
	}
}
