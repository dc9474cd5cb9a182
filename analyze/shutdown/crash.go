package shutdown

import (
	"fmt"

	"snag/analyze/judge"
)

// Crash is one way in which a start was made to fail.
type Crash struct {
	// Case is bad-flag, missing-config or port-in-use.
	Case string   `json:"case"`
	Argv []string `json:"argv"`
	// Skipped says why the case does not apply; the rest is empty then.
	Skipped string `json:"skipped,omitempty"`
	Exit    Exit   `json:"exit"`
	Stdout  string `json:"stdout"`
	Stderr  string `json:"stderr"`
	// Listened reports whether the process came to listen in spite of what was wrong.
	Listened bool `json:"listened"`
	// Limit is how long the process was watched.
	Limit Millis `json:"limit_ms"`
}

// JudgeCrashes says whether each failed start left a message on stderr and a status other than 0.
func JudgeCrashes(crashes []Crash, runtime Runtime) Judgement {
	j := inquiry{}
	ran := 0
	for _, c := range crashes {
		if c.Skipped != "" {
			j.fact("%s: not tried, %s", c.Case, c.Skipped)
			continue
		}
		ran++
		if c.Exit.KilledByUs || c.Exit.Kind == Running {
			level, what := judge.Warning, "was still running"
			if c.Listened {
				what = "listened as if nothing were wrong"
			}
			switch c.Case {
			case "bad-flag": // programs that ignore what they do not know are common
				level = judge.Note
			case "port-in-use":
				level = judge.Error
			}
			j.find(RuleCrashSurvived, level, CauseDoesNotDie, runtime, "%s: the process %s after %s", c.Case, what, c.Limit)
			continue
		}
		if c.Exit.Kind == Exited && c.Exit.Code == 0 {
			j.find(RuleCrashStatus, judge.Error, CauseDiesHappily, runtime, "%s: the process ended with exit code 0", c.Case)
		}
		if c.Stderr == "" {
			instead := "and nothing on stdout either"
			if c.Stdout != "" {
				instead = "only on stdout"
			}
			j.find(RuleCrashSilent, judge.Error, CauseDiesSilently, runtime, "%s: the process ended (%s) without a message on stderr, %s", c.Case, c.Exit, instead)
		}
	}
	result := j.weigh()
	if ran == 0 {
		result.Verdict, result.Reason = Unknown, "no way to make the start fail applies"
	}
	result.Facts = append(result.Facts, fmt.Sprintf("%d of %d cases tried", ran, len(crashes)))
	return result
}
