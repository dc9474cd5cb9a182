package report

import (
	"fmt"
	"strings"
)

// Table is a table of cells. Every row has as many cells as there are columns.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// Column is the head of a column.
type Column struct {
	Name  string
	Right bool // aligned to the right, as numbers are
}

// Cell is a text and its tone. Only renderers know how tones look.
type Cell struct {
	Text string
	Tone Tone
}

// Tone is what a cell means to its reader.
type Tone uint8

// The tones. The zero Tone is Plain.
const (
	Plain Tone = iota
	Good
	Warn
	Bad
	Muted
	Strong
)

// String returns the name of the tone in lower case, which is its class in pages.
func (t Tone) String() string {
	return [...]string{Plain: "plain", Good: "good", Warn: "warn", Bad: "bad", Muted: "muted", Strong: "strong"}[t]
}

// Cell returns a cell of the tone.
func (t Tone) Cell(text string) Cell { return Cell{text, t} }

// NewTable returns a table without rows. A column whose name begins with ">" is aligned to the right and
// named by the rest.
func NewTable(columns ...string) *Table {
	t := &Table{}
	for _, c := range columns {
		name, right := strings.CutPrefix(c, ">")
		t.Columns = append(t.Columns, Column{name, right})
	}
	return t
}

// Add appends a row: a Cell stands for itself, anything else is a plain cell as fmt.Sprint shows it. Cells
// that the row lacks are empty.
func (t *Table) Add(cells ...any) {
	row := make([]Cell, max(len(t.Columns), len(cells)))
	for i, c := range cells {
		var ok bool
		if row[i], ok = c.(Cell); !ok {
			row[i].Text = fmt.Sprint(c)
		}
	}
	t.Rows = append(t.Rows, row)
}
