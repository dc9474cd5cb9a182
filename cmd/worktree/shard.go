package worktree

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
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

// Set accepts "2/5".
func (s *Shard) Set(text string) error {
	index, of, found := strings.Cut(text, "/")
	var err error
	if s.Index, err = strconv.Atoi(index); err == nil && found {
		s.Of, err = strconv.Atoi(of)
	}
	if err == nil && found && s.Index == 0 && s.Of > 0 {
		return fmt.Errorf("parts count from 1: give %d/%d for the first, and with an index that counts from 0 one more", 1, s.Of)
	}
	if err != nil || !found || s.Index < 1 || s.Index > s.Of || s.Of > maxShards {
		return fmt.Errorf("must be a part and the number of parts, such as 2/5, of at most %d", maxShards)
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
