package classes

import (
	"strings"
	"testing"

	"snag/analyze/source/tree"
)

// check compares trees with what they should be, as the list of statements.
func check(t *testing.T, parse func(src []byte) *tree.File, tests [][2]string) {
	t.Helper()
	for _, tt := range tests {
		f := parse([]byte(tt[0]))
		got := tree.Print(f.Body)
		got = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(got, "(plain (block"), "))"), " ")
		if got != tt[1] {
			t.Errorf("%s\n got %s\nwant %s", tt[0], got, tt[1])
		}
		if f.Skipped != 0 {
			t.Errorf("%s: %d bytes were not understood", tt[0], f.Skipped)
		}
	}
}

func TestJava(t *testing.T) {
	check(t, Java, [][2]string{
		{`package a.b; import java.util.List; import static a.B.c; import java.util.regex.*;`,
			`(import "java.util" (import-name "List" (name "List"))) (import "a.B" (import-name "c" (name "c"))) (import "java.util.regex" (import-name "*"))`},
		{`@RestController @RequestMapping("/api") public class A extends B<C> implements D, E { private static final Pattern P = Pattern.compile("a+"); @GetMapping(value = "/x", produces = {"a", "b"}) public List<String> get(@RequestParam("q") final String q, @Valid int... n) throws IOException { return q.trim(); } A(String s) { super(s); } static { f(); } abstract void g(); }`,
			`(define (class "A" @(name "RestController") @(call (name "RequestMapping") (string "/api")) <(name "B" - (name "C")) <(name "D") <(name "E") ["P" static :(name "Pattern") =(call (member "compile" (name "Pattern")) (string "a+"))] ["get" (method "get" @(call (name "GetMapping") (keyword "value" (string "/x")) (keyword "produces" (array (string "a") (string "b")))) [(name "q") :(name "String") @(call (name "RequestParam") (string "q"))] [(name "n") :(name "int") @(name "Valid") rest] :(name "List" - (name "String")) (block (return (call (member "trim" (name "q"))))))] ["A" (constructor "A" [(name "s") :(name "String")] (block (expression (call (super) (name "s")))))] (block (block (expression (call (name "f")))))))`},
		{`record P(@NotNull String name, int... n) { P { if (name == null) throw new E(); } static int x = 1; }`,
			`(define (class "P" ["P" (constructor "P" [(name "name") :(name "String") @(name "NotNull") field] [(name "n") :(name "int") rest field] (block))] ["P" (constructor "P" [(name "name") :(name "String") @(name "NotNull") field] [(name "n") :(name "int") rest field] (block (if (binary "==" (name "name") (constant "null")) (throw (new (name "E"))))))] ["x" static :(name "int") =(number "1")]))`},
		{`enum F { A("x") { void g() {} }, @Deprecated B; private String s; F() {} } @interface G { String value() default ""; } sealed interface H permits I {}`,
			`(define (class "F" ["A" static =(new (class (class <(name "F") ["g" (method "g" :(name "void") (block))])) (string "x"))] ["B" static @(name "Deprecated") =(new (name "F"))] ["s" :(name "String")] ["F" (constructor "F" (block))])) (define (class "G")) (define (class "H"))`},
		{`void m() { int[] a = {1, 2}, b[] = new int[3][]; List<Map<String, int[]>> c = new ArrayList<>(); var d = (String) e; f = (int) -1; g = (h) + i; String.class.cast(j); K::new; int[]::new; this.<T>k(l); }`,
			`(define (plain "m" :(name "void") (block (declare "let" (assign "=" (name "a") (array (number "1") (number "2"))) (assign "=" (name "b") (new (name "int") (number "3")))) (declare "let" (assign "=" (name "c") (new (name "ArrayList")))) (declare "let" (assign "=" (name "d") (cast (name "e") (name "String")))) (expression (assign "=" (name "f") (cast (unary "-" (number "1")) (name "int")))) (expression (assign "=" (name "g") (binary "+" (name "h") (name "i")))) (expression (call (member "cast" (member "class" (name "String"))) (name "j"))) (expression (member "new" (name "K"))) (expression (member "new" (name "int"))) (expression (call (member "k" (this)) (name "l"))))))`},
		{`class A { void m() { for (int i = 0, n = 2; i < n; i++, n--) f(i); for (final String s : list) continue; while (a) { break; } do b(); while (c); outer: for (;;) break outer; synchronized (this) { } assert x : "y"; } }`,
			`(define (class "A" ["m" (method "m" :(name "void") (block (block (declare "let" (assign "=" (name "i") (number "0")) (assign "=" (name "n") (number "2"))) (loop (binary "<" (name "i") (name "n")) (expression (call (name "f") (name "i"))) (sequence (unary "++" (name "i")) (unary "--" (name "n"))))) (for-each (declare "let" (name "s")) (name "list") (continue)) (loop (name "a") (block (break)) -) (loop "do" (name "c") (expression (call (name "b"))) -) (label "outer" (loop - (break "outer") -)) (with - (this) (block)) (expression (sequence (name "x") (string "y")))))]))`},
		{`class A { int m(Object o) { if (o instanceof String s && s.isEmpty()) return 1; return switch (o) { case Integer i when i > 0 -> i; case A, B -> { yield 2; } case null, default -> throw new E(); }; } }`,
			`(define (class "A" ["m" (method "m" [(name "o") :(name "Object")] :(name "int") (block (if (logical "&&" (binary "instanceof" (assign "=" (name "s") (name "o")) (name "String")) (call (member "isEmpty" (name "s")))) (return (number "1"))) (return (call (function (arrow (block (switch (name "o") (case (block (declare "let" (assign "=" (name "i") (name "o"))) (return (name "i"))) (logical "&&" (name "Integer") (binary ">" (name "i") (number "0")))) (case (block (block (return (number "2")))) (name "A") (name "B")) (case (block (throw (new (name "E")))))))))))))]))`},
		{`class A { void m() { switch (x) { case 1: case 2: f(); break; case "a": g(); default: return; } switch (y) { case A -> f(); default -> { g(); } } } }`,
			`(define (class "A" ["m" (method "m" :(name "void") (block (switch (name "x") (case "falls" (block) (number "1")) (case (block (expression (call (name "f"))) (break)) (number "2")) (case "falls" (block (expression (call (name "g")))) (string "a")) (case (block (return)))) (switch (name "y") (case (block (expression (call (name "f")))) (name "A")) (case (block (block (expression (call (name "g")))))))))]))`},
		{`class A { void m() { try (var r = f(); s) { g(); } catch (A | B e) { h(e); } finally { i(); } Runnable q = () -> run(); F<String> p = (a, b) -> { return a; }; c -> d; new Thread() { public void run() { x(); } }.start(); outer.new Inner(1); } }`,
			`(define (class "A" ["m" (method "m" :(name "void") (block (try (with (name "r") (call (name "f")) (with - (name "s") (block (expression (call (name "g")))))) (block (expression (call (name "i")))) (catch (name "e") (block (expression (call (name "h") (name "e")))))) (declare "let" (assign "=" (name "q") (function (arrow (block (return (call (name "run")))))))) (declare "let" (assign "=" (name "p") (function (arrow [(name "a")] [(name "b")] (block (return (name "a"))))))) (expression (function (arrow [(name "c")] (block (return (name "d")))))) (expression (call (member "start" (new (class (class <(name "Thread") ["run" (method "run" :(name "void") (block (expression (call (name "x")))))])))))) (expression (new (member "Inner" (name "outer")) (number "1")))))]))`},
		{`class A { String s = "a\tb\u0041" + 'c' + """
      d
        e\
      f"""; int a = b < c ? d >>> 2 : e & ~f | g ^ 0x1p-3; boolean t = x <= y && !z || a.b[1] != 2L; { a += 1; b >>>= 2; ++c; d--; } }`,
			`(define (class "A" ["s" :(name "String") =(binary "+" (binary "+" (string "a\tbA") (string "c")) (string "d\n  ef"))] ["a" :(name "int") =(conditional (binary "<" (name "b") (name "c")) (binary ">>>" (name "d") (number "2")) (binary "|" (binary "&" (name "e") (unary "~" (name "f"))) (binary "^" (name "g") (number "0x1p-3"))))] ["t" :(name "boolean") =(logical "||" (logical "&&" (binary "<=" (name "x") (name "y")) (unary "!" (name "z"))) (binary "!=" (index (member "b" (name "a")) (number "1")) (number "2L")))] (block (block (expression (assign "+=" (name "a") (number "1"))) (expression (assign ">>>=" (name "b") (number "2"))) (expression (unary "++" (name "c"))) (expression (unary "--" (name "d")))))))`},
		{`class A { Map<String, List<@Valid @Size(max = 3) ? extends b.Part>> m; @Size(max = 2) List<@Size(max = 4) String[]> n; C[] o; Map.Entry<int[], D> p; }`,
			`(define (class "A" ["m" :(name "Map" - (name "String") (name "List" - (annotated (member "Part" (name "b")) (name "Valid") (call (name "Size") (keyword "max" (number "3"))))))] ["n" @(call (name "Size") (keyword "max" (number "2"))) :(name "List" - (name "Array" - (name "String")))] ["o" :(name "Array" - (name "C"))] ["p" :(member "Entry" (name "Map") (name "Array" - (name "int")) (name "D"))]))`},
		{`<T extends Comparable<T>> T max(List<? super T> l) { return l.get(0); } void main() { }`,
			`(define (plain "max" [(name "l") :(name "List" - (name "T"))] :(name "T") (block (return (call (member "get" (name "l")) (number "0")))))) (define (plain "main" :(name "void") (block)))`},
	})
}

func TestCSharp(t *testing.T) {
	check(t, CSharp, [][2]string{
		{`using System; using R = System.Text.RegularExpressions.Regex; using static System.Math;`,
			`(import "System" (import-name "*")) (import "System.Text.RegularExpressions" (import-name "Regex" (name "R"))) (import "System.Math" (import-name "*"))`},
		{`namespace Shop.Api;
[ApiController, Route("api/[controller]")]
public class OrdersController : ControllerBase, IDisposable
{
    private readonly Regex _re = new Regex(@"^(a+)+$", RegexOptions.Compiled);
    public OrdersController(IService service) : base(service) { _service = service; }
    [HttpGet("{id}")] public async Task<IActionResult> Get([FromQuery] string name, int page = 1) { var x = await _service.Find(name); return Ok(x); }
    [HttpPost] public IActionResult Post([FromBody] Order order) => _re.IsMatch(order?.Name ?? "") ? Ok() : BadRequest();
    void IDisposable.Dispose() { }
}`,
			`(define (class "OrdersController" @(name "ApiController") @(call (name "Route") (string "api/[controller]")) <(name "ControllerBase") <(name "IDisposable") ["_re" :(name "Regex") =(new (name "Regex") (string "^(a+)+$") (member "Compiled" (name "RegexOptions")))] ["OrdersController" (constructor "OrdersController" [(name "service") :(name "IService")] (block (expression (call (super) (name "service"))) (expression (assign "=" (name "_service") (name "service")))))] ["Get" (method "Get" async @(call (name "HttpGet") (string "{id}")) [(name "name") :(name "string") @(name "FromQuery")] [(name "page") :(name "int") =(number "1")] :(name "Task" - (name "IActionResult")) (block (declare "let" (assign "=" (name "x") (await (call (member "Find" (name "_service")) (name "name"))))) (return (call (name "Ok") (name "x")))))] ["Post" (method "Post" @(name "HttpPost") [(name "order") :(name "Order") @(name "FromBody")] :(name "IActionResult") (block (return (conditional (call (member "IsMatch" (name "_re")) (logical "??" (member "Name" (name "order")) (string))) (call (name "Ok")) (call (name "BadRequest"))))))] ["Dispose" (method "Dispose" :(name "void") (block))]))`},
		{`public record Order([property: Required, StringLength(100)] string Name, int Count) { public string Note { get; set; } = ""; public int Total => Count * 2; string _a; public string A { get { return _a; } set { _a = value; } } }`,
			`(define (class "Order" ["Order" (constructor "Order" [(name "Name") :(name "string") @(name "Required") @(call (name "StringLength") (number "100")) field] [(name "Count") :(name "int") field] (block))] ["Note" :(name "string") =(string)] ["Total" :(name "int") (getter "Total" :(name "int") (block (return (binary "*" (name "Count") (number "2")))))] ["_a" :(name "string")] ["A" :(name "string") (getter "A" :(name "string") (block (return (name "_a"))))] ["A" :(name "string") (setter "A" [(name "value") :(name "string")] :(name "string") (block (expression (assign "=" (name "_a") (name "value")))))]))`},
		{`app.MapGet("/search", async (string q, HttpContext context) => { foreach (var m in Regex.Matches(q, "x")) { yield return m; } });
var app = builder.Build(); string s = $"a{q:N2}b{{c}}{(x ? y : z)}"; int? n = null; List<string> l = new() { "a", "b" };`,
			`(expression (call (member "MapGet" (name "app")) (string "/search") (function (arrow async [(name "q") :(name "string")] [(name "context") :(name "HttpContext")] (block (for-each (declare "let" (name "m")) (call (member "Matches" (name "Regex")) (name "q") (string "x")) (block (expression (await (name "m")))))))))) (declare "let" (assign "=" (name "app") (call (member "Build" (name "builder"))))) (declare "let" (assign "=" (name "s") (template (string "a") (name "q") (string "b{") (string "c}") (conditional (name "x") (name "y") (name "z"))))) (declare "let" (assign "=" (name "n") (constant "null"))) (declare "let" (assign "=" (name "l") (new (unknown) (object (string "a") (string "b")))))`},
		{`if (o is string t && t.Length > 3) f(t); var r = o switch { int i when i > 0 => g(i), "a" or "b" => 1, null => throw new E(), _ => 0 };`,
			`(if (logical "&&" (binary "instanceof" (assign "=" (name "t") (name "o")) (name "string")) (binary ">" (member "Length" (name "t")) (number "3"))) (expression (call (name "f") (name "t")))) (declare "let" (assign "=" (name "r") (call (function (arrow (block (switch (name "o") (case (block (declare "let" (assign "=" (name "i") (name "o"))) (return (call (name "g") (name "i")))) (logical "&&" (name "int") (binary ">" (name "i") (number "0")))) (case (block (return (number "1"))) (logical "||" (binary "==" (name "o") (string "a")) (binary "==" (name "o") (string "b")))) (case (block (return (unknown (new (name "E"))))) (constant "null")) (case (block (return (number "0")))))))))))`},
		{`if (s is { Length: > 3 and <= 5 } or null) f(); if (m is not Msg { Text.Length: < 9, Kind: "x" } n) g(); if (s.Trim() is { Length: > 3 }) h(); if (a is (1, 2) or not null) i();`,
			`(if (logical "||" (logical "&&" (binary ">" (member "Length" (name "s")) (number "3")) (binary "<=" (member "Length" (name "s")) (number "5"))) (binary "==" (name "s") (constant "null"))) (expression (call (name "f")))) (if (unary "!" (logical "&&" (logical "&&" (binary "instanceof" (name "m") (name "Msg")) (logical "&&" (binary "<" (member "Length" (member "Text" (name "m"))) (number "9")) (binary "==" (member "Kind" (name "m")) (string "x")))) (binary "instanceof" (assign "=" (name "n") (name "m")) (unknown)))) (expression (call (name "g")))) (if (binary "instanceof" (call (member "Trim" (name "s"))) (binary ">" (unknown) (number "3"))) (expression (call (name "h")))) (if (logical "||" (binary "instanceof" (name "a") (unknown)) (unary "!" (binary "==" (name "a") (constant "null")))) (expression (call (name "i"))))`},
		{`a = s[..5]; b = s[2..n]; c = s[^3..]; d = s[1]; e = [..f, g];`,
			`(expression (assign "=" (name "a") (slice (name "s") - (number "5")))) (expression (assign "=" (name "b") (slice (name "s") (number "2") (name "n")))) (expression (assign "=" (name "c") (slice (name "s") (unary "^" (number "3")) -))) (expression (assign "=" (name "d") (index (name "s") (number "1")))) (expression (assign "=" (name "e") (array (spread (name "f")) (name "g"))))`},
		{`using (var r = File.Open(p)) { r.Read(); } using var q = G(); lock (x) { } try { } catch (E e) when (e.Code == 1) { h(e); } finally { }`,
			`(with (name "r") (call (member "Open" (name "File")) (name "p")) (block (expression (call (member "Read" (name "r")))))) (declare "let" (assign "=" (name "q") (call (name "G")))) (with - (name "x") (block)) (try (block) (block) (catch (name "e") (block (if (binary "==" (member "Code" (name "e")) (number "1")) (block (expression (call (name "h") (name "e"))))))))`},
		{`switch (a) { case 1: case 2: f(); break; case string s when s != "": g(s); goto case 1; default: return; }`,
			`(switch (name "a") (case (block (expression (call (name "f"))) (break)) (number "1") (number "2")) (case (block (declare "let" (assign "=" (name "s") (name "a"))) (expression (call (name "g") (name "s"))) (break)) (logical "&&" (name "string") (binary "!=" (name "s") (string)))) (case (block (return))))`},
		{`var o = new Foo { A = 1, B = { C = 2 }, ["k"] = 3 }; int[] a = { 1, 2 }; var b = new[] { 1 }; var c = new int[3]; (int x, string y) t = (1, "a"); var (d, e) = t; f(out var g, ref h, name: 1);`,
			`(declare "let" (assign "=" (name "o") (new (name "Foo") (object (pair "A" - (number "1")) (pair "B" - (object (pair "C" - (number "2")))) (pair (string "k") (number "3")))))) (declare "let" (assign "=" (name "a") (array (number "1") (number "2")))) (declare "let" (assign "=" (name "b") (array (number "1")))) (declare "let" (assign "=" (name "c") (new (name "int") (number "3")))) (declare "let" (assign "=" (name "t") (array (number "1") (string "a")))) (declare "let" (assign "=" (array (name "d") (name "e")) (name "t"))) (expression (call (name "f") (sequence (declare "let" (name "g")) (cast "&" (name "g"))) (cast "&" (name "h")) (keyword "name" (number "1"))))`},
		{`x = (string)y; z = (Foo)(w); v = (a) + b; u = -1 << 2; s = a as Foo; p = typeof(Foo).Name; d = default; k = l?.M?[0] ?? n!.o; q = r ??= s; i = a < b && c > d; g = F<int>(x); h ??= new();`,
			`(expression (assign "=" (name "x") (cast (name "y") (name "string")))) (expression (assign "=" (name "z") (cast (name "w") (name "Foo")))) (expression (assign "=" (name "v") (binary "+" (name "a") (name "b")))) (expression (assign "=" (name "u") (binary "<<" (unary "-" (number "1")) (number "2")))) (expression (assign "=" (name "s") (cast (name "a") (name "Foo")))) (expression (assign "=" (name "p") (member "Name" (constant)))) (expression (assign "=" (name "d") (constant))) (expression (assign "=" (name "k") (logical "??" (index (member "M" (name "l")) (number "0")) (member "o" (name "n"))))) (expression (assign "=" (name "q") (assign "??=" (name "r") (name "s")))) (expression (assign "=" (name "i") (logical "&&" (binary "<" (name "a") (name "b")) (binary ">" (name "c") (name "d"))))) (expression (assign "=" (name "g") (call (name "F") (name "x")))) (expression (assign "??=" (name "h") (new (unknown))))`},
		{`static string Local(string s) { return s.Trim(); } int Twice<T>(T x) where T : class => 2;`,
			`(define (plain "Local" static [(name "s") :(name "string")] :(name "string") (block (return (call (member "Trim" (name "s"))))))) (define (plain "Twice" [(name "x") :(name "T")] :(name "int") (block (return (number "2")))))`},
		{`enum Color : byte { Red, Green = 5 } interface IFoo<T> where T : new() { void Bar(); string Baz { get; } } delegate void D(int x); struct P { public int X, Y; public static P operator +(P a, P b) => a; public int this[int i] => i; ~P() { } event EventHandler E; }`,
			`(define (class "Color" <(name "byte") ["Red" static =(new (name "Color"))] ["Green" static =(number "5")])) (define (class "IFoo" ["Baz" :(name "string")])) (define (class "P" ["X" :(name "int")] ["Y" :(name "int")] ["operator" static (method "operator" static [(name "a") :(name "P")] [(name "b") :(name "P")] :(name "P") (block (return (name "a"))))] ["this" :(name "int") (getter "this" :(name "int") (block (return (name "i"))))] ["P" (constructor "P" (block))] ["E" :(name "EventHandler")]))`},
		{`var q = from p in people where p.Age > 3 select p.Name; string raw = """
    a "b" c
    """; char c = 'x'; string verbatim = @"c:\d""e";`,
			`(declare "let" (assign "=" (name "q") (unknown (name "people") (binary ">" (member "Age" (name "p")) (number "3")) (member "Name" (name "p"))))) (declare "let" (assign "=" (name "raw") (string "a \"b\" c"))) (declare "let" (assign "=" (name "c") (string "x"))) (declare "let" (assign "=" (name "verbatim") (string "c:\\d\"e")))`},
	})
}
