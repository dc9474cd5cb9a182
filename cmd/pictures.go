package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"snag/cmd/demo"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// picture is a picture of a terminal that the README or a guide shows: the report of a run that was recorded.
type picture struct {
	name     string   // of the file below docs/pictures, without its ending
	recorded string   // below testdata/reports, without its ending
	words    []string // what was run, after "snag"; nil for the step of the tour that was recorded
}

var pictures = []picture{
	{"regex", "shop", []string{"regex", "testdata/shop", "--engine", "none"}},
	{"explain", "tour-explain", nil},
	{"handler", "tour-handler", nil},
	{"client", "tour-client", nil},
	{"shutdown", "tour-deaf", nil},
	{"check", "tour-check", nil},
	{"engines", "engines", []string{"engines"}},
	{"fix", "fix", []string{"regex", "testdata/shop/routes.js", "--fix", "--engine", "none"}},
	{"reach", "reach", []string{"reach", "testdata/reach"}},
	{"routes", "tour-routes", nil},
}

// drawPictures draws all pictures from the reports in a folder, by their names below docs/.
func drawPictures(reports string) (map[string][]byte, error) {
	tour := map[string][]string{}
	for _, s := range demo.TourSteps(demo.DemoPlace{Base: "http://127.0.0.1:3000", Self: "snag"}) {
		tour["tour-"+s.Name] = s.Words
	}
	drawn := map[string][]byte{}
	for _, p := range pictures {
		content, err := os.ReadFile(filepath.Join(reports, p.recorded+".json"))
		if err != nil {
			return nil, err
		}
		var r report.Report
		if err := json.Unmarshal(content, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", p.recorded, err)
		}
		words := p.words
		if words == nil {
			words = tour[p.recorded]
		}
		var b bytes.Buffer
		if err := render.Screen(&b, demo.VisibleWords(append([]string{"snag"}, words...)), &r); err != nil {
			return nil, err
		}
		drawn["pictures/"+p.name+".svg"] = b.Bytes()
	}
	return drawn, nil
}
