// Package project finds out from the files of a folder how the program in it is run.
package project

import (
	"cmp"
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"snag/analyze/nesting"
)

// Project is what a folder tells about how its program is run.
type Project struct {
	Starts []Start // the likeliest first
	// Port is what the program listens on, "" when nothing tells; PortFrom says in words where it stands.
	Port, PortFrom string
	// Endpoints are paths of its API, those that grow first.
	Endpoints []Endpoint
	// Language is "node" or "python3", whose blocking calls can be found, "" for others.
	Language string
}

// Start is a way to start the program, and where it stands.
type Start struct {
	Argv []string
	From string
}

// Endpoint is a path of an API. Path has a template where something can grow.
type Endpoint struct {
	Method, Path string
	Grows        bool
}

// First is the likeliest way to start the program, a guess when nothing tells.
func (p Project) First() Start {
	if len(p.Starts) == 0 {
		return Start{Argv: []string{"node", "server.js"}, From: "nothing tells how the program is started: this is a guess"}
	}
	return p.Starts[0]
}

// Runtime is the language whose parser reads the bodies, as far as the folder tells.
func (p Project) Runtime() string {
	switch {
	case p.Language != "":
		return p.Language
	case p.First().Argv[0] == "go":
		return "go"
	}
	return "node"
}

// Limits of looking around in a folder.
const (
	longestProjectFile = 2 << 20 // bytes
	mostEntries        = 20_000
	mostEndpoints      = 6
	mostMains          = 4
)

// Read finds out what a folder tells. What cannot be read or understood is as if it were not there.
func Read(folder fs.FS) Project {
	var p Project
	p.packageJSON(folder)
	p.procfile(folder)
	p.dockerfile(folder)
	p.goMains(folder)
	p.python(folder)
	p.openAPI(folder)
	return p
}

// readSmall returns the text of a file, "" when it cannot be had.
func readSmall(folder fs.FS, name string) string {
	f, err := folder.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(f, longestProjectFile))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(string(text), "\uFEFF")
}

func (p *Project) addStart(from string, argv ...string) {
	same := func(s Start) bool { return slices.Equal(s.Argv, argv) }
	if len(argv) > 0 && !slices.ContainsFunc(argv, func(word string) bool { return !isPrintable(word) }) && !slices.ContainsFunc(p.Starts, same) {
		p.Starts = append(p.Starts, Start{argv, from})
	}
}

func (p *Project) setPort(port, from string) {
	if p.Port == "" && port != "" {
		p.Port, p.PortFrom = port, from
	}
}

// isPrintable reports whether a text can stand in a config as it is.
func isPrintable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// portOption finds a port in a command line.
var portOption = regexp.MustCompile(`(?:\bPORT=|--port[= ]|\s-p[= ]?|--bind[= ]\S*:|:)(\d{2,5})\b`)

func (p *Project) portIn(command, from string) {
	if m := portOption.FindStringSubmatch(command); m != nil {
		p.setPort(m[1], from)
	}
}

// nodePorts are what the servers of these packages listen on when nobody says otherwise.
var nodePorts = []struct{ name, port string }{
	{"next", "3000"}, {"nuxt", "3000"}, {"@nestjs/core", "3000"}, {"vite", "5173"}, {"express", "3000"}, {"koa", "3000"},
	{"fastify", "3000"}, {"@hapi/hapi", "3000"}, {"json-server", "3000"},
}

func (p *Project) packageJSON(folder fs.FS) {
	const name = "package.json"
	text := readSmall(folder, name)
	if text == "" {
		return
	}
	p.Language = "node"
	var manifest struct {
		Main            any            `json:"main"`
		Scripts         map[string]any `json:"scripts"`
		Dependencies    map[string]any `json:"dependencies"`
		DevDependencies map[string]any `json:"devDependencies"`
	}
	if json.Unmarshal([]byte(text), &manifest) != nil {
		return
	}
	for _, script := range []string{"start", "serve", "dev"} {
		line, ok := manifest.Scripts[script].(string)
		if !ok || line == "" {
			continue
		}
		argv := []string{"npm", "run", script}
		if script == "start" {
			argv = []string{"npm", "start"}
		}
		first, _, _ := strings.Cut(strings.TrimSpace(line), "\n")
		p.addStart(`"`+script+`" in package.json: `+first, argv...)
		p.portIn(line, `"`+script+`" in package.json`)
	}
	if len(p.Starts) == 0 {
		for _, file := range []string{"server.js", "app.js", "src/server.js", "src/index.js"} {
			if _, err := fs.Stat(folder, file); err == nil {
				p.addStart("a file of that name", "node", file)
				break
			}
		}
	}
	for _, known := range nodePorts {
		if manifest.Dependencies[known.name] != nil || manifest.DevDependencies[known.name] != nil {
			p.setPort(known.port, "what "+known.name+" uses by custom")
		}
	}
}

var procfileLine = regexp.MustCompile(`(?m)^web:[ \t]*(\S.*)$`)

func (p *Project) procfile(folder fs.FS) {
	if m := procfileLine.FindStringSubmatch(readSmall(folder, "Procfile")); m != nil {
		p.addStart("web in Procfile", "sh", "-c", strings.TrimSpace(m[1]))
		p.portIn(m[1], "Procfile")
	}
}

var (
	dockerExpose = regexp.MustCompile(`(?mi)^[ \t]*EXPOSE[ \t]+(\d{2,5})`)
	dockerCmd    = regexp.MustCompile(`(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+(\S.*)$`)
)

func (p *Project) dockerfile(folder fs.FS) {
	text := strings.ReplaceAll(readSmall(folder, "Dockerfile"), "\\\n", " ")
	if m := dockerExpose.FindStringSubmatch(text); m != nil {
		// The container says it plainly, where others are guesses.
		p.Port, p.PortFrom = m[1], "EXPOSE in Dockerfile"
	}
	all := dockerCmd.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1] // of the last stage
	line := strings.TrimSpace(last[2])
	var words []string
	if json.Unmarshal([]byte(line), &words) != nil {
		words = []string{"sh", "-c", line}
	}
	p.addStart(last[1]+" in Dockerfile", words...)
}

// skippedFolders hold nothing that a project runs by itself.
var skippedFolders = []string{"node_modules", "vendor", "testdata", "dist", "build"}

var goMain = regexp.MustCompile(`(?m)^package main\b`)

// goMains finds the main packages of a Go module.
func (p *Project) goMains(folder fs.FS) {
	if readSmall(folder, "go.mod") == "" {
		return
	}
	entries, mains := 0, []string{}
	fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if entries++; entries > mostEntries {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || slices.Contains(skippedFolders, d.Name()) || strings.Count(name, "/") > 3):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		at := "./" + strings.TrimPrefix(path.Dir(name), "./")
		if path.Dir(name) == "." {
			at = "."
		}
		if !slices.Contains(mains, at) && goMain.MatchString(readSmall(folder, name)) {
			mains = append(mains, at)
		}
		return nil
	})
	slices.SortStableFunc(mains, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
	for _, at := range mains[:min(len(mains), mostMains)] {
		p.addStart("package main in "+at, "go", "run", at)
	}
	if len(mains) > 0 {
		p.setPort("8080", "a custom of Go services")
	}
}

// pythonServers are how the programs of these packages are usually run.
var pythonServers = []struct{ name, command, port string }{
	{"django", "python3 manage.py runserver 8000", "8000"},
	{"fastapi", "uvicorn main:app --port 8000", "8000"},
	{"flask", "flask run --port 5000", "5000"},
	{"gunicorn", "gunicorn app:app --bind 127.0.0.1:8000", "8000"},
}

func (p *Project) python(folder fs.FS) {
	needs := ""
	for _, name := range []string{"pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "Pipfile"} {
		needs += strings.ToLower(readSmall(folder, name)) + "\n"
	}
	if strings.TrimSpace(needs) == "" {
		return
	}
	p.Language = cmp.Or(p.Language, "python3")
	for _, known := range pythonServers {
		if regexp.MustCompile(`(?m)(^|["'\s])` + known.name + `\b`).MatchString(needs) {
			p.addStart(known.name+" is among the requirements", strings.Fields(known.command)...)
			p.setPort(known.port, "what "+known.name+" uses by custom")
		}
	}
}

// openAPI finds the endpoints of a description in OpenAPI.
func (p *Project) openAPI(folder fs.FS) {
	for _, dir := range []string{".", "docs", "api", "spec", "openapi"} {
		for _, name := range []string{"openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "swagger.yml", "swagger.json"} {
			text := readSmall(folder, path.Join(dir, name))
			if text == "" {
				continue
			}
			var description struct {
				Paths map[string]any `yaml:"paths"`
			}
			if nesting.Unmarshal([]byte(text), &description) != nil {
				continue
			}
			p.addEndpoints(description.Paths)
			return
		}
	}
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

func (p *Project) addEndpoints(paths map[string]any) {
	var names []string
	for name := range paths {
		if strings.HasPrefix(name, "/") && !strings.ContainsAny(name, " \"") && isPrintable(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		methods, _ := paths[name].(map[string]any)
		operation, ok := methods["get"].(map[string]any)
		if !ok {
			continue
		}
		e := Endpoint{Method: "GET", Path: pathParameter.ReplaceAllString(name, "1")}
		if parameter := sizeParameter(operation["parameters"]); parameter != "" {
			e.Path, e.Grows = e.Path+"?"+parameter+"={{n}}", true
		}
		p.Endpoints = append(p.Endpoints, e)
	}
	// Those that can grow tell most.
	slices.SortStableFunc(p.Endpoints, func(a, b Endpoint) int {
		if a.Grows == b.Grows {
			return 0
		}
		if a.Grows {
			return -1
		}
		return 1
	})
	p.Endpoints = p.Endpoints[:min(len(p.Endpoints), mostEndpoints)]
}

// sizeParameter is the first number in the query of an operation, "" when there is none.
func sizeParameter(parameters any) string {
	list, _ := parameters.([]any)
	for _, one := range list {
		m, _ := one.(map[string]any)
		name, _ := m["name"].(string)
		schema, _ := m["schema"].(map[string]any)
		kind := cmp.Or(m["type"], schema["type"])
		if m["in"] == "query" && (kind == "integer" || kind == "number") && regexp.MustCompile(`^[A-Za-z0-9_.-]+$`).MatchString(name) {
			return name
		}
	}
	return ""
}
