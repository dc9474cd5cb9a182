package reach

import (
	"bytes"
	"encoding/json"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"path"
	"slices"
	"strings"

	"snag/analyze/nesting"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
)

// property is a line of a file that is not code: a key, its parts joined by dots, and what it is set to.
type property struct {
	key, value string
	start, end int // of the value, in bytes
}

// setLimit is a limit that such a file sets, and where.
type setLimit struct {
	max int64
	at  Place
}

// maxProperties bounds the size of a file of properties in bytes.
const maxProperties = 1 << 20

// profiles are the names that a star in the name of a file of properties stands for where the files of a folder
// are not known.
var profiles = []string{"", "-default", "-dev", "-development", "-local", "-prod", "-production", "-staging", "-stage", ".Development", ".Production", ".Staging"}

// beside are the folders beside or inside one in which files of properties lie.
var beside = []string{"", "resources", "config", "conf", "docker", "docker/php", ".docker/php"}

// setByFiles returns the limits that files of properties set for the code of a package. Where several set one, the
// largest counts; one that is set to what is not known may be anything.
func (p *Project) setByFiles(u *unit) map[string]setLimit {
	if u.limits != nil {
		return u.limits
	}
	u.limits = map[string]setLimit{}
	var rules []*model.Setting
	for i := range p.Model.Settings {
		if s := &p.Model.Settings[i]; s.Property != "" && familyOf(s.Language) == u.family {
			rules = append(rules, s)
		}
	}
	if len(rules) == 0 {
		return u.limits
	}
	for _, file := range p.propertyFiles(u, rules) {
		if r, _ := role.Of(p.Model, p.linker, file); r == model.Test || r == model.Documentation {
			continue
		}
		text, err := p.Files.Read(file)
		if err != nil || len(text) > maxProperties {
			continue
		}
		for _, x := range properties(file, text) {
			for _, s := range p.Model.Property(file, x.key) {
				if familyOf(s.Language) != u.family {
					continue
				}
				v, ok := limit.OfSize(x.value)
				if !ok { // as "${LIMIT:8KB}", which is filled in where the program runs
					v = NoLimit
				}
				if v != NoLimit {
					v *= max(s.Scale, 1)
				}
				if have, known := u.limits[s.Sets]; !known || uint64(v) > uint64(have.max) {
					u.limits[s.Sets] = setLimit{v, Place{file, x.start, x.end, NoLimit}}
				}
			}
		}
	}
	return u.limits
}

// propertyFiles returns the files that rules may mean, in the folders of a package and around them.
func (p *Project) propertyFiles(u *unit, rules []*model.Setting) []string {
	folders := map[string]bool{}
	for _, file := range u.paths {
		for folder := path.Dir(file); !folders[folder]; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	var patterns []string
	for _, s := range rules {
		patterns = append(patterns, s.Files...)
	}
	slices.Sort(patterns)
	found := map[string]bool{}
	for _, pattern := range slices.Compact(patterns) {
		for _, name := range model.Alternatives(pattern) {
			if strings.HasPrefix(name, "*") {
				for _, file := range p.Paths {
					if model.MatchFile(name, file) {
						found[file] = true
					}
				}
				continue
			}
			for _, profile := range profiles {
				one := strings.Replace(name, "*", profile, 1)
				for _, file := range p.Files.Named(one) {
					found[file] = true
				}
				for folder := range folders {
					for _, b := range beside {
						if file := path.Join(folder, b, one); p.Files.Exists(file) {
							found[file] = true
						}
					}
				}
				if one == name {
					break
				}
			}
		}
	}
	return sortedKeys(found)
}

// properties reads a file of properties by the ending of its name.
func properties(file string, text []byte) []property {
	switch path.Ext(file) {
	case ".yml", ".yaml":
		return yamlProperties(text)
	case ".json":
		return jsonProperties(text)
	}
	return lineProperties(text)
}

// lineProperties reads lines such as "key = value", and those of Apache for PHP, "php_value key value".
func lineProperties(text []byte) []property {
	var all []property
	at := 0
	for line := range bytes.Lines(text) {
		start := at
		at += len(line)
		code := strings.TrimSpace(string(line))
		if code == "" || strings.ContainsRune("#!;[<", rune(code[0])) {
			continue
		}
		for _, directive := range []string{"php_value ", "php_admin_value "} {
			code = strings.TrimSpace(strings.TrimPrefix(code, directive))
		}
		end := strings.IndexAny(code, "=: \t")
		if end < 0 {
			continue
		}
		value := strings.TrimLeft(code[end:], "=: \t")
		value, _, _ = strings.Cut(value, ";")
		value = strings.Trim(value, "\"' \t")
		if n := bytes.Index(line, []byte(value)); value != "" && n >= 0 {
			all = append(all, property{code[:end], value, start + n, start + n + len(value)})
		}
	}
	return all
}

// yamlProperties reads the scalars of mappings.
func yamlProperties(text []byte) []property {
	if nesting.YAML(text) != nil {
		return nil
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil
	}
	var all []property
	var visit func(prefix string, n ast.Node)
	visit = func(prefix string, n ast.Node) {
		var pairs []*ast.MappingValueNode
		switch n := n.(type) {
		case *ast.MappingNode:
			pairs = n.Values
		case *ast.MappingValueNode:
			pairs = []*ast.MappingValueNode{n}
		case *ast.AnchorNode:
			visit(prefix, n.Value)
		case *ast.TagNode:
			visit(prefix, n.Value)
		case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.LiteralNode, *ast.AliasNode:
			t := n.GetToken()
			start := max(0, min(len(text), t.Position.Offset-1))
			all = append(all, property{prefix, t.Value, start, min(len(text), start+len(t.Value))})
		}
		for _, e := range pairs {
			key := e.Key.GetToken().Value
			if prefix != "" {
				key = prefix + "." + key
			}
			visit(key, e.Value)
		}
	}
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			visit("", doc.Body)
		}
	}
	return all
}

// deepestJSON bounds how deep objects are read.
const deepestJSON = 64

// jsonProperties reads the scalars of objects.
func jsonProperties(text []byte) []property {
	bom := len(text) - len(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	d := json.NewDecoder(bytes.NewReader(text[bom:]))
	d.UseNumber()
	var all []property
	var visit func(prefix string, depth int) bool
	visit = func(prefix string, depth int) bool {
		t, err := d.Token()
		if err != nil || depth > deepestJSON {
			return false
		}
		end := bom + int(d.InputOffset())
		add := func(value string) bool {
			all = append(all, property{prefix, value, max(0, end-len(value)), end})
			return true
		}
		switch t := t.(type) {
		case json.Delim:
			for d.More() {
				inside := prefix + "[]"
				if t == '{' {
					key, err := d.Token()
					name, ok := key.(string)
					if err != nil || !ok {
						return false
					}
					if inside = name; prefix != "" {
						inside = prefix + "." + name
					}
				}
				if !visit(inside, depth+1) {
					return false
				}
			}
			_, err := d.Token()
			return err == nil
		case string:
			return add(t)
		case json.Number:
			return add(t.String())
		case nil:
			return add("null")
		}
		return true
	}
	if !visit("", 0) {
		return nil
	}
	return all
}
