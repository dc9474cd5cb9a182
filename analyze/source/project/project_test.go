package project

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // the ways to start it and the processes that serve, the port, the language, the parser, the endpoints
	}{
		{"nothing", nil, `[] "" "" "" []`},
		{"a start script names the process", map[string]string{"package.json": `{"scripts": {"start": "node a.js\nx", "dev": "vite --port 5174"}, "dependencies": {"express": "4"}}`},
			`[npm start (nil); npm run dev (nil)] "" "node" "node" []`},
		{"plain start script", map[string]string{"package.json": `{"scripts": {"start": "node dist/main.js", "dev": "nodemon"}, "dependencies": {"express": "4"}}`, "lib/a.ts": "app.listen(process.env.PORT || 4100)"},
			`[node dist/main.js (node dist/main.js); npm run dev (nil)] "4100" "node" "node" []`},
		{"a start script for developers", map[string]string{"package.json": `{"scripts": {"dev": "node --watch --watch-path=src --import=tsx index.js"}}`},
			`[node --import=tsx index.js (node --import=tsx index.js)] "" "node" "node" []`},
		{"a program goes before tools of developers", map[string]string{"package.json": `{"name": "@x/srv", "bin": {"other": "o.js", "srv": "./bin/srv"}, "scripts": {"start": "ts-node src/a.ts"}, "devDependencies": {"ts-node": "1"}, "dependencies": {"express": "4"}}`,
			"bin/srv": "", "o.js": "", "conf/default.yaml": "listen: 0.0.0.0:4873\n"},
			`[node bin/srv (node bin/srv); node o.js (node o.js); npm start (nil)] "4873" "node" "node" []`},
		{"a program of dependencies", map[string]string{"package.json": `{"scripts": {"start": "next start"}, "dependencies": {"next": "15"}}`},
			`[node_modules/.bin/next start (node_modules/.bin/next start)] "3000" "node" "node" []`},
		{"a program for the command line serves nobody", map[string]string{"package.json": `{"bin": "cli.js"}`, "cli.js": "console.log(1)"}, `[] "" "node" "node" []`},
		{"what listens", map[string]string{"package.json": `{"main": "lib/main"}`, "lib/main.js": "http.createServer(x).listen(port); const redisPort = 6379"}, `[node lib/main.js (node lib/main.js)] "" "node" "node" []`},
		{"several ports are none", map[string]string{"package.json": `{"main": "a.js"}`, "a.js": "x.listen(4000)", "b.js": "x.listen(5000)"}, `[node a.js (node a.js)] "" "node" "node" []`},
		{"a broken manifest tells the language", map[string]string{"package.json": `{`}, `[] "" "node" "node" []`},
		{"the last stage of an image", map[string]string{"Dockerfile": "FROM a\nEXPOSE 9000\nCMD [\"one\"]\nFROM b\nCMD [\"./server\", \\\n  \"a b\"]\n"}, `[./server a b (./server a b)] "9000" "" "" []`},
		{"arguments of an entry point", map[string]string{"Dockerfile": "FROM a\nENTRYPOINT [\"one\"]\nFROM b\nENTRYPOINT [\"gunicorn\", \"-w\", \"2\"]\nCMD [\"shop\"]\n"}, `[gunicorn -w 2 shop (gunicorn -w 2 shop)] "" "" "" []`},
		{"an entry point that prepares", map[string]string{"Dockerfile": "ENTRYPOINT [\"/docker-entrypoint.sh\"]\nCMD [\"node\", \"a.js\"]\n"}, `[node a.js (node a.js)] "" "" "" []`},
		{"an entry point for a shell", map[string]string{"Dockerfile": "CMD [\"x\"]\nENTRYPOINT node $A\n"}, `[sh -c node $A (nil)] "" "" "" []`},
		{"an init", map[string]string{"Dockerfile": "ENTRYPOINT [\"/sbin/tini\", \"-g\", \"--\", \"node\"]\nCMD [\"a.js\"]\n"}, `[node a.js (node a.js)] "" "" "" []`},
		{"an init in the command", map[string]string{"Dockerfile": "CMD [\"dumb-init\", \"node\", \"a.js\"]\n"}, `[node a.js (node a.js)] "" "" "" []`},
		{"a script as command", map[string]string{"Dockerfile": "ENTRYPOINT [\"tini\", \"--\"]\nCMD [\"./run.sh\"]\n"}, `[./run.sh (./run.sh)] "" "" "" []`},
		{"a script alone", map[string]string{"Dockerfile": "ENTRYPOINT [\"./run.sh\"]\n"}, `[./run.sh (./run.sh)] "" "" "" []`},
		{"a command of a shell", map[string]string{"Procfile": "web: puma -p 9292 | tee log\n"}, `[sh -c puma -p 9292 | tee log (nil)] "9292" "" "" []`},
		{"compose", map[string]string{"compose.yaml": "services:\n  db: {image: x, ports: ['5432:5432']}\n  web: {build: ., command: ./serve --fast, ports: ['80:8081']}\n"}, `[./serve --fast (./serve --fast)] "8081" "" "" []`},
		{"what cannot be printed", map[string]string{"Dockerfile": "CMD [\"a\\u0007\"]\n"}, `[] "" "" "" []`},
		{"go", map[string]string{"go.mod": "module example.com/x\n", "main.go": "package main\nimport \"net/http\"\nhttp.ListenAndServe(\":7000\", nil)", "cmd/b/main.go": "package main\n", "vendor/y/main.go": "package main\n"},
			`[go run . (sh -c d=$(mktemp -d) && go build -o $d/x . && exec $d/x)] "7000" "" "go" []`},
		{"go for the command line", map[string]string{"go.mod": "module x\n", "main.go": "package main\n"}, `[] "" "" "go" []`},
		{"rails", map[string]string{"Gemfile": "gem 'rails', '7'\ngem \"puma\"\n", "bin/rails": "", "config.ru": "", "package.json": `{"devDependencies": {"esbuild": "1"}}`},
			`[bin/rails server -p 3000 (bin/rails server -p 3000)] "3000" "node" "node" []`},
		{"rack", map[string]string{"Gemfile": "gem 'sinatra'\ngem 'puma'\n", "config.ru": ""}, `[bundle exec puma -p 9292 (bundle exec puma -p 9292)] "9292" "" "" []`},
		{"php", map[string]string{"composer.json": "{}", "index.php": ""}, `[php -S 127.0.0.1:8000 (php -S 127.0.0.1:8000)] "8000" "" "" []`},
		{"a library of php", map[string]string{"composer.json": "{}", "src/A.php": ""}, `[] "" "" "" []`},
		{"django", map[string]string{"manage.py": "", "requirements.txt": "Django\ngunicorn\n", "shop/wsgi.py": "x"},
			`[gunicorn shop.wsgi --chdir . --bind 127.0.0.1:8000 (gunicorn shop.wsgi --chdir . --bind 127.0.0.1:8000); python3 manage.py runserver --noreload 127.0.0.1:8000 (python3 manage.py runserver --noreload 127.0.0.1:8000)] "8000" "python3" "python3" []`},
		{"fastapi", map[string]string{"pyproject.toml": "dependencies = [\"fastapi>=0.1\"]\n", "src/shop/main.py": "api = FastAPI()\n"},
			`[uvicorn shop.main:api --port 8000 --app-dir src (uvicorn shop.main:api --port 8000 --app-dir src)] "8000" "python3" "python3" []`},
		{"flask", map[string]string{"requirements.txt": "Flask==3\n", "web.py": "app = Flask(__name__)\n"}, `[flask --app web:app run --port 5000 (flask --app web:app run --port 5000)] "5000" "python3" "python3" []`},
		{"requirements alone start nothing", map[string]string{"requirements.txt": "Flask==3\n"}, `[] "" "python3" "python3" []`},
		{"cargo", map[string]string{"Cargo.toml": "[package]\nname = \"api\"\n[dependencies]\naxum = \"0.8\"\n", "src/main.rs": "TcpListener::bind(\"0.0.0.0:3100\")"}, `[cargo run --release (target/release/api)] "3100" "" "" []`},
		{"maven", map[string]string{"pom.xml": "<project><parent><artifactId>spring-boot-starter-parent</artifactId><version>3</version></parent><artifactId>shop</artifactId><version>1.0</version></project>", "mvnw": "", "src/main/resources/application.yml": "server:\n  port: ${PORT:8085}\n"},
			`[./mvnw spring-boot:run (java -jar target/shop-1.0.jar)] "8085" "" "" []`},
		{"gradle", map[string]string{"build.gradle": "plugins { id 'org.springframework.boot' version '3' }\n"}, `[gradle bootRun (nil)] "8080" "" "" []`},
		{"settings", map[string]string{"package.json": `{"main": "a.js"}`, "a.js": "x.listen(p)", ".env.example": "SECRET=1\nPORT=8088\n"}, `[node a.js (node a.js)] "8088" "node" "node" []`},
		{"what grows comes first", map[string]string{"docs/openapi.yaml": "servers: [{url: 'https://x.example/v1'}]\npaths:\n  /pets/{id}:\n    get: {}\n  /x:\n    post: {}\n  /y:\n    get:\n      parameters: [{name: page, in: query, schema: {type: integer}}, {name: q, in: query, schema: {type: string}}]\n  /z:\n    get:\n      parameters: [{$ref: '#/components/parameters/L'}]\ncomponents: {parameters: {L: {name: limit, in: query, schema: {type: integer}}}}\n"},
			`[] "" "" "" [{GET /v1/y?q={{repeat "a" n}} true} {GET /v1/z?limit={{n}} true} {GET /v1/pets/1 false}]`},
		{"a base path", map[string]string{"swagger.json": `{"basePath": "/api/", "paths": {"/a": {"get": {}}}}`}, `[] "" "" "" [{GET /api/a false}]`},
		{"a broken description", map[string]string{"openapi.json": `{"paths": [1`}, `[] "" "" "" []`},
	} {
		folder := fstest.MapFS{}
		for name, text := range c.files {
			folder[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p := Read(folder)
		starts := []string{}
		for _, s := range p.Starts {
			server := strings.Join(s.Server, " ")
			if s.Server == nil {
				server = "nil"
			}
			starts = append(starts, strings.Join(s.Argv, " ")+" ("+server+")")
			if s.From == "" {
				t.Errorf("%s: nothing says where %v stands", c.name, s.Argv)
			}
		}
		if got := fmt.Sprintf("[%s] %q %q %q %v", strings.Join(starts, "; "), p.Port, p.Language, p.Parser, p.Endpoints); got != c.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.name, c.files, got, c.want)
		}
	}
}

func TestTechnology(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"package.json", `{"dependencies": {"express": "4", "ws": "8", "express-session": "1"}}`, "[JavaScript] [Express ws]"},
		{"package.json", `{"devDependencies": {"express": "4"}, "dependencies": {"koa": "1"}}`, "[JavaScript] [Koa]"},
		{"package.json", `{"dependencies": {"koa-router": "4", "nextra": "1"}}`, "[JavaScript] []"},
		{"package.json", `{"dependencies":{"@nestjs/core":"10","@hapi/hapi":"21"}}`, "[JavaScript] [Nest hapi]"},
		{"requirements.txt", "Django==5\ndjangorestframework>=3\n", "[Python] [Django REST framework Django]"},
		{"requirements.txt", "flask-cors\nsanic[ext]\n", "[Python] [Sanic]"},
		{"pyproject.toml", "dependencies = [\"fastapi>=0.1\", 'aiohttp']\n", "[Python] [FastAPI aiohttp]"},
		{"Gemfile", "gem 'rails', '7'\ngem 'rack-cors'\n", "[Ruby] [Rails]"},
		{"composer.json", `{"require": {"laravel/framework": "11"}}`, "[PHP] [Laravel]"},
		{"pom.xml", "<artifactId>spring-boot-starter-web</artifactId>", "[Java] [Spring Boot]"},
		{"build.gradle", "implementation 'io.vertx:vertx-core:4'", "[Java] [Vert.x]"},
		{"go.mod", "module x\nrequire github.com/labstack/echo/v4 v4.1\n", "[Go] [Echo]"},
		{"Cargo.toml", "[dependencies]\naxum = \"0.8\"\nrocket-extra = \"1\"\n", "[Rust] [axum]"},
		{"manage.py", "#!/usr/bin/env python\nfrom django.core.management import execute_from_command_line\n", "[Python] [Django]"},
		{"README", "express", "[] []"},
	} {
		p := Read(fstest.MapFS{c.file: {Data: []byte(c.text)}})
		if got := fmt.Sprint(p.Languages, " ", p.Frameworks); got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.file, c.text, got, c.want)
		}
	}
}
