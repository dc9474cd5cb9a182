package cmd

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

	"github.com/goccy/go-yaml"
)

// project is what a folder tells about how its program is run.
type project struct {
	starts    []start
	port      string // "" when nothing tells
	portFrom  string
	endpoints []apiPath
	language  string // "node" or "python3", whose blocking calls can be found, "" for others
}

// start is a way to start the program.
type start struct{ command, from string }

// apiPath is a path of an API.
type apiPath struct {
	method, path string // the path has a template where something can grow
	grows        bool
}

// Limits of looking around in a folder.
const (
	longestProjectFile = 2 << 20 // bytes
	mostEntries        = 20_000
	mostEndpoints      = 6
	mostMains          = 4
)

// lookAt finds out what a folder tells. What cannot be read or understood is as if it were not there.
func lookAt(folder fs.FS) project {
	var p project
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

func (p *project) addStart(command, from string) {
	if command != "" && isPrintable(command) && !slices.ContainsFunc(p.starts, func(s start) bool { return s.command == command }) {
		p.starts = append(p.starts, start{command, from})
	}
}

func (p *project) setPort(port, from string) {
	if p.port == "" && port != "" {
		p.port, p.portFrom = port, from
	}
}

// isPrintable reports whether a text can stand in a config as it is.
func isPrintable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// portOption finds a port in a command line.
var portOption = regexp.MustCompile(`(?:\bPORT=|--port[= ]|\s-p[= ]?|--bind[= ]\S*:|:)(\d{2,5})\b`)

func (p *project) portIn(command, from string) {
	if m := portOption.FindStringSubmatch(command); m != nil {
		p.setPort(m[1], from)
	}
}

// nodePorts are what the servers of these packages listen on when nobody says otherwise.
var nodePorts = []struct{ name, port string }{
	{"next", "3000"}, {"nuxt", "3000"}, {"@nestjs/core", "3000"}, {"vite", "5173"}, {"express", "3000"}, {"koa", "3000"},
	{"fastify", "3000"}, {"@hapi/hapi", "3000"}, {"json-server", "3000"},
}

func (p *project) packageJSON(folder fs.FS) {
	const name = "package.json"
	text := readSmall(folder, name)
	if text == "" {
		return
	}
	p.language = "node"
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
		command := "npm run " + script
		if script == "start" {
			command = "npm start"
		}
		p.addStart(command, `"`+script+`" in package.json: `+firstLine(line, ""))
		p.portIn(line, `"`+script+`" in package.json`)
	}
	if len(p.starts) == 0 {
		for _, file := range []string{"server.js", "app.js", "src/server.js", "src/index.js"} {
			if _, err := fs.Stat(folder, file); err == nil {
				p.addStart("node "+file, "a file of that name")
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

func (p *project) procfile(folder fs.FS) {
	if m := procfileLine.FindStringSubmatch(readSmall(folder, "Procfile")); m != nil {
		p.addStart("sh -c "+quoteWord(strings.TrimSpace(m[1])), "web in Procfile")
		p.portIn(m[1], "Procfile")
	}
}

var (
	dockerExpose = regexp.MustCompile(`(?mi)^[ \t]*EXPOSE[ \t]+(\d{2,5})`)
	dockerCmd    = regexp.MustCompile(`(?mi)^[ \t]*(CMD|ENTRYPOINT)[ \t]+(\S.*)$`)
)

func (p *project) dockerfile(folder fs.FS) {
	text := strings.ReplaceAll(readSmall(folder, "Dockerfile"), "\\\n", " ")
	if m := dockerExpose.FindStringSubmatch(text); m != nil {
		// The container says it plainly, where others are guesses.
		p.port, p.portFrom = m[1], "EXPOSE in Dockerfile"
	}
	all := dockerCmd.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1] // of the last stage
	line := strings.TrimSpace(last[2])
	var words []string
	if json.Unmarshal([]byte(line), &words) == nil {
		for i := range words {
			words[i] = quoteWord(words[i])
		}
		line = strings.Join(words, " ")
	} else {
		line = "sh -c " + quoteWord(line)
	}
	p.addStart(line, last[1]+" in Dockerfile")
}

// skippedFolders hold nothing that a project runs by itself.
var skippedFolders = []string{"node_modules", "vendor", "testdata", "dist", "build"}

var goMain = regexp.MustCompile(`(?m)^package main\b`)

// goMains finds the main packages of a Go module.
func (p *project) goMains(folder fs.FS) {
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
		p.addStart("go run "+quoteWord(at), "package main in "+at)
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

func (p *project) python(folder fs.FS) {
	needs := ""
	for _, name := range []string{"pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "Pipfile"} {
		needs += strings.ToLower(readSmall(folder, name)) + "\n"
	}
	if strings.TrimSpace(needs) == "" {
		return
	}
	p.language = cmp.Or(p.language, "python3")
	for _, known := range pythonServers {
		if regexp.MustCompile(`(?m)(^|["'\s])` + known.name + `\b`).MatchString(needs) {
			p.addStart(known.command, known.name+" is among the requirements")
			p.setPort(known.port, "what "+known.name+" uses by custom")
		}
	}
}

// openAPI finds the endpoints of a description in OpenAPI.
func (p *project) openAPI(folder fs.FS) {
	for _, dir := range []string{".", "docs", "api", "spec", "openapi"} {
		for _, name := range []string{"openapi.yaml", "openapi.yml", "openapi.json", "swagger.yaml", "swagger.yml", "swagger.json"} {
			text := readSmall(folder, path.Join(dir, name))
			if text == "" {
				continue
			}
			var description struct {
				Paths map[string]any `yaml:"paths"`
			}
			if yaml.Unmarshal([]byte(text), &description) != nil {
				continue
			}
			p.addEndpoints(description.Paths)
			return
		}
	}
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

func (p *project) addEndpoints(paths map[string]any) {
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
		e := apiPath{method: "GET", path: pathParameter.ReplaceAllString(name, "1")}
		if parameter := sizeParameter(operation["parameters"]); parameter != "" {
			e.path, e.grows = e.path+"?"+parameter+"={{n}}", true
		}
		p.endpoints = append(p.endpoints, e)
	}
	// Those that can grow tell most.
	slices.SortStableFunc(p.endpoints, func(a, b apiPath) int {
		if a.grows == b.grows {
			return 0
		}
		if a.grows {
			return -1
		}
		return 1
	})
	p.endpoints = p.endpoints[:min(len(p.endpoints), mostEndpoints)]
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
