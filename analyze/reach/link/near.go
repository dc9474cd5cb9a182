package link

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// maxMatching bounds the files that an import means whose name is worked out: a folder with more is a store of something.
const maxMatching = 250

// Matching returns those of some files in JavaScript, in order, that an import in a file means whose name has "*" for what is
// worked out, as "./routes/*": the file itself, tests and declarations are none of them. They are none if they are too many.
func Matching[T any](from, module string, files map[string]T) []string {
	before, behind, _ := strings.Cut(path.Join(path.Dir(from), module), "*")
	var all []string
	for file := range maps.Keys(files) {
		if file == from || strings.Contains(file, ".test.") || strings.Contains(file, ".spec.") || strings.HasSuffix(file, ".d.ts") {
			continue
		}
		bare := strings.TrimSuffix(file, path.Ext(file))
		if slices.ContainsFunc([]string{file, bare, strings.TrimSuffix(bare, "/index")}, func(name string) bool {
			inside, ok := strings.CutPrefix(name, before)
			inside, whole := strings.CutSuffix(inside, behind)
			return ok && whole && inside != "" && !strings.Contains(inside, "/")
		}) {
			all = append(all, file)
		}
	}
	if len(all) > maxMatching {
		return nil
	}
	slices.Sort(all)
	return all
}

// Near returns which files matter for some of them: these, the files that import them, directly or not, and what
// all those import, as long as their sizes add up to no more than most. imports are the numbers of the files that
// each imports.
func Near(wanted []int, imports [][]int, sizes []int, most int) []bool {
	keep := make([]bool, len(imports))
	importedBy := make([][]int, len(imports))
	for i, all := range imports {
		for _, k := range all {
			importedBy[k] = append(importedBy[k], i)
		}
	}
	var list []int
	for _, i := range wanted {
		if !keep[i] {
			keep[i] = true
			list = append(list, i)
		}
	}
	total := 0
	add := func(i int) {
		if !keep[i] && total < most {
			keep[i] = true
			total += sizes[i]
			list = append(list, i)
		}
	}
	for n := 0; n < len(list); n++ {
		for _, by := range importedBy[list[n]] {
			add(by)
		}
	}
	for n, end := 0, len(list); n < end; n++ {
		for _, of := range imports[list[n]] {
			add(of)
		}
	}
	return keep
}
