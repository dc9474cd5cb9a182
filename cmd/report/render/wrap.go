package render

import (
	"strings"
	"unicode/utf8"

	"snag/cmd/report"
)

// columnsOf is the number of columns that visible text takes.
func columnsOf(s string) int { return report.Columns(s) }

// wrap breaks prose into lines of at most so many columns. A word that is longer is broken as well, after a slash where
// it can be, and stays behind the blanks that a line begins with.
func wrap(text string, columns int) []string {
	columns = max(columns, 1)
	var lines []string
	line, at := "", 0
	for i, word := range strings.Split(text, " ") {
		width := columnsOf(word)
		if i > 0 && at+1+width <= columns {
			line, at = line+" "+word, at+1+width
			continue
		}
		indent := ""
		if i > 0 {
			if strings.TrimLeft(line, " ") == "" && at < columns/2 {
				indent = line + " "
			} else {
				lines = append(lines, line)
			}
		}
		parts := breakWord(word, columns-len(indent))
		for _, part := range parts[:len(parts)-1] {
			lines = append(lines, indent+part)
		}
		line = indent + parts[len(parts)-1]
		at = columnsOf(line)
	}
	return append(lines, line)
}

// breakWord breaks a word into pieces of at most so many columns, each after the last slash in its second half if it
// has one. There is at least one.
func breakWord(word string, columns int) []string {
	var pieces []string
	for columnsOf(word) > columns {
		piece := chop(word, columns)[0]
		if cut := strings.LastIndexByte(piece, '/') + 1; cut >= len(piece)/2 && cut < len(word) && cut > 0 {
			piece = piece[:cut]
		}
		if piece == word {
			break
		}
		pieces, word = append(pieces, piece), word[len(piece):]
	}
	return append(pieces, word)
}

// chop breaks text into pieces of at most so many columns, wherever they end. There is at least one.
func chop(text string, columns int) []string {
	var pieces []string
	var piece strings.Builder
	at := 0
	for g, wide := range report.Clusters(text) {
		if at > 0 && at+wide > columns {
			pieces = append(pieces, piece.String())
			piece.Reset()
			at = 0
		}
		piece.WriteString(g)
		at += wide
	}
	return append(pieces, piece.String())
}

// wrapCode breaks code into lines of at most so many columns: after a sign between two terms where it can,
// else wherever a line ends, but not within an escape.
func wrapCode(text string, columns int) []string {
	var lines []string
	line := ""
	for i, term := range terms(text) {
		if i > 0 && columnsOf(line)+columnsOf(strings.TrimRight(term, " ")) <= columns {
			line += term
			continue
		}
		if i > 0 {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		for line = term; columnsOf(strings.TrimRight(line, " ")) > columns; {
			piece := chop(line, columns)[0]
			if cut := strings.TrimRight(piece, `\`); (len(piece)-len(cut))%2 == 1 && len(cut) > 0 {
				piece = piece[:len(piece)-1]
			}
			lines, line = append(lines, piece), line[len(piece):]
		}
	}
	return append(lines, strings.TrimRight(line, " "))
}

// terms divides an expression after the signs by which languages join texts.
func terms(text string) []string {
	var all []string
	start := 0
	for i := 0; i+3 <= len(text); i++ {
		if sign := text[i : i+3]; sign == " + " || sign == " . " {
			all = append(all, text[start:i+3])
			start = i + 3
			i += 2
		}
	}
	return append(all, text[start:])
}

// window returns a line of visible text that is at most so many columns wide: all of the text, or the part
// around the first mark with an Ellipsis on each side that has more.
func window(text string, marks []report.Mark, columns int) (string, []report.Mark) {
	if columnsOf(text) <= columns {
		return text, marks
	}
	type cluster struct {
		text         string
		start, width int // start in code points
	}
	var all []cluster
	n := 0
	for g, wide := range report.Clusters(text) {
		all = append(all, cluster{g, n, wide})
		n += utf8.RuneCountInString(g)
	}
	target, end := 0, 0 // the clusters that the first mark covers
	if len(marks) > 0 {
		for target < len(all)-1 && all[target+1].start <= marks[0].Start {
			target++
		}
		for end = target + 1; end < len(all) && all[end].start < marks[0].End; {
			end++
		}
	}
	span := func(from, to int) (width int) {
		for _, c := range all[from:to] {
			width += c.width
		}
		return width
	}
	room := columns - 2 // an Ellipsis on each side
	first := target
	for before := max(room-span(target, end), room/4) / 2; first > 0 && before >= all[first-1].width; first-- {
		before -= all[first-1].width
	}
	last := first
	for left := room; last < len(all) && left >= all[last].width; last++ {
		left -= all[last].width
	}
	for last == len(all) && first > 0 && span(first-1, last) <= room {
		first--
	}
	var b strings.Builder
	moved := 0
	if first > 0 {
		b.WriteString(report.Ellipsis)
		moved = 1
	}
	from, to := all[first].start, n
	for _, c := range all[first:last] {
		b.WriteString(c.text)
	}
	if last < len(all) {
		to = all[last].start
		b.WriteString(report.Ellipsis)
	}
	var kept []report.Mark
	for _, m := range marks {
		if m.Start < to && m.End > from {
			kept = append(kept, report.Mark{Start: max(m.Start, from) - from + moved, End: min(m.End, to) - from + moved})
		}
	}
	return b.String(), kept
}

// carets returns a line that points at the marked parts of a line of visible text.
func carets(text string, marks []report.Mark) string {
	marked := func(start, end int) bool {
		for _, m := range marks {
			if start < max(m.End, m.Start+1) && end > m.Start {
				return true
			}
		}
		return false
	}
	var b strings.Builder
	n := 0
	for g, wide := range report.Clusters(text) {
		end := n + utf8.RuneCountInString(g)
		sign := " "
		if marked(n, end) {
			sign = "^"
		}
		b.WriteString(strings.Repeat(sign, wide))
		n = end
	}
	if marked(n, n+1) {
		b.WriteByte('^')
	}
	return strings.TrimRight(b.String(), " ")
}

// hang breaks a line that is too long between words. What follows is indented as the line is, and a little
// more.
func hang(line string, columns int) []string {
	if columnsOf(line) <= columns {
		return []string{line}
	}
	text := strings.TrimLeft(line, " ")
	indent := min(len(line)-len(text), columns/2)
	pieces := wrap(text, columns-indent-2)
	for i := range pieces {
		pad := indent
		if i > 0 {
			pad += 2
		}
		pieces[i] = strings.Repeat(" ", pad) + pieces[i]
	}
	return pieces
}
