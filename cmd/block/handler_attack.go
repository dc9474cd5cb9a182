package block

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// readAttack takes the first attack out of a report of snag regex.
func readAttack(path string) (prefix, pump, suffix string, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", "", "", fmt.Errorf("--attack: %w", err)
	}
	if prefix, pump, suffix, err = attackIn(content); err != nil {
		return "", "", "", fmt.Errorf("--attack: %s: %w", path, err)
	}
	return prefix, pump, suffix, nil
}

// attackIn takes the first attack out of the text of a report.
func attackIn(content []byte) (prefix, pump, suffix string, err error) {
	type attack struct {
		Prefix string `json:"prefix"`
		Pump   string `json:"pump"`
		Suffix string `json:"suffix"`
		Pumps  []struct {
			Prefix string `json:"prefix"`
			Pump   string `json:"pump"`
		} `json:"pumps"`
	}
	var document struct {
		Attack *attack `json:"attack"`
		Data   struct {
			Patterns []struct {
				Attack *attack `json:"attack"`
			} `json:"patterns"`
		} `json:"data"`
		Evidence struct {
			Attack *attack `json:"attack"`
		} `json:"evidence"`
	}
	if err := json.Unmarshal(content, &document); err != nil {
		return "", "", "", fmt.Errorf("not a JSON report: %w", err)
	}
	attacks := []*attack{document.Attack, document.Evidence.Attack}
	for _, p := range document.Data.Patterns {
		attacks = append(attacks, p.Attack)
	}
	i := slices.IndexFunc(attacks, func(a *attack) bool { return a != nil })
	if i < 0 {
		return "", "", "", errors.New("it holds no attack")
	}
	a := attacks[i]
	if len(a.Pumps) > 1 {
		return "", "", "", errors.New("the attack has several pumps; write them as a template")
	}
	if len(a.Pumps) == 1 {
		return a.Pumps[0].Prefix, a.Pumps[0].Pump, a.Suffix, nil
	}
	return a.Prefix, a.Pump, a.Suffix, nil
}
