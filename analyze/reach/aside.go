package reach

import (
	"bytes"
	"slices"
	"strings"

	"snag/analyze/reach/model"
)

// manyBytes is how long the files of a project are together before some are put aside.
const manyBytes = 4 << 20

// putAside leaves out of the files of a project in JavaScript those on which nothing depends that is asked, and returns them:
// what belongs together by imports, is so long that a tool wrote it, as for browsers, has none of the regexes, and nothing to
// which requests come. They are not even read, which would take longer than all the rest. Where only what handlers get is
// asked, a regex in a file that is so long by itself does not count: no handler leads to it.
func (p *Project) putAside(u *unit, t *texts) (aside []string) {
	total := 0
	for _, file := range t.paths {
		total += len(t.of[file])
	}
	if u.family != "JavaScript" || total < manyBytes {
		return nil
	}
	group, at := make([]int, len(t.paths)), map[string]int{}
	for i, file := range t.paths {
		group[i], at[file] = i, i
	}
	var of func(i int) int
	of = func(i int) int {
		if group[i] != i {
			group[i] = of(group[i])
		}
		return group[i]
	}
	imports := make([][]string, len(t.paths))
	for i, file := range t.paths {
		imports[i] = importsIn(t.of[file])
		for _, name := range imports[i] {
			if to, ok := p.resolve(file, name); ok {
				if k, here := at[to]; here {
					group[of(i)] = of(k)
				}
			}
		}
	}
	size, keep := map[int]int{}, map[int]bool{}
	for i, file := range t.paths {
		size[of(i)] += len(t.of[file])
		keep[of(i)] = keep[of(i)] || file == u.shown
	}
	for _, i := range u.regex {
		file := p.regexes[i].File
		if k, here := at[file]; here && !(p.OfHandlers && len(t.of[file]) >= bundleSize) {
			keep[of(k)] = true
		}
	}
	for i, file := range t.paths {
		if g := of(i); !keep[g] && size[g] >= bundleSize {
			keep[g] = p.mayRoute(file, model.JavaScript, imports[i]) || p.mayBeSent(t.of[file], imports[i])
		}
	}
	t.paths = slices.DeleteFunc(slices.Clone(t.paths), func(file string) bool {
		g := of(at[file])
		drop := !keep[g] && size[g] >= bundleSize
		if drop {
			aside = append(aside, file)
		}
		return drop
	})
	return aside
}

// mayBeSent reports whether a file in JavaScript gets values that somebody may send without a framework: from a module that
// has such, or by what it exports.
func (p *Project) mayBeSent(text []byte, imports []string) bool {
	for _, name := range imports {
		if slices.Contains([]string{"http", "https", "http2"}, strings.TrimPrefix(name, "node:")) || p.Model.MayBeSource(model.JavaScript, model.Root{Name: name}) {
			return true
		}
	}
	return slices.ContainsFunc(p.Model.Entries, func(e model.Entry) bool {
		return e.Language == model.JavaScript && slices.Contains(e.Files, "**") && slices.ContainsFunc(e.Export, func(name string) bool {
			return slices.ContainsFunc([]string{"exports.", "export const ", "export function ", "export async function ", " as "}, func(how string) bool {
				return bytes.Contains(text, []byte(how+name))
			})
		})
	})
}

// importsIn returns the names of the modules that a text in JavaScript imports, and of others that strings in it do.
func importsIn(text []byte) (names []string) {
	for _, word := range []string{"from", "import", "require"} {
		for rest := text; ; {
			at := bytes.Index(rest, []byte(word))
			if at < 0 {
				break
			}
			rest = bytes.TrimLeft(rest[at+len(word):], " \t\r\n(")
			if len(rest) == 0 || !isQuote(rest[0]) {
				continue
			}
			if end := bytes.IndexByte(rest[1:min(len(rest), longestImport)], rest[0]); end > 0 {
				names = append(names, string(rest[1:1+end]))
			}
		}
	}
	return names
}

// longestImport is how long the name of a module is at most with its quotes, in bytes.
const longestImport = 300
