package reach

import (
	"strings"
	"testing"
)

// springGuard is a handler of Spring in Kotlin, with a guard in front of the match.
const springGuard = `package shop
import org.springframework.web.bind.annotation.*
@RestController
class Shop {
    @GetMapping("/a")
    fun a(@RequestParam q: String): Boolean {
        GUARD
        return slow.matches(q)
    }
    companion object { private val slow = Regex("(a+)+") }
}
GUARD
`

func TestKotlinGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"guards that leave", "Shop.kt", springGuard, "20", "8192", []string{
			`if (q.length > 20) return false`,
			`if (q.length !in 0..20) return false`,
			`if (!(q.length in 1..20)) { throw IllegalArgumentException("long") }`,
			`if (q.length !in 0 until 21) return false`,
			`when { q.length > 20 -> return false }`,
			`when (q.length) { in 0..20 -> {} else -> return false }`,
			`val ok = q.length <= 20; if (!ok) return false`,
			`if (!q.isShort()) return false
---
private fun String.isShort() = length <= 20`,
			`if (tooLong(q)) return false
---
fun tooLong(s: String): Boolean = s.length > 20`,
			`checked(q)
---
fun checked(s: String) { if (s.length > 20) throw IllegalArgumentException() }`,
			`q.takeIf { it.length <= 20 } ?: return false; if (q.length > 20) return false`,
			`if (q.isBlank() || q.length > 20) { return false }`,
			`q.also { if (it.length > 20) return false }`,
			`q.let { x -> if (x.length > 20) throw IllegalStateException() }`,
			`run { if (q.length > 20) return false }`,
			`try { if (q.length > 20) return false } finally { println("x") }`,
		}, []string{
			`if (q.length > 20) println("long")`,
			`if (q.length < 20) return false`,
			`if (q.length !in 20..100000) return false`,
			`when { q.length > 20 -> println("long") }`,
			`when (q.length) { in 0..20 -> return false; else -> {} }`,
			`q.takeIf { it.length <= 20 }`,
			`val r = q.takeIf { it.length <= 20 } ?: "x"`,
			`q.let { x -> if (x.length > 20) return@let }`,
			`listOf(1).forEach { if (q.length > 20) return@forEach }`,
			`val f = { if (q.length > 20) throw IllegalStateException() }`,
			`if (!q.isLong()) return false
---
private fun String.isLong() = length > 20`,
			`val short = q.takeUnless { it.length > 20 }`,
			`try { if (q.length > 20) throw IllegalStateException() } catch (e: Exception) { }`,
			`if (debug && q.length > 20) return false
---
val debug = System.getenv("D") != null`,
			`(debug || (if (q.length > 20) return false else true))
---
val debug = System.getenv("D") != null`,
			`run { if (q.length > 20) return@run }`,
		}},
		{"values that are checked", "Shop.kt", `package shop
import org.springframework.web.bind.annotation.*
@RestController
class Shop {
    @GetMapping("/a")
    fun a(@RequestParam q: String?): Boolean {
        GUARD
        return Regex("(a+)+").matches(s)
    }
}
`, "20", "8192", []string{
			`val s = q?.takeIf { it.length <= 20 } ?: return false`,
			`val s = q?.takeUnless { it.length > 20 } ?: return false`,
			`val s = q.orEmpty().take(20)`,
			`val s = if (q != null && q.length <= 20) q else return false`,
			`val s = when { q == null -> ""; q.length > 20 -> throw IllegalArgumentException(); else -> q }`,
			`val s = q?.let { if (it.length > 20) return false; it.trim() } ?: return false`,
			`val s = q?.also { if (it.length > 20) return false }!!`,
			`val s = q!!.substring(0, minOf(20, 5)).take(20)`,
			`val s = try { q!!.also { if (it.length > 20) throw IllegalStateException() } } catch (e: Exception) { return false }`,
			`val s = q!!.run { if (length > 20 || this.length > 20) return false; this }`,
		}, []string{
			`val s = q?.takeIf { it.length >= 20 } ?: return false`,
			`val s = q?.takeUnless { it.length <= 20 } ?: return false`,
			`val s = q?.takeIf { it.length <= 20 } ?: q!!`,
			`val s = q.orEmpty().drop(20)`,
			`val s = if (q != null && q.length <= 20) "x" else q!!`,
			`val s = when { q == null -> ""; q.length > 20 -> q; else -> "b" }`,
			`val s = q?.let { if (it.length > 20) return@let it; it.trim() } ?: return false`,
			`val s = q?.also { if (it.length > 20) println(it) }!!`,
			`val s = try { q!!.also { if (it.length > 20) throw IllegalStateException() } } catch (e: Exception) { q!! }`,
			`val s = q ?: return false`,
			`val s = q!!.trim().lowercase()`,
		}},
	} {
		g.run(t)
	}
}

// TestKotlinDemands guards with functions that throw unless a condition holds, where they are Kotlin's own.
func TestKotlinDemands(t *testing.T) {
	const frame = `package shop
IMPORT
import org.springframework.web.bind.annotation.*
@RestController
class Shop BASE {
    @GetMapping("/a")
    fun a(@RequestParam q: String): Boolean {
        GUARD
        return Regex("(a+)+").matches(q)
    }
    MEMBER
}
`
	for _, test := range []struct{ name, head, base, guard, member, want string }{
		{"require", "", "", `require(q.length <= 20)`, "", "20"},
		{"require that says why", "", "", `require(q.length in 0..20) { "$q is too long" }`, "", "20"},
		{"check", "", "", `check(q.length < 21) { "no" }`, "", "20"},
		{"error", "", "", `if (q.length > 20) error("long")`, "", "20"},
		{"error behind ?:", "", "", `q.takeIf { it.length <= 20 } ?: error("long"); require(q.length <= 30)`, "", "30"},
		{"TODO", "", "", `if (q.length > 20) TODO()`, "", "20"},
		{"exitProcess", "import kotlin.system.exitProcess", "", `if (q.length > 20) exitProcess(1)`, "", "20"},
		{"both", "", "", `require(q.isNotEmpty() && q.length <= 20)`, "", "20"},
		{"either", "", "", `require(q.isNotEmpty() || q.length <= 20)`, "", "8192"},
		{"the contrary", "", "", `require(q.length > 20)`, "", "8192"},
		{"behind the match", "", "", `Regex("(b)").matches(q)`, `fun b(q: String) { require(q.length <= 20) }`, "8192"},
		{"a method of the class", "", "", `check(q.length <= 20)`, `fun check(b: Boolean) { println(b) }`, "8192"},
		{"a function of the file", "fun check(b: Boolean) = println(b)", "", `check(q.length <= 20)`, "", "8192"},
		{"an extension of the file", "fun Shop.check(b: Boolean) = println(b)", "", `check(q.length <= 20)`, "", "8192"},
		{"a function that is imported", "import other.check", "", `check(q.length <= 20)`, "", "8192"},
		{"a library from which all is imported", "import other.*", "", `check(q.length <= 20)`, "", "8192"},
		{"of a library that has none", "import jakarta.servlet.http.*", "", `check(q.length <= 20)`, "", "20"},
		{"a method of the base", "", ": Base()", `check(q.length <= 20)`, "", "8192"},
		{"a method of the base of a class around", "open class Outer : Base() {", "", `check(q.length <= 20)`, "}", "8192"},
		{"a method of the base of the companion", "", "", `check(q.length <= 20)`, "companion object : Base()", "8192"},
		{"a method of the base of a companion of a class around", "class Outer { companion object Named : Base() {}\n", "", `require(q.length <= 20)`, "}", "8192"},
		{"a companion that extends nothing", "", "", `require(q.length <= 20)`, "companion object { const val MAX = 1 }", "20"},
		{"called on something", "", "", `this.require(q.length <= 20)`, "", "8192"},
		{"an unknown function", "", "", `demand(q.length <= 20)`, "", "8192"},
		{"in a scope of a value", "", "", `cfg.apply { check(q.length <= 20) }`, "", "8192"},
		{"with a value", "", "", `with(cfg) { require(q.length <= 20) }`, "", "8192"},
		{"in a scope of the function", "", "", `run { require(q.length <= 20) }`, "", "20"},
		{"an assertion, which runs only where it is asked for", "", "", `assert(q.length <= 20)`, "", "8192"},
		{"caught", "", "", `try { require(q.length <= 20) } catch (e: Exception) { }`, "", "8192"},
		{"in a lambda", "", "", `val f = { require(q.length <= 20) }`, "", "8192"},
	} {
		text := frame
		for _, r := range [][2]string{{"IMPORT", test.head}, {"BASE", test.base}, {"GUARD", test.guard}, {"MEMBER", test.member}} {
			text = strings.Replace(text, r[0], r[1], 1)
		}
		if got := longest(t, "Shop.kt", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	demanded := func(own string) string {
		text := frame
		for _, r := range [][2]string{{"IMPORT", ""}, {"BASE", ""}, {"GUARD", "check(q.length <= 20)"}, {"MEMBER", ""}} {
			text = strings.Replace(text, r[0], r[1], 1)
		}
		return describe(t, "\n-- src/Shop.kt --\n"+text+"\n-- src/Own.kt --\n"+own+"\n")
	}
	for _, own := range []string{
		"abstract class Own { fun check(b: Boolean) = println(b) }", "val check: (Boolean) -> Unit = { println(it) }",
		"val check = fun(b: Boolean) { println(b) }", "val check = ::println", "object check { operator fun invoke(b: Boolean) {} }",
		"fun `check`(b: Boolean) {}", "fun (() -> Unit).check(b: Boolean) {}", "fun <T : (Int) -> Unit> T.check(b: Boolean) {}",
	} {
		if out := demanded("package shop.other\n" + own); !strings.Contains(out, "8192") {
			t.Errorf("%s in another file: got %s", own, out)
		}
	}
	for _, own := range []string{"fun f(q: String) = check(q.length < 20)", "data class A(val check: Boolean)", "val check = 5"} {
		if out := demanded("package shop.other\n" + own); strings.Contains(out, "8192") {
			t.Errorf("%s in another file: got %s", own, out)
		}
	}
}

// TestServersOfKotlin holds that the server decides how long an input can be: what was measured of each is the bound.
func TestServersOfKotlin(t *testing.T) {
	const ktor = "import io.ktor.server.application.*\nimport io.ktor.server.routing.*\n"
	const javalin = "import io.javalin.Javalin\n"
	const servlet = "import jakarta.servlet.http.*\n"
	const boot = "import org.springframework.boot.autoconfigure.SpringBootApplication\n@SpringBootApplication class App\n"
	ofServlet := func(value string) string {
		return "class S : HttpServlet() { override fun doPost(req: HttpServletRequest, res: HttpServletResponse) { Regex(\"(a+)+\").matches(" + value + ") } }"
	}
	for _, test := range []struct{ imports, code, want string }{
		{ktor + "import io.ktor.server.netty.*\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "4096"},
		{ktor + "import io.ktor.server.netty.EngineMain\n", `fun m() = routing { get("/{n}") { Regex("(a+)+").matches(call.request.path()) } }`, "4096"},
		{ktor + "import io.ktor.server.cio.CIO\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "any"},
		{ktor + "import io.ktor.server.cio.*\nimport io.ktor.server.netty.*\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "any"},
		{ktor, `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "any"},
		{ktor + "import io.ktor.server.jetty.jakarta.Jetty\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "8192"},
		{ktor + "import io.ktor.server.tomcat.*\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.queryParameters["q"]!!) } }`, "8192"},
		{ktor + "import io.ktor.server.cio.CIO\n", `fun m() = routing { get("/a") { Regex("(a+)+").matches(call.request.headers["X"]!!) } }`, "8192"},
		{ktor + "import io.ktor.server.netty.*\n", `fun m() { embeddedServer(Netty, configure = { maxInitialLineLength = 9000 }) { routing { get("/a") { Regex("(a+)+").matches(call.request.uri) } } } }`, "9000"},
		{javalin, `fun main() { Javalin.create().post("/a") { Regex("(a+)+").matches(it.body()) } }`, "1000000"},
		{javalin, `fun main() { Javalin.create().post("/a") { Regex("(a+)+").matches(it.bodyStreamAsClass(String::class.java)) } }`, "any"},
		{javalin, `fun main() { Javalin.create().post("/a") { Regex("(a+)+").matches(it.req().getHeader("X")) } }`, "8192"},
		{servlet, ofServlet(`req.getHeader("X")`), "1048576"},
		{servlet, ofServlet(`req.getParameter("q")`), "any"},
		{servlet + boot, ofServlet(`req.getHeader("X")`), "8192"},
		{servlet + boot, ofServlet(`req.getParameter("q")`), "2097152"},
	} {
		if got := longest(t, "src/A.kt", test.imports+test.code); got != test.want {
			t.Errorf("%s%s: got %s, want %s", test.imports, test.code, got, test.want)
		}
	}
}

// TestKotlinFrameworks follows values from frameworks of Kotlin.
func TestKotlinFrameworks(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Ktor", `import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.routing.*
data class Form(val name: String)
fun Application.module() {
    routing {
        get("/a") { val q = call.request.queryParameters["q"] ?: return@get; Regex("(a+)+").matches(q) }
        route("/b") {
            post("/form") { val f = call.receive<Form>(); Regex("(b+)+").matches(f.name) }
            get("{id}") { Regex("(c+)+").containsMatchIn(call.parameters["id"]!!) }
            put("/c") { call.receiveText().let { if (it.length <= 30) Regex("(d+)+").find(it) } }
        }
        users()
    }
}
fun Route.users() {
    delete("/users") { remove(call) }
}
private suspend fun remove(call: ApplicationCall) {
    val id = call.request.headers["X-Id"]?.takeIf { it.length in 1..40 } ?: return
    if (id.contains(Regex("(e+)+"))) println(id)
    println(call.request.cookies["c"]!!.replace(Regex("(f+)+"), ""))
    val names = listOf(call.parameters.getOrFail("n")).map { it.trim() }.filter { Regex("(g+)+") matches it }
    println(names)
}
`, "remote url GET /a call.request.queryParameters.q -1; remote body POST /b/form call.receive().name -1; remote url GET /b/{id} call.parameters.id -1; remote body PUT /b/c call.receiveText() 30; remote header DELETE /users ApplicationCall.request.headers.X-Id 40; remote cookie DELETE /users ApplicationCall.request.cookies.c 8192; remote url DELETE /users ApplicationCall.parameters -1"},
		{"Ktor, by names that are imported", `import io.ktor.server.application.Application
import io.ktor.server.application.call
import io.ktor.server.request.receiveText
import io.ktor.server.routing.put
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
fun Application.orders() = routing {
    route("/orders") {
        put("/text") {
            val t = call.receiveText()
            val ok = when {
                t.isBlank() -> false
                t.length > 500 -> false
                else -> Regex("(a+)+").matches(t)
            }
            println(ok || Regex("(b+)+").matches(t))
        }
    }
}
`, "remote body PUT /orders/text call.receiveText() 500; remote body PUT /orders/text call.receiveText() -1"},
		{"Javalin", `import io.javalin.Javalin
fun main() {
    val app = Javalin.create { it.http.maxRequestSize = 5000L }.start(7000)
    app.get("/a/{id}") { ctx -> if (Regex("(a+)+").matches(ctx.pathParam("id"))) ctx.result("a") }
    app.post("/b") { Regex("(b+)+").matches(it.body()) }
    app.put("/c", ::change)
}
fun change(ctx: io.javalin.http.Context) {
    val q = ctx.queryParam("q")
    if (q == null || q.length > 50) return
    Regex("(c+)+").matches(q)
}
`, "remote path GET /a/{id} pathParam() 8192; remote body POST /b body() 5000; remote url PUT /c Context.queryParam() 50"},
		{"functions of Spring", `import org.springframework.web.servlet.function.router
val routes = router {
    GET("/a") { req -> Regex("(a+)+").matches(req.param("q").get()); ok() }
    POST("/b") { ok().body(Regex("(b+)+").matches(it.body(String::class.java))) }
}
`, "remote url GET /a param() 8192; remote body POST /b body() -1"},
		{"servlets", `import jakarta.servlet.annotation.WebServlet
import jakarta.servlet.http.*
@WebServlet("/s")
class S : HttpServlet() {
    override fun doGet(req: HttpServletRequest, res: HttpServletResponse) {
        Regex("(a+)+").matches(req.getParameter("q")); Regex("(b+)+").matches(req.queryString)
    }
}
`, "remote url GET /s getParameter() 1048576; remote url GET /s HttpServletRequest.queryString 1048576"},
	} {
		if got := ways(t, "src/A.kt", test.text); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestKotlinInjections tells what makes a pattern of a text in Kotlin from what takes the text for itself.
func TestKotlinInjections(t *testing.T) {
	const frame = "\n-- src/A.kt --\nimport java.util.regex.Pattern\nimport org.springframework.web.bind.annotation.*\n@RestController class A { @GetMapping(\"/a\") fun a(@RequestParam q: String, @RequestParam p: String) = BODY }\n"
	for _, test := range []struct {
		body string
		want bool
	}{
		{`Regex(p).matches(q)`, true},
		{`p.toRegex().containsMatchIn(q)`, true},
		{`q.contains(Regex("x" + p))`, true},
		{`Pattern.compile(p).matcher(q).find()`, true},
		{`q.split(p)`, false},
		{`q.replaceFirst(p, "x")`, false},
		{`q.contains(p)`, false},
		{`Regex(Regex.escape(p)).matches(q)`, false},
	} {
		got := injections(t, strings.Replace(frame, "BODY", test.body, 1))
		if (got != "") != test.want {
			t.Errorf("%s: got %q, want %v", test.body, got, test.want)
		}
	}
}

// TestKotlinProperties follows what code of a class makes of a property that it was handed.
func TestKotlinProperties(t *testing.T) {
	for _, test := range []struct{ class, want string }{
		{`class K(var v: String)`, "20"},
		{`class K(var v: String) { init { v = v.trim() } }`, "20"},
		{`class K(var v: String) { init { v = v.padEnd(1000000) } }`, "1000020"},
		{`class K(var v: String) { init { v += v.repeat(1000) } }`, "any"},
		{`class K(v: String) { var v = v; init { v = v.repeat(1000) } }`, "any"},
		{`class K(val v: String) { init { var v = ""; v = v.repeat(1000) } }`, "20"},
		{"class K(x: String) { var v: String = x\n get() = field.trim() }", "20"},
		{"class K(x: String) { var v: String = x\n get() = field.repeat(1000) }", "any"},
		{"class K(x: String) { var v: String = \"\"\n set(value) { field = value.repeat(1000) }\n init { v = x } }", "any"},
	} {
		text := "import org.springframework.web.bind.annotation.*\n@RestController class A { @PostMapping(\"/a\") fun a(@RequestBody q: String) = Regex(\"(a+)+\").matches(K(q.take(20)).v) }\n" + test.class
		if got := longest(t, "A.kt", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.class, got, test.want)
		}
	}
}

// TestOwnFunctionsNamedAsThoseOfKotlin calls a function of the file in a lambda that is run on something: it is no check of
// Kotlin's, and no method of what the lambda is run on.
func TestOwnFunctionsNamedAsThoseOfKotlin(t *testing.T) {
	const app = `package shop
import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.routing.*
fun Application.module() { routing { post("/a") { val t = call.receiveText(); BODY } } }
OWN
`
	for _, test := range []struct{ body, own, want string }{
		{`check(t)`, `fun check(t: String) = Regex("(a+)+$").matches(t)`, "any"},
		{`check(t.length < 20); Regex("(a+)+$").matches(t)`, `fun check(b: Boolean) { println(b) }`, "any"},
		{`check(t.length < 20); Regex("(a+)+$").matches(t)`, `class Other { fun check(b: Boolean) { println(b) } }`, "any"},
		{`if (error(t)) return@post; Regex("(a+)+$").matches(t)`, `fun error(t: String) = t.length >= 20`, "19"},
	} {
		if got := longest(t, "App.kt", strings.NewReplacer("BODY", test.body, "OWN", test.own).Replace(app)); got != test.want {
			t.Errorf("%s; %s: got %s, want %s", test.body, test.own, got, test.want)
		}
	}
}
