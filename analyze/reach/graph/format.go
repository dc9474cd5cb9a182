package graph

import (
	"slices"
	"strconv"
	"strings"

	"snag/analyze/source/tree"
)

// conversion is what a format says of one of its arguments.
type conversion struct {
	index     int    // of the argument, -1 for one by its name
	name      string // "" for one by its position
	precision int64  // how many characters of a text are shown, NoLimit for all
	width     int64  // how many there are at least
	quoted    bool   // what is shown is longer than the text
	numeric   bool   // a number is shown, whatever the argument is
}

// isNumeric reports whether the type of a conversion is that of a number.
func isNumeric(kind byte) bool { return strings.IndexByte("bcdeEfFgGnoxXiu%", kind) >= 0 }

// layout reads "[flags][width][.precision]" at the start of a text and returns what stands behind it. ok is false where
// these are arguments themselves.
func (c *conversion) layout(s string) (rest string, ok bool) {
	digits := func() (int64, bool) {
		n := len(s) - len(strings.TrimLeft(s, "0123456789"))
		v, err := strconv.ParseInt(s[:n], 10, 64)
		s = s[n:]
		return v, err == nil
	}
	c.precision = NoLimit
	s = strings.TrimLeft(s, "<>=^+- #0")
	c.width, _ = digits()
	s = strings.TrimLeft(s, ",_")
	if after, found := strings.CutPrefix(s, "."); found {
		s = after
		v, known := digits()
		if !known {
			return s, false
		}
		c.precision = v
	}
	return s, !strings.HasPrefix(s, "*") && !strings.HasPrefix(s, "{")
}

// percents returns the conversions of a format of the operator %, nil where they cannot be told.
func percents(format string) (all []conversion) {
	for at := 0; ; {
		i := strings.IndexByte(format[at:], '%')
		if i < 0 {
			return all
		}
		rest := format[at+i+1:]
		if strings.HasPrefix(rest, "%") {
			at += i + 2
			continue
		}
		c := conversion{index: len(all)}
		if strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "<") && strings.Contains(rest, ">") {
			return nil
		}
		rest, ok := c.layout(rest)
		if rest = strings.TrimLeft(rest, "hlL"); !ok || rest == "" {
			return nil
		}
		c.quoted = rest[0] == 'r' || rest[0] == 'a' || rest[0] == 'p'
		if c.numeric = isNumeric(rest[0]); c.numeric {
			c.precision = NoLimit
		}
		all = append(all, c)
		at = len(format) - len(rest) + 1
	}
}

// fields returns the fields of a format of str.format, nil where they cannot be told.
func fields(format string) (all []conversion) {
	format = strings.NewReplacer("{{", "", "}}", "").Replace(format)
	next := 0
	for {
		_, rest, found := strings.Cut(format, "{")
		if !found {
			return all
		}
		field, rest, found := strings.Cut(rest, "}")
		if !found || strings.Contains(field, "{") {
			return nil
		}
		format = rest
		field, spec, _ := strings.Cut(field, ":")
		name, conv, quoted := strings.Cut(field, "!")
		c := conversion{index: -1, name: name, quoted: quoted && conv != "s"}
		if strings.ContainsAny(name, ".[") {
			return nil
		}
		if v, err := strconv.Atoi(name); err == nil {
			c.index, c.name = v, ""
		} else if name == "" {
			c.index = next
			next++
		}
		kind, ok := c.layout(filled(spec))
		if !ok || len(kind) > 1 {
			return nil
		}
		if kind != "" && isNumeric(kind[0]) {
			c.precision, c.width = NoLimit, 0
		}
		all = append(all, c)
	}
}

// filled returns a specification without the character that fills up.
func filled(spec string) string {
	if len(spec) > 1 && strings.IndexByte("<>=^", spec[1]) >= 0 {
		return spec[1:]
	}
	return spec
}

// shown returns an argument as far as a conversion shows it.
func (c *conversion) shown(n *tree.Node) *tree.Node {
	if n == nil || c.precision == NoLimit {
		return n
	}
	most := &tree.Node{Op: tree.Number, Text: strconv.FormatInt(c.precision, 10), Start: n.Start, End: n.End}
	return &tree.Node{Op: tree.Slice, Kids: []*tree.Node{n, nil, most}, Start: n.Start, End: n.End}
}

// longest returns the largest number of characters that a format adds to its own and to those of its arguments.
func longest(all []conversion) int64 {
	more := int64(0)
	for i := range all {
		if all[i].quoted && all[i].precision == NoLimit {
			return NoLimit
		}
		more += all[i].width
	}
	return more
}

// isFormat reports whether the operator % with such operands may make a text of a format, rather than a number.
func (b *builder) isFormat(left, right *tree.Node) bool {
	if left == nil || right == nil || left.Op == tree.Number || b.measured(left) != nil {
		return false
	}
	return left.Op == tree.String || left.Op == tree.Template || right.Op != tree.Number
}

// percent adds a text that is made by the operator % of Python or Ruby.
func (b *builder) percent(n *tree.Node) ID {
	format := b.meant(n.Kid(0))
	args := []*tree.Node{n.Kid(1)}
	if r := n.Kid(1); r != nil && r.Op == tree.Array {
		args = r.Kids
	} else if r != nil && r.Op == tree.Object {
		args = nil
		for _, k := range r.Kids {
			if k != nil && k.Op == tree.Pair {
				k = k.Kid(1)
			}
			args = append(args, k)
		}
	}
	c := Concatenation{Parts: []ID{b.expression(n.Kid(0))}}
	all := percents(format.Text)
	places := strings.Count(format.Text, "%") - 2*strings.Count(format.Text, "%%")
	told := format.Op == tree.String && places <= len(args) && !strings.ContainsAny(format.Text, "*$")
	if !told || len(all) != len(args) {
		all = nil
	}
	for i, k := range args {
		if all != nil {
			k = all[i].shown(k)
		}
		c.Parts = append(c.Parts, b.expression(k))
	}
	more := longest(all)
	if !told {
		more = NoLimit // it may show an argument twice, or fill it up
	}
	if more > 0 {
		c.Parts = append(c.Parts, b.add(Node{Kind: Text, Size: more, Start: n.Start, End: n.End}))
	}
	return b.concatenation(n, c)
}

// printed returns the arguments of a call of sprintf of PHP, or format of Ruby, as far as they are shown: those that the format
// shows in order and does not fill up.
func (b *builder) printed(args []*tree.Node) []*tree.Node {
	all := percents(args[0].Text)
	if len(all) != len(args)-1 || strings.Contains(args[0].Text, "$") {
		return args
	}
	out := slices.Clone(args)
	for i := range all {
		k := args[i+1]
		if k == nil || k.Op == tree.Spread || k.Op == tree.Keyword {
			return args
		}
		switch {
		case all[i].numeric && b.f.Language == tree.PHP:
			out[i+1] = &tree.Node{Op: tree.Call, Kids: []*tree.Node{{Op: tree.Name, Text: "intval", Start: k.Start, End: k.End}, k}, Start: k.Start, End: k.End}
		case all[i].width <= all[i].precision:
			out[i+1] = all[i].shown(k)
		}
	}
	return out
}

// formats returns the arguments of a call of str.format as far as they are shown, and how many characters are added to the
// format and to them.
func (b *builder) formats(n *tree.Node) (args []*tree.Node, more int64) {
	args = n.Kids[min(1, len(n.Kids)):]
	callee := n.Kid(0)
	if (b.f.Language == tree.PHP || b.f.Language == tree.Ruby) && callee != nil && callee.Op == tree.Name && b.s.uses[callee] == nil && !b.isMember(callee.Text) && len(args) > 1 && args[0] != nil && args[0].Op == tree.String &&
		(callee.Text == "sprintf" || callee.Text == `\sprintf` || callee.Text == "format" && b.f.Language == tree.Ruby) {
		return b.printed(args), 0
	}
	if b.f.Language != tree.Python || callee == nil || callee.Op != tree.Member || callee.Text != "format" || callee.Kid(0) == nil || callee.Kids[0].Op != tree.String {
		return args, 0
	}
	all := fields(callee.Kids[0].Text)
	out := make([]*tree.Node, len(args))
	for i, k := range args {
		out[i] = k
		if k == nil || k.Op == tree.Spread {
			return args, 0
		}
		uses, by := 0, conversion{precision: NoLimit}
		for _, c := range all {
			if c.index == i && k.Op != tree.Keyword || c.name != "" && k.Op == tree.Keyword && c.name == k.Text {
				uses, by = uses+1, c
			}
		}
		if uses > 1 {
			more = NoLimit // each place adds the whole of it
		}
		if uses == 1 && k.Op == tree.Keyword {
			out[i] = &tree.Node{Op: tree.Keyword, Text: k.Text, Kids: []*tree.Node{by.shown(k.Kid(0))}, Start: k.Start, End: k.End}
		} else if uses == 1 {
			out[i] = by.shown(k)
		}
	}
	if more < NoLimit {
		more = longest(all)
	}
	return out, more
}
