package extract

import "testing"

func TestRust(t *testing.T) {
	testFound(t, ".rs", []foundCase{
		{`let re = Regex::new(r"a\d").unwrap();`, `/a\d/`},
		{`let re = regex::bytes::Regex::new(br#"a"\d"#)?; let q = Regex::new("a\\d\x41\u{1F600}\
		   b").unwrap();`, "/a\"\\d/\n/a\\dA😀b/"},
		{`lazy_static! { static ref RE: Regex = Regex::new(r"a").unwrap(); } static Q: Lazy<Regex> = Lazy::new(|| Regex::new(r"b").unwrap());`, "/a/\n/b/"},
		{`let re = RegexBuilder::new("a").case_insensitive(true).multi_line(false).size_limit(10 * (1 << 20)).ignore_whitespace(true).build();`, `/a/ix`},
		{`let re = RegexBuilder::new("a").case_insensitive(fold).build();`, `/a/?`},
		{`const A: &str = "a"; const B: &'static str = concat!("b", "c", 1); fn f() { let re = Regex::new(A); let q = Regex::new(&B); let r = Regex::new(crate::C); }`,
			"/a/\n/bc1/\n? depends on `crate::C`, which this file does not define"},
		{`let re = Regex::new(&format!("a{}", b)); fn g<'a>(x: &'a str) { Regex::new(x); }`, "? depends on `format!(\"a{}\", b)`\n? depends on `x`, whose value is not known here"},
		{`let set = RegexSet::new(&["a", r"b", x]).unwrap(); let q = RegexSet::new([concat!("c", "d"),]);`, "/a/\n/b/\n? depends on `x`, which this file does not define\n/cd/"},
		{`use fancy_regex::Regex; fn f() { let re = Regex::new("(a)\\1"); }`, `/(a)\1/ pcre`},
		{`use regex::Regex; fn f() { let re = fancy_regex::Regex::new("(a)\\1"); let q = pcre2::bytes::Regex::new("b"); let c = Regex::new("c"); }`, "/(a)\\1/ pcre\n/b/ pcre\n/c/"},
		{`let re = regex!(r"a+"); // Regex::new("b")
		  /* /* */ Regex::new("c") */ let s = "Regex::new(\"d\")"; let c = '"'; let l: &'static str = "x"; let q = Regex::new("e");`, "/a+/\n/e/"},
		{`impl Regex { pub fn new(re: &str) -> Result<Regex, Error> { RegexBuilder::new(re).build() } }`, "? depends on `re`, whose value is not known here"},
		{`let re = Regex::new(b"\xff");`, "? the string has an escape that is no character"},
	})
}
