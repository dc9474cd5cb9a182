package manifest

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"snag/analyze/lazyregexp"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/yamlfile"
)

// engineGrace is what container engines give when nothing is said.
const engineGrace = 10 * time.Second

// Compose reads a service of a compose file. An empty name takes the only one. The variables that the
// file refers to are looked up in the environment.
func Compose(file string, stdin io.Reader, service string, environment func(string) (string, bool)) (Deployment, error) {
	text, err := read(file, stdin)
	if err != nil {
		return Deployment{}, err
	}
	return compose(file, text, service, environment)
}

func compose(file string, text []byte, service string, environment func(string) (string, bool)) (Deployment, error) {
	y, root := yamlfile.New(file, text)
	p := pods{y, file}
	if y.Failed() == 0 {
		entries := []yamlfile.Entry{}
		if services := p.get(root, "services"); services != nil {
			entries = p.Entries(services, "services")
		}
		var names []string
		var chosen *yamlfile.Entry
		for i, e := range entries {
			names = append(names, e.Name)
			if e.Name == service || service == "" && len(entries) == 1 {
				chosen = &entries[i]
			}
		}
		list := strings.Join(names[:min(len(names), 20)], ", ")
		switch {
		case y.Failed() > 0:
		case len(entries) == 0:
			return Deployment{}, cli.Usagef("%s holds no services", file)
		case chosen == nil && service != "":
			return Deployment{}, cli.WithHint(cli.Usagef("%s holds no service %q", file, service), "it holds "+list)
		case chosen == nil:
			return Deployment{}, cli.WithHint(cli.Usagef("%s holds several services", file), "name one with --service: "+list)
		default:
			d := p.service(*chosen, environment)
			if y.Failed() == 0 {
				return d, nil
			}
		}
	}
	return Deployment{}, cli.Usage(y.Err(nil))
}

// reference is a variable in a value: ${NAME}, ${NAME:-default} and the like, or $NAME.
var reference = lazyregexp.New(`\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?+])([^{}]*))?\}|([A-Za-z_][A-Za-z0-9_]*))`)

// expand puts in the variables of a value, as the Compose Specification says. What is not set is empty.
func expand(text string, environment func(string) (string, bool)) string {
	return reference.ReplaceAllStringFunc(text, func(found string) string {
		if found == "$$" {
			return "$"
		}
		m := reference.FindStringSubmatch(found)
		value, set := environment(m[1] + m[4])
		if strings.HasPrefix(m[2], ":") && value == "" {
			set = false
		}
		switch strings.TrimPrefix(m[2], ":") {
		case "-":
			if !set {
				return m[3]
			}
		case "+":
			if !set {
				return ""
			}
			return m[3]
		}
		return value
	})
}

// service reads what a service says about its end.
func (p pods) service(e yamlfile.Entry, environment func(string) (string, bool)) Deployment {
	d := Deployment{First: true, Platform: shutdown.Platform{Kind: shutdown.Compose, Name: "service " + e.Name, Grace: shutdown.Of(engineGrace)}}
	value := func(key string) string { return expand(p.text(e.Value, key), environment) }
	setting := func(role shutdown.Role, key, text string) {
		s := p.setting(role, e.Key, text, key)
		if at, _ := p.find(e.Value, key); at != nil {
			s.Line, s.Default = yamlfile.PlaceOf(at).Line, false
		}
		d.Settings = append(d.Settings, s)
	}
	signal := "SIGTERM, or what the image says"
	if text := value("stop_signal"); text != "" {
		name, err := signalNamed(text)
		if err != nil {
			p.Fail(p.get(e.Value, "stop_signal"), "", "stop_signal: %v", err)
		}
		d.Signal, signal = name, name
	}
	setting(shutdown.RoleSignal, "stop_signal", signal)
	grace := value("stop_grace_period")
	if grace != "" {
		period, err := ComposeSpan(grace)
		if err != nil {
			p.Fail(p.get(e.Value, "stop_grace_period"), "write it like 30s or 1m30s", "stop_grace_period: %v", err)
		}
		d.Grace = shutdown.Of(period)
	} else {
		grace = "10s"
	}
	setting(shutdown.RoleGrace, "stop_grace_period", grace)
	init := value("init")
	if init != "true" {
		init = "false"
	}
	d.First = init == "false" && value("pid") == ""
	setting(shutdown.RoleInit, "init", init)
	words := func(key string) []string { return p.composeWords(p.get(e.Value, key), environment) }
	d.Words = slices.Concat(words("entrypoint"), words("command"))
	for _, key := range []string{"entrypoint", "command"} {
		if words := words(key); len(words) > 0 {
			setting(shutdown.RoleCommand, key, clip(strings.Join(words, " ")))
			s := &d.Settings[len(d.Settings)-1]
			if line, ok := script(words); ok {
				s.Value, s.Shell = clip(line), shellForm(words)
			}
			break
		}
	}
	if p.get(e.Value, "extends") != nil {
		d.Unplayed = append(d.Unplayed, "the service extends another one, which may say more: docker compose config resolves it")
	}
	return d
}

// composeWords reads a command, which is a list of words or one line that no shell reads.
func (p pods) composeWords(n ast.Node, environment func(string) (string, bool)) []string {
	if n == nil {
		return nil
	}
	if _, list := p.Plain(n).(*ast.SequenceNode); list {
		words := p.texts(n)
		for i := range words {
			words[i] = expand(words[i], environment)
		}
		return words
	}
	text, _ := p.Scalar(n, "a command")
	words, err := cli.ShellWords(expand(text, environment))
	if err != nil {
		p.Fail(n, "", "%v", err)
	}
	return words
}
