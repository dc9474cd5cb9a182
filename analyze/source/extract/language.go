package extract

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/source/braces"
	"snag/analyze/source/data"
	"snag/analyze/source/golang"
	"snag/analyze/source/javascript"
	"snag/analyze/source/scan"
	"snag/analyze/source/scripting"
)

// Language is a language that patterns can be extracted from. The zero Language is not valid; see
// ByPath and ByInterpreter.
type Language struct {
	// Name is the language's usual name.
	Name string
	// Dialect is the dialect that most patterns in it are written in; Literal.Dialect is that of one.
	Dialect syntax.Dialect
	// Endings are the file endings, with the dot and in lower case.
	Endings []string
	// Interpreters are the programs that a "#!" line may name.
	Interpreters []string
	// Data reports whether it is no language of programs but a form of data, most of which holds no
	// patterns. Dialect is then that of patterns for which the data names no other, and may be set
	// before Extract is called.
	Data bool

	scan func(x *scan.State)
}

// languages is the one list of what can be read. The order is that of help texts.
var languages = []Language{
	{"JavaScript", syntax.JavaScript, []string{".js", ".mjs", ".cjs", ".jsx", ".es6"}, []string{"node", "nodejs", "bun", "deno"}, false,
		func(x *scan.State) { javascript.Scan(x, 0, len(x.Src), javascript.Syntax{JSX: true}) }},
	{"TypeScript", syntax.JavaScript, []string{".ts", ".mts", ".cts"}, []string{"ts-node", "tsx"}, false,
		func(x *scan.State) { javascript.Scan(x, 0, len(x.Src), javascript.Syntax{Typed: true}) }},
	{"TSX", syntax.JavaScript, []string{".tsx"}, nil, false,
		func(x *scan.State) { javascript.Scan(x, 0, len(x.Src), javascript.Syntax{Typed: true, JSX: true}) }},
	{"Vue", syntax.JavaScript, []string{".vue"}, nil, false, javascript.ScanMarkup},
	{"Svelte", syntax.JavaScript, []string{".svelte"}, nil, false, javascript.ScanMarkup},
	{"HTML", syntax.JavaScript, []string{".html", ".htm", ".xhtml"}, nil, false, javascript.ScanMarkup},
	{"Python", syntax.Python, []string{".py", ".pyi", ".pyw"}, []string{"python", "python2", "python3", "pypy", "pypy3"}, false, scripting.ScanPython},
	{"PHP", syntax.PCRE, []string{".php", ".phtml", ".php5", ".inc"}, []string{"php"}, false, scripting.ScanPHP},
	{"Ruby", syntax.Ruby, []string{".rb", ".rake", ".gemspec", ".ru", ".rbw"}, []string{"ruby", "jruby", "rake"}, false, scripting.ScanRuby},
	{"Perl", syntax.Perl, []string{".pl", ".pm", ".t", ".psgi", ".al"}, []string{"perl"}, false, scripting.ScanPerl},
	{"C#", syntax.DotNet, []string{".cs", ".csx"}, nil, false, func(x *scan.State) { braces.Scan(x, braces.CSharp) }},
	{"Go", syntax.Go, []string{".go"}, nil, false, golang.Scan},
	{"Java", syntax.Java, []string{".java"}, nil, false, func(x *scan.State) { braces.Scan(x, braces.Java) }},
	{"Kotlin", syntax.Java, []string{".kt", ".kts"}, nil, false, func(x *scan.State) { braces.Scan(x, braces.Kotlin) }},
	{"Rust", syntax.Rust, []string{".rs"}, nil, false, func(x *scan.State) { braces.Scan(x, braces.Rust) }},
	{"JSON", syntax.JavaScript, []string{".json"}, nil, true, data.ScanJSON},
	{"YAML", syntax.JavaScript, []string{".yaml", ".yml"}, nil, true, data.ScanYAML},
	{"Configuration", syntax.PCRE, []string{".conf", ".cf", ".htaccess"}, nil, true, data.ScanConf},
}

// Names returns the names of all languages, in the order of help texts.
func Names() []string {
	var all []string
	for _, l := range languages {
		all = append(all, l.Name)
	}
	return all
}

// Endings returns the file endings of all languages, in the order of help texts.
func Endings() []string {
	var all []string
	for _, l := range languages {
		all = append(all, l.Endings...)
	}
	return all
}

// fileNames are the endings that files of certain names could have.
var fileNames = map[string]string{
	"Rakefile": ".rb", "Gemfile": ".rb", "Guardfile": ".rb", "Capfile": ".rb", "Vagrantfile": ".rb", "Podfile": ".rb",
	"Brewfile": ".rb", "Fastfile": ".rb", "cpanfile": ".pl", "wscript": ".py", "SConstruct": ".py", "SConscript": ".py",
}

// ByPath returns the language that the ending of a file's name tells, or the whole name.
func ByPath(name string) (Language, bool) {
	ending := strings.ToLower(path.Ext(name))
	if ending == "" {
		ending = fileNames[path.Base(name)]
	}
	for _, l := range languages {
		if ending != "" && slices.Contains(l.Endings, ending) {
			return l, true
		}
	}
	return Language{}, false
}

// ByInterpreter returns the language that a file's "#!" line tells. head is the start of the file.
func ByInterpreter(head []byte) (Language, bool) {
	rest, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return Language{}, false
	}
	line, _, _ := strings.Cut(string(rest), "\n")
	for i, word := range strings.Fields(line) {
		program := path.Base(word)
		if i > 0 && (strings.HasPrefix(word, "-") || strings.Contains(word, "=")) {
			continue // options and settings of env
		}
		if program == "env" {
			continue
		}
		versioned := strings.TrimRight(program, ".0123456789") // python3.11
		for _, l := range languages {
			if slices.Contains(l.Interpreters, program) || slices.Contains(l.Interpreters, versioned) {
				return l, true
			}
		}
		break
	}
	return Language{}, false
}
