package project

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"snag/analyze/nesting"
)

var procfileLine = regexp.MustCompile(`(?m)^web:[ \t]*(\S.*)$`)

func (p *reader) procfile() {
	if m := procfileLine.FindStringSubmatch(p.text("Procfile")); m != nil {
		p.addStart(shellStart(m[1], "web in Procfile"))
	}
}

var (
	dockerExpose = regexp.MustCompile(`(?mi)^[ \t]*EXPOSE[ \t]+(\d{2,5})`)
	dockerCmd    = regexp.MustCompile(`(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+(\S.*)$`)
)

func (p *reader) dockerfile() {
	text := strings.ReplaceAll(p.text("Dockerfile"), "\\\n", " ")
	all := dockerCmd.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1] // of the last stage
	from := last[1] + " in Dockerfile"
	var words []string
	if json.Unmarshal([]byte(strings.TrimSpace(last[2])), &words) != nil {
		p.addStart(shellStart(last[2], from))
		return
	}
	p.addStart(Start{Argv: words, Server: words, From: from})
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

var containerPort = regexp.MustCompile(`(?:^|:)(\d{2,5})(?:/tcp)?$`)

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
