package reach

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const asked = `
-- package.json --
{"name": "shop", "version": "1.0.0", "private": true}
-- server.js --
const express = require('express')
const text = require('./text')
const app = express()
app.get('/find/:name', (req, res) => {
  const q = new RegExp(req.query.q)
  res.send(text.isName(req.params.name) && q.test('x'))
})
-- text.js --
exports.isName = s => /^(a+)+$/.test(s)
`

// questions asks a project questions in an order, and returns the answers by question.
func questions(ctx context.Context, p *Project, regexes []Regex, order string) map[rune]string {
	answers := map[rune]string{}
	for _, q := range order {
		switch q {
		case 'x':
			answers[q] = fmt.Sprintf("%+v", p.Regexes(ctx, regexes))
		case 'i':
			answers[q] = fmt.Sprintf("%+v", p.Injections(ctx))
		case 'r':
			answers[q] = fmt.Sprintf("%+v", *p.Routes(ctx))
		case 'a':
			answers[q] = fmt.Sprintf("%+v", p.Arguments(ctx, "text.js", 0, 100))
		}
	}
	return answers
}

func TestAnswersDoNotDependOnTheQuestionsBefore(t *testing.T) {
	paths, texts, files := archive(asked)
	regexes := regexesIn(paths, texts)
	alone := map[rune]string{}
	for _, q := range "xira" {
		p := Open(Input{Paths: paths, Files: files})
		alone[q] = questions(t.Context(), p, regexes, string(q))[q]
	}
	for q, want := range map[rune]string{'x': "/find/:name", 'i': "query.q", 'r': "/find/{name}", 'a': "/find/:name"} {
		if !strings.Contains(alone[q], want) {
			t.Errorf("%c: got %s, want %q in it", q, alone[q], want)
		}
	}
	for _, order := range []string{"xira", "arix", "ixxi", "rxai"} {
		answers := questions(t.Context(), Open(Input{Paths: paths, Files: files, Jobs: 1 + len(order)%3}), regexes, order)
		for q, got := range answers {
			if got != alone[q] {
				t.Errorf("%s, %c:\ngot  %s\nwant %s", order, q, got, alone[q])
			}
		}
	}
}

func TestAnswersSayThatTheyWereInterrupted(t *testing.T) {
	paths, texts, files := archive(asked)
	regexes := regexesIn(paths, texts)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	const want = "what was left when it was interrupted"
	p := Open(Input{Paths: paths, Files: files})
	for i, r := range p.Regexes(ctx, regexes) {
		if r.Level != Unknown || !slices.Contains(r.NotFollowed, want) {
			t.Errorf("regex %d: got %s, not followed %q, want %q among them", i, r.Level, r.NotFollowed, want)
		}
	}
	if got := p.Routes(ctx); len(got.Routes) != 0 || !slices.Contains(got.NotFollowed, want) {
		t.Errorf("routes: got %+v, want none, and %q", got, want)
	}
	if got := p.Injections(ctx); len(got) != 0 {
		t.Errorf("injections: got %+v, want none", got)
	}
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	if got := p.Regexes(late, regexes)[0].NotFollowed; !slices.Contains(got, "what was left when the time was up") {
		t.Errorf("after the time limit: not followed %q", got)
	}
	again := p.Regexes(t.Context(), regexes)
	if !slices.ContainsFunc(again, func(r Result) bool { return r.Level == Remote }) {
		t.Errorf("asked again: got %+v, want one that is remote", again)
	}
}

// TestInterruptedWhileItReads interrupts questions at different times, among them while files are parsed, which is left
// behind and must harm neither them nor those that come later.
func TestInterruptedWhileItReads(t *testing.T) {
	members := map[string]string{}
	for i := range 12 {
		members[fmt.Sprintf("f%d.js", i)] = strings.Repeat("x = require('express')().get('/a', q => /(a+)+$/.test(q.query.s));\n", 200)
	}
	var archived strings.Builder
	for name, text := range members {
		fmt.Fprintf(&archived, "-- %s --\n%s", name, text)
	}
	paths, texts, files := archive(archived.String())
	regexes := regexesIn(paths, texts)[:1]
	for i := range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond/4)
		Open(Input{Paths: paths, Files: files, Jobs: 2}).Regexes(ctx, regexes)
		cancel()
	}
}
