// Package nesting bounds how deep a YAML text goes, before a parser is trusted with it: a parser calls
// itself for each level, and keeps the whole path to it, so that a small text can cost gigabytes.
package nesting

import (
	"fmt"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Limit is the deepest nesting that YAML accepts, in levels of sequences and mappings.
const Limit = 100

// Error tells where a text becomes too deep. Line and column count from 1, the column in code points.
type Error struct{ Line, Column int }

func (e *Error) Error() string {
	return fmt.Sprintf("line %d: nested more than %d levels deep", e.Line, Limit)
}

// YAML returns an [*Error] for a text that is nested deeper than Limit, and nil for any other, be it
// valid or not. A tag or an anchor counts as a level when another one follows it at once. It reads
// tokens only, and no more of the text than it takes: time and memory grow with the length up to the
// place of the error.
func YAML(text []byte) error {
	// The lexer reads all that it is given. What is cut off at the end of a part makes nothing deeper.
	for part := 4 << 10; ; part *= 4 {
		whole := part >= len(text)
		if !whole {
			if err := tokens(lexer.Tokenize(string(text[:part]))); err != nil {
				return err
			}
			continue
		}
		return tokens(lexer.Tokenize(string(text)))
	}
}

func tokens(all token.Tokens) error {
	flow := 0         // open brackets and braces
	var columns []int // where the open collections in block style begin
	properties := 0   // anchors, tags and keys without a value between them
	var previous *token.Token
	for _, t := range all {
		named := previous != nil && previous.Type == token.AnchorType // t is the name of an anchor
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(flow-1, 0)
		case token.DocumentHeaderType, token.DocumentEndType:
			flow, columns = 0, columns[:0]
		}
		switch t.Type {
		case token.AnchorType, token.TagType, token.MappingKeyType:
			properties++
		case token.MappingValueType:
			if flow > 0 {
				properties++
			}
		case token.SequenceEntryType, token.SequenceStartType, token.MappingStartType, token.CommentType:
		default:
			if !named && (t.Next == nil || t.Next.Type != token.MappingValueType) {
				properties = 0
			}
		}
		if flow == 0 {
			switch begins := t; t.Type {
			case token.MappingValueType:
				if previous != nil && previous.Position.Line == t.Position.Line {
					begins = previous // an implicit key
				}
				fallthrough
			case token.SequenceEntryType, token.MappingKeyType:
				for len(columns) > 0 && columns[len(columns)-1] >= begins.Position.Column {
					columns = columns[:len(columns)-1]
				}
				columns = append(columns, begins.Position.Column)
			}
		}
		if flow+len(columns)+properties > Limit {
			return &Error{t.Position.Line, t.Position.Column}
		}
		previous = t
	}
	return nil
}
