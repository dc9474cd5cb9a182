package source

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"snag/analyze/source/extract"
)

// language returns the language of a regular file by its ending, or else by its first line.
func language(name string) (extract.Language, bool) {
	if l, ok := extract.ByPath(name); ok {
		return l, true
	}
	f, _, err := open(name)
	if err != nil {
		return extract.Language{}, false
	}
	defer f.Close()
	head := make([]byte, 256)
	n, _ := io.ReadFull(f, head)
	return extract.ByInterpreter(head[:n])
}

// open opens a regular file. It does not wait when there is a pipe in its place.
func open(name string) (*os.File, os.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read returns the content of a file that Walk found, or why it was not read. For a file with a Skip it
// returns that.
func Read(f File, options Options) ([]byte, *Skip) {
	if f.Skip != nil {
		return nil, f.Skip
	}
	r, info, err := open(f.Path)
	if err != nil {
		return nil, unreadable(err)
	}
	defer r.Close()
	if !info.Mode().IsRegular() { // it was replaced since
		return nil, &Skip{Reason: NotRegular, Detail: "it is a " + kindOf(info.Mode())}
	}
	if skip := options.tooLarge(info.Size()); skip != nil {
		return nil, skip
	}
	limit := options.maxSize()
	// One byte more than its size, to find the end without growing; the limit also holds for a file
	// that grows meanwhile.
	content := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	n, err := content.ReadFrom(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if skip := options.tooLarge(n); skip != nil {
		return nil, skip
	}
	if f.Named {
		return content.Bytes(), nil
	}
	return judgeContent(f, content.Bytes(), options)
}

// judgeContent returns the content of a file, or why it is left out.
func judgeContent(f File, src []byte, options Options) ([]byte, *Skip) {
	if at := bytes.IndexByte(src[:min(len(src), 8<<10)], 0); at >= 0 {
		return nil, &Skip{Reason: Binary, Detail: fmt.Sprintf("byte %d is zero", at)}
	}
	if average := minified(src); average > 0 && !options.IncludeMinified && !f.Language.Data {
		return nil, &Skip{Reason: Minified, Detail: fmt.Sprintf("its lines have %d bytes on average", average)}
	}
	if skip := machineMade(f, src, options); skip != nil {
		return nil, skip
	}
	return src, nil
}

// machineMade says why a file is left out that the project does not write itself: a tool made it of what
// is written, or others wrote it.
func machineMade(f File, src []byte, options Options) *Skip {
	if !options.IncludeBuilt {
		if how := built(f, src); how != "" {
			return &Skip{Reason: Built, Detail: how}
		}
	}
	if !options.IncludeVendored {
		if how := copied(f, src); how != "" {
			return &Skip{Reason: Vendored, Detail: how}
		}
	}
	if !options.IncludeMinified && f.isScript() && mangled(src) {
		return &Skip{Reason: Minified, Detail: "its names are shortened"}
	}
	return nil
}

// A file counts as minified when it is not small and its lines are longer on average than anybody
// writes them. A small one may well hold a single long table.
const (
	minifiedSize    = 16 << 10
	minifiedAverage = 500
)

// minified returns the average length of the lines of a minified file, and 0 for any other.
func minified(src []byte) int {
	if len(src) < minifiedSize {
		return 0
	}
	average := len(src) / (1 + bytes.Count(src, []byte("\n")))
	if average <= minifiedAverage {
		return 0
	}
	return average
}

func minifiedName(name string) bool {
	stem := strings.ToLower(name)
	if i := strings.LastIndexByte(stem, '.'); i > 0 {
		stem = stem[:i]
	}
	return strings.HasSuffix(stem, ".min") || strings.HasSuffix(stem, "-min")
}
