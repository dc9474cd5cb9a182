package braces

import (
	"bytes"

	"snag/analyze/source/literal"
	"snag/analyze/source/scan"
)

// Tokens returns the tokens of a file. A string with what is interpolated in it is one token. Lines for a
// preprocessor are none.
func Tokens(src []byte, lang *braceLanguage) []scan.Token {
	all := make([]scan.Token, 0, len(src)/5+1)
	x := braceLexer{src: src, lang: lang}
	if bytes.HasPrefix(src, []byte("\uFEFF")) {
		x.at = len("\uFEFF")
	}
	line := true
	for {
		t := x.next()
		if t.kind == tokenEnd {
			return all
		}
		line = line || x.newline
		if t.kind == '#' && line && lang.preprocessed {
			if n := bytes.IndexByte(src[t.end:], '\n'); n >= 0 {
				x.at = t.end + n
			} else {
				x.at = len(src)
			}
			continue
		}
		if t.kind == '@' && lang.preprocessed { // C# has it in front of names
			continue
		}
		token := scan.Token{Start: int32(t.start), End: int32(t.end), Kind: t.kind, Line: line}
		line = false
		switch t.kind {
		case '(', '[', '{':
			token.Opens = true
		case ')', ']', '}':
			token.Closes = true
		case tokenNumber:
			token.End = int32(exponentEnd(src, t))
			x.at = int(token.End)
		case '.':
			if end := numberBehind(src, all, t); end > t.end {
				token.Kind, token.End, x.at = scan.TokenNumber, int32(end), end
			}
		}
		all = append(all, token)
	}
}

// exponentEnd returns the end of the number t with the exponent that a sign divides from it.
func exponentEnd(src []byte, t braceToken) int {
	if t.end+1 >= len(src) || src[t.end] != '-' && src[t.end] != '+' || scan.ByteClass[src[t.end+1]]&scan.ByteDigit == 0 {
		return t.end
	}
	hex := src[t.start] == '0' && src[t.start+1]|0x20 == 'x'
	if last := src[t.end-1] | 0x20; hex && last == 'p' || !hex && last == 'e' {
		return scan.WordEnd(src, t.end+1)
	}
	return t.end
}

// numberBehind returns the end of a number that begins with the dot t, which is not the second one of a range.
func numberBehind(src []byte, all []scan.Token, t braceToken) int {
	if t.end != t.start+1 || t.end >= len(src) || scan.ByteClass[src[t.end]]&scan.ByteDigit == 0 {
		return 0
	}
	if n := len(all); n > 0 && all[n-1].End == int32(t.start) && (all[n-1].Kind == scan.TokenName || all[n-1].Kind == '.' || all[n-1].Closes) {
		return 0
	}
	return scan.NumberEnd(src, t.end)
}

// Text returns the value of the string or character src[start:end] that interpolates nothing, or what stands
// between its quotes where that is not known.
func Text(src []byte, start, end int, lang *braceLanguage) string {
	from, to := start, end
	for from < end && src[from] != '"' && src[from] != '\'' {
		from++
	}
	quotes := from
	for from < end && to > from+1 && src[from] == src[quotes] && src[to-1] == src[quotes] && (from == quotes || from < quotes+3) {
		from++
		to--
	}
	plain := string(src[min(from, to):to])
	if from == quotes+1 && quotes == start && bytes.IndexByte(src[from:to], '\\') < 0 {
		return plain
	}
	f := braceFolder{braces: &braces{State: &scan.State{Src: src}, lang: lang, work: 1<<20 + end - start}}
	v, ok := lang.value(&f, start, end, 0)
	if !ok {
		return plain
	}
	return string(v.Text)
}

// Piece is a part of a string that interpolates: text, or the bytes of an expression.
type Piece struct {
	Text       string
	Start, End int // of the expression, or 0
}

// Pieces returns the parts of the string src[start:end] of C#, nil where nothing is interpolated.
func Pieces(src []byte, start, end int) (all []Piece) {
	f, ok := csharpPrefix(src, start)
	if !ok || f.dollars == 0 {
		return nil
	}
	width := 1
	if f.quotes >= 3 {
		width = f.dollars
	}
	add := func(from, to int) {
		var v literal.Constant
		if f.quotes >= 3 || (csharpString{at: f.at, quote: '"'}).Decode(&v, src, from, to) != "" {
			v = literal.Constant{Text: src[from:to]}
		}
		if len(v.Text) > 0 {
			all = append(all, Piece{Text: string(v.Text)})
		}
	}
	i := f.open + f.quotes
	last := max(i, end-f.quotes)
	run := i
	for i < last {
		c := src[i]
		if c == '\\' && !f.at && f.quotes < 3 {
			i += 2
			continue
		}
		if c != '{' && c != '}' {
			i++
			continue
		}
		n := quotes(src[:last], i)
		if c == '}' || width == 1 && f.quotes < 3 && n >= 2 {
			if f.quotes < 3 && n >= 2 { // stands for itself
				add(run, i+1)
				i += 2
				run = i
				continue
			}
			i += n
			continue
		}
		if n < width {
			i += n
			continue
		}
		add(run, i+n-width)
		i += n
		stop, ok := holeEnd(src[:last], i, 1, csharpEnd)
		if !ok {
			break
		}
		all = append(all, Piece{Start: i, End: formatStart(src, i, stop)})
		i = stop + min(width, quotes(src[:last], stop))
		run = i
	}
	add(min(run, last), last)
	return all
}

// formatStart returns where the format or width begins that stands behind the expression src[i:end], or end.
func formatStart(src []byte, i, end int) int {
	open, conditionals := 0, 0
	for i < end {
		if stop, _ := csharpEnd(src, i, 1); stop > i {
			i = stop
			continue
		}
		switch src[i] {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		case '?':
			conditionals++
		case ':', ',':
			if open == 0 && conditionals == 0 && (src[i] == ',' || i+1 >= end || src[i+1] != ':') {
				return i
			}
		}
		i++
	}
	return end
}
