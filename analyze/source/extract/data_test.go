package extract

import "testing"

func TestJSON(t *testing.T) {
	testFound(t, ".json", []foundCase{
		{`{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"pattern": {"type": "string", "pattern": "^a\\d\u00e9\/$"},
			"x": {"patternProperties": {"^x-": {"pattern": "b"}, "^\\-": {}}, "examples": [{"pattern": "no"}], "default": {"pattern": "no"}, "enum": ["pattern"]}}}`,
			"/^a\\dé/$/u test\n/^x-/u test\n/b/u test\n/^\\-/ test"},
		{`{"openapi": "3.1.0", "components": {"schemas": {"A": {"allOf": [{"type": "string", "pattern": "a+"}]}}}}`, "/a+/u test"},
		{`{"name": "x", "devDependencies": {"regex": "^6.0.1"}}`, ``},
		{`{"name": "x", "pattern": "*.js", "files": ["pattern"]}`, ``},
		{`{"scopeName": "source.x", "patterns": [{"match": "\\h+", "name": "x"}, {"begin": "<<(\\w+)", "end": "^\\1$", "captures": {"1": {"name": "match"}}}]}`,
			"/\\h+/O exec ruby\n/<<(\\w+)/O exec ruby\n? it refers to what the beginning of the region captured exec ruby"},
		{`[{"regex": "a", "regexes": ["b", {"c": "d"}], "regexp": true, "x": {"regex": {"regex": "e"}}}]`, "/a/\n/b/\n/e/"},
		{"\uFEFF" + `{"regex": "a"`, "/a/"},
		{`{"regex": "a", // no JSON` + "\n" + `"regex": "b"}`, "/a/"},
		{`{"kind": "CustomResourceDefinition", "openAPIV3Schema": {"pattern": "a"}}`, "/a/ test go"},
	})
}

func TestYAML(t *testing.T) {
	testFound(t, ".yaml", []foundCase{
		{"openapi: 3.0.0\ncomponents:\n  schemas:\n    A:\n      type: string\n      pattern: ^a\\d+$ # digits\n      example:\n        pattern: no\n    B:\n      patternProperties:\n        \"^x\\\\d\": {pattern: 'it''s', default: {pattern: no}}\n",
			"/^a\\d+$/u test\n/^x\\d/u test\n/it's/u test"},
		{"scrape_configs:\n- relabel_configs:\n  - source_labels: [a]\n    regex: (.+);x\n  - {regex: \"b\\\\d\", action: keep}\n", "/(.+);x/ full match go\n/b\\d/ full match go"},
		{"rules:\n- id: x\n  patterns:\n  - pattern-regex: |-\n      a+\n        b\n\n      c\n  - pattern-not-regex: >\n      d\n      e\n  - metavariable-regex:\n      metavariable: $X\n      regex: ^f\n",
			"/a+\n  b\n\nc/ every match pcre\n/d e\n/ every match pcre\n/^f/ match at start pcre"},
		{"user_agent_parsers:\n  # x\n  - regex: '(Foo)/(\\d+)'\n    regex_flag: 'i'\n    v: $1\n  - regex: 'b'\n", "/(Foo)/(\\d+)/i\n/b/"},
		{"repos:\n- repo: x\n  rev: v1\n  hooks:\n  - id: y\n    files: ^a/.*\\.py$\n    exclude: |\n      (?x)^(\n        b\n      )$\n",
			"/^a/.*\\.py$/ test python\n/(?x)^(\n  b\n)$\n/ test python"},
		{"regexes:\n- a\n- 'b'\n- c: d\nregex: true\nx:\n  regexp: \"{{ .Values.x }}\"\n  regex: *y\nz: {regex: [e, 'f'], g: h}\n", "/a/\n/b/\n? the document is a template\n/e/\n/f/"},
		{"---\nregex: \"a\n  b\\\n  c\\x41\"\n...\n", "/a bcA/"},
		{"x:\n- regex: a|\n    b\n    c\n  d: e\n", "/a| b c/"},
		{"a: regex\nb: {regex\n", ``},
		{"regex:\n", ``}, {"dependencies:\n  regex: ^1.0\n", ``},
	})
}

func TestConfiguration(t *testing.T) {
	testFound(t, ".conf", []foundCase{
		{"# SecRule A \"@rx no\"\nSecRule REQUEST_URI \"@rx ^/a\\\"b\\d$\" \\\n    \"id:1,phase:2\"\nSecRule ARGS \"!@rx c+\" id:2\nSecRule ARGS d\nSecRule ARGS \"@pmFromFile x\"\nSecRule A \"@rx %{tx.x}\"\nSecRuleEngine On\n",
			"/^/a\"b\\d$/sD test\n/c+/sD test\n/d/sD test\n? it holds a variable of the transaction test"},
		{"server {\n  location ~* \\.(gif|jpg)$ {\n    rewrite ^/a/(.*)$ /b/$1 last;\n    if ($http_user_agent ~ \"MSIE [1-6]\\.\") { return 403; }\n  }\n  location ~ ^/x(/.*)?${\n  }\n  location /y { }\n  server_name a.b ~^(.+)\\.c$;\n}\nmap $uri $z {\n  default 0;\n  ~*^/a\\d 1;\n  \"~b c\" 2;\n}\nif ($a !~ ^b$) {\n",
			"/\\.(gif|jpg)$/i test\n/^/a/(.*)$/ test\n/MSIE [1-6]\\./ test\n/^/x(/.*)?$/ test\n/^(.+)\\.c$/i test\n/^/a\\d/i test\n/b c/ test\n/^b$/ test"},
		{"RewriteEngine On\nRewriteCond %{REQUEST_URI} !^/a\\.b [NC,OR]\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^(.*)$ /index.php?$1 [L]\n<FilesMatch \"^\\.ht\">\n<Files ~ \"\\\\.x$\">\n<Directory /x>\n<LocationMatch ^/(?<a>b)>\nSetEnvIfNoCase User-Agent \"^wget\" bad\nRedirectMatch 301 ^/c$ /d\n",
			"/^/a\\.b/i test\n/^(.*)$/ test\n/^\\.ht/ test\n/\\.x$/ test\n/^/(?<a>b)/ test\n/^wget/i test\n/^/c$/ test"},
		{"[INCLUDES]\nbefore = common.conf\n[Definition]\n_x = a\\d\nfailregex = ^%(_x)s <DNS> 100%%$\n            ^<F-USER>\\S+</F-USER> b$\n            ^%(__prefix_line)s c$\n            ^<mode>$\nignoreregex =\nx = y\n",
			"/^a\\d (?:[\\w\\-.^_]*\\w) 100%$/m test python\n/^(?:\\S+) b$/m test python\n? it inserts `__prefix_line`, which this file does not define on one line test python\n? it inserts `<mode>`, a parameter of the filter test python"},
		{"body A /a\\/b/i\nheader B Subject =~ /c+/\nheader C exists:Foo\nuri D m{^http://x{2}}\nmeta E A && B\nrawbody F eval:x()\nbody G\t/d/ # e\n",
			"/a\\/b/i test perl\n/c+/ test perl\n/^http://x{2}/ test perl\n/d/ test perl"},
	})
}
