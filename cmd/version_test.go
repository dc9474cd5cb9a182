package cmd

import "testing"

func TestVersion(t *testing.T) {
	document := validDocument(t, "version.schema.json", 0, "version", "-f", "json")
	if got, want := at(document, "data", "version"), at(document, "version"); got != want || got == "" {
		t.Errorf("data.version is %v, and the report's %v", got, want)
	}
}
