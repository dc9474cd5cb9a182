package link

import (
	"cmp"
	"path"
	"strings"
	"unicode"

	"snag/analyze/sorting"
)

// ruby resolves what require gets, "./x" for require_relative, or a constant, "A::B".
func (l *Linker) ruby(folder, module string) string {
	if strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../") {
		file, inside := join(folder, module)
		if !inside {
			return ""
		}
		return l.first(file, file+".rb")
	}
	if first := rune(module[0]); unicode.IsUpper(first) || strings.HasPrefix(module, "::") {
		return l.constant(folder, strings.TrimPrefix(module, "::"))
	}
	return up(folder, func(folder string) string {
		for _, root := range []string{"lib", "", "app"} {
			file := path.Join(folder, root, module)
			if found := l.first(file+".rb", file); found != "" && strings.HasSuffix(found, ".rb") {
				return found
			}
		}
		return ""
	})
}

// constant returns the file that Rails loads for a constant: app/models/shop/order_item.rb for
// Shop::OrderItem. A constant of a module may stand in the file of the module.
func (l *Linker) constant(folder, name string) string {
	for parts := strings.Split(name, "::"); len(parts) > 0; parts = parts[:len(parts)-1] {
		var snake []string
		for _, p := range parts {
			snake = append(snake, underscore(p))
		}
		file := strings.Join(snake, "/") + ".rb"
		var all []string
		for _, candidate := range l.files.Named(path.Base(file)) {
			root, ok := strings.CutSuffix(candidate, file)
			if ok && isAutoloaded(strings.TrimSuffix(root, "/")) && (root == "" || strings.HasSuffix(root, "/")) {
				all = append(all, candidate)
			}
		}
		if len(all) > 0 {
			return nearest(folder, all)
		}
	}
	return ""
}

// isAutoloaded reports whether constants are looked for in a folder: app/*, their concerns, and lib.
func isAutoloaded(folder string) bool {
	base, parent := path.Base(folder), path.Base(path.Dir(folder))
	return base == "lib" || base == "app" || parent == "app" || base == "concerns" && path.Base(path.Dir(path.Dir(folder))) == "app"
}

// underscore writes a name of a constant as that of a file: HTMLPage as html_page.
func underscore(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// prefix is where the classes of a namespace of PHP stand.
type prefix struct{ namespace, folder string }

// php resolves a path that include gets, or a class with its namespace.
func (l *Linker) php(folder, module string) string {
	if strings.Contains(module, "/") || strings.HasSuffix(strings.ToLower(module), ".php") || strings.HasSuffix(module, ".inc") {
		file, inside := join(folder, module)
		if inside && l.files.Exists(file) {
			return file
		}
		return up(folder, func(folder string) string {
			file := path.Join(folder, module)
			return l.first(file)
		})
	}
	class := strings.TrimPrefix(module, `\`)
	if l.autoload == nil {
		l.autoload = l.psr4()
	}
	for _, p := range l.autoload {
		rest, ok := strings.CutPrefix(class, p.namespace)
		if !ok {
			continue
		}
		file, inside := join(p.folder, strings.ReplaceAll(rest, `\`, "/")+".php")
		if inside && l.files.Exists(file) {
			return file
		}
	}
	return l.bySuffix(folder, strings.Split(class, `\`), ".php")
}

// psr4 returns where composer.json says that the classes of namespaces stand, the longest namespace first.
func (l *Linker) psr4() []prefix {
	all := []prefix{}
	for _, file := range l.files.Named("composer.json") {
		v := decode(l.read(file))
		for _, kind := range []string{"autoload", "autoload-dev"} {
			for _, f := range v.get(kind).get("psr-4").fields {
				for _, to := range f.value.texts() {
					if folder, inside := join(path.Dir(file), to); inside {
						all = append(all, prefix{f.name, folder})
					}
				}
			}
		}
	}
	sorting.Stable(all, func(a, b prefix) int { return cmp.Compare(len(b.namespace), len(a.namespace)) })
	return all
}

// java resolves a class with or without its package, or a member of one.
func (l *Linker) java(folder, class string) string {
	parts := strings.Split(class, ".")
	if len(parts) == 1 {
		return l.first(path.Join(folder, class+".java"), path.Join(folder, class+".kt"))
	}
	for n := len(parts); n > 1; n-- {
		for _, ext := range []string{".java", ".kt"} {
			suffix := strings.Join(parts[:n], "/") + ext
			var all []string
			for _, file := range l.files.Named(parts[n-1] + ext) {
				if file == suffix || strings.HasSuffix(file, "/"+suffix) {
					all = append(all, file)
				}
			}
			if len(all) > 0 {
				return nearest(folder, all)
			}
		}
	}
	return ""
}

// csharp resolves a class with or without its namespace by the name of its file. The folders need not be
// named after the namespace.
func (l *Linker) csharp(folder, class string) string {
	return l.bySuffix(folder, strings.Split(class, "."), ".cs")
}

// bySuffix returns the file of a name of several parts with the most of them at the end of its path, and
// among those the nearest.
func (l *Linker) bySuffix(folder string, parts []string, ext string) string {
	last := parts[len(parts)-1]
	files := l.files.Named(last + ext)
	for n := 0; n < len(parts); n++ {
		suffix := "/" + strings.Join(parts[n:], "/") + ext
		var all []string
		for _, file := range files {
			if strings.HasSuffix("/"+file, suffix) {
				all = append(all, file)
			}
		}
		if len(all) > 0 {
			return nearest(folder, all)
		}
	}
	return ""
}
