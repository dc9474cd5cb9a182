package block

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/wtf8"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// firedAttack is an attack of a report of snag regex, and the finding that it belongs to.
type firedAttack struct {
	Rule        string
	Fingerprint string
	ID          string // of the pattern
	Pattern     wtf8.String
	Location    string
	attack.Attack
	Promised int // pumps that exceed the budget in steps, 0 when not known
}

// name is what tells the attack from the others of its report.
func (a firedAttack) name() string {
	for _, name := range []string{a.Location, a.ID, a.Fingerprint, a.Rule} {
		if name != "" {
			return report.Visible(name)
		}
	}
	return "the attack"
}

// attackReport is a report of snag regex, one of its findings or one of its patterns.
type attackReport struct {
	attackOfPattern
	Rule        string           `json:"rule"`
	Fingerprint string           `json:"fingerprint"`
	Evidence    *attackOfPattern `json:"evidence"`
	Location    *struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	} `json:"location"`
	Findings []attackReport `json:"findings"`
	Data     struct {
		Patterns []attackReport `json:"patterns"`
	} `json:"data"`
}

type attackOfPattern struct {
	ID      string         `json:"id"`
	Pattern wtf8.String    `json:"pattern"`
	Attack  *attack.Attack `json:"attack"`
	Cost    *struct {
		Pumps int `json:"pumps_for_budget"`
	} `json:"cost"`
}

// attacks returns the attacks of a report in its order. What findings and patterns both show comes once.
func (r attackReport) attacks() (all []firedAttack) {
	known := map[string]bool{}
	add := func(one attackReport) {
		pattern := one.attackOfPattern
		if one.Evidence != nil {
			pattern = *one.Evidence
		}
		if pattern.Attack == nil || len(pattern.Attack.Pumps) == 0 {
			return
		}
		a := firedAttack{Rule: one.Rule, Fingerprint: one.Fingerprint, ID: pattern.ID, Pattern: pattern.Pattern, Attack: *pattern.Attack}
		if pattern.Cost != nil {
			a.Promised = pattern.Cost.Pumps
		}
		if l := one.Location; l != nil && l.File != "" {
			a.Location = fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
		}
		if key := fmt.Sprintf("%q %q", pattern.Pattern, a.Build(3)); !known[key] {
			known[key] = true
			all = append(all, a)
		}
	}
	add(r)
	for _, f := range r.Findings {
		add(f)
	}
	for _, p := range r.Data.Patterns {
		add(p)
	}
	return all
}

// readAttacks reads the attacks of a report of snag regex: all of them, or after a # the one of a number
// from 1, or those of a rule, of a fingerprint or of its beginning.
func readAttacks(name string) ([]firedAttack, error) {
	path, selection, selected := name, "", false
	if _, err := os.Stat(name); err != nil {
		if i := strings.LastIndexByte(name, '#'); i >= 0 {
			path, selection, selected = name[:i], name[i+1:], true
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--attack: %w", err)
	}
	all, err := attacksIn(content)
	if err != nil {
		return nil, fmt.Errorf("--attack: %s: %w", path, err)
	}
	if number, err := strconv.Atoi(selection); !selected {
		return all, nil
	} else if err == nil && number >= 1 && number <= len(all) {
		return all[number-1 : number], nil
	}
	var chosen []firedAttack
	for _, a := range all {
		if selection == a.Rule || selection == a.ID || len(selection) >= 4 && strings.HasPrefix(a.Fingerprint, selection) {
			chosen = append(chosen, a)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--attack: %s holds %s, and none is named %q: give a number, a rule or a fingerprint", path, cli.Plural(len(all), "attack"), selection)
	}
	return chosen, nil
}

// attacksIn takes the attacks out of the text of a report.
func attacksIn(content []byte) ([]firedAttack, error) {
	var document attackReport
	if err := json.Unmarshal(content, &document); err != nil {
		return nil, fmt.Errorf("not a JSON report: %w", err)
	}
	if all := document.attacks(); len(all) > 0 {
		return all, nil
	}
	return nil, errors.New("it holds no attack")
}
