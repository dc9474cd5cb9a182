package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shown are the calls of a file, each behind the scopes that it stands in.
func shown(f *File) (all []string) {
	for _, c := range f.Calls {
		text := c.Name
		if c.Awaited {
			text += " awaited"
		}
		for s := c.Scope; s > 0; s = f.Scopes[s].Parent {
			x := f.Scopes[s]
			switch x.Kind {
			case Function:
				text = strings.TrimSpace(strings.Join(x.Words, " ")+" fn "+x.Name) + "/" + text
			case Async:
				text = "async/" + text
			case Loop:
				text = "loop/" + text
			case Arguments:
				text = x.Name + "(/" + text
			}
		}
		all = append(all, text)
	}
	return all
}

func TestCalls(t *testing.T) {
	for _, test := range []struct {
		name string
		read func([]byte) *File
		src  string
		want []string
	}{
		{"imports", Rust, `use std::{fs, thread::{self, sleep as nap}}; use tokio::time::*;
			pub async fn f() { fs::read("x"); thread::sleep(d); nap(d); other::go(); }`,
			[]string{"async pub fn f/std::fs::read", "async pub fn f/std::thread::sleep", "async pub fn f/std::thread::sleep", "async pub fn f/other::go"}},
		{"one name twice", Rust, `fn a() { use std::fs; } fn b() { use tokio::fs; fs::read(p); }`, []string{"fn b/::read"}},
		{"chain", Rust, `use std::process::Command; fn f() { Command::new("ls").arg(x)?.output(); }`,
			[]string{"fn f/std::process::Command::new", "fn f/std::process::Command::new().arg", "fn f/std::process::Command::new().arg().output"}},
		{"awaited", Rust, `async fn f() { g(1).await; h(2); x.send(k(3)).await?; }`,
			[]string{"async fn f/g awaited", "async fn f/h", "async fn f/x.send awaited", "async fn f/x.send(/k"}},
		{"blocks", Rust, `fn f() { spawn(async move { a(); pool(|| b()); }); for x in g() { c(); } d::<T>(1); vec!(e()); while let Some(x) = h() { i(); } }`,
			[]string{"fn f/spawn", "fn f/spawn(/async/a", "fn f/spawn(/async/pool", "fn f/spawn(/async/pool(/b", "fn f/g", "fn f/loop/c", "fn f/d", "fn f/e", "fn f/Some", "fn f/h", "fn f/loop/i"}},
		{"closures", Rust, `fn f() { a(async |x| b(x)); c(async move |x| { d(x) }); }`,
			[]string{"fn f/a", "fn f/a(/async/b", "fn f/c", "fn f/c(/async/d"}},
		{"text and comments", Rust, `fn f<'a>(x: &'a str) { /* g( /* h( */ */ let c = '('; let s = r#"i("#; j(c); }`, []string{"fn f/j"}},
		{"kotlin", Kotlin, "import java.io.File\nimport a.b.c as d\nsuspend fun f(x: Int = g()) {\n  File(\"x\").readText()\n  d(1)\n  withContext(IO) { k() }\n  launch { for (i in 1..2) { m() } }\n}",
			[]string{"g", "suspend fn f/java.io.File", "suspend fn f/java.io.File().readText", "suspend fn f/a.b.c", "suspend fn f/withContext", "suspend fn f/withContext(/k", "suspend fn f/launch", "suspend fn f/launch(/loop/m"}},
		{"expressions", Kotlin, "class A(val x: Int) : B(x) {\n  private suspend fun <T> Q<T>.f(): T = withContext(IO) {\n    a()\n  }\n  fun g() = b(c())\n  val d = e()\n}",
			[]string{"suspend private fn f/withContext", "suspend private fn f/withContext(/a", "fn g/b", "fn g/b(/c", "e"}},
		{"conditions", Kotlin, "fun f() {\n  if (a()) { b() } else { c() }\n  try { d() } catch (e: E) { g() }\n  x?.let { h() }\n}",
			[]string{"fn f/a", "fn f/b", "fn f/c", "fn f/d", "fn f/g", "fn f/x.let", "fn f/x.let(/h"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := shown(test.read([]byte(test.src))); !slices.Equal(got, test.want) {
				t.Errorf("%s:\ngot  %q\nwant %q", test.src, got, test.want)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	for _, test := range []struct {
		read func([]byte) *File
		src  string
		want string
	}{
		{Rust, "#[derive(X)] struct A; #[get(\"/a\")]\n#[inline] async fn f() {} fn g() {}", `f [get("/a") inline] g []`},
		{Kotlin, "@Get(\"/a\")\n@X suspend fun f() {}\nfun g() = 1", `f [Get("/a") X] g []`},
	} {
		var got []string
		for _, s := range test.read([]byte(test.src)).Scopes {
			if s.Kind == Function {
				got = append(got, fmt.Sprint(s.Name, " ", s.Marks))
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.src, got, test.want)
		}
	}
}

func TestNamesOfChainsAreBounded(t *testing.T) {
	src := []byte("fn f() { x" + strings.Repeat(".a()", 5000) + " }")
	for _, c := range Rust(src).Calls {
		if longest := longestCallee + len("().a"); len(c.Name) > longest {
			t.Fatalf("the chain of 5000 calls: a name of %d bytes, want at most %d", len(c.Name), longest)
		}
	}
}

func FuzzOutline(f *testing.F) {
	f.Add("use a::{b, c::{d}}; #[x(y)] pub async fn f<T>(a: &'a T) { g::<T>(|x| async move { h(x).await }) }")
	f.Add("import a.b\n@X(1) suspend fun T.f(x: Int = g()) = withContext(IO) { \"${h()}\" }")
	f.Fuzz(func(t *testing.T, src string) {
		for _, file := range []*File{Rust([]byte(src)), Kotlin([]byte(src))} {
			for i, s := range file.Scopes {
				if s.Parent >= i || s.Start < 0 || s.Start > len(src) {
					t.Fatalf("%q: scope %d: %+v", src, i, s)
				}
			}
			for _, c := range file.Calls {
				if c.Start < 0 || c.End > len(src) || c.Start >= c.End || c.Scope < 0 || c.Scope >= len(file.Scopes) {
					t.Fatalf("%q: call %+v", src, c)
				}
			}
		}
	})
}
