package pattern

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"snag/analyze/block/routes"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Proof is what a run of snag block routes says about a finding.
type Proof struct {
	Fingerprint string         `json:"fingerprint"`
	Verdict     routes.Verdict `json:"verdict"`
	Route       string         `json:"route"`
	Input       string         `json:"input"`
	Own         float64        `json:"own_ms"`
	Why         []string       `json:"why"`
}

// mostProofs bounds a report that is read for --proved, in bytes.
const mostProofs = 256 << 20

// ReadProofs reads the report of snag block routes, by the fingerprints of findings.
func ReadProofs(name string) (map[string]Proof, error) {
	if info, err := os.Stat(name); err == nil && info.Size() > mostProofs {
		return nil, cli.Usagef("--proved: %s is too large for a report", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, cli.Usagef("--proved: %w", err)
	}
	all, err := parseProofs(text)
	if err != nil {
		return nil, cli.WithHint(cli.Usagef("--proved: %s: %w", name, err), "snag block routes -f json -o FILE -- COMMAND writes one")
	}
	return all, nil
}

func parseProofs(text []byte) (map[string]Proof, error) {
	var document struct {
		Command string `json:"command"`
		Data    struct {
			Regexes []Proof `json:"regexes"`
		} `json:"data"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("not a JSON report: %w", err)
	}
	if document.Command != "block routes" {
		return nil, fmt.Errorf("it is a report of %q, not of snag block routes", document.Command)
	}
	all := map[string]Proof{}
	for _, p := range document.Data.Regexes {
		all[p.Fingerprint] = p
	}
	return all, nil
}

// detail shows people what was measured.
func (p Proof) detail() report.Detail {
	where := report.Visible(p.Route) + ", " + report.Visible(p.Input)
	d := report.Detail{Label: "measured", Short: true}
	switch p.Verdict {
	case routes.Proved:
		d.Text = fmt.Sprintf("proved on the service: %s: %s", where, cli.Millis(p.Own))
	case routes.NotReproduced:
		d.Text = fmt.Sprintf("not reproduced on the service: %s: %s at most", where, cli.Millis(p.Own))
	case routes.Undecided:
		d.Text = fmt.Sprintf("undecided on the service: %s: %s", where, cli.Millis(p.Own))
	default:
		d.Text = "not tried on the service"
	}
	if len(p.Why) > 0 {
		d.Text += ": " + report.Visible(strings.Join(p.Why[:min(len(p.Why), 2)], "; or "))
	}
	return d
}
