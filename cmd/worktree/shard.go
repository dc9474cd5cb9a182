package worktree

import (
	"cmp"
	"container/heap"
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"strconv"
	"strings"

	"snag/analyze/sorting"
)

// Shard is the --shard of a run that does a part of the work: part index, from 1, of the parts that
// there are. The zero shard does all of it.
type Shard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

func (s *Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Type names the value in messages of pflag.
func (s *Shard) Type() string { return "i/n" }

// Set accepts "2/5", and "auto" for what the job's environment says (see [jobParts]).
func (s *Shard) Set(text string) error {
	if text == "auto" {
		found, err := shardOfJob(os.Getenv)
		if err == nil {
			*s = found
		}
		return err
	}
	index, of, found := strings.Cut(text, "/")
	var err error
	if s.Index, err = strconv.Atoi(index); err == nil && found {
		s.Of, err = strconv.Atoi(of)
	}
	if err == nil && found && s.Index == 0 && s.Of > 0 {
		return fmt.Errorf("parts count from 1: give %d/%d for the first, and with an index that counts from 0 one more", 1, s.Of)
	}
	if err != nil || !found || s.Index < 1 || s.Index > s.Of || s.Of > maxShards {
		return fmt.Errorf("must be a part and the number of parts, such as 2/5, of at most %d, or auto", maxShards)
	}
	return nil
}

const maxShards = 10_000

// Takes reports whether what goes by the key is part of the shard. Which part that is depends on the
// key alone, so that the same things go together on any machine.
func (s *Shard) Takes(key string) bool {
	if s.Of == 0 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()%uint64(s.Of) == uint64(s.Index-1)
}

// perFile is what a file weighs beside its bytes, in bytes: opening it, and the report about it.
const perFile = 2048

// Balance returns those of some files that are part of the shard, in their order. The parts have nearly the
// same number of bytes: the largest file goes first, each to the part that has least so far (Graham, Bounds on
// multiprocessing timing anomalies, 1969). The same names and sizes are divided alike on any machine.
func Balance[T any](s *Shard, files iter.Seq[T], measure func(T) (name string, bytes int64)) iter.Seq[T] {
	if s.Of == 0 {
		return files
	}
	return func(yield func(T) bool) {
		type weighed struct {
			at    int
			name  string
			bytes int64
		}
		var all []T
		var weights []weighed
		for f := range files {
			name, bytes := measure(f)
			weights = append(weights, weighed{len(all), name, bytes + perFile})
			all = append(all, f)
		}
		sorting.Stable(weights, func(a, b weighed) int {
			return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.name, b.name))
		})
		parts := make(loads, s.Of)
		for i := range parts {
			parts[i].index = i + 1
		}
		mine := make([]bool, len(all))
		for _, w := range weights {
			mine[w.at] = parts[0].index == s.Index
			parts[0].bytes += w.bytes
			heap.Fix(&parts, 0)
		}
		for i, f := range all {
			if mine[i] && !yield(f) {
				return
			}
		}
	}
}

// loads is a heap of parts, the lightest first, and of equal ones that with the lowest index.
type loads []struct {
	index int
	bytes int64
}

func (l loads) Len() int { return len(l) }
func (l loads) Less(i, j int) bool {
	return l[i].bytes < l[j].bytes || l[i].bytes == l[j].bytes && l[i].index < l[j].index
}
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l loads) Push(any)      { panic("the number of parts is fixed") }
func (l loads) Pop() any      { panic("the number of parts is fixed") }
