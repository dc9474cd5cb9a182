package cli

import "snag/analyze/reach/model"

// ConfigName is the config that is read when none is named.
const ConfigName = "snag.yaml"

// SourceSettings are the parts of a config that every command keeps to which reads source.
type SourceSettings struct {
	// File is the config, "" when there is none. Globs are relative to its folder.
	File string
	// Exclude are globs of what to leave out.
	Exclude []string
	// Paths say what holds for some files, the last one that matches first.
	Paths []PathSettings
	// Rules are the levels of rules by their ids, Off for none.
	Rules map[string]string
	// Reach is what the project says of frameworks, nil for nothing.
	Reach *model.Model
}

// PathSettings are what a config says of the files that globs match.
type PathSettings struct {
	Match []string
	// FailOn is the least level that fails there, "none" for none, "" for what the command says.
	FailOn string
	Rules  map[string]string
}

// Off is the level of a rule whose findings do not count.
const Off = "off"
