package project

import (
	"regexp"
	"strings"

	"snag/analyze/lazyregexp"
)

// manifest is a file that names what a program is written in and with.
type manifest struct {
	file, language string
	// frameworks are what it may name, in the order of presentation, and how.
	frameworks []framework
}

// framework is a name for people, and the name in a manifest as a regex.
type framework struct{ name, dependency string }

var (
	scriptFrameworks = []framework{
		{"Next", "next"}, {"Nest", "@nestjs/core"}, {"Express", "express"}, {"Fastify", "fastify"}, {"Koa", "koa"}, {"Hono", "hono"},
		{"hapi", "@hapi/hapi"}, {"tRPC", "@trpc/server"}, {"Socket.IO", "socket.io"}, {"ws", "ws"},
	}
	pythonFrameworks = []framework{
		{"Django REST framework", "djangorestframework"}, {"Django", "django"}, {"FastAPI", "fastapi"}, {"Flask", "flask"}, {"Starlette", "starlette"},
		{"aiohttp", "aiohttp"}, {"Tornado", "tornado"}, {"Sanic", "sanic"},
	}
	jvmFrameworks = []framework{
		{"Spring Boot", "spring-boot(?:-[a-z-]+)?"}, {"Micronaut", "micronaut(?:-[a-z-]+)?"}, {"Quarkus", "quarkus(?:-[a-z-]+)?"}, {"Vert.x", "vertx-core"}, {"Ktor", "ktor-server(?:-[a-z-]+)?"},
	}
)

// manifests are those that are known, the most telling of a language first.
var manifests = []manifest{
	{"package.json", "JavaScript", scriptFrameworks},
	{"pyproject.toml", "Python", pythonFrameworks},
	{"requirements.txt", "Python", pythonFrameworks},
	{"Pipfile", "Python", pythonFrameworks},
	{"setup.cfg", "Python", pythonFrameworks},
	{"setup.py", "Python", pythonFrameworks},
	{"manage.py", "Python", []framework{{"Django", "django"}}},
	{"Gemfile", "Ruby", []framework{{"Rails", "rails"}, {"Sinatra", "sinatra"}, {"Grape", "grape"}, {"Rack", "rack"}}},
	{"composer.json", "PHP", []framework{{"Laravel", "laravel/framework"}, {"Symfony", "symfony/framework-bundle"}, {"Slim", "slim/slim"}}},
	{"pom.xml", "Java", jvmFrameworks},
	{"build.gradle", "Java", jvmFrameworks},
	{"build.gradle.kts", "Kotlin", jvmFrameworks},
	{"go.mod", "Go", []framework{{"Gin", "github.com/gin-gonic/gin"}, {"Echo", "github.com/labstack/echo(?:/v\\d+)?"}, {"chi", "github.com/go-chi/chi(?:/v\\d+)?"}, {"Fiber", "github.com/gofiber/fiber(?:/v\\d+)?"}}},
	{"Cargo.toml", "Rust", []framework{{"axum", "axum"}, {"Actix Web", "actix-web"}, {"Rocket", "rocket"}}},
}

// forDevelopment is the part of a package.json that names what the program does not run with.
var forDevelopment = lazyregexp.New(`"devDependencies"\s*:\s*\{[^}]*\}`)

// technology finds the languages and frameworks that the manifests name.
func (p *reader) technology() {
	for _, m := range manifests {
		text := p.text(m.file)
		if text == "" {
			continue
		}
		text = forDevelopment.ReplaceAllString(text, "")
		language := m.language
		if language == "JavaScript" && p.has("tsconfig.json") {
			language = "TypeScript"
		}
		p.Languages = appendNew(p.Languages, language)
		for _, f := range m.frameworks {
			if named(f.dependency).MatchString(text) {
				p.Frameworks = appendNew(p.Frameworks, f.name)
			}
		}
	}
}

// named matches a dependency where it stands alone: between quotes, tags or colons, or before its version.
func named(dependency string) *regexp.Regexp {
	dependency = strings.ReplaceAll(dependency, ".", `\.`)
	return regexp.MustCompile(`(?im)(?:^|["'>:\s])` + dependency + `(?:$|["'<>:\s\[=~!;,.])`)
}

func appendNew(list []string, one string) []string {
	for _, s := range list {
		if s == one {
			return list
		}
	}
	return append(list, one)
}
