package project

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/nesting"
)

var procfileLine = lazyregexp.New(`(?m)^web:[ \t]*(\S.*)$`)

func (p *reader) procfile() {
	if m := procfileLine.FindStringSubmatch(p.text("Procfile")); m != nil {
		p.addStart(shellStart(m[1], "web in Procfile"))
	}
}

var (
	dockerExpose = lazyregexp.New(`(?mi)^[ \t]*EXPOSE[ \t]+(\d{2,5})`)
	dockerFrom   = lazyregexp.New(`(?mi)^[ \t]*FROM[ \t]`)
	dockerCmd    = lazyregexp.New(`(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+(\S.*)$`)
	// containerInits start a program and wait for it; their options stand before its name.
	containerInits = []string{"tini", "dumb-init", "docker-init", "catatonit"}
)

// dockerfile finds what the last stage of an image runs: its ENTRYPOINT with its CMD as arguments, or the CMD alone
// where a script or an init stands before it, which the machine of a developer has not.
func (p *reader) dockerfile() {
	text := strings.ReplaceAll(p.text("Dockerfile"), "\\\n", " ")
	if stages := dockerFrom.FindAllStringIndex(text, -1); len(stages) > 0 {
		if last := text[stages[len(stages)-1][0]:]; dockerCmd.MatchString(last) {
			text = last
		}
	}
	said := map[string]string{}
	for _, m := range dockerCmd.FindAllStringSubmatch(text, -1) {
		said[strings.ToUpper(m[1])] = strings.TrimSpace(m[2])
	}
	started, isList := execForm(said["ENTRYPOINT"])
	program, arguments := beyondInit(started), said["CMD"]
	words, areWords := execForm(arguments)
	switch {
	case said["ENTRYPOINT"] != "" && !isList: // which ignores CMD
		p.addStart(shellStart(said["ENTRYPOINT"], "ENTRYPOINT in Dockerfile"))
	case arguments == "":
		if len(program) > 0 {
			started = program
		}
		p.addStart(Start{Argv: started, Server: started, From: "ENTRYPOINT in Dockerfile"})
	case len(program) == 0 && !areWords:
		p.addStart(shellStart(arguments, "CMD in Dockerfile"))
	case len(program) == 0:
		if inner := beyondInit(words); len(inner) > 0 {
			words = inner
		}
		p.addStart(Start{Argv: words, Server: words, From: "CMD in Dockerfile"})
	case !areWords:
		p.addStart(Start{Argv: append(program, "/bin/sh", "-c", arguments), From: "ENTRYPOINT and CMD in Dockerfile"})
	default:
		words = append(program, words...)
		p.addStart(Start{Argv: words, Server: words, From: "ENTRYPOINT and CMD in Dockerfile"})
	}
}

// execForm reads a list of words in JSON, the form of an instruction that needs no shell.
func execForm(instruction string) (words []string, ok bool) {
	err := json.Unmarshal([]byte(instruction), &words)
	return words, err == nil
}

// beyondInit returns what an init for containers starts, and nothing where a script prepares the container first.
func beyondInit(words []string) []string {
	for len(words) > 0 && slices.Contains(containerInits, path.Base(words[0])) {
		words = words[1:]
		for len(words) > 0 && strings.HasPrefix(words[0], "-") {
			words = words[1:]
		}
	}
	if len(words) > 0 && (strings.HasSuffix(words[0], ".sh") || strings.Contains(path.Base(words[0]), "entrypoint")) {
		return nil
	}
	return words
}

// composeFiles are the names of files of Docker Compose.
var composeFiles = []string{"compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"}

// composeService is what is read of a service of Docker Compose.
type composeService struct {
	Build   any   `yaml:"build"`
	Command any   `yaml:"command"`
	Ports   []any `yaml:"ports"`
}

// composed returns the services that are built from this folder, and the file that lists them.
func (p *reader) composed() (services []composeService, file string) {
	for _, name := range composeFiles {
		var c struct {
			Services map[string]composeService `yaml:"services"`
		}
		text := p.text(name)
		if text == "" || nesting.Unmarshal([]byte(text), &c) != nil {
			continue
		}
		var names []string
		for name, s := range c.Services {
			if s.Build != nil {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			services = append(services, c.Services[name])
		}
		return services, name
	}
	return nil, ""
}

func (p *reader) compose() {
	services, file := p.composed()
	for _, s := range services {
		from := "command in " + file
		switch command := s.Command.(type) {
		case string:
			p.addStart(shellStart(command, from))
		case []any:
			words := make([]string, len(command))
			for i, w := range command {
				words[i] = fmt.Sprint(w)
			}
			p.addStart(Start{Argv: words, Server: words, From: from})
		}
	}
}

var containerPort = lazyregexp.New(`(?:^|:)(\d{2,5})(?:/tcp)?$`)

// composePort is the port inside the container of the one service that is built here and has one.
func (p *reader) composePort() (port, from string) {
	services, file := p.composed()
	for _, s := range services {
		for _, one := range s.Ports {
			text := fmt.Sprint(one)
			if long, ok := one.(map[string]any); ok {
				text = fmt.Sprint(long["target"])
			}
			if m := containerPort.FindStringSubmatch(text); m != nil && port == "" {
				port, from = m[1], "ports in "+file
			} else if m != nil && m[1] != port {
				return "", ""
			}
		}
	}
	return port, from
}
