package link

import (
	"bytes"
	"path"
	"strings"
)

// goFile is the extension of the files of Go.
const goFile = ".go"

// golang resolves a package of Go to the first of its files that is no test: "." is that of the folder, any other one
// stands below the folder whose go.mod names the module, or is vendored.
func (l *Linker) golang(folder, module string) string {
	if l.folders == nil {
		l.folders = map[string]string{}
		for _, file := range l.files.Named("*" + goFile) {
			if dir := path.Dir(file); !strings.HasSuffix(file, "_test.go") && l.folders[dir] == "" {
				l.folders[dir] = file
			}
		}
	}
	if module == "." {
		return l.folders[folder]
	}
	longest, found := 0, ""
	for _, file := range l.files.Named("go.mod") {
		name := moduleName(l.read(file))
		rest, ok := strings.CutPrefix(module, name)
		if !ok || name == "" || rest != "" && rest[0] != '/' || len(name) <= longest {
			continue
		}
		if in := l.folders[path.Join(path.Dir(file), rest)]; in != "" {
			longest, found = len(name), in
		}
	}
	if found != "" {
		return found
	}
	return up(folder, func(folder string) string { return l.folders[path.Join(folder, "vendor", module)] })
}

// moduleName returns the module that a go.mod is of, "" for none.
func moduleName(text []byte) string {
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("module")); ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			name, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
			return strings.Trim(string(name), "\"`")
		}
	}
	return ""
}
