package check

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/cmd/yamlfile"
	"snag/probe/service"
)

// config is a snag.yaml that was read and found to be right.
type config struct {
	services []*service.Service // in the order of the file
	checks   []*check           // in the order of the file
	only     []string
	// variables are those that the config may take from the environment, in the order of the file.
	variables []configVariable
	secrets   *secrets
	leftOut   []string // names of checks that --static does not run
}

// check is one entry of a config.
type check struct {
	*cli.Planned
	name  string
	kind  checkKind
	needs []string
	// analyses reports whether the check computes and times nothing, so that others may run beside it.
	analyses bool
}

// configReader reads a config by the tables of kinds and keys.
type configReader struct {
	*yamlfile.Reader
	secrets *secrets
	stdio   *cli.Stdio
	stderr  io.Writer // of the planned commands
	config  config
	// settings are those of all checks that read source.
	settings cli.SourceSettings
}

// readConfig reads the text of a config. The error is yamlfile.Errors.
func readConfig(stdio *cli.Stdio, file string, text []byte) (*config, error) {
	y, root := yamlfile.New(file, text)
	hidden := &secrets{}
	r := &configReader{Reader: y, secrets: hidden, stdio: stdio, config: config{secrets: hidden}}
	r.settings.File = file
	r.stderr = &concealing{stdio.Err, hidden}
	if cli.IsTerminal(stdio.Err) && !stdio.Verbose {
		r.stderr = stdio.Err // Progress is for a terminal, and erased
	}
	if root == nil && y.Failed() == 0 {
		y.FailAt(yamlfile.Spot{Line: 1, Column: 1}, "snag check --init writes a config", "the config is empty")
	}
	if y.Failed() == 0 {
		r.root(root)
	}
	if err := y.Err(hidden.conceal); err != nil {
		return nil, err
	}
	return &r.config, nil
}

func (r *configReader) root(n ast.Node) {
	known := append([]string{"env", "services", "only", "checks"}, worktree.SettingNames...)
	var checks ast.Node
	entries := r.Entries(n, "a config")
	for _, e := range entries {
		if e.Name == "env" { // others refer to it
			r.variables(e.Value)
		}
	}
	for _, e := range entries {
		switch e.Name {
		case "env":
		case "services":
			r.services(e.Value)
		case "checks":
			checks = e.Value
		case "only":
			r.config.only = r.texts(e.Value, "only")
			for _, item := range r.Items(e.Value) {
				defer r.checkName(item)
			}
		case "exclude", "paths", "reach", "rules":
			worktree.ReadSetting(r.Reader, e, r.stdio.Rules, &r.settings)
		default:
			r.Fail(e.Key, cli.Suggest(e.Name, known), "unknown key %q", e.Name)
		}
	}
	list := r.Items(checks)
	if len(list) == 0 {
		if r.Failed() == 0 {
			r.Fail(n, "list at least one under checks:", "there are no checks")
		}
		return
	}
	for _, item := range list {
		r.check(item)
	}
}

// checkName reports a name under only that no check has.
func (r *configReader) checkName(n ast.Node) {
	name, ok := r.text(n, "only")
	if ok && !slices.ContainsFunc(r.config.checks, func(c *check) bool { return c.name == name }) {
		r.Fail(n, cli.Suggest(name, r.config.names()), "no check is called %q", name)
	}
}

func (c *config) names() []string {
	var names []string
	for _, one := range c.checks {
		names = append(names, one.name)
	}
	return names
}

// kindOf returns the key that says what to check. It is reported when there is none, or several.
func (r *configReader) kindOf(entries []yamlfile.Entry) (target yamlfile.Entry, ok bool) {
	var candidates []yamlfile.Entry
	for _, e := range entries {
		if _, isKind := kindNamed(e.Name); isKind {
			candidates = append(candidates, e)
		}
	}
	for _, e := range candidates {
		// Some kinds have an option by the name of another kind.
		if kind, _ := kindNamed(e.Name); len(candidates) == 1 || r.allows(kind, candidates) {
			return e, true
		}
	}
	if len(candidates) > 1 {
		r.Fail(candidates[1].Key, "make it a check of its own", "a check is either %q or %q", candidates[0].Name, candidates[1].Name)
		return yamlfile.Entry{}, false
	}
	return yamlfile.Entry{}, true
}

// allows reports whether all these are keys of a check of the kind.
func (r *configReader) allows(kind checkKind, entries []yamlfile.Entry) bool {
	p, err := cli.NewPlanned(r.stdio, r.stderr, kind.words)
	if err != nil {
		return false
	}
	names := keyNames(kind.keys(p.Command))
	return !slices.ContainsFunc(entries, func(e yamlfile.Entry) bool { return !slices.Contains(names, e.Name) })
}

// check reads an entry of checks. The key that is the name of a kind decides.
func (r *configReader) check(n ast.Node) {
	failed := r.Failed()
	entries := r.Entries(n, "a check")
	if r.Failed() > failed {
		return
	}
	c := &check{}
	target, ok := r.kindOf(entries)
	if !ok {
		return
	}
	c.kind, _ = kindNamed(target.Name)
	if target.Key == nil {
		all := append(kindNames(), keyNames(ownKeys)...)
		for _, e := range entries {
			if near := cli.Nearest(e.Name, all); near != "" && near != e.Name {
				r.Fail(e.Key, `did you mean "`+near+`"?`, "unknown key %q", e.Name)
				return
			}
		}
		r.Fail(n, "a check has one of the keys "+strings.Join(kindNames(), ", "), "it does not say what to check")
		return
	}
	var err error
	if c.Planned, err = cli.NewPlanned(r.stdio, r.stderr, c.kind.words); err != nil {
		r.Fail(target.Key, "", "%v", err)
		return
	}
	c.Stdio.Settings = &r.settings
	before := r.Failed()
	positional := r.target(c.Planned.Command, c.kind, target)
	for _, e := range entries {
		switch {
		case e.Name == target.Name:
		case e.Name == "name":
			c.name, _ = r.text(e.Value, "name")
		case e.Name == "needs":
			c.needs = r.texts(e.Value, "needs")
			for i, item := range r.Items(e.Value) {
				if i < len(c.needs) && r.config.service(c.needs[i]) == nil {
					r.Fail(item, r.serviceHint(c.needs[i]), "there is no service %q", c.needs[i])
				}
			}
		case e.Name == "command" && c.kind.startsServer():
			positional = append(append(positional, "--"), r.command(e.Value, "command")...)
		default:
			r.setting(c.Planned.Command, c.kind, e)
		}
	}
	if gate, ok := flagValue(c.Planned.Command, "fail-on").(interface{ AddUnknown() }); ok && !c.Planned.Command.Flags().Changed("fail-on") {
		gate.AddUnknown() // nobody looks at a check that passes
	}
	if r.Failed() == before {
		if err := c.Parse(positional); err != nil {
			r.Fail(target.Key, "", "%v", err)
		}
	}
	if c.name == "" {
		c.name = r.defaultName(c.kind, positional)
	}
	if slices.ContainsFunc(r.config.checks, func(o *check) bool { return o.name == c.name }) {
		r.Fail(target.Key, "give one of them a name of its own with name:", "two checks are called %q", c.name)
	}
	c.analyses = c.computes()
	c.Pack()
	r.config.checks = append(r.config.checks, c)
}

func (c *config) service(name string) *service.Service {
	i := slices.IndexFunc(c.services, func(s *service.Service) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return c.services[i]
}

func (r *configReader) serviceHint(name string) string {
	var names []string
	for _, s := range r.config.services {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return "services are listed under services:, above the checks"
	}
	return cli.Suggest(name, names)
}

// defaultName is that of a check that has none, from its kind and what it looks at.
func (r *configReader) defaultName(kind checkKind, positional []string) string {
	words := slices.DeleteFunc(slices.Clone(positional), func(word string) bool { return word == "--" })
	if kind.target == targetURL && len(words) > 0 {
		words = []string{report.RedactURL(cli.PathOf(words[0]))}
	}
	return strings.TrimSpace(kind.name + " " + strings.Join(report.RedactArgs(words[:min(len(words), 2)]), " "))
}

// target reads what the key of the kind holds, as arguments of the command.
func (r *configReader) target(c *cobra.Command, kind checkKind, e yamlfile.Entry) []string {
	var words []string
	switch kind.target {
	case targetCommand:
		return append([]string{"--"}, r.command(e.Value, kind.name)...)
	case targetPolicy:
		if text, ok := r.text(e.Value, kind.name); ok {
			if err := c.Flags().Set("policy", text); err != nil {
				r.Fail(e.Value, "", "%v", err)
			}
		}
		return nil
	case targetURL:
		if text, ok := r.text(e.Value, kind.name); ok {
			words = []string{text}
		}
	case targetDocument:
		if _, none := r.Plain(e.Value).(*ast.NullNode); !none {
			if text, ok := r.text(e.Value, kind.name); ok {
				words = []string{text}
			}
		}
	default:
		words = r.texts(e.Value, kind.name)
	}
	for _, word := range words {
		if strings.HasPrefix(word, "-") || word == "" {
			r.Fail(e.Value, "", "%s: %q must not be empty or begin with -", kind.name, word)
		}
	}
	return words
}

// setting sets the flag that a key stands for.
func (r *configReader) setting(c *cobra.Command, kind checkKind, e yamlfile.Entry) {
	flags := kind.flags(c)
	i := slices.IndexFunc(flags, func(f *pflag.Flag) bool { return f.Name == e.Name })
	if e.Name == "allow-remote" && c.Flags().Lookup(e.Name) != nil {
		r.Fail(e.Key, "snag check --allow-remote HOST allows it", "a config cannot allow remote targets")
		return
	}
	if i < 0 {
		r.Fail(e.Key, cli.Suggest(e.Name, append(keyNames(kind.keys(c)), kind.name)), "unknown key %q in a check of kind %s", e.Name, kind.name)
		return
	}
	f := flags[i]
	if list, ok := f.Value.(pflag.SliceValue); ok {
		values := r.texts(e.Value, e.Name)
		if err := list.Replace(values); err != nil {
			r.Fail(e.Value, "", "%s: %s", e.Name, plainCause(err))
		}
		f.Changed = true
		return
	}
	text, ok := r.text(e.Value, e.Name)
	if !ok {
		return
	}
	if f.Value.Type() == "bool" && text != "true" && text != "false" {
		r.Fail(e.Value, "", "%s must be true or false", e.Name)
		return
	}
	if err := c.Flags().Set(e.Name, text); err != nil {
		// The message of pflag names the flag in the form of a command line.
		if cause := errors.Unwrap(err); cause != nil {
			err = cause
		}
		hint := ""
		if value, ok := f.Value.(interface{ Names() []string }); ok {
			hint = cli.Suggest(text, value.Names())
		}
		r.Fail(e.Value, hint, "%s: %q: %s", e.Name, text, plainCause(err))
	}
}

// plainCause is the last part of a chain of errors: "invalid syntax" says less than what is wanted.
func plainCause(err error) string {
	if strings.Contains(err.Error(), "strconv.") {
		return "must be a number"
	}
	if strings.HasPrefix(err.Error(), "time: ") {
		return "must be a time such as 500ms or 30s"
	}
	return fmt.Sprint(err)
}

// flagValue returns the value of a flag of a command, nil when it has none of the name.
func flagValue(c *cobra.Command, name string) pflag.Value {
	if f := c.Flags().Lookup(name); f != nil {
		return f.Value
	}
	return nil
}
