package project

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
)

var (
	goMain = lazyregexp.New(`(?m)^package main\b`)
	// goServes finds what a program in Go that serves has in it.
	goServes = lazyregexp.New(`ListenAndServe|"net/http"|\bnet\.Listen\(|gin-gonic/gin|labstack/echo|gofiber/fiber|go-chi/chi|google\.golang\.org/grpc`)
	goModule = lazyregexp.New(`(?m)^module\s+(\S+)`)
)

// goMains finds the main packages of a Go module that serve.
func (p *reader) goMains() {
	module := goModule.FindStringSubmatch(p.text("go.mod"))
	if module == nil {
		return
	}
	p.Parser = cmp.Or(p.Parser, "go")
	var mains, serving []string
	anySends := false
	p.sources([]string{".go"}, func(name, text string) bool {
		dir := path.Dir(name)
		if goServes.MatchString(text) {
			anySends = true
			serving = append(serving, dir)
		}
		if !slices.Contains(mains, dir) && goMain.MatchString(text) {
			mains = append(mains, dir)
		}
		return true
	})
	direct := func(dir string) bool { return slices.Contains(serving, dir) }
	if slices.ContainsFunc(mains, direct) {
		mains = slices.DeleteFunc(mains, func(dir string) bool { return !direct(dir) })
	} else if !anySends {
		return // programs for the command line
	}
	sorting.Stable(mains, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
	for _, dir := range mains[:min(len(mains), mostMains)] {
		at, name := ".", path.Base(module[1])
		if dir != "." {
			at, name = "./"+dir, path.Base(dir)
		}
		if !isPrintable(at) || strings.ContainsAny(at+name, " '\"") {
			continue
		}
		// go run stands between a signal and the program.
		p.addStart(Start{Argv: []string{"go", "run", at}, From: "package main in " + at,
			Server: []string{"sh", "-c", "d=$(mktemp -d) && go build -o $d/" + name + " " + at + " && exec $d/" + name}})
	}
}

var (
	crateName  = lazyregexp.New(`(?ms)^\[package\].*?^name\s*=\s*"([A-Za-z0-9_-]+)"`)
	rustServer = lazyregexp.New(`(?m)^(axum|actix-web|rocket|warp|hyper|tide|poem|salvo|tonic)\b`)
)

func (p *reader) cargo() {
	text := p.text("Cargo.toml")
	name := crateName.FindStringSubmatch(text)
	if name == nil || !p.has("src/main.rs") || !rustServer.MatchString(text) {
		return
	}
	p.addStart(Start{Argv: []string{"cargo", "run", "--release"}, Server: []string{"target/release/" + name[1]}, From: "src/main.rs of a crate that serves"})
	if rustServer.FindString(text) == "rocket" {
		p.usual, p.usualFrom = "8000", "what Rocket listens on unless told otherwise"
	}
}

var (
	pomField      = lazyregexp.New(`<(artifactId|version)>\s*([A-Za-z0-9_.-]+)\s*</`)
	pomParent     = lazyregexp.New(`(?s)<parent>.*?</parent>|<dependencies>.*</dependencies>|<build>.*</build>|<properties>.*?</properties>`)
	gradleName    = lazyregexp.New(`rootProject\.name\s*=\s*["']([A-Za-z0-9_.-]+)["']`)
	gradleVersion = lazyregexp.New(`(?m)^version\s*=?\s*["']([A-Za-z0-9_.-]+)["']`)
)

// jvm finds services of Spring Boot that Maven or Gradle build.
func (p *reader) jvm() {
	if pom := p.text("pom.xml"); strings.Contains(pom, "spring-boot") {
		s := Start{Argv: []string{p.wrapper("mvnw", "mvn"), "spring-boot:run"}, From: "pom.xml, with Spring Boot"}
		fields := map[string]string{}
		for _, m := range pomField.FindAllStringSubmatch(pomParent.ReplaceAllString(pom, ""), -1) {
			fields[m[1]] = cmp.Or(fields[m[1]], m[2])
		}
		if fields["artifactId"] != "" && fields["version"] != "" {
			s.Server = []string{"java", "-jar", "target/" + fields["artifactId"] + "-" + fields["version"] + ".jar"}
		}
		p.addStart(s)
		p.springPort()
	}
	for _, name := range []string{"build.gradle", "build.gradle.kts"} {
		build := p.text(name)
		if !strings.Contains(build, "org.springframework.boot") {
			continue
		}
		s := Start{Argv: []string{p.wrapper("gradlew", "gradle"), "bootRun"}, From: name + ", with Spring Boot"}
		project := gradleName.FindStringSubmatch(p.text("settings.gradle") + p.text("settings.gradle.kts"))
		if version := gradleVersion.FindStringSubmatch(build); project != nil && version != nil {
			s.Server = []string{"java", "-jar", "build/libs/" + project[1] + "-" + version[1] + ".jar"}
		}
		p.addStart(s)
		p.springPort()
	}
}

func (p *reader) springPort() {
	p.usual, p.usualFrom = "8080", "what Spring Boot listens on unless told otherwise"
}

// wrapper is the script that brings a build tool, or the tool itself.
func (p *reader) wrapper(script, tool string) string {
	if p.has(script) {
		return "./" + script
	}
	return tool
}
