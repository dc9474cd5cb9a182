package cmd

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// shard is the --shard of a run that does a part of the work: part index, from 1, of the parts that
// there are. The zero shard does all of it.
type shard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

func (s *shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Type names the value in messages of pflag.
func (s *shard) Type() string { return "i/n" }

// Set accepts "2/5".
func (s *shard) Set(text string) error {
	index, of, found := strings.Cut(text, "/")
	var err error
	if s.Index, err = strconv.Atoi(index); err == nil && found {
		s.Of, err = strconv.Atoi(of)
	}
	if err != nil || !found || s.Index < 1 || s.Index > s.Of || s.Of > maxShards {
		return fmt.Errorf("must be a part and the number of parts, such as 2/5, of at most %d", maxShards)
	}
	return nil
}

const maxShards = 10_000

// takes reports whether what goes by the key is part of the shard. Which part that is depends on the
// key alone, so that the same things go together on any machine.
func (s *shard) takes(key string) bool {
	if s.Of == 0 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()%uint64(s.Of) == uint64(s.Index-1)
}

// unit returns the part of a unit that the shard takes. Source files go by their name and patterns by
// what identifies them, so that equal ones are counted together.
func (s *shard) unit(u unit) (part unit, ok bool) {
	if s.Of == 0 {
		return u, true
	}
	if u.subjects == nil {
		return u, s.takes(u.name)
	}
	mine := func(one subject) bool { return s.takes(identity(one.file, one.Subject)) }
	u.subjects = slices.DeleteFunc(slices.Clone(u.subjects), func(one subject) bool { return !mine(one) })
	return u, len(u.subjects) > 0
}
