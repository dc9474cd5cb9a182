package check

import (
	"net/url"
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/service"
)

// services reads what stands under services.
func (r *configReader) services(n ast.Node) {
	if _, none := n.(*ast.NullNode); none {
		return
	}
	for _, e := range r.Entries(n, "services") {
		s := &service.Service{Name: e.Name, Timeout: 30 * time.Second}
		for _, k := range r.Entries(e.Value, "a service") {
			switch k.Name {
			case "command":
				s.Command.Argv = r.command(k.Value, k.Name)
			case "ready":
				s.Ready = r.ready(k.Value)
				s.Shown = report.RedactURL(s.Ready)
			case "timeout":
				s.Timeout = r.duration(k.Value, k.Name)
			case "directory":
				s.Command.Dir, _ = r.text(k.Value, k.Name)
			case "environment":
				for _, v := range r.Entries(k.Value, "environment") {
					if text, ok := r.text(v.Value, v.Name); ok {
						s.Command.Env = append(s.Command.Env, v.Name+"="+text)
					}
				}
			default:
				r.Fail(k.Key, cli.Suggest(k.Name, keyNames(serviceKeys)), "unknown key %q in a service", k.Name)
			}
		}
		if s.Command.Argv == nil {
			r.Fail(e.Key, "", "service %q has no command", e.Name)
		}
		r.config.services = append(r.config.services, s)
	}
}

// command reads a command line, as one string that is split into words, or as a list of words.
func (r *configReader) command(n ast.Node, what string) []string {
	if _, list := r.Plain(n).(*ast.SequenceNode); list {
		words := r.texts(n, what)
		if len(words) > 0 {
			return words
		}
	} else if text, ok := r.Scalar(n, what); ok {
		// The words are those of the file: a variable is a part of one word, whatever is in it.
		words, err := cli.ShellWords(text)
		for i, word := range words {
			if words[i], ok = r.expanded(n, what, word); !ok {
				return []string{""}
			}
		}
		if err == nil && len(words) > 0 {
			return words
		}
		if err != nil {
			r.Fail(n, "", "%s: %v", what, err)
			return []string{""}
		}
	} else {
		return []string{""}
	}
	r.Fail(n, "", "%s is empty", what)
	return []string{""} // one error is enough
}

func (r *configReader) ready(n ast.Node) string {
	text, ok := r.text(n, "ready")
	if !ok {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "tcp"}, u.Scheme):
		r.Fail(n, "as in http://127.0.0.1:3000/health or tcp://127.0.0.1:5432", "ready must be a URL")
	case !cli.IsLoopback(u.Hostname()):
		r.Fail(n, "a service that snag starts runs on this machine: use 127.0.0.1", "ready: %s is not this machine", u.Hostname())
	case u.Scheme == "tcp" && u.Port() == "":
		r.Fail(n, "", "ready: the address has no port")
	}
	return text
}

func (r *configReader) duration(n ast.Node, what string) time.Duration {
	text, ok := r.text(n, what)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		r.Fail(n, "", "%s must be a positive time such as 30s", what)
	}
	return d
}
