package link

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
