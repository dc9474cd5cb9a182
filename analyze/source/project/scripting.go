package project

import (
	"path"
	"regexp"
	"strings"

	"snag/analyze/lazyregexp"
)

// gem matches a line of a Gemfile.
func gem(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*gem\s+["']` + regexp.QuoteMeta(name) + `["']`)
}

func (p *reader) ruby() {
	gems := p.text("Gemfile")
	start := func(from string, words ...string) { p.addStart(Start{Argv: words, Server: words, From: from}) }
	switch {
	case gem("rails").MatchString(gems) && p.has("bin/rails"), p.has("bin/rails") && p.has("config.ru"):
		start("bin/rails, and rails is in the Gemfile", "bin/rails", "server", "-p", "3000")
	case p.has("config.ru") && gem("puma").MatchString(gems):
		start("config.ru, and puma is in the Gemfile", "bundle", "exec", "puma", "-p", "9292")
	case p.has("config.ru") && gem("unicorn").MatchString(gems):
		start("config.ru, and unicorn is in the Gemfile", "bundle", "exec", "unicorn", "-p", "8080")
	case p.has("config.ru"):
		start("config.ru", "bundle", "exec", "rackup", "-p", "9292")
	}
}

func (p *reader) php() {
	start := func(from string, words ...string) { p.addStart(Start{Argv: words, Server: words, From: from}) }
	switch {
	case p.has("artisan"):
		// php artisan serve starts another process, which signals do not reach.
		start("artisan, the command of Laravel", "php", "-S", "127.0.0.1:8000", "-t", "public")
	case p.has("public/index.php"):
		start("public/index.php", "php", "-S", "127.0.0.1:8000", "-t", "public")
	case p.has("index.php"):
		start("index.php", "php", "-S", "127.0.0.1:8000")
	case p.has("web/index.php"):
		start("web/index.php", "php", "-S", "127.0.0.1:8000", "-t", "web")
	}
}

var (
	asgiApp = lazyregexp.New(`(?m)^(\w+)\s*(?::[^=\n]*)?=\s*(?:fastapi\.)?(FastAPI|Starlette|Litestar)\(`)
	wsgiApp = lazyregexp.New(`(?m)^(\w+)\s*(?::[^=\n]*)?=\s*(?:flask\.)?Flask\(`)
	factory = lazyregexp.New(`(?m)^def (create_app|make_app)\(`)
	aioHTTP = lazyregexp.New(`\bweb\.run_app\(|\b(?:HTTPServer|make_server)\(`)
)

func (p *reader) python() {
	needs := ""
	for _, name := range []string{"pyproject.toml", "requirements.txt", "setup.cfg", "setup.py", "Pipfile"} {
		needs += strings.ToLower(p.text(name)) + "\n"
	}
	manage := ""
	for _, name := range []string{"manage.py", "src/manage.py", "app/manage.py", "backend/manage.py", "example_project/manage.py", "example/manage.py"} {
		if manage == "" && p.has(name) {
			manage = name
		}
	}
	if strings.TrimSpace(needs) == "" && manage == "" {
		return
	}
	if p.Language == "" {
		p.Language, p.Parser = "python3", "python3"
	}
	requires := func(name string) bool {
		return regexp.MustCompile(`(?m)(^|["'\s])` + name + `\b`).MatchString(needs)
	}
	start := func(from string, words ...string) { p.addStart(Start{Argv: words, Server: words, From: from}) }
	if manage != "" {
		if module := p.wsgiModule(path.Dir(manage)); module != "" && requires("gunicorn") {
			start("gunicorn is among the requirements, and "+manage+" says Django", "gunicorn", module, "--chdir", path.Dir(manage), "--bind", "127.0.0.1:8000")
		}
		// With its reloader a child serves, and signals go to the parent.
		start(manage+", the command of Django", "python3", manage, "runserver", "--noreload", "127.0.0.1:8000")
		return
	}
	p.sources([]string{".py"}, func(name, text string) bool {
		module := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "src/"), ".py"), "/__init__"), "/", ".")
		inSource := []string{}
		if strings.HasPrefix(name, "src/") {
			inSource = []string{"--app-dir", "src"}
		}
		if m := asgiApp.FindStringSubmatch(text); m != nil {
			start(m[2]+" in "+name, append([]string{"uvicorn", module + ":" + m[1], "--port", "8000"}, inSource...)...)
		} else if m := wsgiApp.FindStringSubmatch(text); m != nil && len(inSource) == 0 {
			start("Flask in "+name, "flask", "--app", module+":"+m[1], "run", "--port", "5000")
		} else if factory.MatchString(text) && requires("flask") && len(inSource) == 0 {
			start("the factory in "+name, "flask", "--app", module, "run", "--port", "5000")
		} else if aioHTTP.MatchString(text) {
			start(name+", which serves", "python3", name)
		}
		return len(p.Starts) < mostMains
	})
}

// wsgiModule is the module with the application of a project of Django, "" when there is none or several.
func (p *reader) wsgiModule(dir string) string {
	module, found := "", 0
	p.sources([]string{".py"}, func(name, _ string) bool {
		if path.Base(name) == "wsgi.py" && (dir == "." || strings.HasPrefix(name, dir+"/")) {
			module = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(name, dir+"/"), ".py"), "/", ".")
			found++
		}
		return true
	})
	if found != 1 {
		return ""
	}
	return module
}
