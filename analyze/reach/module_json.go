package reach

import (
	"bytes"
	"path"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/ecmascript"
)

// maxJSON is how many bytes a file of JSON has at most that is read as a module. Schemas are small, tables of data large.
const maxJSON = 64 << 10

// addJSON adds the files of JSON that the files of a program import by their whole names: require('./schema.json').
func (p *Project) addJSON(t *texts) {
	for _, from := range t.paths {
		for text := t.of[from]; ; {
			at := bytes.Index(text, []byte(".json"))
			if at < 0 {
				break
			}
			end := at + len(".json")
			start := bytes.LastIndexAny(text[:at], "'\"`\n") + 1
			if start > 0 && end < len(text) && text[end] == text[start-1] {
				p.addOneJSON(t, from, string(text[start:end]))
			}
			text = text[end:]
		}
	}
}

func (p *Project) addOneJSON(t *texts, from, module string) {
	file, ok := p.linker.Resolve(from, module)
	if !ok || !isJSON(file) || t.of[file] != nil {
		return
	}
	if text, err := p.Files.Read(file); err == nil && len(text) <= maxJSON {
		t.paths = append(t.paths, file)
		t.of[file] = text
	}
}

func isJSON(file string) bool { return path.Ext(file) == ".json" }

// parseJSON reads a file of JSON as the module of JavaScript that it is where it is imported.
func parseJSON(text []byte) (*tree.File, extract.Language) {
	const export = "module.exports="
	l, _ := extract.ByPath("module.js")
	t := ecmascript.Parse(append([]byte(export), text...), l)
	tree.Nodes(t, func(n *tree.Node) {
		n.Start, n.End = max(n.Start-int32(len(export)), 0), max(n.End-int32(len(export)), 0)
	})
	return t, l
}
