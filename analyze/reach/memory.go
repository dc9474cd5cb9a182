package reach

import (
	"context"
	"crypto/sha256"
	"path"
	"slices"
	"strings"
)

// Memory keeps what was found in installed packages from run to run of the same program. Its methods are called by several
// goroutines at once.
type Memory interface {
	// Recall returns what was kept under a key.
	Recall(key [sha256.Size]byte) (value []byte, ok bool)
	// Keep keeps a value under a key.
	Keep(key [sha256.Size]byte, value []byte)
}

// importOf names an import as the files of a folder see it that have the same extension.
func importOf(from, module string) string {
	return path.Join(path.Dir(from), "any"+path.Ext(from)) + "\x00" + module
}

// recall returns what the files of an installed package tell: what was kept of it, or what is found out now. It is nil
// when ctx ends before the files are read.
func (p *Project) recall(ctx context.Context, u *unit, t *texts) *answer {
	keeps := p.Memory != nil && len(t.paths) > 0
	tests := p.testsOf(ctx, u, t)
	var key [sha256.Size]byte
	if keeps {
		key = p.keyOf(u, t, tests)
		if value, ok := p.Memory.Recall(key); ok {
			if a := p.kept(u, value); a != nil {
				a.left = t.left
				u.mark = markOf(key, value)
				return a
			}
		}
		p.imports = map[string]string{}
	}
	files := p.parseRun(ctx, t, tests)
	if files == nil {
		return nil
	}
	a := p.ask(ctx, u, files, t.left)
	if keeps && ctx.Err() == nil {
		c := newWriter()
		imports := sortedKeys(p.imports)
		each(c, &imports, func(i *string) {
			file := p.imports[*i]
			c.text(i)
			c.text(&file)
		})
		c.answer(a)
		p.Memory.Keep(key, c.data)
		u.mark = markOf(key, c.data)
	}
	p.imports = nil
	return a
}

// keyOf returns a key that tells all on which the answer of a package depends, but for the files that its imports mean:
// which these are is known when there is an answer.
func (p *Project) keyOf(u *unit, t *texts, tests map[string]bool) [sha256.Size]byte {
	c := newWriter()
	about := []string{"package in reach", p.Model.Mark(), u.family, u.folder, u.name, u.pkg.Folder, u.pkg.Name}
	each(c, &about, c.text)
	for _, file := range u.pkg.Exports {
		module := u.pkg.ModuleOf(file)
		c.text(&file)
		c.text(&module)
	}
	set := p.setByFiles(u)
	c.count(len(set))
	for _, name := range sortedKeys(set) {
		most := int(set[name].max)
		c.text(&name)
		c.int(&most)
	}
	c.count(len(u.regex))
	for _, i := range u.regex {
		r := p.regexes[i]
		c.text(&r.File)
		for _, n := range []int{r.Start, r.End, r.TextStart, r.TextEnd} {
			c.int(&n)
		}
	}
	c.count(len(u.needs))
	for _, n := range u.needs {
		mark := ""
		if len(n.exports) > 0 {
			mark = string(n.mark)
		}
		c.text(&n.name)
		c.text(&mark)
	}
	for _, file := range t.paths {
		text := sha256.Sum256(t.of[file])
		test := tests[file]
		c.text(&file)
		c.flag(&test)
		c.data = append(c.data, text[:]...)
	}
	return sha256.Sum256(c.data)
}

// markOf returns what tells an answer apart from all others.
func markOf(key [sha256.Size]byte, value []byte) []byte {
	sum := sha256.Sum256(value)
	return slices.Concat(key[:], sum[:])
}

// kept reads what was kept of a package. It is nil if an import means another file by now.
func (p *Project) kept(u *unit, value []byte) *answer {
	c := newReader(value, p.trees)
	same := true
	var imports []string
	each(c, &imports, func(i *string) {
		var file string
		c.text(i)
		c.text(&file)
		from, module, _ := strings.Cut(*i, "\x00")
		now, _ := p.linker.Resolve(from, module)
		same = same && now == file
	})
	if !same {
		return nil
	}
	a := &answer{}
	if c.answer(a); c.failed || len(c.data) > 0 || !a.isSound(len(u.regex), len(u.offers())) {
		return nil
	}
	return a
}

// isSound reports whether the numbers in an answer are some of a package that has so many regexes, and uses packages
// with so many offers.
func (a *answer) isSound(regexes, offers int) bool {
	for _, m := range a.meetings {
		for _, r := range m.regexes {
			if r.regex < 0 || r.regex >= regexes {
				return false
			}
		}
		if m.offer < -1 || m.offer >= offers || m.sources < 0 || m.sources >= len(a.sources) {
			return false
		}
	}
	for _, l := range a.lost {
		if l.regex < 0 || l.regex >= regexes {
			return false
		}
	}
	return true
}

// answer writes or reads an answer, but for the files that were not read.
func (c *codec) answer(a *answer) {
	each(c, &a.sources, func(s *sources) {
		each(c, &s.origins, c.origin)
		each(c, &s.lost, c.text)
	})
	each(c, &a.meetings, func(m *meeting) {
		c.place(&m.at)
		c.int(&m.offer)
		each(c, &m.regexes, func(r *met) {
			c.int(&r.regex)
			c.flag(&r.part)
		})
		c.int(&m.sources)
	})
	each(c, &a.lost, func(l *loss) {
		c.int(&l.regex)
		each(c, &l.what, c.text)
	})
	c.int(&a.apart)
}

func (c *codec) origin(o *origin) {
	small(c, &o.from)
	small(c, &o.level)
	c.flag(&o.possible)
	c.number(&o.max)
	c.number(&o.sourceMax)
	c.number(&o.asList)
	for _, s := range []*string{&o.kind, &o.framework, &o.method, &o.route, &o.input, &o.name, &o.without, &o.function.Name, &o.function.Param, &o.call.Module} {
		c.text(s)
	}
	small(c, &o.function.Kind)
	c.int(&o.function.Index)
	each(c, &o.call.Members, c.text)
	c.int(&o.call.Argument)
	each(c, &o.call.Path, c.text)
	c.place(&o.handler)
	each(c, &o.trace, c.place)
	each(c, &o.edits, c.edit)
	each(c, &o.edited, c.place)
	c.flag(&o.closed)
	c.int(&o.joined)
	c.int(&o.inside)
	c.int(&o.whole)
	c.flag(&o.pattern)
}

func (c *codec) place(at *Place) {
	c.text(&at.File)
	c.int(&at.Start)
	c.int(&at.End)
	c.int(&at.MaxLength)
}

func (c *codec) edit(e *edit) {
	small(c, &e.Kind)
	small(c, &e.Mode)
	c.int(&e.Piece)
	c.flag(&e.Refused)
	c.flag(&e.Every)
	c.text(&e.With)
	c.flag(&e.Known)
	c.flag(&e.finds)
	small(c, &e.dialect)
	c.text(&e.pattern)
	c.text(&e.flags)
	if c.reading && e.finds {
		e.find(e.spelled, c.trees)
	}
}
