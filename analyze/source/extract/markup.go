package extract

import (
	"bytes"
	"strings"
)

// scanMarkup extracts from the script elements of HTML, Vue and Svelte files.
func scanMarkup(x *extraction) {
	for i := 0; i < len(x.src); {
		n := bytes.IndexByte(x.src[i:], '<')
		if n < 0 {
			break
		}
		i += n
		switch {
		case bytes.HasPrefix(x.src[i:], []byte("<!--")):
			end := bytes.Index(x.src[i:], []byte("-->"))
			if end < 0 {
				i = len(x.src)
				break
			}
			if x.suppressions {
				x.comment(i, i+end+3)
			}
			i += end + 3
		case hasPrefixFold(x.src[i+1:], "script"):
			i = scriptElement(x, i)
		case hasPrefixFold(x.src[i+1:], "style"):
			i = closingTag(x.src, i+1, "style")
		default:
			i++
		}
	}
}

// scriptElement reads the script element at i and returns the offset of its closing tag.
func scriptElement(x *extraction, i int) int {
	attributes, start := tagAttributes(x.src, i+1+len("script"))
	if start < 0 {
		return i + 1
	}
	end := closingTag(x.src, start, "script")
	syntax := scriptSyntax{jsx: true}
	switch strings.ToLower(attributes["lang"]) {
	case "ts", "typescript":
		syntax = scriptSyntax{typed: true}
	case "tsx":
		syntax = scriptSyntax{typed: true, jsx: true}
	case "", "js", "javascript", "jsx", "babel":
	default:
		return end
	}
	kind, _, _ := strings.Cut(strings.ToLower(attributes["type"]), ";")
	switch strings.TrimSpace(kind) {
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript",
		"text/x-javascript", "application/x-javascript", "text/jsx", "text/babel":
	case "text/typescript", "application/typescript", "text/x-typescript":
		syntax = scriptSyntax{typed: true}
	default:
		return end // a template or data
	}
	scanScript(x, start, end, syntax)
	return end
}

// tagAttributes reads the attributes from i to the end of an opening tag, and returns them under their
// lower-case names with the offset behind the tag, which is -1 when its name goes on at i.
func tagAttributes(src []byte, i int) (map[string]string, int) {
	attributes := make(map[string]string)
	if i < len(src) && byteClass[src[i]]&byteName != 0 || i < len(src) && src[i] == '-' {
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
		if hasPrefixFold(src[i+2:], name) {
			return i
		}
		i += 2
	}
}
