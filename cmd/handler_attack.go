package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// readAttack takes the first attack out of a report of snag regex.
func readAttack(path string) (prefix, pump, suffix string, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", "", "", fmt.Errorf("--attack: %w", err)
	}
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
		return "", "", "", fmt.Errorf("--attack: %s is not a JSON report: %w", path, err)
	}
	attacks := []*attack{document.Attack, document.Evidence.Attack}
	for _, p := range document.Data.Patterns {
		attacks = append(attacks, p.Attack)
	}
	i := slices.IndexFunc(attacks, func(a *attack) bool { return a != nil })
	if i < 0 {
		return "", "", "", fmt.Errorf("--attack: %s holds no attack", path)
	}
	a := attacks[i]
	if len(a.Pumps) > 1 {
		return "", "", "", errors.New("--attack: the attack has several pumps; write them as a template")
	}
	if len(a.Pumps) == 1 {
		return a.Pumps[0].Prefix, a.Pumps[0].Pump, a.Suffix, nil
	}
	return a.Prefix, a.Pump, a.Suffix, nil
}

func queryEscape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
