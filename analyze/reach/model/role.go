package model

import (
	"path"
	"slices"
	"strings"
)

// Role is what a file is for.
type Role uint8

// The roles. The zero role is ordinary code.
const (
	Ordinary      Role = iota
	Test               // tests and what only they use
	Documentation      // documentation, examples and demonstrations
	Build              // what builds, checks, migrates or deploys the program
	Development        // packages that only development needs
	Browser            // what runs in browsers
)

var roles = []string{"ordinary", "test", "documentation", "build", "development", "browser"}

func (r Role) String() string { return roles[r] }

// RoleRule says which role files have.
type RoleRule struct {
	Files    []string
	Role     Role
	Where    string
	embedded bool
}

// Default reports whether the rule is one of the program, and not of a project.
func (r *RoleRule) Default() bool { return r.embedded }

// RoleOf returns the role of a file by its path below the root of its project or package, and the rule that
// says so. The first rule that fits counts; those of a project come before those of the program.
func (m *Model) RoleOf(file string) (Role, *RoleRule) {
	file = path.Clean(file)
	for i := range m.roles {
		if m.roles[i].match(file) {
			return m.Roles[i].Role, &m.Roles[i]
		}
	}
	return Ordinary, nil
}

// globs are patterns of paths that are sorted by how they are compared, since a project has many files.
type globs struct {
	folders map[string]bool // of "**/folder/**"
	names   map[string]bool
	ends    []string // of "*end"
	globs   []string // of names
	paths   []parted
}

// parted is a pattern of several parts, and one of them that a path has to have as it is, "" for none.
type parted struct {
	parts   []string
	literal string
}

func newGlobs(patterns []string) globs {
	g := globs{folders: map[string]bool{}, names: map[string]bool{}}
	for _, pattern := range patterns {
		for _, p := range Alternatives(pattern) {
			parts := strings.Split(p, "/")
			switch {
			case len(parts) == 3 && parts[0] == "**" && parts[2] == "**" && !isGlob(parts[1]):
				g.folders[parts[1]] = true
			case len(parts) > 1:
				one := parted{parts: parts}
				if at := slices.IndexFunc(parts, func(p string) bool { return !isGlob(p) }); at >= 0 {
					one.literal = parts[at]
				}
				g.paths = append(g.paths, one)
			case !isGlob(p):
				g.names[p] = true
			case p[0] == '*' && !isGlob(p[1:]):
				g.ends = append(g.ends, p[1:])
			default:
				g.globs = append(g.globs, p)
			}
		}
	}
	return g
}

func isGlob(pattern string) bool { return strings.ContainsAny(pattern, `*?[\`) }

func (g *globs) match(file string) bool {
	parts := strings.Split(file, "/")
	name := parts[len(parts)-1]
	if g.names[name] || slices.ContainsFunc(parts[:len(parts)-1], func(p string) bool { return g.folders[p] }) {
		return true
	}
	matches := func(glob string) bool { ok, err := path.Match(glob, name); return ok && err == nil }
	return slices.ContainsFunc(g.ends, func(end string) bool { return strings.HasSuffix(name, end) }) ||
		slices.ContainsFunc(g.globs, matches) ||
		slices.ContainsFunc(g.paths, func(p parted) bool {
			return (p.literal == "" || slices.Contains(parts, p.literal)) && matchParts(p.parts, parts)
		})
}
