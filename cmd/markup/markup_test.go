package markup_test

import (
	"errors"
	"strings"
	"testing"

	"snag/cmd/markup"
)

func TestWriter(t *testing.T) {
	var b strings.Builder
	m := markup.New(&b)
	m.Open("p", "class", markup.Class("a", "", "b"), markup.If(false, "hidden"), "", markup.If(true, "title"), `"<&'`)
	m.Text("<script>&")
	m.Void("circle", "r", markup.Number(2), "cx", markup.Number(1.26))
	m.Open("b")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	const want = `<p class="a b" title="&#34;&lt;&amp;&#39;">&lt;script&gt;&amp;<circle r="2" cx="1.3"/><b></b></p>`
	if b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterKeepsTheFirstError(t *testing.T) {
	m := markup.New(full{})
	for range 10_000 {
		m.Element("p", "text")
	}
	if err := m.Close(); err == nil || err.Error() != "full" {
		t.Errorf("got %v, want full", err)
	}
}
