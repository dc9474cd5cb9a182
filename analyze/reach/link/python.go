package link

import (
	"path"
	"strings"
)

// python resolves a module of Python: "a.b", ".b", "..".
func (l *Linker) python(folder, module string) string {
	rest := strings.TrimLeft(module, ".")
	if dots := len(module) - len(rest); dots > 0 {
		parts := []string{folder}
		for range dots - 1 {
			parts = append(parts, "..")
		}
		base, inside := join(parts...)
		if !inside {
			return ""
		}
		return l.pythonModule(base, rest)
	}
	// Absolute imports begin outside of the package that the file is part of, and a script finds what lies
	// beside it.
	outside := folder
	for l.files.Exists(path.Join(outside, "__init__.py")) && path.Dir(outside) != outside {
		outside = path.Dir(outside)
	}
	return up(outside, func(folder string) string {
		for _, root := range []string{"", "src", "lib", "python", "app", "backend", "server"} {
			if file := l.pythonModule(path.Join(folder, root), rest); file != "" {
				return file
			}
		}
		return ""
	})
}

// pythonModule returns the file of a module below a folder.
func (l *Linker) pythonModule(folder, module string) string {
	file := path.Join(folder, strings.ReplaceAll(module, ".", "/"))
	if module == "" {
		return l.first(path.Join(file, "__init__.py"))
	}
	return l.first(path.Join(file, "__init__.py"), file+".py", file+".pyw", file+".pyi")
}
