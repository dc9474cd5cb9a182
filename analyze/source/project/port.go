package project

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
)

// portOption finds a port in a command line.
var portOption = lazyregexp.New(`(?:\bPORT=|--port[= ]|\s-p[= ]?|--bind[= ]\S*:|[\w.\]]:)(\d{2,5})\b`)

// portSetting finds a port in a file of settings.
var (
	envPort     = lazyregexp.New(`(?m)^(?:export\s+)?(?:HTTP_|APP_|SERVER_|WEB_)?PORT\s*=\s*["']?(\d{2,5})\b`)
	configPort  = lazyregexp.New(`(?m)^\s*["']?(?:port|listen|http_port|server[._]port)["']?\s*[:=]\s*["']?(?:[\w.\[\]:-]*:)?(\d{2,5})\b`)
	springPort  = lazyregexp.New(`(?m)^server\.port\s*=\s*(?:\$\{\w+:)?(\d{2,5})|^server:\s*\n(?:\s+.*\n)*?\s+port:\s*(?:\$\{\w+:)?(\d{2,5})`)
	pumaPort    = lazyregexp.New(`(?m)^\s*port\s*\(?\s*(?:ENV\.fetch\(\s*["']PORT["']\s*(?:,\s*["']?|\)\s*\{\s*["']?)|ENV\[["']PORT["']\]\s*\|\|\s*)?(\d{2,5})`)
	configFiles = []string{"config.json", "config/default.json", "config/production.json", "config.yaml", "config.yml", "config/config.yaml", "config/config.yml",
		"config/default.yaml", "config/default.yml", "conf/default.yaml", "config.toml", "Rocket.toml", "settings.json"}
)

// codePorts find a port in source code, those that say it most plainly first.
var codePorts = []*lazyregexp.Regexp{
	lazyregexp.New(`\.listen\(\s*(\d{2,5})\b|ListenAndServe(?:TLS)?\(\s*"[^":\s]*:(\d{2,5})"|\bAddr:\s*"[^":\s]*:(\d{2,5})"|\.(?:Run|Start|Listen)\(\s*"[^":\s]*:(\d{2,5})"|net\.Listen\("tcp",\s*"[^":\s]*:(\d{2,5})"`),
	lazyregexp.New(`process\.env\.\w*PORT\w*(?:,\s*10\))?\s*(?:\|\||\?\?)\s*["']?(\d{2,5})\b|(?:environ\.get|getenv)\(\s*["']PORT["']\s*,\s*["']?(\d{2,5})\b`),
	lazyregexp.New(`"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[::1?\]):(\d{2,5})"|\(\[\d+(?:,\s*\d+){3}\],\s*(\d{2,5})\)`),
	lazyregexp.New(`(?i)\b(?:base|default|http|server|listen)?_?port\b["']?\s*[:=]\s*["']?(\d{4,5})\b|["']port["']\s*,\s*["']?:?(\d{4,5})\b|(?:basePort|portfinder\.\w+)\s*=\s*[^;\n]{0,60}?\|\|\s*(\d{4,5})\b|\bport\b["']?\s*[:=,]\s*\{[^{}]{0,120}?default["']?\s*:\s*["']?(\d{4,5})\b`),
}

// comment matches what is a comment in most languages, where examples stand.
var comment = lazyregexp.New(`(?m:^[ \t]*)/\*(?s:.*?)\*/|(?m:^[ \t]*(?://|#).*$)`)

// otherPorts are what databases and the like listen on: a program that names one is its client.
var otherPorts = []string{"22", "25", "53", "389", "465", "587", "1433", "1521", "2181", "3306", "5432", "5672", "6379", "6380", "9042", "9092", "9200", "11211", "27017"}

var codeEndings = []string{".js", ".cjs", ".mjs", ".ts", ".py", ".go", ".rs", ".rb", ".php", ".java", ".kt"}

// port finds what the program listens on: in its command line, in what describes its container, in its
// settings, in its code, or by what its framework does.
func (p *reader) port() {
	found := func(port, from string) bool {
		if p.Port == "" && port != "" {
			p.Port, p.PortFrom = port, from
		}
		return p.Port != ""
	}
	if s, ok := p.First(); ok {
		if m := portOption.FindStringSubmatch(strings.Join(s.Argv, " ")); m != nil && found(m[1], "the command line") {
			return
		}
		if m := portOption.FindStringSubmatch(s.From); m != nil && found(m[1], strings.SplitN(s.From, ":", 2)[0]) {
			return
		}
	}
	if m := dockerExpose.FindStringSubmatch(p.text("Dockerfile")); m != nil && found(m[1], "EXPOSE in Dockerfile") {
		return
	}
	if found(p.composePort()) {
		return
	}
	for _, one := range []struct {
		files   []string
		pattern *lazyregexp.Regexp
	}{
		{[]string{".env", ".env.example", ".env.sample", ".env.dist"}, envPort},
		{[]string{"src/main/resources/application.properties", "src/main/resources/application.yml", "src/main/resources/application.yaml"}, springPort},
		{[]string{"config/puma.rb"}, pumaPort},
		{configFiles, configPort},
	} {
		for _, name := range one.files {
			if m := one.pattern.FindStringSubmatch(p.text(name)); m != nil && found(group(m), name) {
				return
			}
		}
	}
	if found(p.codePort()) {
		return
	}
	found(p.usual, p.usualFrom)
}

// codePort is the one port that the code names in the plainest form that it has one in, "" when it names
// several.
func (p *reader) codePort() (port, from string) {
	ports := make([][]string, len(codePorts))
	places := map[string]string{}
	look := func(name, text string) bool {
		if strings.Contains(path.Base(name), "test") || strings.HasSuffix(name, ".d.ts") {
			return true
		}
		text = comment.ReplaceAllString(text, "")
		for i, pattern := range codePorts {
			for _, m := range pattern.FindAllStringSubmatch(text, 20) {
				port := group(m)
				if slices.Contains(otherPorts, port) || slices.Contains(ports[i], port) {
					continue
				}
				ports[i] = append(ports[i], port)
				if places[port] == "" {
					places[port] = name
				}
			}
		}
		return true
	}
	p.sources(codeEndings, look)
	if first, ok := p.First(); ok {
		for _, word := range first.Argv { // a program may have no ending
			if path.Ext(word) == "" {
				look(path.Clean(word), p.read(path.Clean(word), longestSource))
			}
		}
	}
	for _, named := range ports {
		if len(named) == 1 && isPrintable(places[named[0]]) {
			return named[0], places[named[0]]
		}
		if len(named) > 1 {
			return "", ""
		}
	}
	return "", ""
}

// group is the group of a match that is not empty.
func group(match []string) string {
	for _, g := range match[1:] {
		if g != "" {
			return g
		}
	}
	return ""
}
