package reach

import (
	"sort"
)

// lines tells the lines of the files of a package.
type lines struct {
	files  []parsed
	starts [][]int
}

func newLines(files []parsed) *lines { return &lines{files, make([][]int, len(files))} }

// number returns the number of the line at an offset, from 1.
func (l *lines) number(file int, offset int32) int {
	if l.starts[file] == nil {
		starts := []int{0}
		for i, c := range l.files[file].text {
			if c == '\n' {
				starts = append(starts, i+1)
			}
		}
		l.starts[file] = starts
	}
	return sort.SearchInts(l.starts[file], int(offset)+1)
}
