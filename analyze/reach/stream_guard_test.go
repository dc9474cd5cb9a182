package reach

import "testing"

// TestStreamGuards takes out of streams, optional values and lists what is short, or asks all of their elements.
func TestStreamGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Java", "A.java", `import java.util.*;
import java.util.regex.*;
import org.springframework.web.bind.annotation.*;
@RestController class A {
  static final Pattern P = Pattern.compile("(a+)+$");
  static boolean isShort(String s) { return s.length() <= 40; }
  static boolean isLong(String s) { return s.length() > 40; }
  static String cut(String s) { return s.substring(0, 40); }
  @PostMapping("/a") void a(@RequestBody List<String> list, @RequestBody Optional<String> one, @RequestBody String text, @RequestBody List<String> other) {
    GUARD
  }
}
record Item(String name, String note) {}`, "40", "any", []string{
			`list.stream().filter(s -> s.length() <= 40).map(P::matcher).anyMatch(Matcher::find);`,
			`list.stream().filter(A::isShort).forEach(s -> P.matcher(s).find());`,
			`list.stream().map(String::trim).takeWhile(A::isShort).forEach(s -> P.matcher(s).find());`,
			`one.filter(s -> s.length() < 41).ifPresent(s -> P.matcher(s).find());`,
			`String s = one.filter(A::isShort).orElse(""); P.matcher(s).find();`,
			`Arrays.stream(text.split(",")).filter(s -> s.length() <= 40).map(P::matcher).filter(Matcher::find).count();`,
			`list.stream().map(A::cut).forEach(s -> P.matcher(s).find());`,
			`if (list.stream().anyMatch(s -> s.length() > 40)) return; for (String s : list) P.matcher(s).find();`,
			`if (!list.stream().allMatch(A::isShort)) throw new IllegalStateException(); list.forEach(s -> P.matcher(s).find());`,
			`if (list.stream().noneMatch(A::isLong)) list.stream().forEach(s -> P.matcher(s).find());`,
			`for (String s : list) if (s.length() > 40) return; for (String s : list) P.matcher(s).find();`,
			`List<String> some = list.stream().filter(A::isShort).toList(); for (String s : some) P.matcher(s).find();`,
			`Stream.of(text).filter(A::isShort).forEach(s -> P.matcher(s).find());`,
		}, []string{
			`list.stream().filter(s -> s.length() >= 40).map(P::matcher).anyMatch(Matcher::find);`,
			`list.stream().filter(A::isLong).forEach(s -> P.matcher(s).find());`,
			`list.stream().filter(s -> text.length() <= 40).forEach(s -> P.matcher(s).find());`,
			`list.stream().filter(A::isShort).count(); list.forEach(s -> P.matcher(s).find());`,
			`list.stream().dropWhile(A::isShort).forEach(s -> P.matcher(s).find());`,
			`list.stream().peek(A::isShort).forEach(s -> P.matcher(s).find());`,
			`list.stream().filter(A::isShort).map(s -> s + text).forEach(s -> P.matcher(s).find());`,
			`String s = one.filter(A::isShort).orElse(text); P.matcher(s).find();`,
			`one.filter(s -> s.length() < 41); one.ifPresent(s -> P.matcher(s).find());`,
			`if (list.stream().allMatch(s -> s.length() > 40)) return; for (String s : list) P.matcher(s).find();`,
			`if (!list.stream().anyMatch(A::isShort)) return; for (String s : list) P.matcher(s).find();`,
			`if (list.stream().noneMatch(A::isShort)) list.forEach(s -> P.matcher(s).find());`,
			`if (other.stream().anyMatch(A::isLong)) return; list.forEach(s -> P.matcher(s).find());`,
			`if (list.stream().skip(1).anyMatch(A::isLong)) return; list.forEach(s -> P.matcher(s).find());`,
			`if (list.stream().anyMatch(A::isLong)) return; list.add(text); list.forEach(s -> P.matcher(s).find());`,
			`for (String s : list) if (s.length() > 40) break; for (String s : list) P.matcher(s).find();`,
			`for (String s : list) { if (s.isEmpty()) continue; if (s.length() > 40) return; } for (String s : list) P.matcher(s).find();`,
			`for (String s : list) if (s.length() > 40) return; list.set(0, text); for (String s : list) P.matcher(s).find();`,
			`for (String s : list.subList(1, 2)) if (s.length() > 40) return; for (String s : list) P.matcher(s).find();`,
		}},
		{"C#", "A.cs", `using System.Linq; using System.Collections.Generic; using System.Text.RegularExpressions; using Microsoft.AspNetCore.Mvc;
[ApiController] public class A : ControllerBase {
  static readonly Regex P = new Regex("(a+)+$");
  static bool IsShort(string s) => s.Length <= 40;
  static bool IsLong(string s) => s.Length > 40;
  [HttpPost("/a")] public void Go([FromBody] List<string> list, [FromBody] string text, [FromBody] List<string> other) {
    GUARD
  }
}`, "40", "30000000", []string{
			`foreach (var s in list.Where(s => s.Length <= 40)) P.IsMatch(s);`,
			`list.Where(s => IsShort(s)).Select(s => P.IsMatch(s)).ToList();`,
			`if (list.Any(s => s.Length > 40)) return; foreach (var s in list) P.IsMatch(s);`,
			`if (!list.All(s => IsShort(s))) return; list.ForEach(s => P.IsMatch(s));`,
			`if (list.Exists(s => IsLong(s))) return; foreach (var s in list) P.IsMatch(s);`,
			`P.IsMatch(list.First(s => IsShort(s)));`,
			`var s = list.FirstOrDefault(s => s.Length < 41); P.IsMatch(s);`,
			`foreach (var s in list) if (s.Length > 40) return; foreach (var s in list) P.IsMatch(s);`,
			`if (!list.TrueForAll(s => IsShort(s))) throw new System.Exception(); foreach (var s in list) P.IsMatch(s);`,
			`foreach (var s in text.Split(',').TakeWhile(s => IsShort(s))) P.IsMatch(s);`,
		}, []string{
			`foreach (var s in list.Where(s => s.Length >= 40)) P.IsMatch(s);`,
			`list.Where(IsLong).Select(s => P.IsMatch(s)).ToList();`,
			`if (list.All(s => s.Length > 40)) return; foreach (var s in list) P.IsMatch(s);`,
			`if (!list.Any(IsShort)) return; list.ForEach(s => P.IsMatch(s));`,
			`if (other.Exists(IsLong)) return; foreach (var s in list) P.IsMatch(s);`,
			`foreach (var s in list.SkipWhile(IsShort)) P.IsMatch(s);`,
			`list.Where(IsShort); P.IsMatch(list.First());`,
			`if (list.Any(IsLong)) return; list.Add(text); foreach (var s in list) P.IsMatch(s);`,
			`if (list.Any(IsLong)) return; list[0] = text; foreach (var s in list) P.IsMatch(s);`,
			`foreach (var s in list) if (s.Length > 40) break; foreach (var s in list) P.IsMatch(s);`,
			`foreach (var s in list.Skip(1)) if (s.Length > 40) return; foreach (var s in list) P.IsMatch(s);`,
		}},
		{"Kotlin", "A.kt", `import org.springframework.web.bind.annotation.*
@RestController class A {
  fun isShort(s: String) = s.length <= 40
  @PostMapping("/a") fun a(@RequestBody list: List<String>, @RequestBody text: String, @RequestBody other: MutableList<String>) {
    val p = Regex("(a+)+$")
    GUARD
  }
}`, "40", "any", []string{
			`list.filter { it.length <= 40 }.forEach { p.matches(it) }`,
			`list.filterNot { it.length > 40 }.forEach { p.matches(it) }`,
			`list.filter { isShort(it) }.any { p.matches(it) }`,
			`for (s in list.filter { s -> s.length < 41 }) p.matches(s)`,
			`text.lineSequence().filter { it.length <= 40 }.forEach { p.matches(it) }`,
			`if (list.any { it.length > 40 }) return; list.forEach { p.matches(it) }`,
			`if (!list.all { isShort(it) }) return; for (s in list) p.matches(s)`,
			`if (list.none { it.length > 40 }) list.forEach { p.matches(it) }`,
			`for (s in list) { if (s.length > 40) return }; for (s in list) p.matches(s)`,
			`text.split(",").map { it.take(40) }.forEach { p.matches(it) }`,
		}, []string{
			`list.filter { it.length >= 40 }.forEach { p.matches(it) }`,
			`list.filterNot { it.length <= 40 }.forEach { p.matches(it) }`,
			`list.filter { text.length <= 40 }.forEach { p.matches(it) }`,
			`list.filter { it.length <= 40 }; list.forEach { p.matches(it) }`,
			`if (list.all { it.length > 40 }) return; list.forEach { p.matches(it) }`,
			`if (!list.any { isShort(it) }) return; for (s in list) p.matches(s)`,
			`if (list.none { isShort(it) }) list.forEach { p.matches(it) }`,
			`if (list.any { it.length > 40 }) return; other.forEach { p.matches(it) }`,
			`if (other.any { it.length > 40 }) return; other.add(text); other.forEach { p.matches(it) }`,
			`for (s in list) { if (s.length > 40) break }; for (s in list) p.matches(s)`,
			`text.split(",").take(40).forEach { p.matches(it) }`,
			`list.onEach { it.length <= 40 }.forEach { p.matches(it) }`,
		}},
	} {
		g.run(t)
	}
}
