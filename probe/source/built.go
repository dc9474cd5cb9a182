package source

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/regex/syntax"
)

// outputs are folders in which builds leave what they make, and sources those in which what they make it
// from stands beside them.
var (
	outputs = []string{"dist", "build", "built", "out", "bundle", "bundles", "compiled", ".next", ".nuxt", ".output", ".svelte-kit"}
	sources = []string{"src", "source", "sources"}
	written = []string{".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".es6", ".vue", ".coffee"}
)

// bundlers are texts that tools leave in what they put together.
var bundlers = []string{
	"__webpack_require__(", "webpackChunk", "webpackJsonp", "webpackBootstrap", "__nccwpck_require__", "parcelRequire", "__vitePreload",
	"__vite__mapDeps", "System.register(", "__commonJS(", "typeof exports === 'object' && typeof module !== 'undefined' ? ", `"object"==typeof exports`,
	"!function(e", "(function(){function r(e,n,t)",
}

// bundledHead is how much of a file is searched for these texts.
const bundledHead = 64 << 10

// tagged is a name with a part that may be a hash of the content, as builds write it.
var tagged = lazyregexp.New(`[.-]([0-9A-Za-z_]{8,})(?:\.(?:chunk|bundle|esm))?\.[cm]?js$`)

// hashed reports whether a name changes with the content of the file.
func hashed(name string) bool {
	tag := tagged.FindStringSubmatch(name)
	if tag == nil {
		return false
	}
	digit := strings.ContainsAny(tag[1], "0123456789")
	hex := strings.Trim(tag[1], "0123456789abcdef") == ""
	mixed := strings.ToLower(tag[1]) != tag[1] && strings.ToUpper(tag[1]) != tag[1]
	return digit && (hex || mixed)
}

// isScript reports whether a file is one of JavaScript itself, which is what builds make.
func (f File) isScript() bool {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".js", ".mjs", ".cjs":
		return f.Language.Dialect == syntax.JavaScript
	}
	return false
}

// below returns the elements of the path below the root.
func (f File) below() []string {
	rel, err := filepath.Rel(f.root, f.Path)
	if err != nil {
		rel = f.Path
	}
	return strings.Split(filepath.ToSlash(rel), "/")
}

// built says what shows that a build made a file out of others, "" when nothing does. What a build made is
// left out where what it was made from is read, or where a tool put many files together; code that is
// there in no other form is read.
func built(f File, src []byte) string {
	if !f.isScript() {
		return ""
	}
	if from := f.twin(); from != "" {
		return "made from " + from
	}
	m := f.sourceMap(src)
	if from := f.mappedSource(m); from != "" {
		return "made from " + from
	}
	elements := f.below()
	inOutput := slices.ContainsFunc(elements[:len(elements)-1], func(e string) bool { return slices.Contains(outputs, e) })
	name := elements[len(elements)-1]
	switch {
	case !inOutput && !slices.Contains(elements[:len(elements)-1], "assets") || f.isEntry():
	case m != nil && len(m.Sources) > 1:
		return "its source map names many files"
	case hashed(name):
		return "its name has a hash"
	case inOutput && f.minifiedNeighbour():
		return "a minified form stands beside it"
	case inOutput && bundled(src):
		return "a bundler has left its marks"
	}
	return ""
}

func bundled(src []byte) bool {
	head := src[:min(len(src), bundledHead)]
	return slices.ContainsFunc(bundlers, func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}

// twin returns the file beside an output folder that a file in that folder was made from, "" for none.
func (f File) twin() string {
	elements := f.below()
	for i := len(elements) - 2; i >= 0; i-- {
		if !slices.Contains(outputs, elements[i]) {
			continue
		}
		for _, folder := range sources {
			other := slices.Clone(elements)
			other[i] = folder
			stem := strings.TrimSuffix(path.Join(other...), path.Ext(f.Path))
			for _, ending := range written {
				if isFile(filepath.Join(f.root, filepath.FromSlash(stem+ending))) {
					return stem + ending
				}
			}
		}
	}
	return ""
}

func isFile(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

func (f File) minifiedNeighbour() bool {
	stem := strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
	return isFile(stem+".min"+filepath.Ext(f.Path)) || isFile(stem+"-min"+filepath.Ext(f.Path))
}

// isEntry reports whether a package.json between a file and the root names it, where no folder of sources
// stands beside that.
func (f File) isEntry() bool {
	top := filepath.Clean(f.root)
	for dir := filepath.Dir(f.Path); ; dir = filepath.Dir(dir) {
		if m := readManifest(dir); m != nil {
			rel, err := filepath.Rel(dir, f.Path)
			if err != nil || slices.ContainsFunc(sources, func(s string) bool { info, err := os.Stat(filepath.Join(dir, s)); return err == nil && info.IsDir() }) {
				return false
			}
			named := []string{m.Main, m.Module}
			for _, more := range []json.RawMessage{m.Bin, m.Exports, m.Browser} {
				named = append(named, textsIn(more)...)
			}
			rel = filepath.ToSlash(rel)
			return slices.ContainsFunc(named, func(n string) bool {
				n = path.Clean(n)
				return n == rel || n+".js" == rel || n+"/index.js" == rel
			})
		}
		if up := filepath.Dir(dir); dir == top || up == dir || dir == "." {
			return false
		}
	}
}

// sourceMap is what a source map says about where a file comes from.
type sourceMap struct {
	Root    string   `json:"sourceRoot"`
	Sources []string `json:"sources"`

	dir string // that the sources are relative to
}

// maxSourceMap bounds the size of a source map that is read.
const maxSourceMap = 64 << 20

var mapMark = []byte("# sourceMappingURL=")

// sourceMap reads the source map that the last lines of a file name or hold, nil for none.
func (f File) sourceMap(src []byte) *sourceMap {
	at := bytes.LastIndex(src, mapMark)
	if at < 0 {
		return nil
	}
	url, rest, _ := strings.Cut(string(src[at+len(mapMark):]), "\n")
	if url = strings.TrimSpace(url); strings.TrimSpace(rest) != "" {
		return nil
	}
	m := &sourceMap{dir: filepath.Dir(f.Path)}
	if encoded, inline := strings.CutPrefix(url, "data:application/json;"); inline {
		_, encoded, _ = strings.Cut(encoded, "base64,")
		text, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || json.Unmarshal(text, m) != nil {
			return nil
		}
		return m
	}
	if strings.Contains(url, ":") {
		return nil
	}
	name := filepath.Join(m.dir, filepath.FromSlash(url))
	r, info, err := open(name)
	if err != nil {
		return nil
	}
	defer r.Close()
	if !info.Mode().IsRegular() || info.Size() > maxSourceMap {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(r, maxSourceMap))
	if err != nil || json.Unmarshal(text, m) != nil {
		return nil
	}
	m.dir = filepath.Dir(name)
	return m
}

// mappedSource returns the first source of a source map that stands below the root and is not installed,
// "" for none.
func (f File) mappedSource(m *sourceMap) string {
	if m == nil {
		return ""
	}
	const tried = 200
	for _, source := range m.Sources[:min(len(m.Sources), tried)] {
		if _, local, foreign := strings.Cut(source, "://"); foreign { // webpack://name/./src/a.js
			_, source, _ = strings.Cut(local, "/")
			if source = path.Clean(source); !filepath.IsLocal(source) {
				continue
			}
			source = filepath.Join(f.root, filepath.FromSlash(source))
		} else {
			source = filepath.Join(m.dir, filepath.FromSlash(m.Root), filepath.FromSlash(source))
		}
		rel, err := filepath.Rel(f.root, source)
		if err != nil || !filepath.IsLocal(rel) || strings.Contains(filepath.ToSlash(rel), modules+"/") {
			continue
		}
		if source != filepath.Clean(f.Path) && isFile(source) {
			return filepath.ToSlash(rel)
		}
	}
	return ""
}
