package render

import (
	"bytes"
	"slices"
	"strings"

	"snag/cmd/report"
)

const (
	columnGap = 2  // blanks between columns, one less where that makes room
	leastCell = 12 // the narrowest that a column of words is made
)

// grid writes a table that keeps to so many columns: as wide as its cells, else with the widest columns of
// words wrapped, else, when that is not enough, each row as a list of its cells.
func (p palette) grid(b *bytes.Buffer, table *report.Table, columns int) {
	widths := make([]int, len(table.Columns))
	for i, c := range table.Columns {
		widths[i] = columnsOf(report.Visible(c.Name))
		for _, row := range table.Rows {
			widths[i] = max(widths[i], columnsOf(report.Visible(row[i].Text)))
		}
	}
	gap := columnGap
	if natural := slices.Clone(widths); !fit(table, widths, columns, gap) {
		copy(widths, natural)
		if gap--; !fit(table, widths, columns, gap) {
			p.records(b, table, columns)
			return
		}
	}
	head := make([]report.Cell, len(table.Columns))
	for i, c := range table.Columns {
		head[i] = report.Muted.Cell(c.Name)
	}
	for _, row := range slices.Concat([][]report.Cell{head}, table.Rows) {
		p.row(b, table, row, widths, gap)
	}
}

// fit narrows columns of words, the widest first, until the table fits. It reports whether it does.
func fit(table *report.Table, widths []int, columns, gap int) bool {
	total := gap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > columns; total-- {
		widest := -1
		for i, c := range table.Columns {
			if !c.Right && widths[i] > max(leastCell, columnsOf(report.Visible(c.Name))) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

// row writes one row, in as many lines as its longest cell takes.
func (p palette) row(b *bytes.Buffer, table *report.Table, row []report.Cell, widths []int, gap int) {
	lines := make([][]string, len(row))
	height := 1
	for i, c := range row {
		lines[i] = wrap(report.Visible(c.Text), widths[i])
		height = max(height, len(lines[i]))
	}
	for n := range height {
		var line strings.Builder
		pad := 0
		for i, c := range row {
			text := ""
			if n < len(lines[i]) {
				text = lines[i][n]
			}
			blank := widths[i] - columnsOf(text)
			if table.Columns[i].Right {
				pad, blank = pad+blank, 0
			}
			if text != "" {
				line.WriteString(strings.Repeat(" ", pad) + p.paint(c.Tone, text))
				pad = 0
			} else if table.Columns[i].Right {
				blank = 0
			}
			pad += blank + gap
		}
		b.WriteString(line.String() + "\n")
	}
}

// records writes the rows one below the other, each cell on a line after the name of its column.
func (p palette) records(b *bytes.Buffer, table *report.Table, columns int) {
	width := 0
	for _, c := range table.Columns {
		width = max(width, columnsOf(report.Visible(c.Name)))
	}
	width = min(width, columns/2)
	for n, row := range table.Rows {
		if n > 0 {
			b.WriteByte('\n')
		}
		for i, c := range row {
			if c.Text == "" {
				continue
			}
			names := wrap(report.Visible(table.Columns[i].Name), width)
			texts := wrap(report.Visible(c.Text), columns-width-columnGap)
			for k := range max(len(names), len(texts)) {
				name, text := "", ""
				if k < len(names) {
					name = names[k]
				}
				if k < len(texts) {
					text = texts[k]
				}
				pad := strings.Repeat(" ", width-columnsOf(name)+columnGap)
				b.WriteString(strings.TrimRight(p.paint(report.Muted, name)+pad+p.paint(c.Tone, text), " ") + "\n")
			}
		}
	}
}
