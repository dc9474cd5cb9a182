package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/sorting"
	"snag/cmd/report"
)

// What consumers of SARIF 2.1.0 need, beyond the schema:
//   - GitHub wants artifact URIs relative to the root of the repository, percent-encoded, and shows
//     message.text as plain text; rules' help.markdown is what it shows on the alert's page.
//   - columnKind is utf16CodeUnits, which is also the default of viewers that ignore it.
//   - GitHub matches alerts between runs by partialFingerprints, of which it knows primaryLocationLineHash.
//   - It refuses a run of more than 25,000 results.
//   - A security-severity property turns an alert into a security alert.
//   - Text must be free of lone surrogates: parsers replace or reject them.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool            `json:"tool"`
	Invocations []sarifInvocation    `json:"invocations"`
	BaseIDs     map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind  string               `json:"columnKind"`
	Results     []sarifResult        `json:"results"`
	Automation  struct {
		ID string `json:"id"`
	} `json:"automationDetails"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Info    string      `json:"informationUri,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Short      sarifText       `json:"shortDescription"`
	Full       sarifText       `json:"fullDescription"`
	Help       sarifText       `json:"help"`
	HelpURI    string          `json:"helpUri,omitempty"`
	Default    sarifConfig     `json:"defaultConfiguration"`
	Properties sarifProperties `json:"properties"`
}

type sarifConfig struct {
	Level judge.Level `json:"level"`
}

type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision,omitempty"`
	Severity  string   `json:"security-severity,omitempty"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Started       string              `json:"startTimeUtc"`
	Ended         string              `json:"endTimeUtc"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   judge.Level `json:"level"`
	Message sarifText   `json:"message"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        judge.Level        `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations,omitempty"`
	CodeFlows    []sarifCodeFlow    `json:"codeFlows,omitempty"`
	Rank         float64            `json:"rank,omitempty"`
	Fixes        []sarifFix         `json:"fixes,omitempty"`
	Fingerprints map[string]string  `json:"partialFingerprints,omitempty"`
	Suppressions []sarifSuppression `json:"suppressions"`
	Properties   *sarifEvidence     `json:"properties,omitempty"`
}

// sarifCodeFlow is a way through the code.
type sarifCodeFlow struct {
	Threads []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation `json:"location"`
}

type sarifEvidence struct {
	Evidence any `json:"evidence"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type sarifLocation struct {
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

const sarifRoot = "%SRCROOT%"

func renderSARIF(w io.Writer, r *report.Report, _ View) error {
	run := sarifRun{
		Tool:       sarifTool{Driver: sarifDriver{Name: "snag", Version: r.Version, Info: home, Rules: []sarifRule{}}},
		BaseIDs:    map[string]sarifBase{sarifRoot: {Description: sarifText{Text: "The folder that snag ran in."}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
		Invocations: []sarifInvocation{{
			Successful: !r.Partial,
			Started:    r.Started.UTC().Format(time.RFC3339),
			Ended:      r.Started.Add(r.Duration).UTC().Format(time.RFC3339),
		}},
	}
	// GitHub keeps the alerts of different categories apart.
	run.Automation.ID = "snag/" + strings.ReplaceAll(r.Command, " ", "-") + "/"
	for _, n := range r.Notes {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications,
			sarifNotification{Level: judge.Note, Message: sarifText{Text: valid(n)}})
	}
	findings, rest := sarifFindings(r)
	if rest > 0 {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{Level: judge.Warning,
			Message: sarifText{Text: fmt.Sprintf("%d more results are left out: a run has at most %d. The worst are here, and --format json has all.", rest, MostResults)}})
	}
	index := map[string]int{}
	for _, f := range findings {
		rule := sarifRuleOf(r.Rule(f.Rule), f.Level)
		i, known := index[rule.ID]
		if !known {
			i = len(run.Tool.Driver.Rules)
			index[rule.ID] = i
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		}
		result, err := sarifResultOf(r, f, i)
		result.RuleID = rule.ID
		if err != nil {
			return err
		}
		run.Results = append(run.Results, result)
	}
	e := report.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// home is where this program is published, with a slash at its end, "" as long as that is not decided. A
// build for publication sets it: -ldflags "-X snag/cmd/report/render.home=https://.../".
var home string

// MostResults is the number of results of a run that GitHub takes.
const MostResults = 25_000

// sarifFindings are the findings to report as results, the worst ones where they are too many, and the
// number of those that are left out for that. What could not be judged is usual in programs, and no alert
// unless everything is asked for.
func sarifFindings(r *report.Report) (findings []report.Finding, rest int) {
	for _, f := range r.Findings {
		if _, what, _ := strings.Cut(f.Rule, "/"); r.All || f.Level > judge.Note || what != "unknown" {
			findings = append(findings, f)
		}
	}
	if rest = len(findings) - MostResults; rest <= 0 {
		return findings, 0
	}
	worst := slices.Clone(findings)
	sorting.Stable(worst, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(b.Weight, a.Weight))
	})
	return worst[:MostResults], rest
}

// weaknesses are the numbers in the CWE of what the rules of a command find.
var weaknesses = map[string][]string{"regex": {"1333", "400"}, "block": {"400"}}

// harmless are rules that are about the audit and not about the program.
var harmless = []string{"unknown", "invalid", "unreadable", "unreasoned-suppression", "unused-suppression"}

// sarifRuleOf is the descriptor of a rule for findings of a level. Findings that are errors although the
// rule is none have one of their own, since the severity belongs to the rule.
func sarifRuleOf(rule judge.Rule, level judge.Level) sarifRule {
	out := sarifRule{
		ID: rule.ID, Name: rule.Name,
		Short:      sarifText{Text: rule.Short},
		Full:       sarifText{Text: rule.Full},
		Help:       sarifText{Text: rule.Help, Markdown: "**" + rule.Short + "**\n\n" + rule.Full + "\n\n" + rule.Help},
		Default:    sarifConfig{Level: rule.Level},
		Properties: sarifProperties{Tags: []string{"reliability"}, Precision: "high"},
	}
	if home != "" {
		out.HelpURI = home + "docs/rules.md#" + rule.Anchor()
	}
	command, what, _ := strings.Cut(rule.ID, "/")
	if slices.Contains(harmless, what) {
		out.Properties.Precision = "low"
		return out
	}
	for _, number := range weaknesses[command] {
		out.Properties.Tags = append(out.Properties.Tags, "external/cwe/cwe-"+number)
		out.HelpURI = cmp.Or(out.HelpURI, "https://cwe.mitre.org/data/definitions/"+number+".html")
	}
	if level == judge.Error && rule.Level < judge.Error {
		out.ID, out.Name, out.Default.Level = rule.ID+"/severe", rule.Name+"Severe", judge.Error
	}
	if out.Default.Level == judge.Error {
		out.Properties.Tags = append(out.Properties.Tags, "security")
		out.Properties.Severity = "7.5" // an attacker stalls the service over the network
	}
	return out
}

func sarifResultOf(r *report.Report, f report.Finding, rule int) (sarifResult, error) {
	text := f.Message
	for _, d := range f.Details {
		text += "\n" + d.Label + ": " + report.Visible(d.Text)
	}
	if help := r.Help(f); help != "" {
		text += "\n" + help
	}
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: rule, Level: f.Level,
		Message:      sarifText{Text: valid(text)},
		Suppressions: []sarifSuppression{},
	}
	if f.Evidence != nil {
		evidence, err := validJSON(f.Evidence)
		if err != nil {
			return out, err
		}
		out.Properties = &sarifEvidence{evidence}
	}
	for _, fix := range f.Fixes {
		if place := sarifLocationOf(fix.Location); place != nil && place.Physical != nil && place.Physical.Region != nil {
			out.Fixes = append(out.Fixes, sarifFix{
				Description: sarifText{Text: valid(fix.Description)},
				Changes: []sarifChange{{place.Physical.Artifact, []sarifReplacement{
					{*place.Physical.Region, sarifText{Text: valid(fix.Text)}},
				}}},
			})
		}
	}
	if f.Fingerprint != "" {
		out.Fingerprints = map[string]string{report.Schema: f.Fingerprint, "primaryLocationLineHash": f.Fingerprint + ":1"}
	}
	if l := sarifLocationOf(f.Location); l != nil {
		out.Locations = []sarifLocation{*l}
	}
	out.Rank = f.Rank
	if len(f.Trace) > 0 {
		var thread sarifThreadFlow
		for _, place := range f.Trace {
			at := sarifLocationOf(place)
			if place.Code != "" {
				at.Message = &sarifText{Text: valid(place.Code)}
			}
			thread.Locations = append(thread.Locations, sarifStep{*at})
		}
		out.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{thread}}}
	}
	if s := f.Suppression; s != nil {
		out.Suppressions = append(out.Suppressions, sarifSuppression{s.Kind(), valid(s.Reason)})
	}
	return out, nil
}

// sarifLocationOf returns the location in terms of SARIF, nil for nowhere.
func sarifLocationOf(l report.Location) *sarifLocation {
	switch {
	case l.File != "":
		p := &sarifPhysical{Artifact: artifact(l.File)}
		if l.Start.Line > 0 {
			p.Region = &sarifRegion{
				StartLine: l.Start.Line, StartColumn: l.Start.ColumnUTF16,
				EndLine: l.End.Line, EndColumn: l.End.ColumnUTF16,
			}
		}
		return &sarifLocation{Physical: p}
	case l.URL != "":
		return &sarifLocation{Logical: []sarifLogical{{Name: l.URL, Kind: "resource"}}}
	case l.IsZero():
		return nil
	}
	return &sarifLocation{Logical: []sarifLogical{{Name: valid(l.String()), Kind: "process"}}}
}

// artifact returns a path as URI: relative to the root when the file lies below it, else absolute.
func artifact(file string) sarifArtifact {
	file = valid(file)
	segments := strings.Split(path.Clean(file), "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	uri := strings.Join(segments, "/")
	switch {
	case path.IsAbs(file):
		return sarifArtifact{URI: "file://" + uri}
	case len(file) > 2 && file[1:3] == ":/": // C:/..., while a:b.js is a name elsewhere
		return sarifArtifact{URI: "file:///" + file[:2] + strings.TrimPrefix(uri, segments[0])}
	case slices.Contains(segments, ".."):
		return sarifArtifact{URI: uri}
	}
	// A first segment with a colon would read as a scheme; url.PathEscape leaves colons alone.
	return sarifArtifact{URI: strings.ReplaceAll(uri, ":", "%3A"), BaseID: sarifRoot}
}

// validJSON returns the value that v marshals to, with lone surrogates replaced by U+FFFD.
func validJSON(v any) (out any, err error) {
	b, err := report.Marshal(v)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		err = d.Decode(&out)
	}
	return out, err
}

// valid replaces what is not UTF-8 by U+FFFD.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
