package manifest

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"snag/analyze/lazyregexp"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
)

// ImageFile reads a Dockerfile, or what docker inspect prints of an image or a container.
func ImageFile(file string, stdin io.Reader) (Deployment, error) {
	text, err := read(file, stdin)
	if err != nil {
		return Deployment{}, err
	}
	if json.Valid(text) {
		return inspected(file, text)
	}
	return dockerfile(file, string(text))
}

// instruction is one of a Dockerfile.
type instruction struct {
	name, rest string
	line       int
}

var heredoc = lazyregexp.New(`<<-?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)

// instructions reads those of a Dockerfile, with lines that are continued joined, and without comments and
// here-documents.
func instructions(text string) []instruction {
	escape := `\`
	if m := regexp.MustCompile("(?im)\\A(?:#[^\n]*\n)*#\\s*escape\\s*=\\s*`").FindString(text); m != "" {
		escape = "`"
	}
	var all []instruction
	var open *instruction
	until := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case until != "":
			if line == until {
				until = ""
			}
			continue
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		}
		if open == nil {
			name, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
			all = append(all, instruction{strings.ToUpper(name), rest, i + 1})
			open = &all[len(all)-1]
		} else {
			open.rest += " " + line
		}
		if strings.HasSuffix(line, escape) {
			open.rest = strings.TrimSuffix(open.rest, escape)
			continue
		}
		if m := heredoc.FindStringSubmatch(open.rest); m != nil && slices.Contains([]string{"RUN", "COPY", "ADD"}, open.name) {
			until = m[1]
		}
		open.rest, open = strings.TrimSpace(open.rest), nil
	}
	return all
}

// stage is what a stage of a Dockerfile says until now.
type stage struct {
	line                     int
	signal, entrypoint, base *instruction
	cmd                      *instruction
}

func dockerfile(file, text string) (Deployment, error) {
	stages := map[string]stage{}
	var s stage
	name := ""
	for _, in := range instructions(text) {
		switch in.name {
		case "FROM":
			if name != "" {
				stages[name] = s
			}
			words := slices.DeleteFunc(strings.Fields(in.rest), func(w string) bool { return strings.HasPrefix(w, "--") })
			if len(words) == 0 {
				return Deployment{}, cli.Usagef("%s:%d: FROM names no image", file, in.line)
			}
			s = stages[strings.ToLower(words[0])] // the zero stage for an image from elsewhere
			s.line, s.base, name = in.line, &in, ""
			if len(words) == 3 && strings.EqualFold(words[1], "AS") {
				name = strings.ToLower(words[2])
			}
		case "STOPSIGNAL":
			s.signal = &in
		case "ENTRYPOINT":
			s.entrypoint, s.cmd = &in, nil // an ENTRYPOINT resets the CMD of the stage that this one begins with
		case "CMD":
			s.cmd = &in
		}
	}
	if s.base == nil {
		return Deployment{}, cli.WithHint(cli.Usagef("%s: not a Dockerfile: it has no FROM", file), "give a Dockerfile, or the output of docker inspect IMAGE")
	}
	d := image(file)
	stop := shutdown.Setting{Role: shutdown.RoleSignal, Key: "STOPSIGNAL", Value: "SIGTERM, or what " + clip(s.base.rest) + " says", File: file, Line: s.line, Default: true}
	if s.signal != nil {
		signal, err := signalNamed(s.signal.rest)
		if err != nil {
			return Deployment{}, cli.Usagef("%s:%d: STOPSIGNAL: %v", file, s.signal.line, err)
		}
		d.Signal, stop.Value, stop.Line, stop.Default = signal, signal, s.signal.line, false
	}
	d.Settings = append([]shutdown.Setting{stop}, d.Settings...)
	if first := s.entrypoint; first != nil || s.cmd != nil {
		if first == nil {
			first = s.cmd
		}
		said, words := firstProcess(file, *first)
		d.Settings, d.Words = append(d.Settings, said), words
		if first != s.cmd && s.cmd != nil && !said.Shell {
			_, more := firstProcess(file, *s.cmd)
			d.Words = append(d.Words, more...)
		}
	}
	return d, nil
}

// image is what an engine does with an image that says nothing.
func image(file string) Deployment {
	return Deployment{First: true, Platform: shutdown.Platform{
		Kind: shutdown.Image, Name: "the image", Grace: shutdown.Of(engineGrace),
		Settings: []shutdown.Setting{{Role: shutdown.RoleGrace, Key: "stop timeout", Value: "10", Default: true}},
	}}
}

// firstProcess reads CMD or ENTRYPOINT, which is a list in JSON or a line for a shell, and returns its words too.
func firstProcess(file string, in instruction) (shutdown.Setting, []string) {
	s := shutdown.Setting{Role: shutdown.RoleCommand, Key: in.name, Value: clip(in.rest), File: file, Line: in.line}
	var words []string
	if json.Unmarshal([]byte(in.rest), &words) != nil {
		s.Shell = !strings.HasPrefix(in.rest, "exec ")
		return s, []string{"sh", "-c", in.rest}
	}
	s.Value = clip(strings.Join(words, " "))
	if line, ok := script(words); ok {
		s.Value, s.Shell = clip(line), shellForm(words)
	}
	return s, words
}

// Inspected reads what an engine answers about one container. Its settings stand in no file.
func Inspected(text []byte) (Deployment, error) {
	d, err := inspected("the engine's answer", text)
	d.Name = "the container"
	for i := range d.Settings {
		d.Settings[i].File, d.Settings[i].Line = "", 0
	}
	return d, err
}

// inspected reads the JSON of docker inspect.
func inspected(file string, text []byte) (Deployment, error) {
	type object struct {
		Config struct {
			StopSignal      string
			StopTimeout     *int
			Cmd, Entrypoint []string
		}
		HostConfig struct{ Init *bool }
	}
	var all []object
	err := json.Unmarshal(text, &all)
	if err != nil {
		all = make([]object, 1)
		err = json.Unmarshal(text, &all[0])
	}
	if err != nil || len(all) != 1 {
		return Deployment{}, cli.WithHint(cli.Usagef("%s: not what docker inspect prints of one image or container", file), "docker inspect NAME > "+file)
	}
	line := func(key string) int {
		before, _, found := strings.Cut(string(text), `"`+key+`"`)
		if !found {
			return 0
		}
		return strings.Count(before, "\n") + 1
	}
	d, o := image(file), all[0]
	d.Settings = nil
	add := func(role shutdown.Role, key, value string, said bool) *shutdown.Setting {
		d.Settings = append(d.Settings, shutdown.Setting{Role: role, Key: key, Value: value, File: file, Line: max(line(key), 1), Default: !said})
		return &d.Settings[len(d.Settings)-1]
	}
	signal := "SIGTERM"
	if o.Config.StopSignal != "" {
		if signal, err = signalNamed(o.Config.StopSignal); err != nil {
			return Deployment{}, cli.Usagef("%s: StopSignal: %v", file, err)
		}
		d.Signal = signal
	}
	add(shutdown.RoleSignal, "StopSignal", signal, o.Config.StopSignal != "")
	grace := engineGrace
	if t := o.Config.StopTimeout; t != nil {
		switch {
		case *t < 0:
			d.Endless = true
		case *t > 10_000_000:
			return Deployment{}, cli.Usagef("%s: StopTimeout: %d is not a number of seconds", file, *t)
		default:
			grace = time.Duration(*t) * time.Second
		}
	}
	d.Grace = shutdown.Of(grace)
	add(shutdown.RoleGrace, "StopTimeout", grace.String(), o.Config.StopTimeout != nil)
	if o.HostConfig.Init != nil && *o.HostConfig.Init {
		d.First = false
		add(shutdown.RoleInit, "Init", "true", true)
	}
	key := "Cmd"
	if len(o.Config.Entrypoint) > 0 {
		key = "Entrypoint"
	}
	d.Words = slices.Concat(o.Config.Entrypoint, o.Config.Cmd)
	if words := d.Words; len(words) > 0 {
		s := add(shutdown.RoleCommand, key, clip(strings.Join(words, " ")), true)
		if shellLine, ok := script(words); ok {
			s.Value, s.Shell = clip(shellLine), shellForm(words)
		}
	}
	return d, nil
}
