package render

// The widths in columns that reports keep to.
const (
	// DefaultColumns is the width where the medium has none.
	DefaultColumns = 80
	// MinColumns is the smallest width: in a narrower terminal lines wrap.
	MinColumns = 60
	// maxProse is the widest that prose gets, since the eye loses its line in a longer one.
	maxProse = 100
)

// View is what the medium of a report can do. The zero View is a pipe.
type View struct {
	Color bool
	// Columns is the width that no line exceeds, DefaultColumns when it is 0.
	Columns int
}

// width is the number of columns to keep to.
func (v View) width() int {
	if v.Columns == 0 {
		return DefaultColumns
	}
	return max(v.Columns, MinColumns)
}
