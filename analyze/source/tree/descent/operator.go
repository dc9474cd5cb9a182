package descent

import (
	"strings"

	"snag/analyze/sorting"
)

// Operator is an operator between operands. The higher its precedence the tighter it binds, from 1; one that assigns
// has 0, and what stands between no operands -1. The zero Operator is none to be used.
type Operator struct {
	Text       string
	Precedence int
}

// NoOperator stands for what is no operator. It must not be changed.
var NoOperator = Operator{"", -1}

// Operators are those of a language by the character that they begin with, the longest first.
type Operators [128][]Operator

// NewOperators returns the operators of a language: those that have a precedence, the loosest first, those that assign,
// and signs that are neither, of which others are the beginning.
func NewOperators(rows [][]string, assign, neither []string) *Operators {
	t := &Operators{}
	add := func(texts []string, precedence int) {
		for _, text := range texts {
			t[text[0]] = append(t[text[0]], Operator{text, precedence})
		}
	}
	for i, row := range rows {
		add(row, i+1)
	}
	add(assign, 0)
	add(neither, -1)
	for _, list := range t {
		sorting.Stable(list, func(a, b Operator) int { return len(b.Text) - len(a.Text) })
	}
	return t
}

// At returns the longest operator that a text begins with, or [NoOperator].
func (t *Operators) At(text string) Operator {
	if text == "" || text[0] >= 128 {
		return NoOperator
	}
	for _, o := range t[text[0]] {
		if strings.HasPrefix(text, o.Text) {
			return o
		}
	}
	return NoOperator
}
