package data

import (
	"bytes"
	"strconv"
	"strings"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// yaml reads YAML line by line: keys, scalars of every style, sequences and flow collections. It keeps
// no document but the keys around a place.
type yaml struct {
	*scan.State
	kind  dataKind
	stack []yamlKey

	// The pattern that was added last, and the column of its key, for a flag that stands beside it.
	added, addedColumn int
}

// yamlKey is a key whose value goes on over the lines below.
type yamlKey struct {
	column int
	dataKey
}

// yamlKind tells what kind of document a YAML text is, and whether it can hold patterns at all.
func yamlKind(src []byte) (kind dataKind, ok bool) {
	has := func(text string) bool { return bytes.Contains(src, []byte(text)) }
	begins := func(key string) bool { return bytes.HasPrefix(src, []byte(key)) || has("\n"+key) }
	regex := has("regex")
	switch {
	case has("openAPIV3Schema:"):
		return dataKubernetes, has("pattern")
	case has("pattern") && (begins("openapi:") || begins("swagger:") || begins("asyncapi:") || has("json-schema.org/")):
		return dataSchema, true
	case has("repos:") && has("hooks:") && has("rev:"):
		return dataHooks, has("files:") || has("exclude:")
	case has("pattern-regex:") || has("pattern-not-regex:") || has("metavariable-regex:"):
		return dataSemgrep, true
	case regex && (has("relabel_configs:") || has("relabelings:") || has("metricRelabelings:")):
		return dataPrometheus, true
	}
	return dataPlain, regex && !has("ependencies:") && !has("lockfileVersion:")
}

// ScanYAML extracts from YAML.
func ScanYAML(x *scan.State) {
	kind, ok := yamlKind(x.Src)
	if !ok {
		return
	}
	x.HashComments = true
	y := &yaml{State: x, kind: kind, added: -1}
	i := 0
	if bytes.HasPrefix(x.Src, []byte("\uFEFF")) {
		i = 3
	}
	for i < len(x.Src) {
		i = y.line(i)
	}
	x.Place(0)
}

// maxYAMLKeys bounds how deep keys nest.
const maxYAMLKeys = 1000

// yamlLineEnd returns the offset of the line feed that ends the line at i, or the end of src.
func yamlLineEnd(src []byte, i int) int {
	n := bytes.IndexByte(src[i:], '\n')
	if n < 0 {
		return len(src)
	}
	return i + n
}

// line reads the line at i, with what belongs to its value, and returns the offset of the next one.
func (y *yaml) line(start int) int {
	src, end := y.Src, yamlLineEnd(y.Src, start)
	i := start
	for i < end && src[i] == ' ' {
		i++
	}
	if text := bytes.TrimSpace(src[i:end]); len(text) == 0 || text[0] == '#' || text[0] == '%' && i == start {
		y.comment(i, end)
		return end + 1
	} else if i == start && (bytes.HasPrefix(text, []byte("---")) || bytes.HasPrefix(text, []byte("..."))) {
		y.stack = y.stack[:0]
		return end + 1
	}
	for src[i] == '-' && (i+1 >= end || src[i+1] == ' ') {
		for len(y.stack) > 0 && y.top().column > i-start {
			y.stack = y.stack[:len(y.stack)-1]
		}
		for i++; i < end && src[i] == ' '; i++ {
		}
		if i >= end || src[i] == '\r' {
			return end + 1
		}
	}
	column := i - start
	name, nameEnd, value := y.keyAt(i, end)
	if value < 0 { // an element of a sequence
		key := dataKey{}
		if len(y.stack) > 0 {
			key = y.top().dataKey
		}
		if len(y.stack) > 0 && y.top().column >= column {
			key = dataKey{}
		}
		return y.value(i, end, key, max(column-1, 0))
	}
	for len(y.stack) > 0 && y.top().column >= column {
		y.stack = y.stack[:len(y.stack)-1]
	}
	var parent dataKey
	if len(y.stack) > 0 {
		parent = y.top().dataKey
	}
	key := y.kind.key(name, y.Dialect)
	key.skip = key.skip || parent.skip
	if parent.keys && !parent.skip {
		y.scalar(parent, i, nameEnd, column)
	}
	if name == "regex_flag" && y.added >= 0 && y.addedColumn == column {
		y.Literals[y.added].Flags = strings.Trim(string(bytes.TrimSpace(src[value:end])), `"'`)
	}
	if len(y.stack) < maxYAMLKeys {
		below := key
		if text := bytes.TrimSpace(src[value:end]); len(text) > 0 && text[0] != '#' {
			below.pattern = false // the value is on this line, not below
		}
		y.stack = append(y.stack, yamlKey{column, below})
	}
	return y.value(value, end, key, column)
}

func (y *yaml) top() *yamlKey { return &y.stack[len(y.stack)-1] }

func (y *yaml) comment(i, end int) {
	if i < end && y.Src[i] == '#' {
		y.State.Comment(i, end)
	}
}

// keyAt reads a key at i with its colon. value is the offset behind it, or -1 when there is none.
func (y *yaml) keyAt(i, end int) (name string, nameEnd, value int) {
	src := y.Src
	at := i
	if src[i] == '"' || src[i] == '\'' {
		stop := yamlQuotedEnd(src, i)
		if stop > end {
			return "", 0, -1
		}
		name, at = string(src[i+1:max(stop-1, i+1)]), stop
	} else {
		for at < end && !(src[at] == ':' && (at+1 >= end || src[at+1] == ' ' || src[at+1] == '\r' || src[at+1] == '\t')) {
			if src[at] == '#' && at > i && src[at-1] == ' ' || at == i && (src[at] == '{' || src[at] == '[' || src[at] == '|' || src[at] == '>') {
				return "", 0, -1
			}
			at++
		}
		name = string(bytes.TrimSpace(src[i:at]))
	}
	nameEnd = i + len(bytes.TrimRight(src[i:at], " "))
	for at < end && src[at] == ' ' {
		at++
	}
	if at >= end || src[at] != ':' {
		return "", 0, -1
	}
	return name, nameEnd, at + 1
}

// value reads the value that begins behind i, on the line that ends at end, of a key at the given
// column, and returns the offset of the line behind it.
func (y *yaml) value(i, end int, key dataKey, column int) int {
	src := y.Src
	for i < end && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	for i < end && (src[i] == '!' || src[i] == '&') { // a tag or an anchor
		for i < end && src[i] != ' ' {
			i++
		}
		for i < end && src[i] == ' ' {
			i++
		}
	}
	if i >= end || src[i] == '\r' {
		return end + 1
	}
	wanted := key.pattern && !key.skip
	switch src[i] {
	case '#':
		y.comment(i, end)
		return end + 1
	case '|', '>':
		return y.block(i, end, key, column)
	case '{', '[':
		return y.flow(i, key)
	case '"', '\'':
		stop := yamlQuotedEnd(src, i)
		if wanted {
			y.scalar(key, i, stop, column)
		}
		rest := yamlLineEnd(src, min(stop, len(src)))
		if at := bytes.IndexByte(src[min(stop, rest):rest], '#'); at >= 0 {
			y.comment(stop+at, rest)
		}
		return rest + 1
	case '*':
		return end + 1
	}
	stop := end
	if at := bytes.Index(src[i:end], []byte(" #")); at >= 0 {
		stop = i + at
		y.comment(stop+1, end)
	}
	if !wanted {
		return end + 1
	}
	last := i + len(bytes.TrimRight(src[i:stop], " \t\r"))
	first := last
	for stop == end { // a plain scalar goes on where the next line is indented deeper
		from := end + 1
		for from < len(src) && src[from] == ' ' {
			from++
		}
		if from-end-1 <= column || from >= len(src) || src[from] == '#' || src[from] == '\n' || src[from] == '\r' {
			break
		}
		end = yamlLineEnd(src, from)
		stop = end
		last = from + len(bytes.TrimRight(src[from:end], " \t\r"))
	}
	if last == first {
		y.scalar(key, i, last, column)
	} else {
		var v literal.Constant
		if (yamlString{}).Decode(&v, src, i, last) == "" {
			y.add(key, &v, i, last, column)
		}
	}
	return end + 1
}

// yamlQuotedEnd returns the offset behind the quoted scalar at i, or the end of src.
func yamlQuotedEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch {
		case src[i] == '\\' && quote == '"':
			i++
		case src[i] != quote:
		case quote == '\'' && i+1 < len(src) && src[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(src)
}

// scalar adds the scalar src[i:end], which is quoted or plain, as a pattern.
func (y *yaml) scalar(key dataKey, i, end, column int) {
	if i >= end {
		return
	}
	var v literal.Constant
	ok := false
	switch quote := y.Src[i]; {
	case quote != '"' && quote != '\'':
		text := string(y.Src[i:end])
		if _, err := strconv.ParseFloat(text, 64); err == nil || strings.HasPrefix(text, "{{") {
			return
		}
		switch strings.ToLower(text) {
		case "true", "false", "null", "~", "yes", "no", "on", "off":
			return
		}
		v.Verbatim(y.Src, i, end)
		v.Spelled(yamlString{}, i, end)
		ok = true
	case end-i >= 2 && y.Src[end-1] == quote:
		f := yamlString{quote}
		if ok = f.Decode(&v, y.Src, i+1, end-1) == ""; ok && bytes.IndexByte(y.Src[i:end], '\n') < 0 {
			v.Spelled(f, i+1, end-1)
		}
	}
	if ok {
		y.add(key, &v, i, end, column)
	}
}

// add adds a pattern.
func (y *yaml) add(key dataKey, v *literal.Constant, start, end, column int) {
	y.added, y.addedColumn = len(y.Literals), column
	addData(y.State, key, v, start, end)
	if l := &y.Literals[y.added]; !l.Partial && (strings.Contains(l.Pattern, "{{ ") || strings.Contains(l.Pattern, "{{.")) {
		l.Flags = ""
		l.GiveUp("the document is a template")
	}
}

// block reads the block scalar whose header is at i, on the line that ends at end.
func (y *yaml) block(i, end int, key dataKey, column int) int {
	src := y.Src
	folded, header := src[i] == '>', string(src[i:end])
	if at := strings.IndexByte(header, '#'); at >= 0 {
		header = header[:at]
	}
	strip, indent := strings.Contains(header, "-"), -1
	if n := strings.IndexAny(header, "123456789"); n >= 0 {
		indent = column + int(header[n]-'0')
	}
	var v literal.Constant
	at := end + 1
	breaks := 0 // line ends since the last text
	first := at
	for at < len(src) {
		stop := yamlLineEnd(src, at)
		text := bytes.TrimRight(src[at:stop], "\r")
		width := len(text) - len(bytes.TrimLeft(text, " "))
		if width == len(text) && (indent < 0 || width <= indent) {
			breaks++
			at = stop + 1
			continue
		}
		if indent < 0 {
			indent = width
		}
		if width < indent || indent <= column {
			break
		}
		if breaks > 0 && len(v.Text) > 0 {
			r := '\n'
			if folded && breaks == 1 {
				r = ' '
			}
			for n := breaks; n > 0; n-- {
				if !folded || breaks == 1 || n > 1 {
					v.Character(r, at-1, at)
				}
			}
		}
		v.Verbatim(src, at+indent, at+len(text))
		breaks = 1
		at = stop + 1
	}
	if !strip && len(v.Text) > 0 {
		v.Character('\n', max(at-1, first), max(at-1, first))
	}
	if key.pattern && !key.skip && len(v.Text) > 0 {
		y.add(key, &v, first, min(at, len(src)), column)
	}
	return at
}
