package worktree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestShardOfJob(t *testing.T) {
	for _, c := range []struct{ env, want, err string }{
		{env: "CI_NODE_INDEX=3 CI_NODE_TOTAL=5", want: "3/5"},
		{env: "CI_NODE_TOTAL=1", want: "1/1"}, // a job of GitLab that is not divided
		{env: "CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=4", want: "1/4"},
		{env: "BUILDKITE_PARALLEL_JOB=3 BUILDKITE_PARALLEL_JOB_COUNT=4", want: "4/4"},
		{env: "SEMAPHORE_JOB_INDEX=1 SEMAPHORE_JOB_COUNT=2", want: "1/2"},
		{env: "BITBUCKET_PARALLEL_STEP=1 BITBUCKET_PARALLEL_STEP_COUNT=2", want: "2/2"},
		{env: "SYSTEM_JOBPOSITIONINPHASE=2 SYSTEM_TOTALJOBSINPHASE=2", want: "2/2"},
		{env: "AWS_BATCH_JOB_ARRAY_INDEX=9 AWS_BATCH_JOB_ARRAY_SIZE=10", want: "10/10"},
		{env: "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1", want: "3/3"},
		{env: "SLURM_ARRAY_TASK_ID=10 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_STEP=3", want: "3/3"},
		{env: "CLOUD_RUN_TASK_INDEX=1 CLOUD_RUN_TASK_COUNT=2", want: "2/2"},
		{env: "JOB_COMPLETION_INDEX=7 SNAG_SHARD_TOTAL=8", want: "8/8"},
		{env: "SNAG_SHARD_INDEX=1 SNAG_SHARD_TOTAL=2 JOB_COMPLETION_INDEX=7 CI_NODE_TOTAL=9", want: "2/2"},
		{env: "JOB_COMPLETION_INDEX=7", err: "SNAG_SHARD_TOTAL is not set"},
		{env: "JOB_COMPLETION_INDEX=8 SNAG_SHARD_TOTAL=8", err: "JOB_COMPLETION_INDEX=8 is no part of SNAG_SHARD_TOTAL=8"},
		{env: "CI_NODE_INDEX=0 CI_NODE_TOTAL=2", err: "CI_NODE_INDEX=0 is no part"},
		{env: "CI_NODE_INDEX=one CI_NODE_TOTAL=2", err: `CI_NODE_INDEX="one" is not a number`},
		{env: "CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=20000", err: "10000 at most"},
		{env: "", err: "nothing tells which part this is"},
	} {
		env := map[string]string{}
		for _, word := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(word, "=")
			env[name] = value
		}
		got, err := shardOfJob(func(name string) string { return env[name] })
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: got %v, %v, want an error with %q", c.env, got, err, c.err)
			}
		case err != nil || got.String() != c.want:
			t.Errorf("%s: got %s, %v, want %s", c.env, got.String(), err, c.want)
		}
	}
}

func TestBalance(t *testing.T) {
	type file struct {
		name  string
		bytes int64
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var files []file
	total, largest := int64(0), int64(0)
	for i := range 3000 {
		f := file{fmt.Sprint("src/", i, ".js"), int64(1 << rng.IntN(18))}
		files = append(files, f)
		total, largest = total+f.bytes+perFile, max(largest, f.bytes+perFile)
	}
	shuffled := slices.Clone(files)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, of := range []int{1, 2, 7, 256} {
		seen := map[string]int{}
		for index := 1; index <= of; index++ {
			s := &Shard{index, of}
			measure := func(f file) (string, int64) { return f.name, f.bytes }
			part := slices.Collect(Balance(s, slices.Values(files), measure))
			sum := int64(0)
			for i, f := range part {
				seen[f.name]++
				sum += f.bytes + perFile
				if i > 0 && slices.Index(files, part[i-1]) > slices.Index(files, f) {
					t.Errorf("%s: %s stands behind %s", s, f.name, part[i-1].name)
				}
			}
			// Graham's bound for the largest first is 4/3 of the best that is possible.
			if best := max(total/int64(of), largest); sum > best*4/3 {
				t.Errorf("%s has %d bytes, want at most 4/3 of %d", s, sum, best)
			}
			again := slices.Collect(Balance(s, slices.Values(shuffled), measure))
			slices.SortFunc(again, func(a, b file) int { return strings.Compare(a.name, b.name) })
			slices.SortFunc(part, func(a, b file) int { return strings.Compare(a.name, b.name) })
			if !slices.Equal(part, again) {
				t.Errorf("%s depends on the order of the files", s)
			}
		}
		if len(seen) != len(files) {
			t.Errorf("%d parts have %d files of %d", of, len(seen), len(files))
		}
		for name, n := range seen {
			if n != 1 {
				t.Errorf("%d parts: %s is in %d of them", of, name, n)
			}
		}
	}
	all := slices.Collect(Balance(&Shard{}, slices.Values(files), func(f file) (string, int64) { return f.name, f.bytes }))
	if len(all) != len(files) {
		t.Errorf("without a shard %d files of %d", len(all), len(files))
	}
}
