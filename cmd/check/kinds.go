package check

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/analyze/sorting"
	"snag/cmd/cli"
)

// targetKind is what stands behind the key that names the kind of a check.
type targetKind uint8

const (
	targetPaths    targetKind = iota // files and folders, none for the current folder
	targetURL                        // a URL; a path when the check has a command of its own
	targetCommand                    // the command line of a program
	targetDocument                   // a file, or nothing
	targetPolicy                     // a retry policy
)

// checkKind is a kind of check: a command of snag that snag.yaml can list. Its keys are the flags of
// the command.
type checkKind struct {
	name   string   // the key in a check
	words  []string // the command after "snag"
	target targetKind
	help   string // what the key holds
	// without are flags that have no place in a config, beside those of withoutAlways.
	without []string
}

// checkKinds is the one table of them.
var checkKinds = []checkKind{
	{"regex", []string{"regex"}, targetPaths, "Files and folders whose regexes to audit.", []string{"patterns", "stdin-name", "shard", "fix"}},
	{"calls", []string{"block", "calls"}, targetPaths, "Files and folders to search for calls that block.", nil},
	{"routes", []string{"block", "routes"}, targetDocument, "The folder of the source of a service whose routes to try, or nothing for the current one.", []string{"attach-pid"}},
	{"handler", []string{"block", "handler"}, targetURL, "The URL of an endpoint whose cost to measure, as a template over n.", []string{"attach-pid"}},
	{"pool", []string{"block", "pool"}, targetURL, "The URL of a slow request whose pool to measure.", []string{"attach-pid"}},
	{"memory", []string{"block", "memory"}, targetURL, "The URL of requests whose memory to follow, with {{salt}} for the key.", []string{"attach-pid"}},
	{"migration", []string{"block", "migration"}, targetPaths, "The SQL files of a migration to run on a scratch database, or folders of them.", nil},
	{"watch", []string{"block", "watch"}, targetURL, "The URL of a cheap request to watch for stalls.", []string{"attach-pid", "metrics", "for"}},
	{"json", []string{"block", "json"}, targetDocument, "A JSON document to measure in each runtime, or nothing for the table of shapes.", nil},
	{"client", []string{"retry", "client"}, targetCommand, "A client to play a failing server to; {url} stands for the server.", nil},
	{"server", []string{"retry", "server"}, targetURL, "The URL of a server whose failures to judge.", nil},
	{"requests", []string{"retry", "calls"}, targetPaths, "Files and folders to search for requests without a timeout, and loops that retry badly.", nil},
	{"herd", []string{"retry", "herd"}, targetPolicy, "A retry policy to simulate many clients with.", []string{"policy"}},
	{"shutdown", []string{"shutdown"}, targetCommand, "A command to start, put under load and end.", []string{"masks", "signals"}},
}

// withoutAlways are flags that say where the report goes, write files of their own, or let requests leave
// this machine, which is for the command line of snag check alone to say.
var withoutAlways = []string{"allow-remote", "format", "output", "all", "help", "color", "quiet", "verbose", "save", "export", "write-baseline"}

// ownKeys are the keys that every check has beside those of its kind.
var ownKeys = []configKey{
	{name: "name", help: "What the check is called in reports and for --only.", schema: map[string]any{"type": "string", "minLength": 1}},
	{name: "needs", help: "The services that must run meanwhile.", schema: oneOrMore(map[string]any{"type": "string"})},
}

// serviceKeys are the keys of a service.
var serviceKeys = []configKey{
	{name: "command", help: "The command line, as one string or as a list of words. No shell is involved.", schema: oneOrMore(map[string]any{"type": "string"}), required: true},
	{name: "ready", help: "The service is ready when this URL answers with a status below 400, or tcp://HOST:PORT accepts a connection. Without it, when it listens on any port (Linux).",
		schema: map[string]any{"type": "string", "pattern": `^(https?|tcp)://|\$\{`}},
	{name: "timeout", help: "How long to wait for that, such as 30s.", schema: durationSchema()},
	{name: "directory", help: "The folder to run it in.", schema: map[string]any{"type": "string"}},
	{name: "environment", help: "Variables added to the environment of snag.",
		schema: map[string]any{"type": "object", "additionalProperties": map[string]any{"type": []string{"string", "number", "boolean"}}}},
}

// commandKey is the key of checks with a URL that start their server themselves.
var commandKey = configKey{name: "command", help: "The command that serves the URL, which may be a path then. It is started for this check alone.", schema: oneOrMore(map[string]any{"type": "string"})}

// configKey is a key that a mapping of snag.yaml may have.
type configKey struct {
	name, help string
	schema     map[string]any
	required   bool
}

func keyNames(keys []configKey) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}

func kindNames() []string {
	names := make([]string, len(checkKinds))
	for i, k := range checkKinds {
		names[i] = k.name
	}
	return names
}

func kindNamed(name string) (checkKind, bool) {
	i := slices.IndexFunc(checkKinds, func(k checkKind) bool { return k.name == name })
	if i < 0 {
		return checkKind{}, false
	}
	return checkKinds[i], true
}

// flags are the flags of the kind's command that are keys of a check, in alphabetical order.
func (k checkKind) flags(c *cobra.Command) []*pflag.Flag {
	var flags []*pflag.Flag
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(withoutAlways, f.Name) && !slices.Contains(k.without, f.Name) && !f.Hidden {
			flags = append(flags, f)
		}
	})
	sorting.Stable(flags, func(a, b *pflag.Flag) int { return strings.Compare(a.Name, b.Name) })
	return flags
}

// startsServer reports whether a check of the kind may start the server of its URL itself.
func (k checkKind) startsServer() bool {
	return k.words[0] == "block" && (k.target == targetURL || k.name == "routes")
}

// keys are the keys that a check of the kind may have.
func (k checkKind) keys(c *cobra.Command) []configKey {
	keys := append([]configKey{{name: k.name, help: k.help, schema: k.targetSchema(), required: true}}, ownKeys...)
	if k.startsServer() {
		keys = append(keys, commandKey)
	}
	for _, f := range k.flags(c) {
		_, usage := pflag.UnquoteUsage(f)
		keys = append(keys, configKey{name: f.Name, help: cli.Sentence(usage) + ".", schema: flagSchema(f)})
	}
	return keys
}
