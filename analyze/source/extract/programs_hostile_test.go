package extract

// programSeeds are seeds for the fuzzer in Java, Kotlin, C#, Rust and Go, and in data.
var programSeeds = []string{
	`import java.util.regex.*; class A { static final String B = "\u0062\\d"; Pattern p = Pattern.compile("a" + B, Pattern.DOTALL); boolean f(String s) { Matcher m = p.matcher(s); return m.matches() && s.split("x+").length > 0; } }`,
	"class A { Pattern p = Pattern.compile(\"\"\"\n  a\\\n  b\n  \"\"\"); @Pattern(regexp = \"c\") String s; }",
	"class A { companion object { const val D = \"\\\\d\" }\n val r = Regex(\"^${D}$D\\$\", setOf(RegexOption.MULTILINE)); val q = \"\"\"x${'$'}\"\"\".toRegex() }",
	`class A { const string D = @"a""b"; Regex r = new Regex($@"{D}""{{{"x"}"); Regex q = new($"a{D:x}"); [GeneratedRegex("""x"y""")] void F(); }`,
	"Regex r = new Regex($$\"\"\"\n   a{{B}}c\n   \"\"\", RegexOptions.IgnoreCase | X);",
	`const A: &'static str = concat!("a", r#"b"#); fn f() { let r = RegexBuilder::new(&A).crlf(true).build(); RegexSet::new(["\u{41}\x42", b'c']); }`,
	"package p\nimport (\"regexp\"; r \"github.com/dlclark/regexp2\")\nconst A = `a` + \"\\xc3\\xa9\"\nvar b = regexp.MustCompile(A + regexp.QuoteMeta(\".\"))\nfunc f(A int) { A := \"x\"; r.MustCompile(A, r.IgnoreCase); A = \"y\" }",
	`{"openapi": "3", "properties": {"a": {"type": "string", "pattern": "^\u00e9\\d$"}, "patternProperties": {"^x": {}}}, "example": {"pattern": 1}}`,
	`{"scopeName": "x", "patterns": [{"begin": "(a)", "end": "\\1"}], "regex": ["a", "\ud800"]}`,
	"relabel_configs:\n- regex: 'it''s' # x\n- {regex: \"a\\u0041\\\n  b\", x: [y, 'z']}\n  regex: |-\n    c\n     d\n\n    e\n  regex: f\n    g\n",
	"rules:\n- pattern-regex: >\n   a\n   b\n- metavariable-regex: {regex: c}\n# snag-ignore: x\nregex: d\n",
	"SecRule A|B \"!@rx a\\\"b\" \\\n \"id:1\"\nSecRule C \"%{x}\"\nlocation ~* ^/(a|b)$ {\nmap $a $b {\n~*c d;\n}\nif ($x !~ \"y z\") {\nserver_name ~^q$;\n",
	"RewriteCond %{X} !^a [NC]\nRewriteRule ^(.*)$ /$1 [L]\n<FilesMatch \"\\.x$\">\nSetEnvIf A \"b\\\\.c\" d\nRedirectMatch 301 ^e$ /f\n",
	"[Definition]\n_x = a%%\nfailregex = ^%(_x)s <HOST>$\n  <F-USER>b</F-USER> %(y)s\nignoreregex =\nbody A m{b{2}}i\nheader B From =~ /c\\/d/x\n",
}

// programHeads make sure that a source text is not skipped as one without patterns.
var programHeads = map[string]string{
	".java": "import java.util.regex.*; class A { Pattern p = Pattern.compile(x); ", ".kt": "val r = Regex(x)\n", ".cs": "new Regex(x); ", ".rs": "Regex::new(x); ",
	".go": "package p\nimport \"regexp\"\nvar b = regexp.MustCompile(x)\n", ".json": `{"scopeName":"x","patterns":[`, ".yaml": "regex: x\n", ".conf": "SecRule A b\nfailregex = a\n",
}

// programPieces are pieces of source texts that are repeated to see whether the time is linear.
var programPieces = map[string][]string{
	".java": {"(", "{", ")}", "/*", "\"", "\"\"\"", "'", "Pattern.compile(", "Pattern.compile(a+", "String a=\"x\";Pattern.compile(a);", "{String a=\"x\";Pattern.compile(a);",
		"a.matcher(", "a.matcher(b).", "Matcher m=p.matcher(s);m.find();", "s.split(\"a\"+", "x.matches(/*", "Pattern.compile(\"a\",A|", "f(String a,", "@Pattern(regexp=",
		"Pattern p=Pattern.compile(\"a\");p.matcher(p/*", "static final String A=A+A;", "// snag-ignore: x\n"},
	".kt":   {"\"${", "\"\"\"", "\"$", "/*", "\"a\".toRegex().", "(\"a\"+", "Regex(\"$a\");val a=\"$a\"\n", "val a=Regex(a)\n", "companion object {", "x.matches(Regex("},
	".cs":   {"$\"{", "$@\"{", "$\"\"\"{", "@\"", "\"\"\"", "new Regex($\"{", "const string A=A+A;new Regex(A);", "new(", "Regex r=new(", "[GeneratedRegex(", "Regex.Match(a,"},
	".rs":   {"r#\"", "r##", "b'", "'", "/*", "RegexSet::new([", "RegexSet::new([a,", "Regex::new(&concat!(", "RegexBuilder::new(a).x(", "RegexBuilder::new(a).multi_line(true)."},
	".go":   {"(", "{", "func f(){", "regexp.MustCompile(", "var a=regexp.MustCompile(a)\n", "const a=a+a\n", "`", "\"", "/*", "x+", "func f(a int){regexp.MustCompile(a)}\n", "{a:=\"x\";regexp.MustCompile(a)}\n"},
	".json": {"[", "{\"match\":", "\"", "\"match\":\"a\",", "{\"match\":\"\\u0041\"},", "{\"begin\":[", "}"},
	".yaml": {"- ", "a: ", "regex:\n ", "regex: |\n", "regex: \"", "regex: '", "{", "[", "{regex: ", "regex: a\n b\n", "? ", "&a ", "- regex: >\n  a\n\n", "# snag-ignore: x\n", "regex: {a: \"\n"},
	".conf": {"SecRule \"", "SecRule A \"a\\\n", "location ~ ", "map $a {\n", "if (a ~ ", "server_name ~", "<Files ~ ", "RewriteRule ", "failregex = %(a)s\na = %(a)s%(a)s\n", "failregex = <", "  <HOST>\n",
		"body A /", "body A m{", "header A ~ ", "\\\n", "# snag-ignore: x\n"},
}
