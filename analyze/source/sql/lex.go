// Package sql reads scripts of SQL as PostgreSQL does: their tokens, and where one statement ends and the next
// begins.
package sql

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	Word        Kind = iota // a keyword or an unquoted identifier
	Quoted                  // an identifier in double quotes
	String                  // a constant in quotes of any form
	Number                  // a number
	Parameter               // $1
	Punctuation             // one character of anything else
	backslash               // where psql would read a command
)

// Token is a piece of a script that is neither white space nor a comment.
type Token struct {
	Kind       Kind
	Start, End int // in bytes
}

// Error says what in a script cannot be read, and in which line, from 1.
type Error struct {
	Line    int
	Message string
}

// Error returns the line and the message.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// lexer walks through a script.
type lexer struct {
	text string
	at   int
}

func (l *lexer) fail(at int, format string, args ...any) error {
	return &Error{1 + strings.Count(l.text[:at], "\n"), fmt.Sprintf(format, args...)}
}

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.text) {
		return l.text[l.at+ahead]
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isStart reports whether an identifier can begin with the byte.
func isStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isPart(c byte) bool { return isStart(c) || isDigit(c) || c == '$' }

// skip goes past white space and comments.
func (l *lexer) skip() error {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case isSpace(c):
			l.at++
		case c == '-' && l.peek(1) == '-':
			end := strings.IndexByte(l.text[l.at:], '\n')
			if end < 0 {
				end = len(l.text) - l.at
			}
			l.at += end
		case c == '/' && l.peek(1) == '*':
			if err := l.skipComment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// skipComment goes past a comment in /* */, which nest.
func (l *lexer) skipComment() error {
	start, depth := l.at, 0
	for l.at < len(l.text) {
		switch {
		case l.text[l.at] == '/' && l.peek(1) == '*':
			depth++
			l.at += 2
		case l.text[l.at] == '*' && l.peek(1) == '/':
			depth--
			l.at += 2
			if depth == 0 {
				return nil
			}
		default:
			l.at++
		}
	}
	return l.fail(start, "a comment that begins with /* is not closed")
}

// next returns the next token; ok is false at the end.
func (l *lexer) next() (t Token, ok bool, err error) {
	if err := l.skip(); err != nil || l.at >= len(l.text) {
		return t, false, err
	}
	t.Start = l.at
	switch c := l.text[l.at]; {
	case c == 0:
		return t, false, l.fail(l.at, "a byte 0, which no text has: is this a file of SQL in UTF-8?")
	case c == '\'':
		t.Kind, err = String, l.quoted('\'', false)
	case c == '"':
		t.Kind, err = Quoted, l.quoted('"', false)
	case c == '$' && isDigit(l.peek(1)):
		t.Kind = Parameter
		for l.at++; isDigit(l.peek(0)); {
			l.at++
		}
	case c == '$':
		t.Kind, err = l.dollar()
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		t.Kind = Number
		for isPart(l.peek(0)) || l.peek(0) == '.' {
			l.at++
		}
	case isStart(c):
		t.Kind, err = l.word()
	case c == '\\':
		t.Kind = backslash
		l.at++
	default:
		t.Kind = Punctuation
		l.at++
	}
	t.End = l.at
	return t, true, err
}

// word goes past an identifier, or past a constant with a letter before its quote.
func (l *lexer) word() (Kind, error) {
	start := l.at
	for isPart(l.peek(0)) {
		l.at++
	}
	switch before := strings.ToLower(l.text[start:l.at]); {
	case l.peek(0) == '\'' && before == "e":
		return String, l.quoted('\'', true)
	case l.peek(0) == '\'' && (before == "b" || before == "x" || before == "n"):
		return String, l.quoted('\'', false)
	case l.peek(0) == '&' && before == "u" && (l.peek(1) == '\'' || l.peek(1) == '"'):
		l.at++
		if l.peek(0) == '"' {
			return Quoted, l.quoted('"', false)
		}
		return String, l.quoted('\'', false)
	}
	return Word, nil
}

// quoted goes past a text in quotes, where a quote stands for itself when it is doubled, and after a backslash
// where those escape.
func (l *lexer) quoted(quote byte, escapes bool) error {
	start := l.at
	for l.at++; l.at < len(l.text); l.at++ {
		switch c := l.text[l.at]; {
		case c == '\\' && escapes:
			l.at++
		case c == quote && l.peek(1) == quote:
			l.at++
		case c == quote:
			l.at++
			return nil
		}
	}
	l.at = len(l.text)
	return l.fail(start, "the quote %c is not closed", quote)
}

// dollar goes past a constant such as $tag$...$tag$, or past a single dollar.
func (l *lexer) dollar() (Kind, error) {
	start, end := l.at, l.at+1
	for end < len(l.text) && isPart(l.text[end]) && l.text[end] != '$' {
		end++
	}
	if end >= len(l.text) || l.text[end] != '$' {
		l.at++
		return Punctuation, nil
	}
	tag := l.text[start : end+1]
	closing := strings.Index(l.text[end+1:], tag)
	if closing < 0 {
		l.at = len(l.text)
		return String, l.fail(start, "the quote %s is not closed", tag)
	}
	l.at = end + 1 + closing + len(tag)
	return String, nil
}

// Tokens returns the tokens of a statement, those before the first that cannot be read.
func Tokens(text string) []Token {
	l := lexer{text: text}
	var all []Token
	for {
		t, ok, err := l.next()
		if !ok || err != nil {
			return all
		}
		all = append(all, t)
	}
}
