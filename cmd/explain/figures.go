package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/guptarohit/asciigraph"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
)

// partItem is a part of a pattern in JSON.
type partItem struct {
	Start int         `json:"start"`
	End   int         `json:"end"`
	What  string      `json:"what"`
	Text  wtf8.String `json:"text"`
	Parts []partItem  `json:"parts,omitempty"`
}

func newPartItem(tree *syntax.Tree, n *syntax.Node) partItem {
	item := partItem{
		Start: n.Span.Start, End: n.Span.End,
		What: partWords(tree, n), Text: wtf8.String(wtf8.Encode(tree.Source[n.Span.Start:n.Span.End])),
	}
	for _, sub := range shownParts(n) {
		item.Parts = append(item.Parts, newPartItem(tree, sub))
	}
	return item
}

// shownParts are the parts of a node worth a line. Those of a character class's strings all stand at
// the class.
func shownParts(n *syntax.Node) []*syntax.Node {
	var parts []*syntax.Node
	for _, sub := range n.Subs {
		if sub.Op != syntax.OpEmpty && (sub.Span != n.Span || len(n.Subs) == 1) {
			parts = append(parts, sub)
		}
	}
	return parts
}

const maxFigureLines = 200 // parts in a tree's figure

// shownPart is a part of a pattern that has a line, and how deep it lies.
type shownPart struct {
	node  *syntax.Node
	depth int
}

// partsOf are the parts of a pattern that have a line, in their order.
func partsOf(tree *syntax.Tree) []shownPart {
	var all []shownPart
	var visit func(n *syntax.Node, depth int)
	visit = func(n *syntax.Node, depth int) {
		all = append(all, shownPart{n, depth})
		for _, sub := range shownParts(n) {
			visit(sub, depth+1)
		}
	}
	visit(tree.Root, 0)
	return all
}

// treeFigure shows the parts of a pattern, each under carets below the pattern, or where that is too wide
// with offsets and an excerpt.
func treeFigure(tree *syntax.Tree, columns int) string {
	var b strings.Builder
	shown := make([]string, len(tree.Source)) // how each code point looks
	before := make([]int, len(tree.Source)+1) // columns before each code point
	for i, r := range tree.Source {
		shown[i] = report.Visible(wtf8.Encode([]rune{r}))
		before[i+1] = before[i] + report.Columns(shown[i])
	}
	width := before[len(tree.Source)]
	words := 0
	for _, p := range partsOf(tree) {
		words = max(words, 2*p.depth+report.Columns(partWords(tree, p.node)))
	}
	carets := width+2+words <= columns-2
	if carets {
		b.WriteString(strings.Join(shown, "") + "\n")
	}
	left := 0
	for i, p := range partsOf(tree) {
		if s := p.node.Span; i >= maxFigureLines {
			left++
		} else if carets {
			mark := strings.Repeat(" ", before[s.Start]) + strings.Repeat("^", max(1, before[s.End]-before[s.Start]))
			fmt.Fprintf(&b, "%-*s%s%s\n", width+2, mark, strings.Repeat("  ", p.depth), partWords(tree, p.node))
		} else {
			text := []rune(strings.Join(shown[s.Start:s.End], ""))
			head := fmt.Sprintf("%5d-%-5d %s%s  ", s.Start, s.End, strings.Repeat("  ", min(p.depth, 8)), partWords(tree, p.node))
			room := min(columns-2-report.Columns(head), 24)
			if report.Columns(string(text)) > room {
				n := 0
				for at := 0; n < len(text); n++ {
					if at += report.Columns(string(text[n])); at >= room {
						break
					}
				}
				text = append(text[:n:n], '…')
			}
			b.WriteString(head + string(text) + "\n")
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "and %s more parts\n", cli.Thousands(int64(left)))
	}
	return b.String()
}

// partWords names a part of a pattern.
func partWords(tree *syntax.Tree, n *syntax.Node) string {
	switch n.Op {
	case syntax.OpEmpty:
		return "nothing"
	case syntax.OpSet:
		return setWords(string(tree.Source[n.Span.Start:n.Span.End]), n)
	case syntax.OpConcat:
		return "a sequence"
	case syntax.OpAlternate:
		return "alternatives"
	case syntax.OpRepeat:
		return repeatWords(n)
	case syntax.OpGroup:
		switch {
		case n.Name != "":
			return fmt.Sprintf("group %d, named %s", n.Index, n.Name)
		case n.Index > 0:
			return fmt.Sprintf("group %d", n.Index)
		}
		return "a group that captures nothing"
	case syntax.OpLook:
		where := "after"
		if n.Behind {
			where = "before"
		}
		if n.Negate {
			return "unless this stands " + where
		}
		return "only if this stands " + where
	case syntax.OpBackref:
		if n.Name != "" {
			return "what group " + n.Name + " captured"
		}
		if len(n.Refs) == 0 {
			return "what no group captured"
		}
		return fmt.Sprintf("what group %d captured", n.Refs[0])
	case syntax.OpAssert:
		return [...]string{"the start of the input", "the end of the input", "the start of a line",
			"the end of a line", "a word boundary", "no word boundary",
			"the end of the input, or the line end there", "where the search began"}[n.Assert]
	case syntax.OpAtomic:
		return "a part that gives nothing back"
	case syntax.OpAbsent:
		return "any text without this in it"
	case syntax.OpCall:
		if len(n.Refs) == 0 {
			return "a group once more"
		}
		return fmt.Sprintf("group %d once more", n.Refs[0])
	case syntax.OpIf:
		return "one part or the other, by a condition"
	case syntax.OpKeep:
		return "where the match is said to begin"
	case syntax.OpVerb:
		return "the verb " + n.Name
	}
	return "a part"
}

// setWords describes a set of characters by how it is written.
func setWords(source string, n *syntax.Node) string {
	classes := map[string]string{
		`\d`: "a digit", `\D`: "anything but a digit",
		`\w`: "a word character", `\W`: "anything but a word character",
		`\s`: "white space", `\S`: "anything but white space",
	}
	switch {
	case source == "." && n.Set.Contains('\n'):
		return "any character"
	case source == ".":
		return "any character except line breaks"
	case classes[source] != "":
		return classes[source]
	case strings.HasPrefix(source, "[^"):
		return "a character that is none of these"
	case strings.HasPrefix(source, "["):
		return "one of these characters"
	case strings.HasPrefix(source, `\p`), strings.HasPrefix(source, `\P`):
		return "a character with this property"
	}
	return "this character"
}

func repeatWords(n *syntax.Node) string {
	var words string
	switch {
	case n.Min == 0 && n.Max == 1:
		words = "optional"
	case n.Max == syntax.Unbounded && n.Min == 0:
		words = "any number of times"
	case n.Max == syntax.Unbounded && n.Min == 1:
		words = "once or more"
	case n.Max == syntax.Unbounded:
		words = fmt.Sprintf("%d times or more", n.Min)
	case n.Min == n.Max:
		words = fmt.Sprintf("%d times", n.Min)
	default:
		words = fmt.Sprintf("%d to %d times", n.Min, n.Max)
	}
	if n.Lazy {
		words += ", as few as possible"
	}
	return words
}

// waysSection shows side by side how the pattern matches one text in several ways, and in what they differ.
func waysSection(tree *syntax.Tree, ways []redos.Way) report.Section {
	if len(ways) > 2 { // links of a chain share ways
		ways = slices.Clone(ways)
		sorting.Stable(ways, compareWays)
		ways = slices.CompactFunc(ways, func(a, b redos.Way) bool { return compareWays(a, b) == 0 })
	}
	table := report.NewTable("character")
	for i := range ways {
		table.Columns = append(table.Columns, report.Column{Name: fmt.Sprintf("way %d", i+1)})
	}
	rounds := roundsThatDiffer(tree, ways)
	for i, r := range ways[0].Text {
		row := []report.Cell{{Text: wtf8.Quote(wtf8.Encode([]rune{r}))}}
		same := true
		for _, w := range ways {
			same = same && spanAt(w, i) == spanAt(ways[0], i)
		}
		for n, w := range ways {
			by := report.Cell{Text: "the search, before a match begins", Tone: report.Muted}
			if s := spanAt(w, i); s.End > s.Start {
				by = report.Cell{Text: fmt.Sprintf("%s at %d", wtf8.Encode(tree.Source[s.Start:s.End]), s.Start)}
			}
			if i == 0 && rounds != nil {
				by.Text += ", " + rounds[n]
			}
			if !same || i == 0 && rounds != nil {
				by.Tone = report.Strong
			}
			row = append(row, by)
		}
		table.Rows = append(table.Rows, row)
	}
	title := fmt.Sprintf("%d ways to match %s", len(ways), wtf8.Quote(wtf8.Encode(ways[0].Text)))
	return report.Section{Title: title, Table: table, Picture: waysPicture(tree, ways)}
}

// compareWays orders ways by the parts that they go through.
func compareWays(a, b redos.Way) int {
	return slices.CompareFunc(a.Spans, b.Spans, func(s, t syntax.Span) int { return cmp.Or(s.Start-t.Start, s.End-t.End) })
}

// spanAt is the part of the pattern that consumes character i, the zero Span for none.
func spanAt(w redos.Way, i int) syntax.Span {
	if i < len(w.Spans) {
		return w.Spans[i]
	}
	return syntax.Span{}
}

// roundsThatDiffer tells two ways apart in which the same parts consume every character: they go round in
// different loops. It is nil for other ways.
func roundsThatDiffer(tree *syntax.Tree, ways []redos.Way) []string {
	if len(ways) != 2 || !slices.Equal(ways[0].Spans, ways[1].Spans) || len(ways[0].Spans) == 0 {
		return nil
	}
	loops := audit.Loops(tree, ways[0].Spans[0])
	if len(loops) < 2 {
		return nil
	}
	inner, outer := loops[len(loops)-1], loops[len(loops)-2]
	return []string{"one more round of " + inner, "a new round of " + outer}
}

// costSections show how the steps grow with the input, and the time in each engine.
func costSections(a *pattern.Audited, b pattern.Bar) []report.Section {
	var sections []report.Section
	if text := costFigure(a.Verdict); text != "" {
		sections = append(sections, report.Section{Title: "Steps against the length of the input", Text: text, Picture: costPicture(a, b)})
	}
	if len(a.Confirmed) == 0 {
		return sections
	}
	summary := report.NewTable("engine", "version", "outcome", "growth", ">longest input", ">took")
	for _, c := range a.Confirmed {
		tone := report.Plain
		if c.Outcome == confirm.Confirmed {
			tone = report.Bad
		}
		growth, length, took := "", "", ""
		if n := len(c.Points); n > 0 {
			last := c.Points[n-1]
			growth, length, took = engineGrowth(c), cli.Thousands(int64(last.Length)), cli.Millis(last.Millis)
			if last.AtLeast {
				took = "> " + took
			}
		}
		summary.Add(c.Engine, c.Version, tone.Cell(string(c.Outcome)), growth, length, took)
	}
	engines := report.Section{Title: "Engines", Table: summary}
	if p := enginesPicture(a); p != nil {
		engines.Picture = p
	}
	return append(sections, engines)
}

func engineGrowth(c confirm.Confirmation) string {
	if c.Growth.Kind.SuperLinear() {
		return pattern.GrowthWords(c.Growth)
	}
	return c.Growth.Kind.String()
}

// costFigure plots the steps of the reference matcher. Exponential growth is plotted by its logarithm,
// on which it is a straight line. It returns "" when there are too few points for a curve.
func costFigure(v redos.Verdict) string {
	const columns, rows = 44, 10 // with its axis it fits into the narrowest terminal
	points := v.Cost.Points
	if len(points) < 3 || points[0].Length >= points[len(points)-1].Length {
		return ""
	}
	scale, format := func(y float64) float64 { return y }, func(y float64) string { return short(y) }
	if v.Class == redos.Exponential {
		scale = func(y float64) float64 { return math.Log10(max(y, 1)) }
		format = func(y float64) string { return short(math.Pow(10, y)) }
	}
	first, last := float64(points[0].Length), float64(points[len(points)-1].Length)
	series := make([]float64, columns)
	at := 0
	for i := range series {
		x := first + (last-first)*float64(i)/(columns-1)
		for at < len(points)-2 && float64(points[at+1].Length) < x {
			at++
		}
		p, q := points[at], points[at+1]
		share := 0.0
		if q.Length > p.Length {
			share = (x - float64(p.Length)) / float64(q.Length-p.Length)
		}
		// Between two points the curve is straight on the scale that is plotted.
		series[i] = scale(float64(p.Steps)) + min(share, 1)*(scale(float64(q.Steps))-scale(float64(p.Steps)))
	}
	return asciigraph.Plot(series,
		asciigraph.Height(rows), asciigraph.XAxisRange(first, last), asciigraph.XAxisTickCount(min(4, int(last-first)+1)),
		asciigraph.XAxisValueFormatter(func(x float64) string { return fmt.Sprintf("%.0f", x) }),
		asciigraph.YAxisValueFormatter(format))
}

// short writes a large number in a few characters.
func short(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.1fG", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.1fM", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.1fk", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}
