package retry

import (
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/experiment"
)

// FuzzParseScenarios checks that whatever a file of scenarios says is an error or scenarios that can be played.
func FuzzParseScenarios(f *testing.F) {
	f.Add("scenarios:\n  - name: a\n    script: [503, 503+2s, 200]\n    timeout: 5s\n    max-attempts: 3\n")
	f.Add("scenarios: [{script: [refuse]}, {script: &a [429+3s-date]}, {script: *a}]")
	f.Add("scenarios: &a [*a]")
	f.Add("a: b: c\n\t- ")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseScenarios("x.yaml", []byte(text), time.Minute, 0)
		if err != nil {
			if len(err.Error()) > len(text)+1000 {
				t.Errorf("%q: an error of %d bytes", text, len(err.Error()))
			}
			return
		}
		for _, s := range list {
			if len(s.Script) == 0 || s.Timeout <= 0 || s.Name == "" || strings.ContainsRune(s.Name, 0) {
				t.Errorf("%q: %+v", text, s)
			}
			for i, fault := range s.Script {
				if again, err := experiment.ParseFault(fault.String()); err != nil || again != fault || i > 0 && fault.Kind == experiment.Refuse {
					t.Errorf("%q: fault %v comes back as %v, %v", text, fault, again, err)
				}
			}
		}
	})
}
