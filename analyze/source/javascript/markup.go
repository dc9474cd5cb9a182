package javascript

import (
	"bytes"
	"strings"

	"snag/analyze/source/scan"
)

// ScanMarkup extracts from the script elements of HTML, Vue and Svelte files.
func ScanMarkup(x *scan.State) {
	for i := 0; i < len(x.Src); {
		n := bytes.IndexByte(x.Src[i:], '<')
		if n < 0 {
			break
		}
		i += n
		switch {
		case bytes.HasPrefix(x.Src[i:], []byte("<!--")):
			end := bytes.Index(x.Src[i:], []byte("-->"))
			if end < 0 {
				i = len(x.Src)
				break
			}
			if x.Marked {
				x.Comment(i, i+end+3)
			}
			i += end + 3
		case scan.HasPrefixFold(x.Src[i+1:], "script"):
			i = scriptElement(x, i)
		case scan.HasPrefixFold(x.Src[i+1:], "style"):
			i = closingTag(x.Src, i+1, "style")
		default:
			i++
		}
	}
}

// scriptElement reads the script element at i and returns the offset of its closing tag.
func scriptElement(x *scan.State, i int) int {
	attributes, start := tagAttributes(x.Src, i+1+len("script"))
	if start < 0 {
		return i + 1
	}
	end := closingTag(x.Src, start, "script")
	syntax := Syntax{JSX: true}
	switch strings.ToLower(attributes["lang"]) {
	case "ts", "typescript":
		syntax = Syntax{Typed: true}
	case "tsx":
		syntax = Syntax{Typed: true, JSX: true}
	case "", "js", "javascript", "jsx", "babel":
	default:
		return end
	}
	kind, _, _ := strings.Cut(strings.ToLower(attributes["type"]), ";")
	switch strings.TrimSpace(kind) {
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript",
		"text/x-javascript", "application/x-javascript", "text/jsx", "text/babel":
	case "text/typescript", "application/typescript", "text/x-typescript":
		syntax = Syntax{Typed: true}
	default:
		return end // a template or data
	}
	Scan(x, start, end, syntax)
	return end
}

// tagAttributes reads the attributes from i to the end of an opening tag, and returns them under their
// lower-case names with the offset behind the tag, which is -1 when its name goes on at i.
func tagAttributes(src []byte, i int) (map[string]string, int) {
	attributes := make(map[string]string)
	if i < len(src) && scan.ByteClass[src[i]]&scan.ByteName != 0 || i < len(src) && src[i] == '-' {
		return nil, -1 // the name of another element
	}
	space := func() {
		for i < len(src) && (src[i] <= ' ' || src[i] == '/') {
			i++
		}
	}
	for space(); i < len(src); space() {
		if src[i] == '>' {
			return attributes, i + 1
		}
		name := i
		for i < len(src) && src[i] > ' ' && src[i] != '=' && src[i] != '>' && (src[i] != '/' || i == name) {
			i++
		}
		key := strings.ToLower(string(src[name:max(i, name)]))
		if i == name {
			i++
			continue
		}
		at := i
		for at < len(src) && src[at] <= ' ' {
			at++
		}
		if at >= len(src) || src[at] != '=' {
			attributes[key] = ""
			continue
		}
		for i = at + 1; i < len(src) && src[i] <= ' '; i++ {
		}
		start := i
		if i < len(src) && (src[i] == '"' || src[i] == '\'') {
			n := bytes.IndexByte(src[i+1:], src[i])
			if n < 0 {
				break
			}
			i += n + 2
			attributes[key] = string(src[start+1 : i-1])
			continue
		}
		for i < len(src) && src[i] > ' ' && src[i] != '>' {
			i++
		}
		attributes[key] = string(src[start:i])
	}
	return nil, len(src)
}

// closingTag returns the offset of the closing tag of the named element from i on, or the end of src.
func closingTag(src []byte, i int, name string) int {
	for {
		n := bytes.Index(src[i:], []byte("</"))
		if n < 0 {
			return len(src)
		}
		i += n
		if scan.HasPrefixFold(src[i+2:], name) {
			return i
		}
		i += 2
	}
}
