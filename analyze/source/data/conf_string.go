package data

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/literal"
	"snag/analyze/wtf8"
)

// confString is a word of a configuration file. Inside quotes a backslash escapes the quote; where pairs
// is set, two backslashes stand for one.
type confString struct {
	quote byte
	pairs bool
}

// Decode appends the characters that src[i:end] denotes. A backslash at the end of a line continues it.
func (f confString) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	run := i
	for i+1 < end {
		if src[i] != '\\' {
			i++
			continue
		}
		switch next := src[i+1]; {
		case f.quote != 0 && next == f.quote, f.pairs && next == '\\':
			v.Verbatim(src, run, i)
			v.Character(rune(next), i, i+2)
			run = i + 2
		case next == '\n' || next == '\r' && i+2 < end && src[i+2] == '\n':
			v.Verbatim(src, run, i)
			run = i + 2
			if next == '\r' {
				run++
			}
		}
		i += 2
	}
	v.Verbatim(src, run, end)
	return ""
}

func (f confString) Write(points []rune) (string, error) {
	text, err := literal.VerbatimText(points)
	if f.pairs {
		text = strings.ReplaceAll(text, `\`, `\\`)
	}
	if f.quote != 0 {
		text = strings.ReplaceAll(text, string(f.quote), `\`+string(f.quote))
	}
	return text, err
}

func (f confString) Read(text string) ([]rune, bool) {
	if strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil, false // a variable
	}
	if !utf8.ValidString(text) || strings.IndexFunc(text, func(r rune) bool { return r < ' ' }) >= 0 {
		return nil, false
	}
	if f.quote == 0 && (strings.ContainsAny(text, " \t/;{}\"'") || text == "") {
		return nil, false // it would end the word, or a delimiter of the line
	}
	src := []byte(text)
	for i := 0; i < len(src); i++ {
		if src[i] == '\\' {
			i++
		} else if f.quote != 0 && src[i] == f.quote {
			return nil, false
		}
	}
	if f.quote != 0 && (len(src)-len(bytes.TrimRight(src, `\`)))%2 == 1 {
		return nil, false
	}
	var v literal.Constant
	f.Decode(&v, src, 0, len(src))
	return wtf8.Decode(string(v.Text)), true
}

// fail2ban reads the patterns of a filter of fail2ban: those of one name stand in a line each. The tags
// in them stand for groups, and what is inserted from elsewhere is followed within the file.
func (c *conf) fail2ban() {
	c.settings = make(map[string][2]int)
	type value struct{ start, end int }
	var patterns []value
	name := ""
	for i := 0; i < len(c.Src); {
		end := yamlLineEnd(c.Src, i)
		line := bytes.TrimRight(c.Src[i:end], " \t\r")
		text := bytes.TrimLeft(line, " \t")
		start := i + len(line) - len(text)
		switch {
		case len(text) == 0 || text[0] == '#' || text[0] == ';':
		case text[0] == '[' && start == i:
			name = ""
		case start > i: // goes on
			if isFailRegex(name) {
				patterns = append(patterns, value{start, i + len(line)})
			} else if v, ok := c.settings[name]; ok {
				c.settings[name] = [2]int{v[0], -1} // a value of several lines is not followed
			}
		default:
			n := bytes.IndexByte(text, '=')
			if n < 0 {
				break
			}
			name = string(bytes.ToLower(bytes.TrimSpace(text[:n])))
			from := start + n + 1
			for from < i+len(line) && (c.Src[from] == ' ' || c.Src[from] == '\t') {
				from++
			}
			c.settings[name] = [2]int{from, i + len(line)}
			if isFailRegex(name) && from < i+len(line) {
				patterns = append(patterns, value{from, i + len(line)})
			}
		}
		i = end + 1
	}
	for _, p := range patterns {
		l := literal.Literal{Kind: literal.Constructor, Flags: "m", FlagsKnown: true, Dialect: syntax.Python, Uses: literal.Test,
			Expr: literal.Offsets(p.start, p.end)}
		var v literal.Constant
		if reason := c.inserted(&v, p.start, p.end, 0); reason == "" {
			l.Take(&v, c.Src, p.start, p.end)
		} else {
			l.At = l.Expr
			l.GiveUp(reason)
		}
		c.Literals = append(c.Literals, l)
	}
}

func isFailRegex(name string) bool {
	return name == "failregex" || name == "ignoreregex" || name == "prefregex"
}

// failTags are what the tags of fail2ban stand for, as far as it matters for how a match proceeds.
var failTags = map[string]string{
	"HOST":      `(?:(?:::f{4,6}:)?(?:\d{1,3}\.){3}\d{1,3}|\[?[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}\]?|[\w\-.^_]*\w)`,
	"ADDR":      `(?:(?:::f{4,6}:)?(?:\d{1,3}\.){3}\d{1,3}|\[?[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}\]?)`,
	"IP4":       `(?:(?:::f{4,6}:)?(?:\d{1,3}\.){3}\d{1,3})`,
	"IP6":       `(?:\[?[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}\]?)`,
	"DNS":       `(?:[\w\-.^_]*\w)`,
	"CIDR":      `(?:\d+)`,
	"SKIPLINES": `(?:(?:.*\n)*?)`,
}

// inserted appends the pattern src[i:end] with what its tags and insertions stand for. The reason says
// in a clause why that is not known, "" where it is.
func (c *conf) inserted(v *literal.Constant, i, end, depth int) (reason string) {
	if c.work -= end - i; c.work < 0 || depth > literal.MaxFollow || len(v.Text) > literal.MaxConstant {
		return "too much to follow"
	}
	src, run := c.Src, i
	stand := func(text string, from, to int) {
		v.Names++ // not one text of the file
		for _, r := range text {
			v.Character(r, from, to)
		}
	}
	for i < end {
		switch {
		case src[i] == '%' && i+1 < end && src[i+1] == '%':
			v.Verbatim(src, run, i)
			v.Character('%', i, i+2)
			i += 2
		case src[i] == '%' && i+1 < end && src[i+1] == '(':
			n := bytes.Index(src[i:end], []byte(")s"))
			if n < 0 {
				return "it has an insertion that does not end"
			}
			name := strings.ToLower(string(src[i+2 : i+n]))
			at, ok := c.settings[name]
			if !ok || at[1] < 0 {
				return "it inserts `" + name + "`, which this file does not define on one line"
			}
			v.Verbatim(src, run, i)
			v.Names++
			if reason := c.inserted(v, at[0], at[1], depth+1); reason != "" {
				return reason
			}
			i += n + 2
		case src[i] == '<' && (i == 0 || src[i-1] != 'P' && src[i-1] != '?'):
			n := bytes.IndexByte(src[i:end], '>')
			if n < 0 {
				i++
				continue
			}
			tag := string(src[i+1 : i+n])
			text, known := failTags[tag]
			switch {
			case known:
			case strings.HasPrefix(tag, "/F-"):
				text = ")"
			case strings.HasPrefix(tag, "F-") && strings.HasSuffix(tag, "/"):
				text = `(?:\S+)`
			case strings.HasPrefix(tag, "F-"):
				text = "(?:"
			case tag != "" && strings.Trim(tag, "abcdefghijklmnopqrstuvwxyz_-<0123456789") == "":
				return "it inserts `<" + tag + ">`, a parameter of the filter"
			default:
				i++
				continue // a sign of the pattern
			}
			v.Verbatim(src, run, i)
			stand(text, i, i+n+1)
			i += n + 1
		default:
			i++
			continue
		}
		run = i
	}
	v.Verbatim(src, run, end)
	return ""
}
