package worktree

import (
	"fmt"
	"strconv"
	"strings"
)

// jobPart is how a system tells a job which part of the work it has.
type jobPart struct {
	system string
	// index and of are the variables with the part and with the number of parts.
	index, of string
	// first is the number of the first part, and firstIn the variable with it where there is one. step is the
	// variable with the distance between the numbers of parts.
	first         int
	firstIn, step string
}

// The variables that say it where the system does not, counted from 0.
const (
	shardIndex = "SNAG_SHARD_INDEX"
	shardTotal = "SNAG_SHARD_TOTAL"
)

// jobParts are the systems, what a person set first and orchestrators last: a CI's job may itself run as one of
// their tasks.
var jobParts = []jobPart{
	{system: "the environment", index: shardIndex, of: shardTotal},
	{system: "GitLab", index: "CI_NODE_INDEX", of: "CI_NODE_TOTAL", first: 1},
	{system: "CircleCI", index: "CIRCLE_NODE_INDEX", of: "CIRCLE_NODE_TOTAL"},
	{system: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", of: "BUILDKITE_PARALLEL_JOB_COUNT"},
	{system: "Semaphore", index: "SEMAPHORE_JOB_INDEX", of: "SEMAPHORE_JOB_COUNT", first: 1},
	{system: "Bitbucket", index: "BITBUCKET_PARALLEL_STEP", of: "BITBUCKET_PARALLEL_STEP_COUNT"},
	{system: "Azure Pipelines", index: "SYSTEM_JOBPOSITIONINPHASE", of: "SYSTEM_TOTALJOBSINPHASE", first: 1},
	{system: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", of: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{system: "SLURM", index: "SLURM_ARRAY_TASK_ID", of: "SLURM_ARRAY_TASK_COUNT", firstIn: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP"},
	{system: "Cloud Run", index: "CLOUD_RUN_TASK_INDEX", of: "CLOUD_RUN_TASK_COUNT"},
	// An Indexed Job tells its tasks no total.
	{system: "Kubernetes", index: "JOB_COMPLETION_INDEX", of: shardTotal},
}

// shardOfJob returns the part of the work that a job has by its environment.
func shardOfJob(env func(string) string) (Shard, error) {
	for _, p := range jobParts {
		if env(p.index) == "" {
			if total := env(p.of); total == "1" { // a job that is not divided
				return Shard{1, 1}, nil
			}
			continue
		}
		s, err := p.shard(env)
		if err != nil {
			return Shard{}, fmt.Errorf("auto: %s: %w", p.system, err)
		}
		return s, nil
	}
	return Shard{}, fmt.Errorf("auto: nothing tells which part this is: run it as one of the parallel jobs of %s, or set %s, which counts from 0, and %s", systems(), shardIndex, shardTotal)
}

// shard reads the variables of one system.
func (p jobPart) shard(env func(string) string) (Shard, error) {
	number := func(name string, usual int) (int, error) {
		text := env(name)
		if name == "" || text == "" && usual >= 0 {
			return usual, nil
		}
		n, err := strconv.Atoi(text)
		switch {
		case text == "":
			return 0, fmt.Errorf("%s is not set: it is the number of parts", name)
		case err != nil || n < 0:
			return 0, fmt.Errorf("%s=%q is not a number of 0 or more", name, text)
		}
		return n, nil
	}
	index, err := number(p.index, 0)
	if err != nil {
		return Shard{}, err
	}
	of, err := number(p.of, -1)
	if err != nil {
		return Shard{}, err
	}
	first, err := number(p.firstIn, p.first)
	if err != nil {
		return Shard{}, err
	}
	step, err := number(p.step, 1)
	if err != nil {
		return Shard{}, err
	}
	at := index - first
	if step < 1 || at%step != 0 || at < 0 || at/step >= of || of > maxShards {
		return Shard{}, fmt.Errorf("%s=%s is no part of %s=%s, which may be %d at most", p.index, env(p.index), p.of, env(p.of), maxShards)
	}
	return Shard{at/step + 1, of}, nil
}

// systems names the systems.
func systems() string {
	var names []string
	for _, p := range jobParts[1:] {
		names = append(names, p.system)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
