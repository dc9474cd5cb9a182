package merge

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"path/filepath"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/report"
	"snag/probe/scratch"
)

// mostHeld is the size in bytes of the records that a sorter holds in memory.
const mostHeld = 16 << 20

// record is an element of a report that is put into order.
type record struct {
	place      report.Location // where it begins; the rest is of no matter to the order
	rule       string
	part, seq  int // from which report it is, and when it came
	id         uint64
	level      judge.Level
	suppressed bool
	text       []byte // in JSON
}

func (r *record) compare(o *record) int {
	return cmp.Or(r.place.Compare(o.place), cmp.Compare(r.rule, o.rule), cmp.Compare(r.seq, o.seq))
}

// idOf tells findings apart that are at one place; 0 is that of a finding without a fingerprint.
func idOf(f report.Finding) uint64 {
	if f.Fingerprint == "" {
		return 0
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %#v", f.Fingerprint, f.Location)
	return max(h.Sum64(), 1)
}

// sorter puts records into order, and into files where they are more than fit into memory. Close it when done.
type sorter struct {
	ctx    context.Context // its end ends the reading
	held   []record
	size   int // of held, in bytes
	count  int
	dir    string
	remove func()
	runs   []string
}

func (s *sorter) add(r record) error {
	r.seq = s.count
	s.count++
	s.held = append(s.held, r)
	if s.size += len(r.text) + len(r.place.File) + 200; s.size > mostHeld {
		return s.spill()
	}
	return nil
}

// spill writes what is held to a file, in order.
func (s *sorter) spill() (err error) {
	if s.dir == "" {
		if s.dir, s.remove, err = scratch.Dir("merge"); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(s.dir, "run-*")
	if err != nil {
		return err
	}
	s.order()
	w := bufio.NewWriterSize(f, 1<<18)
	for i := range s.held {
		s.held[i].write(w)
	}
	s.held, s.size = s.held[:0], 0
	s.runs = append(s.runs, f.Name())
	return errors.Join(w.Flush(), f.Close())
}

func (s *sorter) order() {
	sorting.Stable(s.held, func(a, b record) int { return a.compare(&b) })
}

func (s *sorter) close() {
	if s.remove != nil {
		s.remove()
	}
}

// all yields the records in order, and an error last where a file cannot be read. What came first stands first
// among equal ones. The record is valid until the next one.
func (s *sorter) all() iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		s.order()
		var runs []*run
		defer func() {
			for _, r := range runs {
				r.file.Close()
			}
		}()
		for _, name := range s.runs {
			f, err := os.Open(filepath.Clean(name))
			if err != nil {
				yield(nil, err)
				return
			}
			runs = append(runs, &run{file: f, from: bufio.NewReaderSize(f, 1<<16)})
		}
		for _, r := range runs {
			r.next()
		}
		held := s.held
		for {
			var least *record
			from := (*run)(nil)
			if len(held) > 0 {
				least = &held[0]
			}
			for _, r := range runs {
				switch {
				case r.err == io.EOF:
				case r.err != nil:
					yield(nil, r.err)
					return
				case least == nil || r.first.compare(least) < 0:
					least, from = &r.first, r
				}
			}
			if err := s.ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if least == nil || !yield(least, nil) {
				return
			}
			if from == nil {
				held = held[1:]
			} else {
				from.next()
			}
		}
	}
}

// once yields the records in order, and of those with one id at one place the first.
func (s *sorter) once() iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		seen := map[uint64]bool{}
		var place report.Location
		for r, err := range s.all() {
			if err != nil {
				yield(nil, err)
				return
			}
			if r.place.Compare(place) != 0 {
				place = r.place
				clear(seen)
			}
			if r.id != 0 && seen[r.id] {
				continue
			}
			seen[r.id] = true
			if !yield(r, nil) {
				return
			}
		}
	}
}

// run is a file of records in order.
type run struct {
	file  *os.File
	from  *bufio.Reader
	first record
	err   error // io.EOF after the last
}

func (r *run) next() { r.first, r.err = readRecord(r.from) }

func (r *record) write(w *bufio.Writer) {
	suppressed := 0
	if r.suppressed {
		suppressed = 1
	}
	var b []byte
	for _, n := range []int{r.place.Start.Line, r.place.Start.Column, r.place.PID, r.part, r.seq, int(r.level), suppressed} {
		b = binary.AppendVarint(b, int64(n))
	}
	b = binary.AppendUvarint(b, r.id)
	for _, s := range []string{r.place.File, r.place.URL, r.place.Command, r.rule, string(r.text)} {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	w.Write(b) // the writer keeps its first error
}

// readRecord reads what write wrote. The error is io.EOF after the last record.
func readRecord(from *bufio.Reader) (record, error) {
	if _, err := from.Peek(1); err != nil {
		return record{}, err
	}
	var failed error
	number := func() int {
		n, err := binary.ReadVarint(from)
		failed = cmp.Or(failed, err)
		return int(n)
	}
	length := func() uint64 {
		n, err := binary.ReadUvarint(from)
		failed = cmp.Or(failed, err)
		return n
	}
	bytes := func() []byte {
		n := length()
		if failed != nil {
			return nil
		}
		b := make([]byte, n)
		_, failed = io.ReadFull(from, b)
		return b
	}
	var r record
	r.place.Start.Line, r.place.Start.Column, r.place.PID = number(), number(), number()
	r.part, r.seq, r.level, r.suppressed = number(), number(), judge.Level(number()), number() == 1
	r.id = length()
	r.place.File, r.place.URL, r.place.Command, r.rule = string(bytes()), string(bytes()), string(bytes()), string(bytes())
	r.text = bytes()
	if failed != nil {
		return record{}, errors.Join(io.ErrUnexpectedEOF, failed)
	}
	return r, nil
}
