package reach

import (
	"strings"
	"testing"
)

// TestFunctionsForObjects calls functions of Java that stand for objects by the method which those have, and methods of the
// elements of a list by a reference that names their class.
func TestFunctionsForObjects(t *testing.T) {
	const begin = `import org.springframework.web.bind.annotation.*;
import java.util.*;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.*;
interface Rule { boolean holds(String s); default boolean other(String s) { return true; } }
record Item(String name, String note) { String both() { return name + note; } }
class Kind { private String name; public String getName() { return name; } }
@RestController class A implements java.io.Serializable {
  final Map<String, Rule> all = new HashMap<>();
  void add(String name, Rule rule) { all.put(name, rule); }
  static boolean go(String s) { return Pattern.matches("(a+)+$", s); }
  boolean stay(String s) { return Pattern.matches("(a+)+$", s); }
`
	for _, test := range []struct{ code, want string }{
		{`A() { add("a", s -> Pattern.matches("(a+)+$", s)); } @GetMapping("/a") boolean a(@RequestParam String q) { return all.get("a").holds(q); } }`, "remote"},
		{`A() { add("a", A::go); } @GetMapping("/a") boolean a(@RequestParam String q) { return all.get("a").holds(q); } }`, "remote"},
		{`A() { add("a", this::stay); } @GetMapping("/a") boolean a(@RequestParam String q) { return all.get("a").holds(q); } }`, "remote"},
		{`A() { add("a", s -> Pattern.matches("(a+)+$", s)); } @GetMapping("/a") boolean a(@RequestParam String q) { return all.get("a").other(q); } }`, "unknown"},
		{`A() { add("a", s -> Pattern.matches("(a+)+$", s)); } @GetMapping("/a") boolean a(@RequestParam String q) { return all.get("a").holds("b"); } }`, "constant"},
		{`@PostMapping("/a") boolean a(@RequestBody List<Item> q) { return q.stream().map(Item::name).anyMatch(s -> go(s)); } }`, "remote"},
		{`@PostMapping("/a") boolean a(@RequestBody List<Item> q) { return go(q.stream().map(Item::both).collect(Collectors.joining(","))); } }`, "remote"},
		{`@PostMapping("/a") boolean a(@RequestBody List<Kind> q) { return q.stream().map(Kind::getName).anyMatch(s -> go(s)); } }`, "remote"},
		{`@PostMapping("/a") boolean a(@RequestBody Item q) { return Optional.of(q).map(Item::name).filter(s -> go(s)).isPresent(); } }`, "remote"},
		{`static boolean by(Function<Item, String> f, Item q) { return go(f.apply(q)); } @PostMapping("/a") boolean a(@RequestBody Item q) { return by(Item::name, q); } }`, "remote"},
		{`static boolean by(Function<Item, String> f, Item q) { return go(f.apply(q)); } @PostMapping("/a") boolean a(@RequestBody Item q) { return by(Item::both, q); } }`, "remote"},
		{`static boolean by(Function<Item, String> f, Item q) { return go(f.apply(q)); } @PostMapping("/a") boolean a(@RequestBody String q) { return by(Item::name, new Item("b", "c")); } }`, "unknown"},
	} {
		if got := describe(t, "\n-- A.java --\n"+begin+test.code+"\n"); !strings.Contains(got, " "+test.want) {
			t.Errorf("%s: got\n%s\nwant %s", test.code, got, test.want)
		}
	}
}

// TestReferencesOfKotlin calls what references to properties and methods of Kotlin stand for, where they are handed on.
func TestReferencesOfKotlin(t *testing.T) {
	const begin = `import org.springframework.web.bind.annotation.*
data class Item(val name: String, val note: String) { fun low() = name.lowercase() }
class Check(private val of: (Item) -> String) { fun fits(t: Item) = Regex("(a+)+$").containsMatchIn(of(t)) }
@RestController class A {
`
	for _, test := range []struct{ code, want string }{
		{`@PostMapping("/a") fun a(@RequestBody q: Item) = Check(Item::name).fits(q) }`, "remote"},
		{`@PostMapping("/a") fun a(@RequestBody q: Item) = Check(Item::low).fits(q) }`, "remote"},
		{`@PostMapping("/a") fun a(@RequestParam q: String) = Check(Item::note).fits(Item("b", q)) }`, "remote"},
		{`@PostMapping("/a") fun a(@RequestParam q: String) = Check(Item::name).fits(Item("b", q)) }`, "unknown"},
	} {
		if got := describe(t, "\n-- A.kt --\n"+begin+test.code+"\n"); !strings.Contains(got, " "+test.want) {
			t.Errorf("%s: got\n%s\nwant %s", test.code, got, test.want)
		}
	}
}
