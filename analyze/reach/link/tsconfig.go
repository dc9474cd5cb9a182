package link

import (
	"path"
	"strings"
)

// tsconfig is what a configuration of TypeScript says about imports.
type tsconfig struct {
	base  string // the folder of imports that are not relative, "" for none
	root  string // the folder of the targets of paths
	paths []field
}

// deepestExtends is how many configurations are followed to what they extend.
const deepestExtends = 8

// tsconfigOf returns the configuration of a folder, nil for none.
func (l *Linker) tsconfigOf(folder string) *tsconfig {
	c, known := l.configs[folder]
	if !known {
		for _, name := range []string{"tsconfig.json", "jsconfig.json", "tsconfig.base.json"} {
			if c = l.readTSConfig(path.Join(folder, name), 0); c != nil {
				break
			}
		}
		l.configs[folder] = c
	}
	return c
}

func (l *Linker) readTSConfig(file string, depth int) *tsconfig {
	text := l.read(file)
	if text == nil || depth > deepestExtends {
		return nil
	}
	v := decode(text)
	folder := path.Dir(file)
	c := &tsconfig{}
	bases := v.get("extends").texts()
	for _, r := range v.get("references").list { // as the ones that vite makes: all options stand in another file
		if t := r.get("path").text; t != "" && len(v.get("compilerOptions").fields) == 0 {
			bases = append(bases, t)
		}
	}
	for _, base := range bases {
		if from := l.readTSConfig(l.extended(folder, base), depth+1); from != nil {
			if from.base != "" {
				c.base = from.base
			}
			if from.paths != nil {
				c.paths, c.root = from.paths, from.root
			}
		}
	}
	options := v.get("compilerOptions")
	if base := options.get("baseUrl").text; base != "" {
		if folder, inside := join(folder, base); inside {
			c.base = folder
		}
	}
	if paths := options.get("paths"); paths.fields != nil {
		c.paths, c.root = paths.fields, folder
		if c.base != "" {
			c.root = c.base
		}
	}
	return c
}

// extended returns the file that "extends" means.
func (l *Linker) extended(folder, base string) string {
	if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "/") {
		file := base
		if !strings.HasPrefix(base, "/") {
			file = path.Join(folder, base)
		}
		return l.first(file, file+".json", path.Join(file, "tsconfig.json"))
	}
	return up(folder, func(folder string) string {
		file := path.Join(folder, "node_modules", base)
		return l.first(file, file+".json", path.Join(file, "tsconfig.json"))
	})
}

// mapped resolves an import by the aliases of the configuration that holds for a folder.
func (l *Linker) mapped(folder, module string) string {
	if strings.Contains("/"+folder+"/", "/node_modules/") {
		return ""
	}
	return up(folder, func(folder string) string {
		c := l.tsconfigOf(folder)
		if c == nil {
			return ""
		}
		if target, ok := c.alias(module); ok {
			for _, t := range target {
				if file, inside := join(c.root, t); inside {
					if found := l.nodeFile(file); found != "" {
						return found
					}
				}
			}
		}
		if c.base != "" {
			return l.nodeFile(path.Join(c.base, module))
		}
		return ""
	})
}

// alias returns what an import is mapped to by the longest alias that fits.
func (c *tsconfig) alias(module string) (targets []string, ok bool) {
	longest := -1
	for _, f := range c.paths {
		before, behind, star := strings.Cut(f.name, "*")
		if !star {
			if f.name == module {
				return f.value.texts(), true
			}
			continue
		}
		if len(before) <= longest || len(module) < len(before)+len(behind) || !strings.HasPrefix(module, before) || !strings.HasSuffix(module, behind) {
			continue
		}
		longest = len(before)
		targets = nil
		for _, t := range f.value.texts() {
			targets = append(targets, strings.Replace(t, "*", module[len(before):len(module)-len(behind)], 1))
		}
	}
	return targets, longest >= 0
}
