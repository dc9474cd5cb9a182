package project

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
)

// packageManifest is what is read of a package.json.
type packageManifest struct {
	Name            any            `json:"name"`
	Main            any            `json:"main"`
	Bin             any            `json:"bin"`
	Scripts         map[string]any `json:"scripts"`
	Dependencies    map[string]any `json:"dependencies"`
	DevDependencies map[string]any `json:"devDependencies"`
}

// nodeTools are programs for development: with one of them a script is no way to run a service.
var nodeTools = []string{"nodemon", "ts-node", "ts-node-dev", "tsx", "vite", "webpack", "webpack-dev-server", "concurrently", "babel-node",
	"npm-run-all", "run-s", "run-p", "gulp", "grunt", "lerna", "nx", "turbo", "react-scripts", "tsc", "rollup", "esbuild", "jest", "mocha", "wait-on"}

// nodePorts are what the servers of these packages listen on unless told otherwise.
var nodePorts = []struct{ name, port string }{{"next", "3000"}, {"nuxt", "3000"}, {"gatsby", "9000"}}

// nodeListens finds the call by which a program of Node.js serves.
var nodeListens = lazyregexp.New(`\.listen\s*\(|\bcreateServer\s*\(`)

var nodeEndings = []string{".js", ".cjs", ".mjs", ".ts"}

func (p *reader) node() {
	text := p.text("package.json")
	if text == "" {
		return
	}
	p.Language, p.Parser = "node", "node"
	var m packageManifest
	if json.Unmarshal([]byte(text), &m) != nil {
		return
	}
	for _, script := range []string{"start", "serve", "dev"} {
		if line, ok := m.Scripts[script].(string); ok && strings.TrimSpace(line) != "" {
			p.nodeScript(m, script, line)
		}
	}
	serves := false
	var listening []string
	p.sources(nodeEndings, func(name, text string) bool {
		if nodeListens.MatchString(text) {
			serves = true
			listening = append(listening, name)
		}
		return true
	})
	if serves || usesServer(m) {
		for _, at := range binaries(m) {
			if p.has(at) {
				p.addStart(nodeStart(at, `"bin" in package.json`))
			}
		}
	}
	var entries []string
	if main, ok := m.Main.(string); ok {
		entries = append(entries, path.Clean(main), path.Clean(main)+".js", path.Join(main, "index.js"))
	}
	for _, at := range append(entries, "server.js", "app.js", "index.js", "src/server.js", "src/app.js", "src/index.js") {
		if slices.Contains(listening, at) {
			p.addStart(nodeStart(at, at+", which listens"))
			break
		}
	}
	for _, known := range nodePorts {
		if m.Dependencies[known.name] != nil {
			p.usual, p.usualFrom = known.port, "what "+known.name+" listens on unless told otherwise"
		}
	}
}

func nodeStart(file, from string) Start {
	argv := []string{"node", file}
	return Start{Argv: argv, Server: argv, From: from}
}

// usesServer reports whether a package depends on a framework for servers.
func usesServer(m packageManifest) bool {
	for _, name := range []string{"express", "koa", "fastify", "@hapi/hapi", "restify", "polka", "connect", "hono", "@nestjs/core", "next", "nuxt"} {
		if m.Dependencies[name] != nil {
			return true
		}
	}
	return false
}

// binaries are the files that a package installs as programs, the one of its own name first.
func binaries(m packageManifest) []string {
	var files []string
	switch bin := m.Bin.(type) {
	case string:
		files = append(files, path.Clean(bin))
	case map[string]any:
		name, _ := m.Name.(string)
		names := slices.Sorted(maps.Keys(bin))
		sorting.Stable(names, func(a, b string) int { return count(b == path.Base(name)) - count(a == path.Base(name)) })
		for _, n := range names {
			if file, ok := bin[n].(string); ok {
				files = append(files, path.Clean(file))
			}
		}
	}
	return files
}

// nodeScript adds a script: the process itself where that is plain, else npm with the script's name.
func (p *reader) nodeScript(m packageManifest, script, line string) {
	first, _, _ := strings.Cut(strings.TrimSpace(line), "\n")
	s := Start{Argv: []string{"npm", "run", script}, From: `"` + script + `" in package.json: ` + first, needsTools: script == "dev"}
	if script == "start" {
		s.Argv = []string{"npm", "start"}
	}
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t\n&|;()\"'", r) }) {
		if slices.Contains(nodeTools, path.Base(word)) || m.DevDependencies[word] != nil && m.Dependencies[word] == nil {
			s.needsTools = true
		}
	}
	switch words := plainWords(line); {
	case words == nil:
	case words[0] == "node":
		for i, w := range words {
			words[i] = strings.TrimPrefix(w, "./")
		}
		// With --watch another process serves.
		words = slices.DeleteFunc(words, func(w string) bool { return w == "--watch" || strings.HasPrefix(w, "--watch-path=") })
		s.Argv, s.Server = words, words
	case m.Dependencies[words[0]] != nil:
		words[0] = "node_modules/.bin/" + words[0]
		s.Argv, s.Server = words, words
	}
	p.addStart(s)
}
