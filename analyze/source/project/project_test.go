package project

import (
	"fmt"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // the ways to start it, the port, the language and the runtime, the endpoints
	}{
		{"nothing", nil, `[] "" "" node []`},
		{"npm", map[string]string{"package.json": `{"scripts": {"start": "node a.js\nx", "dev": "vite --port 5174"}, "dependencies": {"express": "4"}}`},
			`[[npm start] [npm run dev]] "5174" "node" node []`},
		{"a custom of the framework", map[string]string{"package.json": `{"dependencies": {"koa": "2"}}`, "app.js": ""}, `[[node app.js]] "3000" "node" node []`},
		{"a broken manifest tells the language", map[string]string{"package.json": `{`}, `[] "" "node" node []`},
		{"the last stage of an image", map[string]string{"Dockerfile": "FROM a\nEXPOSE 9000\nCMD [\"one\"]\nFROM b\nCMD [\"./server\", \\\n  \"a b\"]\n"}, `[[./server a b]] "9000" "" node []`},
		{"a command of a shell", map[string]string{"Procfile": "web: puma -p 9292 | tee log\n"}, `[[sh -c puma -p 9292 | tee log]] "9292" "" node []`},
		{"what cannot be printed", map[string]string{"Dockerfile": "CMD [\"a\\u0007\"]\n"}, `[] "" "" node []`},
		{"mains of Go, the nearest first", map[string]string{"go.mod": "module x\n", "cmd/b/main.go": "package main\n", "main.go": "package main\n", "vendor/y/main.go": "package main\n", "a_test.go": "package main\n"},
			`[[go run .] [go run ./cmd/b]] "8080" "" go []`},
		{"python", map[string]string{"requirements.txt": "Flask==3\n"}, `[[flask run --port 5000]] "5000" "python3" python3 []`},
		{"what grows comes first", map[string]string{"docs/openapi.yaml": "paths:\n  /pets/{id}:\n    get: {}\n  /x:\n    post: {}\n  /z:\n    get:\n      parameters: [{name: limit, in: query, schema: {type: integer}}]\n"},
			`[] "" "" node [{GET /z?limit={{n}} true} {GET /pets/1 false}]`},
		{"a broken description", map[string]string{"openapi.json": `{"paths": [1`}, `[] "" "" node []`},
	} {
		folder := fstest.MapFS{}
		for name, text := range c.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p := Read(folder)
		starts := [][]string{}
		for _, s := range p.Starts {
			starts = append(starts, s.Argv)
			if s.From == "" {
				t.Errorf("%s: nothing says where %v stands", c.name, s.Argv)
			}
		}
		if got := fmt.Sprintf("%v %q %q %s %v", starts, p.Port, p.Language, p.Runtime(), p.Endpoints); got != c.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, c.files, got, c.want)
		}
	}
}
