package worktree

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"snag/analyze/judge"
	"snag/analyze/reach/model"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/yamlfile"
	"snag/probe/source"
)

// SettingNames are the keys of a config that hold SourceSettings.
var SettingNames = []string{"exclude", "paths", "reach", "rules"}

// pathKeys are the keys of an entry of paths.
var pathKeys = []string{"match", "fail-on", "rules"}

// Levels are the levels that a config may give a rule, and FailLevels those from which on findings may fail.
var (
	Levels     = []string{"error", "warning", "note", cli.Off}
	FailLevels = []string{"error", "warning", "note", "none"}
)

// ReadSetting reads one of SettingNames from a config into settings. Mistakes are noted in y. The rules are
// those that there are.
func ReadSetting(y *yamlfile.Reader, e yamlfile.Entry, rules []judge.Rule, settings *cli.SourceSettings) {
	switch e.Name {
	case "exclude":
		settings.Exclude = append(settings.Exclude, globs(y, e)...)
	case "rules":
		settings.Rules = ruleLevels(y, e.Value, rules)
	case "reach":
		known, err := model.FromNode(cli.ConfigName, e.Value)
		if wrong, ok := errors.AsType[*model.Error](err); ok {
			y.FailAt(yamlfile.Spot{Line: wrong.Line, Column: max(wrong.Column, 1)}, "", "reach: %s", wrong.Message)
			return
		}
		settings.Reach = known
	case "paths":
		for _, item := range y.Items(e.Value) {
			if p, ok := pathSettings(y, item, rules); ok {
				settings.Paths = append(settings.Paths, p)
			}
		}
	}
}

// globs reads one glob or a list of them.
func globs(y *yamlfile.Reader, e yamlfile.Entry) []string {
	var all []string
	for _, item := range y.Items(e.Value) {
		text, ok := y.Scalar(item, e.Name)
		if !ok {
			continue
		}
		if _, err := source.NewPatterns(".", []string{text}); err != nil {
			y.Fail(item, "globs are written as in tests/**/*.js", "%s: %v", e.Name, err)
			continue
		}
		all = append(all, text)
	}
	return all
}

func pathSettings(y *yamlfile.Reader, n ast.Node, rules []judge.Rule) (p cli.PathSettings, ok bool) {
	before := y.Failed()
	for _, e := range y.Entries(n, "an entry of paths") {
		switch e.Name {
		case "match":
			p.Match = globs(y, e)
		case "fail-on":
			p.FailOn = oneOf(y, e.Value, e.Name, FailLevels)
		case "rules":
			p.Rules = ruleLevels(y, e.Value, rules)
		default:
			y.Fail(e.Key, cli.Suggest(e.Name, pathKeys), "unknown key %q in an entry of paths", e.Name)
		}
	}
	if len(p.Match) == 0 && y.Failed() == before {
		y.Fail(n, `say which files it is about, as in match: "tests/**"`, "an entry of paths has no match")
	}
	return p, y.Failed() == before
}

func ruleLevels(y *yamlfile.Reader, n ast.Node, rules []judge.Rule) map[string]string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	levels := map[string]string{}
	for _, e := range y.Entries(n, "rules") {
		if !slices.Contains(ids, e.Name) {
			hint := "docs/rules.md lists them"
			if near := cli.Nearest(e.Name, ids); near != "" {
				hint = `did you mean "` + near + `"?`
			}
			y.Fail(e.Key, hint, "there is no rule %q", e.Name)
			continue
		}
		levels[e.Name] = oneOf(y, e.Value, e.Name, Levels)
	}
	return levels
}

func oneOf(y *yamlfile.Reader, n ast.Node, what string, choices []string) string {
	text, ok := y.Scalar(n, what)
	if ok && !slices.Contains(choices, text) {
		y.Fail(n, cli.Suggest(text, choices), "%s: %q is not a level", what, text)
	}
	return text
}

// readSettings reads the settings of a config that is about other things as well, which are not looked at.
// Without the file there are none.
func readSettings(file string, rules []judge.Rule) (*cli.SourceSettings, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return &cli.SourceSettings{}, nil
	} else if err != nil {
		return nil, cli.WithHint(cli.Usagef("read the config: %w", err), "--no-config does without it")
	}
	settings := &cli.SourceSettings{File: file}
	y, root := yamlfile.New(file, text)
	if root != nil {
		for _, e := range y.Entries(root, "a config") {
			if slices.Contains(SettingNames, e.Name) {
				ReadSetting(y, e, rules, settings)
			}
		}
	}
	if err := y.Err(nil); err != nil {
		return nil, cli.Usage(err)
	}
	return settings, nil
}

// Policy is what flags and settings say of files and findings.
type Policy struct {
	file  string
	rules map[string]string
	paths []pathPolicy
	reach *model.Model
}

// Model returns what is known of frameworks: by the program, and by the project.
func (p *Policy) Model() *model.Model {
	if p == nil {
		return model.Default()
	}
	return model.Default().With(p.reach)
}

type pathPolicy struct {
	match *source.Patterns
	cli.PathSettings
}

// Load reads the settings that a command keeps to, from snag.yaml when it stands alone, and makes the flags
// and them the options of the walk.
func (t *Flags) Load(stdio *cli.Stdio) (*Policy, error) {
	settings := stdio.Settings
	if t.noConfig {
		settings = &cli.SourceSettings{}
	}
	var err error
	if settings == nil {
		if settings, err = readSettings(cli.ConfigName, stdio.Rules); err != nil {
			return nil, err
		}
	}
	p, excluded, err := newPolicy(settings)
	patterns := func(list []string) *source.Patterns {
		p, failed := source.NewPatterns(".", list)
		err = errors.Join(err, failed)
		return p
	}
	t.NoIgnoreFile = t.noConfig
	t.Exclude = []*source.Patterns{patterns(t.exclude), excluded}
	if len(t.include) > 0 {
		t.Only = patterns(t.include)
	}
	if err != nil {
		return nil, cli.WithHint(cli.Usage(err), "globs are written as in tests/**/*.js")
	}
	return p, nil
}

// LoadFolder reads the settings of a folder: what its snag.yaml says of files and findings, and the options of a
// walk of it. Without the file all is as usual, and so it is with an error, which says what is wrong.
func LoadFolder(dir string, rules []judge.Rule) (*Policy, source.Options, error) {
	file := filepath.Join(dir, cli.ConfigName)
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() { // a link may lead out of the folder
		return &Policy{}, source.Options{}, cli.Usagef("read the config: %s is not a regular file", file)
	}
	settings, err := readSettings(file, rules)
	if err != nil {
		return &Policy{}, source.Options{}, err
	}
	p, excluded, err := newPolicy(settings)
	if err != nil {
		return &Policy{}, source.Options{}, err
	}
	return p, source.Options{Exclude: []*source.Patterns{excluded}}, nil
}

// newPolicy returns what settings say of findings, and of files to leave out.
func newPolicy(settings *cli.SourceSettings) (p *Policy, excluded *source.Patterns, err error) {
	base := filepath.Dir(settings.File)
	patterns := func(list []string) *source.Patterns {
		p, failed := source.NewPatterns(base, list)
		err = errors.Join(err, failed)
		return p
	}
	p = &Policy{file: settings.File, rules: settings.Rules, reach: settings.Reach}
	excluded = patterns(settings.Exclude)
	for _, one := range settings.Paths {
		p.paths = append(p.paths, pathPolicy{patterns(one.Match), one})
	}
	return p, excluded, err
}

// Apply gives a finding the level that the settings say. What does not fail where it stands becomes a note;
// passes reports whether nothing may fail there, not even an open question.
func (p *Policy) Apply(f *report.Finding) (passes bool) {
	if p == nil || len(p.rules)+len(p.paths) == 0 {
		return false
	}
	levels := p.rules
	var failOn string
	for _, one := range p.paths {
		if f.Location.File == "" || !one.match.Match(filepath.FromSlash(f.Location.File)) {
			continue
		}
		if one.FailOn != "" {
			failOn = one.FailOn
		}
		if len(one.Rules) > 0 {
			levels = maps.Clone(levels)
			if levels == nil {
				levels = map[string]string{}
			}
			maps.Copy(levels, one.Rules)
		}
	}
	switch levels[f.Rule] {
	case "error":
		f.Level = judge.Error
	case "warning":
		f.Level = judge.Warning
	case "note":
		f.Level = judge.Note
	case cli.Off:
		if f.Suppression == nil {
			f.Suppression = &report.Suppression{Reason: p.file + " turns the rule off"}
		}
	}
	switch {
	case failOn == "none", failOn == "error" && f.Level < judge.Error, failOn == "warning" && f.Level < judge.Warning:
		f.Level = min(f.Level, judge.Note)
	}
	return failOn == "none"
}
