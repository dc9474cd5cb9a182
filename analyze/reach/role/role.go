// Package role says what a file is for: whether it runs where requests are answered, or in tests,
// documentation, builds, development or browsers.
package role

import (
	"path"
	"strings"

	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
)

// Of returns the role of a file, by its path below the root of the project, and in words what says so, "" for
// ordinary code. What lies in an installed package has the role that it has there; the linker may be nil.
func Of(m *model.Model, l *link.Linker, file string) (role model.Role, why string) {
	inside := file
	if l != nil {
		p, ok := l.PackageOf(file)
		if ok && p.Installed {
			inside = strings.TrimPrefix(file, p.Folder+"/")
			// The project may say something about a package as a whole.
			if role, rule := m.RoleOf(file); rule != nil && !rule.Default() {
				return role, rule.Where
			}
		}
		if ok && p.InBrowser(file) {
			return model.Browser, `"browser" in ` + p.File
		}
		role, why := byPath(m, inside)
		if _, rule := m.RoleOf(inside); rule != nil && rule.Default() && ok {
			switch {
			case role == model.Browser && len(p.Exports) > 0 && file == p.Exports[0]: // whatever its name
				role, why = model.Ordinary, "" // programs that import the package run it
			case role == model.Documentation && isAmongCode(m, p, file):
				role, why = model.Ordinary, ""
			case role == model.Build && p.Installed && !buildsInstalled(m, inside):
				role, why = model.Ordinary, ""
			}
		}
		if role != model.Ordinary || why != "" {
			return role, why
		}
		if ok && p.Builds(file) {
			return model.Build, "a script of " + p.File
		}
		if l.IsDevelopment(file) {
			return model.Development, "only devDependencies need " + path.Base(p.Folder)
		}
		return model.Ordinary, ""
	}
	return byPath(m, inside)
}

// buildsInstalled reports whether a file of an installed package may be one that builds something by its path. Deeper than at its
// top, a folder named tools or generators is one of the package's own code, and in Python there is nothing else.
func buildsInstalled(m *model.Model, inside string) bool {
	if path.Ext(inside) == ".py" {
		return false
	}
	top, _, _ := strings.Cut(inside, "/")
	role, _ := m.RoleOf(path.Join(top, path.Base(inside)))
	return role == model.Build
}

// isAmongCode reports whether a file lies in the folder at the top of a package in which the one lies that an import of the package
// means: a playground or a demo in there is a part of the program.
func isAmongCode(m *model.Model, p *link.Package, file string) bool {
	if len(p.Exports) == 0 {
		return false
	}
	top, _, in := strings.Cut(strings.TrimPrefix(p.Exports[0], p.Folder+"/"), "/")
	own, _, same := strings.Cut(strings.TrimPrefix(file, p.Folder+"/"), "/")
	role, _ := m.RoleOf(path.Join(own, path.Base(file)))
	return in && same && top == own && role == model.Ordinary
}

// IsTest reports whether a file in the folder of an installed package is a test of it, by its path there or by what the
// project says of it.
func IsTest(m *model.Model, folder, file string) bool {
	role, rule := m.RoleOf(file)
	if rule == nil || rule.Default() {
		role, _ = m.RoleOf(strings.TrimPrefix(file, folder+"/"))
	}
	return role == model.Test
}

func byPath(m *model.Model, file string) (model.Role, string) {
	role, rule := m.RoleOf(file)
	switch {
	case rule == nil:
		return model.Ordinary, ""
	case rule.Default():
		return role, "the path " + file
	}
	return role, rule.Where
}
