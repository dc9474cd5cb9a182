package shutdown

import (
	"slices"
	"strings"

	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/drain"
)

// streamChoices are the values of --with.
func streamChoices() []cli.Choice {
	var choices []cli.Choice
	for _, k := range shutdown.StreamKinds {
		name := string(k.Kind)
		if slices.Contains(pathNeeded, k.Kind) {
			name += "="
		}
		choices = append(choices, cli.Choice{Name: name, Help: k.Help})
	}
	return choices
}

// pathNeeded are the kinds of stream that no server has on every path.
var pathNeeded = []shutdown.StreamKind{shutdown.WebSocket, shutdown.SSE, shutdown.Chunked}

// streamOf reads one value of --with: KIND or KIND=PATH.
func streamOf(text string) (drain.StreamConfig, error) {
	name, path, _ := strings.Cut(text, "=")
	i := slices.IndexFunc(shutdown.StreamKinds, func(k shutdown.StreamType) bool { return string(k.Kind) == name })
	var names []string
	for _, k := range shutdown.StreamKinds {
		names = append(names, string(k.Kind))
	}
	switch {
	case i < 0:
		return drain.StreamConfig{}, cli.WithHint(cli.Usagef("--with %s: unknown stream", text), "it is one of "+strings.Join(names, ", "))
	case path == "" && slices.Contains(pathNeeded, shutdown.StreamKind(name)):
		return drain.StreamConfig{}, cli.Usagef("--with %s needs a path: %s=/PATH", text, name)
	case path != "" && !shutdown.StreamKinds[i].Path:
		return drain.StreamConfig{}, cli.Usagef("--with %s: %s takes no path", text, name)
	case path != "" && (!strings.HasPrefix(path, "/") || strings.ContainsAny(path, " \r\n\t")):
		return drain.StreamConfig{}, cli.Usagef("--with %s: the path must begin with / and hold no white space", report.RedactURL(text))
	}
	return drain.StreamConfig{Kind: shutdown.StreamKind(name), Path: path}, nil
}

func streamTone(s shutdown.Stream) report.Tone {
	switch s.Outcome {
	case shutdown.Cut, shutdown.CutByKill:
		return report.Bad
	case shutdown.Finished, shutdown.SaidGo:
		return report.Good
	}
	return report.Plain
}
