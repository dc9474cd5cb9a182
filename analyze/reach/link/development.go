package link

import (
	"path"
	"slices"
	"strings"
)

// IsDevelopment reports whether a file belongs to an installed package of Node that only the development of
// its project needs: the project names it, or a package that needs it, among its devDependencies, and no
// way leads to it from what the project needs when it runs.
func (l *Linker) IsDevelopment(file string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := strings.LastIndex("/"+file, "/node_modules/")
	first := strings.Index("/"+file, "/node_modules/")
	if at < 0 {
		return false
	}
	project := path.Clean(("/" + file)[1:max(first, 1)])
	installed := file[at+len("node_modules/"):]
	name, _ := splitModule(installed)
	folder := path.Join(file[:at], "node_modules", name)
	needed, dev := l.needs(project)
	return dev[folder] && !needed[folder]
}

// needs returns the folders of the installed packages that a project needs when it runs, and of those that
// its development needs.
func (l *Linker) needs(project string) (run, development map[string]bool) {
	if known, ok := l.needed[project]; ok {
		return known[0], known[1]
	}
	var m [2]map[string]bool
	for i := range m {
		m[i] = map[string]bool{}
	}
	if p := l.manifest(project); p != nil {
		l.follow(p, []string{"dependencies", "optionalDependencies", "peerDependencies"}, m[0])
		l.follow(p, []string{"devDependencies"}, m[1])
	}
	// What a package of a workspace needs lies in the folder of the project.
	for _, folder := range l.workspaces() {
		if p := l.manifest(folder); p != nil && folder != project && strings.HasPrefix(folder+"/", strings.TrimPrefix(project+"/", "./")) {
			l.follow(p, []string{"dependencies", "optionalDependencies", "peerDependencies"}, m[0])
			l.follow(p, []string{"devDependencies"}, m[1])
		}
	}
	l.needed[project] = m
	return m[0], m[1]
}

// follow adds the folders of what a package names under some keys, and of all that these need to run.
func (l *Linker) follow(p *manifest, keys []string, into map[string]bool) {
	type need struct{ folder, name string }
	var todo []need
	add := func(m *manifest, keys []string) {
		for _, key := range keys {
			for _, name := range m.get(key).names() {
				todo = append(todo, need{m.folder, name})
			}
		}
	}
	add(p, keys)
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		up(next.folder, func(folder string) string {
			m := l.manifest(path.Join(folder, "node_modules", next.name))
			if m == nil {
				return ""
			}
			if !into[m.folder] {
				into[m.folder] = true
				add(m, []string{"dependencies", "optionalDependencies", "peerDependencies"})
			}
			return m.folder
		})
	}
}

// InBrowser reports whether a package.json says that a file is the one for browsers.
func (p *Package) InBrowser(file string) bool { return slices.Contains(p.browser, file) }
