package scripting

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// phpText is a string of PHP: in apostrophes, in double quotes, a heredoc (quote 0) or a nowdoc.
type phpText struct {
	quote  byte
	nowdoc bool
	// indent is the number of bytes of white space that each line but the first begins with.
	indent int
	white  string // that white space
	label  string
	brace  bool // a brace stands in front of the text
}

// Decode appends src[i:end], text without inserted variables.
func (f phpText) Decode(v *literal.Constant, src []byte, i, end int) (reason string) {
	for from := i; ; {
		line, white := end, end
		if n := bytes.IndexByte(src[from:end], '\n'); n >= 0 && f.indent > 0 {
			line = from + n + 1
			for white = line; white < end && white < line+f.indent && (src[white] == ' ' || src[white] == '\t'); white++ {
			}
		}
		switch {
		case f.quote == '\'':
			decodePlain(v, src, from, line, '\'', '\'')
		case f.nowdoc:
			v.Verbatim(src, from, line)
		default:
			if reason = f.spelling().Decode(v, src, from, line); reason != "" {
				return reason
			}
		}
		if from = white; from >= end {
			return ""
		}
	}
}

// spelling returns the spelling of a string that inserts variables.
func (f phpText) spelling() *literal.Spelling {
	if f.quote == '"' {
		return &literal.PHP
	}
	return &literal.PHPHeredoc
}

// inserts reports whether a variable is inserted at i.
func (f phpText) inserts(src []byte, i, end int) bool {
	if f.quote == '\'' || f.nowdoc || i+1 >= end {
		return false
	}
	next := src[i+1]
	switch src[i] {
	case '$':
		return phpName[next] && next != '\\' && scan.ByteClass[next]&scan.ByteDigit == 0 || next == '{'
	case '{':
		return next == '$'
	}
	return false
}

func (f phpText) Write(points []rune) (string, error) {
	if f.quote == '\'' {
		return writePlain(points, '\'', '\'')
	}
	if f.nowdoc {
		text, err := literal.VerbatimText(points)
		return strings.ReplaceAll(text, "\n", "\n"+f.white), err
	}
	escaped := ""
	if f.quote == '"' {
		escaped = `"`
	}
	return f.spelling().Write(points, escaped, func(before, r, next rune) string {
		switch {
		case r == '$' && (before < 0 && f.brace || next <= 0 || next == '{' || next >= utf8.RuneSelf || phpName[byte(next)]):
			return `\$`
		case r == '{' && next == '$':
			return `\x7b`
		case r == '\n' && f.quote != '"':
			return "\n" + f.white
		}
		return ""
	})
}

func (f phpText) Read(text string) ([]rune, bool) {
	if f.brace && strings.HasPrefix(text, "$") {
		return nil, false
	}
	before, behind := string(f.quote), string(f.quote)
	if f.quote == 0 {
		before, behind = "<<<"+f.label+"\n"+f.white, "\n"+f.white+f.label
		if f.nowdoc {
			before = "<<<'" + f.label + "'\n" + f.white
		}
	}
	return literal.Read(before, text, behind, func(src []byte) bool {
		p := newPHP(&scan.State{Src: src})
		p.read(0, false)
		if !p.isOne(kindString) || !utf8.ValidString(text) || len(p.fields) > 0 {
			return false
		}
		end := len(before) + len(text)
		for i := len(before); i < end; i++ {
			if src[i] == '\\' && f.quote != '\'' {
				i++
			} else if f.inserts(src, i, end) {
				return false
			}
		}
		return true
	}, f.Decode)
}

// PHPString is a string of PHP.
type PHPString struct {
	// Start and End are the offsets of its text.
	Start, End int

	src  []byte
	form phpText
}

// NewPHPString returns the string of which src[start:end] is the token.
func NewPHPString(src []byte, start, end int) PHPString {
	p := &php{code: &code{src: src}}
	s := PHPString{src: src}
	s.form, s.Start, s.End = p.shapeOf(start, end)
	s.End = max(s.Start, s.End)
	return s
}

// Insertion returns the offset from i on at which a variable or code is inserted, or -1.
func (s *PHPString) Insertion(i int) int {
	if s.form.quote == '\'' || s.form.nowdoc {
		return -1
	}
	for ; i < s.End; i++ {
		switch s.src[i] {
		case '\\':
			i++
		case '$', '{':
			if s.form.inserts(s.src, i, s.End) {
				return i
			}
		}
	}
	return -1
}

// Text returns the characters that the text between two offsets denotes. known is false where an escape in it
// denotes none.
func (s *PHPString) Text(start, end int) (text string, known bool) {
	var v literal.Constant
	if reason := s.form.Decode(&v, s.src, start, end); reason != "" {
		return "", false
	}
	return string(v.Text), true
}
