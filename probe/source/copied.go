package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
)

// libraries is the beginning of a banner that a well-known library carries, with its version, or the name
// of those who write it.
var libraries = lazyregexp.New(`(?i)^(?:(?:jquery(?:[ .-](?:javascript library|ui|migrate|validation(?: plugin)?|mobile|color|cookie(?: plugin)?|form(?: plugin)?|mousewheel))?|sizzle(?: css selector engine)?|bootstrap(?:[ .-][a-z]+)?|popper|lodash|underscore|backbone|handlebars|mustache|moment|angularjs|react(?:-dom)?|vue|ember|knockout|modernizr|require(?:js)?|zepto|prototype javascript framework|script\.aculo\.us|mootools|dojo|raphael|d3|chart|leaflet|three|select2|datatables|highlight|prism|marked|showdown|dompurify|hammer|swiper|socket\.io|axios|fuse|video|plyr|quill|sortable|dropzone|flatpickr|core-js|html5 shiv|clipboard|typeahead|toastr|mathjax|katex|codemirror|ckeditor|tinymce)(?:\.js)?(?: (?:v|version|javascript library v?))?[ :@-]*v?\d+\.\d+` +
	`|copyright (?:\(c\) )?(?:tiny technologies|ephox|cksource|openjs foundation|jquery foundation|the dojo foundation|facebook, inc|meta platforms, inc|google inc\.? .{0,20}angular)|codemirror,? (?:version \S+ )?copyright|\(c\) \d{4}(?:-\d{4})? (?:jeremy ashkenas))`)

// licensed and versioned are what a banner says of code that was published for others to use.
var (
	licensed  = lazyregexp.New(`(?i)@licen[cs]e|licen[cs]ed? under|under the \S+ licen[cs]e|\b(?:MIT|BSD|GPL|LGPL|Apache|MPL|ISC)\b|copyright|\(c\)`)
	versioned = lazyregexp.New(`(?i)@version\b|\bv(?:ersion)?[ :.]*\d+\.\d+|\S \d+\.\d+\.\d+`)
)

// publicFolders are served to browsers as they are, copyFolders keep code of others in them or anywhere.
var (
	publicFolders = []string{"static", "public", "assets", "www", "wwwroot", "htdocs", "webroot", "media", "resources"}
	copyFolders   = []string{"libs", "lib", "vendors", "plugins", "third_party", "third-party", "thirdparty", "3rdparty", "3rd-party", "external", "externals", "contrib"}
	foreign       = []string{"vendors", "third_party", "third-party", "thirdparty", "3rdparty", "3rd-party", "externals"}
)

// banner returns the text of the comments that a file begins with, a line of it each.
func banner(src []byte) []string {
	head := src[:min(len(src), 3000)]
	var lines []string
	inside := false
	for line := range strings.Lines(string(head)) {
		line = strings.TrimSpace(line)
		if !inside && line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "/*") {
			break
		}
		if at := strings.Index(line, "/*"); at == 0 {
			inside = true
		}
		if end := strings.Index(line, "*/"); inside && end >= 0 {
			inside, line = false, line[:end]
		}
		if line = strings.Trim(line, "/*! \t"); line != "" {
			lines = append(lines, line)
		}
		if len(lines) == 40 {
			break
		}
	}
	return lines
}

// copied says what shows that a file is a copy of code that others wrote, "" when nothing does.
func copied(f File, src []byte) string {
	if name := f.shipped(src); name != "" {
		return "the same file is " + name
	}
	if !f.isScript() {
		return ""
	}
	if name := f.installed(src); name != "" {
		return "the same file is " + name
	}
	lines := banner(src)
	if len(lines) == 0 || f.isOwnLibrary(lines) {
		return ""
	}
	for i, line := range lines[:min(len(lines), 4)] {
		if name := strings.TrimSpace(strings.TrimPrefix(line, "@preserve")); libraries.MatchString(name) {
			return "its banner says " + excerpt(lines[i])
		}
	}
	text := strings.Join(lines, "\n")
	if licensed.MatchString(text) && (versioned.MatchString(text) || f.inForeignFolder()) && f.inCopyFolder() {
		return "its banner says " + excerpt(lines[0])
	}
	return ""
}

func excerpt(line string) string {
	if runes := []rune(line); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return line
}

// inCopyFolder reports whether a file lies in a folder for code of others: one of such a name that is
// served to browsers, or one whose name says so by itself.
func (f File) inCopyFolder() bool {
	served := false
	elements := f.below()
	for _, e := range elements[:len(elements)-1] {
		if slices.Contains(foreign, e) || served && slices.Contains(copyFolders, e) {
			return true
		}
		served = served || slices.Contains(publicFolders, e)
	}
	return false
}

func (f File) inForeignFolder() bool {
	return slices.ContainsFunc(f.below(), func(e string) bool { return slices.Contains(foreign, e) })
}

// isOwnLibrary reports whether a banner is about the package that a file belongs to.
func (f File) isOwnLibrary(lines []string) bool {
	top := filepath.Clean(f.root)
	for dir := filepath.Dir(f.Path); ; dir = filepath.Dir(dir) {
		if m := readManifest(dir); m != nil && m.Name != "" {
			name := strings.ToLower(path.Base(m.Name))
			for _, line := range lines[:min(len(lines), 4)] {
				if strings.Contains(strings.ToLower(line), name) {
					return true
				}
			}
			return false
		}
		if up := filepath.Dir(dir); dir == top || up == dir || dir == "." {
			return false
		}
	}
}

// installed returns the file in a node_modules between a file and the root that has the same content, ""
// for none. A package is looked at when part of the path names it.
func (f File) installed(src []byte) string {
	elements := f.below()
	if len(src) == 0 || slices.Contains(elements, modules) {
		return ""
	}
	var words []string
	for _, e := range elements {
		stem := strings.ToLower(strings.TrimSuffix(e, path.Ext(e)))
		words = append(words, stem, strings.TrimSuffix(stem, ".min"))
		if i := strings.LastIndexByte(stem, '-'); i > 0 && i+1 < len(stem) && stem[i+1] >= '0' && stem[i+1] <= '9' {
			words = append(words, stem[:i]) // jquery-3.6.0
		}
	}
	looked := mostLooked
	for up := len(elements) - 1; up >= 0; up-- {
		installed := filepath.Join(f.root, filepath.FromSlash(path.Join(elements[:up]...)), modules)
		if info, err := os.Stat(installed); err != nil || !info.IsDir() {
			continue
		}
		for _, word := range words {
			if !filepath.IsLocal(word) || word == "." {
				continue
			}
			if same := findCopy(filepath.Join(installed, word), src, &looked); same != "" {
				if rel, err := filepath.Rel(f.root, same); err == nil {
					same = rel
				}
				return filepath.ToSlash(same)
			}
		}
	}
	return ""
}

// shipped returns the file of a wheel that has the same content as one in the folder NAME-VERSION.data of the wheel, ""
// for none: what is there is copied to somewhere else when the wheel is installed.
func (f File) shipped(src []byte) string {
	elements := f.below()
	for i, e := range elements[:len(elements)-1] {
		stem, ok := strings.CutSuffix(e, ".data")
		if !ok {
			continue
		}
		top := path.Join(elements[:i]...)
		list, err := os.ReadFile(filepath.Join(f.root, filepath.FromSlash(top), stem+".dist-info", "RECORD"))
		if err != nil {
			continue
		}
		sum := sha256.Sum256(src)
		for entry := range bytes.Lines(list) {
			// RECORD has a path, a hash and a size in each line.
			name, rest, _ := strings.Cut(string(entry), ",")
			if strings.HasPrefix(rest, "sha256="+base64.RawURLEncoding.EncodeToString(sum[:])+",") && !strings.HasPrefix(name, e+"/") {
				return path.Join(top, name)
			}
		}
	}
	return ""
}

// mostLooked bounds the number of entries of installed packages that are looked at for one file.
const mostLooked = 5000

// findCopy returns the file of the given content in a folder of a package, "" for none. Looked counts down
// the entries that it may look at.
func findCopy(dir string, src []byte, looked *int) string {
	entries, err := os.ReadDir(dir)
	if *looked -= len(entries); err != nil || *looked < 0 {
		return ""
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() && e.Name() != modules:
			if same := findCopy(name, src, looked); same != "" {
				return same
			}
		case e.Type().IsRegular() && strings.HasSuffix(e.Name(), "js"):
			if info, err := e.Info(); err == nil && info.Size() == int64(len(src)) {
				if text, err := os.ReadFile(name); err == nil && bytes.Equal(text, src) {
					return name
				}
			}
		}
	}
	return ""
}
