package reach

import "testing"

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
