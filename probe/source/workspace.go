package source

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest is what a package.json says about where code is.
type manifest struct {
	Name       string          `json:"name"`
	Main       string          `json:"main"`
	Module     string          `json:"module"`
	Browser    json.RawMessage `json:"browser"`
	Bin        json.RawMessage `json:"bin"`
	Exports    json.RawMessage `json:"exports"`
	Workspaces json.RawMessage `json:"workspaces"`
	Bundled    json.RawMessage `json:"bundledDependencies"`
	Bundle     json.RawMessage `json:"bundleDependencies"`
}

// maxManifest bounds how much of a package.json is read.
const maxManifest = 1 << 20

// readManifest reads the package.json of a folder, nil when there is none that can be read.
func readManifest(dir string) *manifest {
	f, info, err := open(filepath.Join(dir, "package.json"))
	if err != nil {
		return nil
	}
	defer f.Close()
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(f, maxManifest))
	m := &manifest{}
	if err != nil || json.Unmarshal(text, m) != nil {
		return nil
	}
	return m
}

// ownPackages are the packages below a node_modules that are the project's own: those that package.json
// lists as workspaces, and those with a scope that it bundles. It returns nil for none.
func (m *manifest) ownPackages(dir string) *Patterns {
	var globs []string
	for _, glob := range textsIn(m.Workspaces) {
		glob = strings.TrimPrefix(glob, "./")
		if strings.Contains("/"+glob, "/node_modules/") && !strings.HasPrefix(glob, "!") {
			globs = append(globs, strings.TrimSuffix(glob, "/"))
		}
	}
	for _, list := range []json.RawMessage{m.Bundled, m.Bundle} {
		for _, name := range textsIn(list) {
			if strings.HasPrefix(name, "@") && !strings.ContainsAny(name, `*?[{\`) {
				globs = append(globs, "node_modules/"+name)
			}
		}
	}
	if len(globs) == 0 {
		return nil
	}
	p, err := NewPatterns(dir, globs)
	if err != nil {
		return nil
	}
	return p
}

// textsIn returns all strings in a JSON value, which may be a list or a mapping of them.
func textsIn(raw json.RawMessage) []string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	var all []string
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, one := range v {
				visit(one)
			}
		case map[string]any:
			for _, one := range v {
				visit(one)
			}
		}
	}
	visit(v)
	return all
}

// ownModules walks the project's own packages in a node_modules. What else is in it is left out as one.
func (w *walker) ownModules(name, absolute string, rules ignoreRules) bool {
	others, ok := w.ownPackages(name, absolute, rules, true)
	if ok && others {
		return w.yield(File{Path: name, Dir: true, Skip: &Skip{Reason: Vendored}})
	}
	return ok
}

// ownPackages walks the project's own packages in a folder of packages, of which some are folders of a
// scope. others reports whether there is more in it; ok is false when the walk is over.
func (w *walker) ownPackages(name, absolute string, rules ignoreRules, scopes bool) (others, ok bool) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return false, w.yield(File{Path: name, Dir: true, Skip: unreadable(err)})
	}
	for _, e := range entries {
		below, absolute := filepath.Join(name, e.Name()), filepath.Join(absolute, e.Name())
		switch {
		case w.ctx.Err() != nil:
			return false, false
		case w.roots[absolute]:
		case e.IsDir() && w.isOwn(absolute):
			if !w.entry(e, below, absolute, rules) {
				return false, false
			}
		case e.IsDir() && scopes && strings.HasPrefix(e.Name(), "@"):
			more, ok := w.ownPackages(below, absolute, rules, false)
			if !ok {
				return false, false
			}
			others = others || more
		case e.Type()&fs.ModeSymlink == 0: // a link leads to a package that has its own place
			others = true
		}
	}
	return others, true
}

// isOwn reports whether some package.json that was met names a folder as the project's own code.
func (w *walker) isOwn(absolute string) bool {
	return slices.ContainsFunc(w.own, func(p *Patterns) bool {
		rel, err := filepath.Rel(p.base, absolute)
		return err == nil && filepath.IsLocal(rel) && p.means(strings.Split(filepath.ToSlash(rel), "/"), true)
	})
}

// hasOwn reports whether a node_modules may have packages of the project itself.
func (w *walker) hasOwn(absolute string) bool {
	for _, p := range w.own {
		if rel, err := filepath.Rel(p.base, absolute); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// noteOwn notes the project's own packages that the package.json of a folder names, until the function
// that it returns is called.
func (w *walker) noteOwn(entries []fs.DirEntry, absolute string) func() {
	before := w.own
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "package.json" }) {
		if m := readManifest(absolute); m != nil {
			if p := m.ownPackages(absolute); p != nil {
				w.own = append(before[:len(before):len(before)], p)
			}
		}
	}
	return func() { w.own = before }
}
