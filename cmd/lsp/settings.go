package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/regex/redos"
	"snag/cmd/cli"
	"snag/cmd/regex/editor"
)

// settings are what a client says, by initializationOptions or under the name snag in its configuration.
type settings struct {
	// MaxLength and Budget are those of snag regex.
	MaxLength int    `json:"maxLength"`
	Budget    string `json:"budget"`
	// Reach says whether to follow who can send an attack.
	Reach bool `json:"reach"`
	// All shows what is quadratic and fast enough, and what is not judged, as well.
	All bool `json:"all"`
	// Calls says how calls that block for each request are shown: one of callsChoices.
	Calls string `json:"calls"`
	// Delay is how long typing has to pause before a document is judged, in milliseconds.
	Delay int `json:"delay"`
}

// callsChoices are the values of Calls: auto is a lens where the client knows lenses, else a diagnostic.
var callsChoices = []string{"auto", "lens", "diagnostics", "off"}

// usualSettings hold where the client says nothing.
var usualSettings = settings{Reach: true, Calls: "auto", Delay: 150}

// longestDelay bounds Delay, in milliseconds.
const longestDelay = 10_000

// readSettings reads what a client says, which is an object of settings or one that has such an object under the
// name snag. Nothing and null stand for the usual ones. Keys that are not known are passed over.
func readSettings(raw json.RawMessage) (settings, error) {
	s := usualSettings
	var wrapped struct {
		Snag json.RawMessage `json:"snag"`
	}
	if json.Unmarshal(raw, &wrapped) == nil && len(wrapped.Snag) > 0 {
		raw = wrapped.Snag
	}
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return s, nil
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return usualSettings, fmt.Errorf("the settings are not what docs/editors.md says: %w", err)
	}
	if !slices.Contains(callsChoices, s.Calls) {
		return usualSettings, fmt.Errorf("the setting calls is %q and must be one of %s", cli.ValidUTF8(s.Calls), strings.Join(callsChoices, ", "))
	}
	if s.Delay < 0 || s.Delay > longestDelay {
		return usualSettings, fmt.Errorf("the setting delay is %d and must be from 0 to %d milliseconds", s.Delay, longestDelay)
	}
	if _, err := editor.NewJudge(redos.Analyze, s.Budget, s.MaxLength); err != nil {
		return usualSettings, fmt.Errorf("the settings: %w", err)
	}
	return s, nil
}

func (s settings) delay() time.Duration { return time.Duration(s.Delay) * time.Millisecond }

// configure takes over settings from the client. What is wrong with them is said to the user, and the usual ones
// hold.
func (s *server) configure(raw json.RawMessage) {
	next, err := readSettings(raw)
	if err != nil {
		s.show(messageWarning, err.Error())
	}
	judge, err := editor.NewJudge(s.verdicts.decider(redos.Analyze), next.Budget, next.MaxLength)
	if err != nil {
		return // readSettings has tried it
	}
	s.mu.Lock()
	s.settings, s.judge = next, judge
	for _, f := range s.folders {
		if !next.Reach {
			f.reach = nil
		}
	}
	s.mu.Unlock()
	s.rejudge()
	s.lookAgain()
}

// askForSettings asks the client for its configuration, where it answers that.
func (s *server) askForSettings(ctx context.Context) {
	if !s.client.Workspace.Configuration {
		return
	}
	var answers []json.RawMessage
	if err := s.call(ctx, "workspace/configuration", configurationParams{[]configurationItem{{"snag"}}}, &answers); err != nil {
		s.logf("workspace/configuration: %v", err)
		return
	}
	if len(answers) == 1 && !bytes.Equal(answers[0], []byte("null")) {
		s.configure(answers[0])
	}
}
