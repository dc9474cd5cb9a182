package link

import (
	"bytes"
	"path"
	"strings"
)

// rustFile is the extension of the files of Rust.
const rustFile = ".rs"

// rust resolves a module of Rust: "crate" is the one of the file, "self" and "super" go from the module that the file
// holds, and any other name is that of a package whose Cargo.toml is among the files.
func (l *Linker) rust(file, module string) string {
	names := strings.Split(module, "::")
	root := up(path.Dir(file), func(folder string) string {
		if l.files.Exists(path.Join(folder, "Cargo.toml")) {
			return path.Join(folder, "src")
		}
		return ""
	})
	folder, base := path.Dir(file), strings.TrimSuffix(path.Base(file), rustFile)
	if base != "mod" && base != "lib" && base != "main" { // whose modules stand in a folder of its name
		folder = path.Join(folder, base)
	}
	switch names[0] {
	case "crate":
		if folder = root; folder == "" {
			folder = path.Dir(file)
		}
		names = names[1:]
	case "self":
		if names = names[1:]; len(names) == 0 {
			return file
		}
	case "super":
		for len(names) > 0 && names[0] == "super" {
			folder, names = path.Dir(folder), names[1:]
		}
	default:
		if l.crates == nil {
			l.crates = map[string]string{}
			for _, manifest := range l.files.Named("Cargo.toml") {
				if name := crateName(l.read(manifest)); name != "" && l.crates[name] == "" {
					l.crates[name] = path.Join(path.Dir(manifest), "src")
				}
			}
		}
		if folder = l.crates[names[0]]; folder == "" {
			return ""
		}
		names = names[1:]
	}
	return l.rustModule(folder, names)
}

// rustModule returns the file of a module, by the folder of the modules around it.
func (l *Linker) rustModule(folder string, names []string) string {
	inside := path.Join(append([]string{folder}, names...)...)
	if len(names) == 0 {
		if found := l.first(path.Join(folder, "lib.rs"), path.Join(folder, "main.rs")); found != "" {
			return found
		}
	}
	return l.first(inside+rustFile, path.Join(inside, "mod.rs"))
}

// crateName returns the name by which code uses the package that a Cargo.toml describes, "" for none.
func crateName(text []byte) string {
	section := ""
	for line := range bytes.Lines(text) {
		line := strings.TrimSpace(string(line))
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		if section == "[package]" && strings.TrimSpace(key) == "name" {
			return strings.ReplaceAll(strings.Trim(strings.TrimSpace(value), `"'`), "-", "_")
		}
	}
	return ""
}
