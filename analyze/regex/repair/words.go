package repair

import (
	"fmt"
	"strings"

	"snag/analyze/judge"
	"snag/analyze/regex/redos"
)

// Words says in sentences what is known about a rewrite.
func (f Fix) Words() string {
	words := [...]string{
		SameMatches:     "Proved: every match begins and ends where it did",
		SameInputs:      "Proved to match the same inputs; where matches begin and end was the same in all tests",
		Tested:          "Tested: no input showed a difference, but a proof exceeds the limits",
		ChangesMatches:  "Matches the same inputs, but some matches begin or end elsewhere",
		ChangesLanguage: "Does not match the same inputs",
		Unproved:        "Nothing is proved about it",
	}[f.Equivalence]
	if groups := groupWords(f.Groups); groups != "" {
		words += "; " + groups
	}
	words += ". "
	switch {
	case f.Class == redos.Linear:
		words += "The work grows no faster than the input"
	case f.Class == redos.Polynomial:
		words += fmt.Sprintf("The work still grows with %s of the input's length", redos.Power(f.Degree))
	default:
		words += "How the work grows is not decided"
	}
	if f.Before > 0 && f.After > 0 {
		words += fmt.Sprintf(": %s steps instead of %s on an attack of %s characters",
			judge.Thousands(f.After), judge.Thousands(f.Before), judge.Thousands(int64(f.AttackLength)))
	}
	words += "."
	if f.IsForSearches() {
		words += " For searches from the front: not with start_with?, rindex or StringScanner, nor as a part of another pattern."
	}
	if f.Note != "" && f.Equivalence != SameMatches {
		words += " " + f.Remark()
	}
	return words
}

// Remark is the note of a fix as a sentence, "" for none.
func (f Fix) Remark() string {
	if f.Note == "" {
		return ""
	}
	return strings.ToUpper(f.Note[:1]) + strings.TrimSuffix(f.Note[1:], ".") + "."
}

// groupWords says what is known about the captures of a rewrite, "" when there are none.
func groupWords(groups []Agreement) string {
	by := map[Agreement][]string{}
	for i, g := range groups {
		by[g] = append(by[g], fmt.Sprint(i+1))
	}
	var parts []string
	for _, g := range []struct {
		agreement Agreement
		words     string
	}{
		{SameProved, "captures the same, by proof"},
		{SameTested, "captured the same in all tests"},
		{Different, "captures something else on some inputs"},
	} {
		if numbers := by[g.agreement]; len(numbers) > 0 {
			what := "group " + numbers[0] + " "
			if len(numbers) == len(groups) && len(groups) > 1 {
				what = "every group "
			} else if len(numbers) > 1 {
				what = "each of the groups " + strings.Join(numbers, ", ") + " "
			}
			parts = append(parts, what+g.words)
		}
	}
	return strings.Join(parts, "; ")
}
