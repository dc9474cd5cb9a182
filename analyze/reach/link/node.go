package link

import (
	"path"
	"slices"
	"strings"
)

// manifest is a package.json.
type manifest struct {
	folder string
	value
}

// manifest returns the package.json of a folder, nil for none.
func (l *Linker) manifest(folder string) *manifest {
	m, known := l.manifests[folder]
	if !known {
		if text := l.read(path.Join(folder, "package.json")); text != nil {
			m = &manifest{folder, decode(text)}
		}
		l.manifests[folder] = m
	}
	return m
}

// around returns the package.json that holds for a folder, nil for none.
func (l *Linker) around(folder string) *manifest {
	var found *manifest
	up(folder, func(folder string) string {
		found = l.manifest(folder)
		if found != nil || path.Base(folder) == "node_modules" {
			return folder
		}
		return ""
	})
	return found
}

// extensions are those that an import may leave out. A file of TypeScript looks for its own first.
var extensions = []string{".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".node.js", ".vue", ".svelte"}

// written are the extensions of sources by that of what they are compiled to.
var written = map[string][]string{".js": {".ts", ".tsx", ".jsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}, ".jsx": {".tsx"}}

// nodeFile returns the file that a path means: itself, with an extension, or the main file of a folder.
func (l *Linker) nodeFile(file string) string { return l.nodeFileDeep(file, 0) }

func (l *Linker) nodeFileDeep(file string, depth int) string {
	if l.files.Exists(file) {
		return file
	}
	ext := path.Ext(file)
	for _, source := range written[ext] {
		if f := strings.TrimSuffix(file, ext) + source; l.files.Exists(f) {
			return f
		}
	}
	for _, e := range extensions {
		if f := file + e; l.files.Exists(f) {
			return f
		}
	}
	if m := l.manifest(file); m != nil && depth < 3 {
		for _, key := range []string{"main", "module", "source"} {
			main, inside := below(file, m.get(key).text)
			if !inside || main == file {
				continue
			}
			if f := l.nodeFileDeep(main, depth+1); f != "" {
				return f
			}
		}
	}
	for _, e := range extensions {
		if f := path.Join(file, "index"+e); l.files.Exists(f) {
			return f
		}
	}
	return ""
}

// node resolves what a file of JavaScript imports.
func (l *Linker) node(w wanted) string {
	module, _, _ := strings.Cut(w.module, "?") // loaders of bundlers
	if module == "" || strings.Contains(module, "://") || strings.HasPrefix(module, "node:") {
		return ""
	}
	switch {
	case module == "." || module == ".." || strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../"):
		file, inside := join(w.folder, module)
		if !inside {
			return ""
		}
		return l.nodeFile(file)
	case strings.HasPrefix(module, "/"):
		return l.nodeFile(path.Clean(module))
	case strings.HasPrefix(module, "#"):
		if m := l.around(w.folder); m != nil {
			if target := m.get("imports").target(module, l.isESM(w)); target != "" {
				if !strings.HasPrefix(target, ".") && !strings.HasPrefix(target, "#") {
					return l.node(wanted{m.folder, w.extension, target})
				}
				return l.within(m.folder, target)
			}
		}
		return l.mapped(w.folder, module)
	}
	if file := l.mapped(w.folder, module); file != "" {
		return file
	}
	if file := l.aliased(w.folder, module); file != "" {
		return file
	}
	name, rest := splitModule(module)
	esm := l.isESM(w)
	if m := l.around(w.folder); m != nil && m.get("name").text == name {
		if file := l.inPackage(m, rest, esm); file != "" {
			return file
		}
	}
	if file := up(w.folder, func(folder string) string {
		if path.Base(folder) == "node_modules" {
			return ""
		}
		installed := path.Join(folder, "node_modules", name)
		if m := l.manifest(installed); m != nil {
			return l.inPackage(m, rest, esm)
		}
		return l.nodeFile(path.Join(installed, rest))
	}); file != "" {
		return file
	}
	if folder, ok := l.workspaces()[name]; ok {
		return l.inPackage(l.manifest(folder), rest, esm)
	}
	return ""
}

// aliased returns the file that a name means which module-alias is told of in a package, or which begins with "@/" or "~/": no
// package is named so, and bundlers and loaders take it for the folder of the sources.
func (l *Linker) aliased(folder, module string) string {
	m := l.around(folder)
	if m == nil {
		return ""
	}
	for _, f := range m.get("_moduleAliases").fields {
		if rest, ok := strings.CutPrefix(module, f.name); ok && f.value.isText && (rest == "" || rest[0] == '/') {
			if file, inside := join(m.folder, f.value.text, rest); inside {
				return l.nodeFile(file)
			}
		}
	}
	mark, rest, _ := strings.Cut(module, "/")
	if mark != "@" && mark != "~" {
		return ""
	}
	for _, sources := range []string{"src", "lib", "app", "server", ""} {
		if file, inside := join(m.folder, sources, rest); inside {
			if file = l.nodeFile(file); file != "" {
				return file
			}
		}
	}
	return ""
}

// splitModule splits an import into the name of its package and the path in it.
func splitModule(module string) (name, rest string) {
	parts := strings.SplitN(module, "/", 3)
	n := 1
	if strings.HasPrefix(module, "@") {
		n = min(2, len(parts))
	}
	return strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/")
}

// workspaces returns the folders of the packages that are part of the project, by name.
func (l *Linker) workspaces() map[string]string {
	if l.workspace == nil {
		l.workspace = map[string]string{}
		for _, file := range l.files.Named("package.json") {
			if strings.Contains("/"+file, "/node_modules/") {
				continue
			}
			if m := l.manifest(path.Dir(file)); m != nil && m.get("name").text != "" {
				if _, taken := l.workspace[m.get("name").text]; !taken {
					l.workspace[m.get("name").text] = m.folder
				}
			}
		}
	}
	return l.workspace
}

// inPackage returns the file that a path in a package means, "" for the package itself.
func (l *Linker) inPackage(m *manifest, rest string, esm bool) string {
	if m == nil {
		return ""
	}
	subpath := "."
	if rest != "" {
		subpath = "./" + rest
	}
	if target := m.get("exports").target(subpath, esm); target != "" {
		if file := l.within(m.folder, target); file != "" {
			return file
		}
	}
	if rest != "" {
		file, inside := below(m.folder, rest)
		if !inside {
			return ""
		}
		if file = l.nodeFile(file); file != "" {
			return file
		}
		return l.nodeFile(path.Join(m.folder, "src", rest))
	}
	if file := l.nodeFile(m.folder); file != "" {
		return file
	}
	// What is published was not built here: take what it is built from.
	return l.nodeFile(path.Join(m.folder, "src"))
}

// within returns the file that a target of exports means.
func (l *Linker) within(folder, target string) string {
	file, inside := below(folder, target)
	if !inside {
		return ""
	}
	if found := l.nodeFile(file); found != "" {
		return found
	}
	parts := strings.SplitN(strings.TrimPrefix(target, "./"), "/", 2)
	if len(parts) == 2 && slices.Contains([]string{"dist", "lib", "build", "out", "esm", "cjs"}, parts[0]) {
		return l.nodeFile(path.Join(folder, "src", parts[1]))
	}
	return ""
}

// isESM reports whether a file imports as the module system of ECMAScript does, as far as Node can tell, and
// for TypeScript, which hides it.
func (l *Linker) isESM(w wanted) bool {
	switch w.extension {
	case ".mjs", ".mts", ".ts", ".tsx", ".jsx", ".vue", ".svelte":
		return true
	case ".cjs", ".cts":
		return false
	}
	m := l.around(w.folder)
	return m != nil && m.get("type").text == "module"
}

// holds reports whether a condition of exports holds.
func holds(condition string, esm bool) bool {
	switch condition {
	case "import", "module":
		return esm
	case "require":
		return !esm
	}
	return slices.Contains([]string{"node", "default", "node-addons", "module-sync"}, condition)
}

// target returns what a subpath is mapped to in the exports or imports of a package, "" for nothing. Where
// the condition for the module system of the importing file leads nowhere, the other one is taken.
func (v value) target(subpath string, esm bool) string {
	if t := v.targetFor(subpath, esm); t != "" {
		return t
	}
	return v.targetFor(subpath, !esm)
}

func (v value) targetFor(subpath string, esm bool) string {
	if len(v.fields) == 0 || !strings.HasPrefix(v.fields[0].name, ".") && !strings.HasPrefix(v.fields[0].name, "#") {
		if subpath == "." {
			return v.condition("", esm, 0)
		}
		return ""
	}
	if exact := v.get(subpath); exact.isText || exact.fields != nil || exact.list != nil {
		return exact.condition("", esm, 0)
	}
	best, star, longest := value{}, "", -1
	for _, f := range v.fields {
		before, behind, ok := strings.Cut(f.name, "*")
		if !ok && strings.HasSuffix(f.name, "/") {
			before, ok = f.name, true
		}
		if ok && len(before) > longest && len(subpath) >= len(before)+len(behind) &&
			strings.HasPrefix(subpath, before) && strings.HasSuffix(subpath, behind) {
			best, star, longest = f.value, subpath[len(before):len(subpath)-len(behind)], len(before)
		}
	}
	if longest < 0 {
		return ""
	}
	return best.condition(star, esm, 0)
}

// condition returns the target of a value of exports, with what the star stands for.
func (v value) condition(star string, esm bool, depth int) string {
	if depth > 8 {
		return ""
	}
	if v.isText {
		if strings.HasSuffix(v.text, "/") {
			return v.text + star
		}
		return strings.ReplaceAll(v.text, "*", star)
	}
	for _, e := range v.list {
		if t := e.condition(star, esm, depth+1); t != "" {
			return t
		}
	}
	for _, f := range v.fields {
		if holds(f.name, esm) {
			if t := f.value.condition(star, esm, depth+1); t != "" {
				return t
			}
		}
	}
	return ""
}
