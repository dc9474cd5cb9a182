package regex

import (
	"context"
	"fmt"
	"slices"

	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// onlyNew leaves out the patterns that did not change, but for those to which somebody can now send a text who could
// not before: by a way through lines that changed, of which the revision that is compared with has no like.
func (o *regexOptions) onlyNew(ctx context.Context, all []audited, known *model.Model) ([]audited, error) {
	if o.changes == nil {
		return all, nil
	}
	var asked []*audited
	for i := range all {
		if a := &all[i]; a.untouched && o.reachedByChange(a) {
			asked = append(asked, a)
		}
	}
	var err error
	if len(asked) > 0 && o.changes.Revision != "" {
		if err = o.compareReach(ctx, asked, known); err != nil { // then nothing passes for having been so before
			for _, a := range asked {
				a.newly = o.newWords(a.reach, nil)
			}
		}
	}
	return slices.DeleteFunc(all, func(a audited) bool { return a.untouched && a.newly == "" }), err
}

// mend looks for rewrites of the patterns that are reported although they did not change, as was done for the others.
func mend(ctx context.Context, all []audited, by auditor) {
	for i := range all {
		a := &all[i]
		if a.newly == "" || a.source == nil {
			continue
		}
		s, ok := a.subjectIn(a.source.language, a.source.content)
		if !ok {
			continue
		}
		if r, err := s.Audit(ctx, by.decide, by.limits, true); err == nil {
			a.Result = r
		}
	}
}

// reachedByChange reports whether somebody from outside can send a text to a pattern by a way through changed lines.
func (o *regexOptions) reachedByChange(a *audited) bool {
	if a.reach == nil {
		return false
	}
	for i, w := range a.reach.Ways {
		if w.Level >= reach.Library && slices.ContainsFunc(a.reach.steps[i], o.hasChanged) {
			return true
		}
	}
	return false
}

func (o *regexOptions) hasChanged(l report.Location) bool {
	return o.changes.Touch(l.File, l.Start.Line, max(l.Start.Line, l.End.Line))
}

// openBefore returns the program as it was in the revision that is compared with.
func (o *regexOptions) openBefore(ctx context.Context, known *model.Model) (*Program, error) {
	if o.before != nil {
		return o.before, nil
	}
	var err error
	if o.base, err = o.changes.Base(ctx, worktree.Around(o.paths)); err != nil {
		return nil, fmt.Errorf("what could be reached before was not looked for: %w", err)
	}
	o.open = append(o.open, o.base)
	p := &Program{Jobs: o.jobs, Model: known, folder: o.base.Folder(), inside: o.base.Name}
	roots := o.paths
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for f := range o.base.Files(roots, o.tree.Options) {
		if f.Skip == nil {
			p.Paths = append(p.Paths, o.base.Name(f.Path))
		}
	}
	disk, err := source.NewTree(p.folder, nil)
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
func (o *regexOptions) compareReach(ctx context.Context, asked []*audited, known *model.Model) error {
	p, err := o.openBefore(ctx, known)
	if err != nil {
		return err
	}
	var before []*audited // as they were, in the order of now
	var now []*audited
	for _, a := range asked {
		if old, ok := asItWas(o.base, a); ok {
			before, now = append(before, old), append(now, a)
		} else {
			a.newly = o.newWords(a.reach, nil)
		}
	}
	p.follow(ctx, before)
	for i, a := range now {
		a.newly = o.newWords(a.reach, before[i].reach)
	}
	return nil
}

// asItWas returns a pattern with its place in the file of a revision; ok is false where it was not there.
func asItWas(base *source.Snapshot, a *audited) (*audited, bool) {
	text, err := base.Read(base.Name(a.file))
	if err != nil {
		return nil, false
	}
	l, ok := extract.ByPath(a.file)
	if !ok {
		return nil, false
	}
	list := l.Extract(text).Literals
	at := slices.IndexFunc(list, func(one literal.Literal) bool { return holdsPattern(&one, a) })
	if at < 0 {
		return nil, false
	}
	old := *a
	old.Expr, old.At, old.reach = list[at].Expr, list[at].At, nil
	return &old, true
}

// holdsPattern reports whether a literal of another revision is the pattern that was judged, with the same parts computed.
func holdsPattern(one *literal.Literal, a *audited) bool {
	text, flags := one.Pattern, one.Flags
	if one.Sketch != nil {
		text, flags = one.Sketch.Text, one.Sketch.Flags
	}
	return one.Partial == (len(a.Holes) > 0) && text == a.Text && flags == a.Flags && one.Dialect == a.Dialect
}

// newWords say in a clause which way to a pattern is new, "" where none is: one by another request or value, or by
// which longer texts get there than before.
func (o *regexOptions) newWords(now, before *reached) string {
	for i, w := range now.Ways {
		if w.Level < reach.Library || !slices.ContainsFunc(now.steps[i], o.hasChanged) {
			continue
		}
		if before == nil {
			return "who can send a text changed: " + wayWords(&w)
		}
		same := func(old reach.Way) bool {
			return old.Level >= w.Level && old.Method == w.Method && old.Route == w.Route && old.Input == w.Input && old.Kind == w.Kind
		}
		j := slices.IndexFunc(before.Ways, same)
		switch {
		case j < 0 && before.More > 0:
			// It may be one of those that were not kept.
		case j < 0:
			return "the pattern did not change, and could not be reached so before: " + wayWords(&w)
		case before.Ways[j].MaxLength != reach.NoLimit && (w.MaxLength == reach.NoLimit || w.MaxLength > before.Ways[j].MaxLength):
			return fmt.Sprintf("the pattern did not change; at most %s got there before: %s", lengthWords(before.Ways[j].MaxLength), wayWords(&w))
		}
	}
	return ""
}
