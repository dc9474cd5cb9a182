package audit

import (
	"cmp"
	"errors"
	"slices"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

// The reasons why a rewrite is shown and not written to a file.
var (
	errNoRewrite = errors.New("there is no rewrite")
	errNoProof   = errors.New("the rewrite is not proved equivalent")
	errNoGain    = errors.New("the rewrite is not known to be faster")
	errSearches  = errors.New("the rewrite is for searches from the front only, and whether the program makes others is not known")
	errGroups    = errors.New("the rewrite is not proved to capture the same")
	errFlags     = errors.New("the rewrite needs other flags")
	errNoPlace   = errors.New("the pattern does not stand in a file")
)

// Edit is a change to a source file: the bytes from Start to End become Text, and the pattern that they
// spell becomes Pattern.
type Edit struct {
	Start, End int
	Text       string
	Pattern    string
}

// Edit returns the change to the source that makes the best rewrite, if it may be written: when it is
// proved to mean the same wherever the program looks. The error says why not.
func (r *Result) Edit() (Edit, error) { return r.edit, r.editErr }

// Write returns the change to the source that puts another pattern in the place of the subject's, whatever it
// matches. The error says why it cannot be written there.
func (s Subject) Write(pattern string) (Edit, error) {
	if s.literal == nil {
		return Edit{}, errNoPlace
	}
	text, err := s.literal.Encode(pattern)
	if err != nil {
		return Edit{}, err
	}
	return Edit{s.At.Start.Offset, s.At.End.Offset, text, pattern}, nil
}

func (r *Result) makeEdit(l *literal.Literal) (Edit, error) {
	f := r.Rewrite()
	switch {
	case f == nil:
		return Edit{}, errNoRewrite
	case f.Flags != r.Flags:
		return Edit{}, errFlags
	case f.IsForSearches():
		return Edit{}, errSearches
	case f.Class != redos.Linear && (f.Class != redos.Polynomial || r.Verdict.Class == redos.Polynomial && f.Degree >= r.Verdict.Degree):
		return Edit{}, errNoGain
	}
	if r.Uses == 0 || r.Uses&^literal.Test != 0 { // the program may look at more than whether it matches
		switch {
		case f.Equivalence != repair.SameMatches:
			return Edit{}, errNoProof
		case slices.ContainsFunc(f.Groups, func(g repair.Agreement) bool { return g != repair.SameProved }):
			return Edit{}, errGroups
		}
	} else if f.Equivalence < repair.SameInputs {
		return Edit{}, errNoProof
	}
	return Subject{At: r.At, literal: l}.Write(f.Pattern)
}

// The reasons why edits are not made.
var (
	ErrOverlap    = errors.New("two rewrites overlap; nothing was written")
	ErrUnfaithful = errors.New("the rewritten file would not hold the patterns that it should; nothing was written")
)

// Apply returns the content of a source file with the edits made, which it sorts. It reads the result as
// an audit would and fails unless every pattern is there as before, but for those that were to change.
func Apply(language extract.Language, content []byte, edits []Edit) ([]byte, error) {
	sorting.Stable(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(content) {
			return nil, ErrOverlap
		}
		out = append(append(out, content[at:e.Start]...), e.Text...)
		at = e.End
	}
	out = append(out, content[at:]...)

	before, after := language.Extract(content), language.Extract(out)
	if len(before.Literals) != len(after.Literals) || len(before.Suppressions) != len(after.Suppressions) {
		return nil, ErrUnfaithful
	}
	changed := 0
	for i := range before.Literals {
		old, now := &before.Literals[i], &after.Literals[i]
		want := old.Pattern
		if j := slices.IndexFunc(edits, func(e Edit) bool { return e.Start == old.At.Start.Offset && e.End == old.At.End.Offset }); j >= 0 && !old.Partial {
			want = edits[j].Pattern
			changed++
		}
		if now.Pattern != want || now.Flags != old.Flags || now.Partial != old.Partial || now.Kind != old.Kind {
			return nil, ErrUnfaithful
		}
	}
	if changed < len(edits) {
		return nil, ErrUnfaithful
	}
	return out, nil
}
