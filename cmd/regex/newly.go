package regex

import (
	"context"
	"fmt"
	"slices"

	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// onlyNew leaves out the patterns that did not change, but for those to which somebody can now send a text who could
// not before: by a way through lines that changed, of which the revision that is compared with has no like.
func (o *regexOptions) onlyNew(ctx context.Context, all []pattern.Audited, known *model.Model) ([]pattern.Audited, error) {
	if o.changes == nil {
		return all, nil
	}
	var asked []*pattern.Audited
	for i := range all {
		if a := &all[i]; a.Untouched && o.reachedByChange(a) {
			asked = append(asked, a)
		}
	}
	var err error
	if len(asked) > 0 && o.changes.Revision != "" {
		if err = o.compareReach(ctx, asked, known); err != nil { // then nothing passes for having been so before
			for _, a := range asked {
				a.Newly = o.newWords(a.Reach, nil)
			}
		}
	}
	return slices.DeleteFunc(all, func(a pattern.Audited) bool { return a.Untouched && a.Newly == "" }), err
}

// mend looks for rewrites of the patterns that are reported although they did not change, as was done for the others.
func mend(ctx context.Context, all []pattern.Audited, by pattern.Auditor) {
	for i := range all {
		a := &all[i]
		if a.Newly == "" || a.Source == nil {
			continue
		}
		s, ok := a.SubjectIn(a.Source.Language, a.Source.Content)
		if !ok {
			continue
		}
		if r, err := s.Audit(ctx, by.Decide, by.Limits, by.Propose); err == nil {
			a.Result = r
		}
	}
}

// reachedByChange reports whether somebody from outside can send a text to a pattern by a way through changed lines.
func (o *regexOptions) reachedByChange(a *pattern.Audited) bool {
	if a.Reach == nil {
		return false
	}
	for i, w := range a.Reach.Ways {
		if w.Level >= reach.Library && slices.ContainsFunc(a.Reach.Steps(i), o.hasChanged) {
			return true
		}
	}
	return false
}

func (o *regexOptions) hasChanged(l report.Location) bool {
	return o.changes.Touch(l.File, l.Start.Line, max(l.Start.Line, l.End.Line))
}

// openBefore returns the program as it was in the revision that is compared with.
func (o *regexOptions) openBefore(ctx context.Context, known *model.Model) (*pattern.Program, error) {
	if o.before != nil {
		return o.before, nil
	}
	var err error
	if o.base, err = o.changes.Base(ctx, worktree.Around(o.paths)); err != nil {
		return nil, fmt.Errorf("what could be reached before was not looked for: %w", err)
	}
	o.open = append(o.open, o.base)
	p := &pattern.Program{Jobs: o.jobs, Model: known, Folder: o.base.Folder(), Inside: o.base.Name}
	roots := o.paths
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for f := range o.base.Files(roots, o.tree.Options) {
		if f.Skip == nil {
			p.Paths = append(p.Paths, o.base.Name(f.Path))
		}
	}
	disk, err := source.NewTree(p.Folder, nil)
	if err != nil {
		return nil, fmt.Errorf("what could be reached before was not looked for: %w", err)
	}
	o.open = append(o.open, disk)
	p.Files = revision{o.base, disk}
	o.before = p
	return p, nil
}

// compareReach looks for the ways to patterns in the revision that is compared with, and notes which patterns have new
// ones.
func (o *regexOptions) compareReach(ctx context.Context, asked []*pattern.Audited, known *model.Model) error {
	p, err := o.openBefore(ctx, known)
	if err != nil {
		return err
	}
	var before []*pattern.Audited // as they were, in the order of now
	var now []*pattern.Audited
	for _, a := range asked {
		if old, ok := o.asItWas(p, a); ok {
			before, now = append(before, old), append(now, a)
		} else {
			a.Newly = o.newWords(a.Reach, nil)
		}
	}
	p.Follow(ctx, before)
	for i, a := range now {
		a.Newly = o.newWords(a.Reach, before[i].Reach)
	}
	return nil
}

// asItWas returns a pattern with its place in the file of a revision; ok is false where it was not there.
func (o *regexOptions) asItWas(p *pattern.Program, a *pattern.Audited) (*pattern.Audited, bool) {
	name := o.base.Name(a.File)
	text, err := o.base.Read(name)
	if err != nil {
		return nil, false
	}
	l, ok := extract.ByPath(a.File)
	if !ok {
		return nil, false
	}
	list := l.ExtractWith(text, constantsOf(p.Files).In(name, l, text).Value).Literals
	at := slices.IndexFunc(list, func(one literal.Literal) bool { return holdsPattern(&one, a) })
	if at < 0 {
		return nil, false
	}
	old := *a
	old.Expr, old.At, old.Reach = list[at].Expr, list[at].At, nil
	return &old, true
}

// holdsPattern reports whether a literal of another revision is the pattern that was judged, with the same parts computed.
func holdsPattern(one *literal.Literal, a *pattern.Audited) bool {
	text, flags := one.Pattern, one.Flags
	if one.Sketch != nil {
		text, flags = one.Sketch.Text, one.Sketch.Flags
	}
	return one.Partial == (len(a.Holes) > 0) && text == a.Text && flags == a.Flags && one.Dialect == a.Dialect
}

// newWords say in a clause which way to a pattern is new, "" where none is: one by another request or value, or by
// which longer texts get there than before.
func (o *regexOptions) newWords(now, before *pattern.Reached) string {
	for i, w := range now.Ways {
		if w.Level < reach.Library || !slices.ContainsFunc(now.Steps(i), o.hasChanged) {
			continue
		}
		if before == nil {
			return "who can send a text changed: " + pattern.WayWords(&w)
		}
		same := func(old reach.Way) bool {
			return old.Level >= w.Level && old.Method == w.Method && old.Route == w.Route && old.Input == w.Input && old.Kind == w.Kind
		}
		j := slices.IndexFunc(before.Ways, same)
		switch {
		case j < 0 && before.More > 0:
			// It may be one of those that were not kept.
		case j < 0:
			return "the pattern did not change, and could not be reached so before: " + pattern.WayWords(&w)
		case before.Ways[j].MaxLength != reach.NoLimit && (w.MaxLength == reach.NoLimit || w.MaxLength > before.Ways[j].MaxLength):
			return fmt.Sprintf("the pattern did not change; at most %s got there before: %s", pattern.LengthWords(before.Ways[j].MaxLength), pattern.WayWords(&w))
		}
	}
	return ""
}
