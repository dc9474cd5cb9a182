// Package markup writes HTML and SVG in which every text and every attribute is escaped and every element is
// closed. It goes without templates: those look methods up by name, for which the linker would keep every
// exported method of the program.
package markup

import (
	"bufio"
	"html"
	"io"
	"strconv"
	"strings"
)

// Writer writes elements. The first error of what it writes to stays, see [Writer.Close].
type Writer struct {
	out  *bufio.Writer
	open []string // the elements that are not closed, outermost first
}

// New returns a Writer to w.
func New(w io.Writer) *Writer { return &Writer{out: bufio.NewWriter(w)} }

// Open begins an element. Attributes are names, each followed by its value; a pair without a name is left out.
func (m *Writer) Open(name string, attributes ...string) {
	m.tag(name, attributes)
	m.out.WriteByte('>')
	m.open = append(m.open, name)
}

// Void writes an element that holds nothing, such as a line of SVG.
func (m *Writer) Void(name string, attributes ...string) {
	m.tag(name, attributes)
	m.out.WriteString("/>")
}

func (m *Writer) tag(name string, attributes []string) {
	m.out.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i] != "" {
			m.out.WriteString(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
		}
	}
}

// Text writes text.
func (m *Writer) Text(text string) { m.out.WriteString(html.EscapeString(text)) }

// Line breaks the line of the markup.
func (m *Writer) Line() { m.out.WriteByte('\n') }

// End closes the innermost element that is open.
func (m *Writer) End() {
	last := len(m.open) - 1
	m.out.WriteString("</" + m.open[last] + ">")
	m.open = m.open[:last]
}

// Element writes an element that holds a text alone.
func (m *Writer) Element(name, text string, attributes ...string) {
	m.Open(name, attributes...)
	m.Text(text)
	m.End()
}

// Raw writes markup as it is: what comes from outside must not get here.
func (m *Writer) Raw(markup string) { m.out.WriteString(markup) }

// Close closes what is open and returns the first error of the output.
func (m *Writer) Close() error {
	for len(m.open) > 0 {
		m.End()
	}
	return m.out.Flush()
}

// If returns the name of an attribute where it applies, "" else.
func If(applies bool, name string) string {
	if applies {
		return name
	}
	return ""
}

// Class joins the names of classes, of which some may be "".
func Class(names ...string) string {
	return strings.Join(strings.Fields(strings.Join(names, " ")), " ")
}

// Number writes a coordinate with a tenth at most.
func Number(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}
