package reach

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/model"
	"snag/analyze/reach/rules"
)

// exportedWay is what an External of a package stands for.
type exportedWay struct {
	regexes  []int
	way      Way
	max      int64 // as in the External
	possible bool
}

// offers returns what the packages that a package uses let others do.
func (u *unit) offers() []*exportedWay {
	var all []*exportedWay
	for _, n := range u.needs {
		for i := range n.ways {
			all = append(all, &n.ways[i])
		}
	}
	return all
}

// externals returns the functions of other packages that may be called in the files of one, by the numbers of offers.
func (p *Project) externals(u *unit, files []parsed) (all []rules.External) {
	id := -1
	var imported map[string]bool
	if u.family == "JavaScript" { // which gets at nothing without the name of its module
		imported = p.imported(files)
	}
	for _, n := range u.needs {
		for _, x := range n.exports {
			id++
			if imported != nil && !imported[x.Function.Root.Name] {
				continue
			}
			x.ID = id
			all = append(all, x)
		}
	}
	return all
}

// public returns the module by whose name other programs get what a file exports, "" for none.
func (p *Project) public(u *unit, file string) string {
	pkg := u.pkg
	if u.name == "" {
		own, ok := p.linker.PackageOf(file)
		switch {
		case !ok || !own.Published:
			return ""
		case own.Loads(file):
			return own.Name
		}
		return own.ModuleOf(file)
	}
	if pkg == nil {
		return ""
	}
	if name := pkg.ModuleOf(file); name != "" {
		return name
	}
	inside := strings.TrimPrefix(file, pkg.Folder+"/")
	inside = strings.TrimSuffix(inside, path.Ext(inside))
	if u.family == "Python" {
		inside = strings.TrimSuffix(inside, "/__init__")
		if strings.HasPrefix(inside, "_") || strings.Contains(inside, "/_") { // nobody outside imports these
			return ""
		}
		return pkg.Name + "." + strings.ReplaceAll(inside, "/", ".")
	}
	return pkg.Name + "/" + strings.TrimSuffix(inside, "/index")
}

// maxExports bounds the functions of a package that are followed in others.
const maxExports = 2000

// export notes that a function of a package lets an argument meet regexes, unless a member of it does that has another one of
// its own name in it: who goes through a tree meets each depth of it, and a text at the first ones is found without the
// hundreds of others.
func (u *unit) export(o *origin, w Way, possible bool, regexes []int) bool {
	call := &w.Call
	for i, name := range call.Path {
		if name != "*" && name != "()" && slices.Contains(call.Path[:i], name) {
			return false
		}
	}
	if len(u.exports) >= maxExports {
		return true
	}
	x := rules.External{Function: model.Access{Root: o.function, Steps: call.Members}, Arg: call.Argument, Path: call.Path, Max: o.max, Possible: o.possible || possible, Pattern: o.pattern, ID: len(u.ways)}
	key := fmt.Sprint(x.Function.String(), x.Arg, x.Path, x.Max, regexes, w.closed)
	for _, i := range u.exported[key] {
		if slices.Equal(u.ways[i].way.Edited, w.Edited) {
			return true
		}
	}
	if u.exported == nil {
		u.exported = map[string][]int{}
	}
	u.exported[key] = append(u.exported[key], len(u.ways))
	u.exports = append(u.exports, x)
	u.ways = append(u.ways, exportedWay{slices.Clone(regexes), w, x.Max, x.Possible})
	return true
}
