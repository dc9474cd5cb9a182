package footprint

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
	"snag/probe/locate"
)

// Site is what holds memory: a line that allocates in Go, a constructor in Node.
type Site struct {
	Name  string `json:"name"` // of the function, or of the constructor
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
	Bytes int64  `json:"bytes"` // by which it grew
}

// grown returns the sites that hold more afterwards, the most first, at most five.
func grown(before, after []Site) (all []Site) {
	type key struct {
		name, file string
		line       int
	}
	held := map[key]int64{}
	for _, s := range before {
		held[key{s.Name, s.File, s.Line}] += s.Bytes
	}
	for _, s := range after {
		if s.Bytes -= held[key{s.Name, s.File, s.Line}]; s.Bytes > 0 {
			all = append(all, s)
		}
	}
	sorting.Stable(all, func(a, b Site) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return all[:min(len(all), 5)]
}

var (
	goProfile = lazyregexp.New(`^heap profile: .*@ heap/(\d+)`)
	goRecord  = lazyregexp.New(`^(\d+): (\d+) \[\d+: \d+\] @`)
	goFrame   = lazyregexp.New(`^#\t0x[0-9a-f]+\t(\S+)\+0x[0-9a-f]+\t+(.+):(\d+)$`)
)

// goSites reads the text of Go's heap profile: what is in use by the innermost line of the user's code that
// allocated it. Go samples; the sample is scaled as pprof does.
func goSites(r io.Reader) []Site {
	type place struct {
		name, file string
		line       int
	}
	bytes := map[place]float64{}
	rate, size, placed := 512.0*1024, 0.0, false
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		text := lines.Text()
		if m := goProfile.FindStringSubmatch(text); m != nil {
			if twice, err := strconv.ParseFloat(m[1], 64); err == nil && twice > 0 {
				rate = twice / 2
			}
		} else if m := goRecord.FindStringSubmatch(text); m != nil {
			count, _ := strconv.ParseFloat(m[1], 64)
			size, _ = strconv.ParseFloat(m[2], 64)
			placed = count == 0
			if count > 0 && size > 0 {
				size /= 1 - math.Exp(-size/count/rate)
			}
		} else if m := goFrame.FindStringSubmatch(text); m != nil && !placed && !locate.OfGoLibrary(m[2]) {
			line, _ := strconv.Atoi(m[3])
			bytes[place{m[1], m[2], line}] += size
			placed = true
		}
	}
	var all []Site
	for p, b := range bytes {
		all = append(all, Site{p.name, p.file, p.line, int64(b)})
	}
	return all
}

// nodeSites adds up what the objects of each constructor hold themselves.
func nodeSites(inspectors []*locate.Inspector) (all []Site, err error) {
	for _, in := range inspectors {
		sizes, err := in.HeapByConstructor()
		if err != nil {
			return nil, err
		}
		for name, bytes := range sizes {
			all = append(all, Site{Name: strings.ToValidUTF8(name, "?"), Bytes: bytes})
		}
	}
	return all, nil
}
