package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestClassesOfJava follows a value through a class that many files import, and tells classes of one name apart by the
// packages that they are imported from.
func TestClassesOfJava(t *testing.T) {
	const controller = `
import org.springframework.web.bind.annotation.*;
import jakarta.validation.Valid;
import java.util.regex.Pattern;
@RestController class A {
  @PostMapping("/a") boolean a(@Valid @RequestBody Order s) { return Pattern.matches("(a+)+$", s.getName()); }
}
`
	class := func(in, limit string) string {
		return fmt.Sprintf("-- src/shop/%[1]s/Order.java --\npackage shop.%[1]s;\nimport jakarta.validation.constraints.Size;\npublic class Order {\n  %[2]s private String name;\n  public String getName() { return name; }\n}\n", in, limit)
	}
	var others strings.Builder
	for i := range 5 {
		fmt.Fprintf(&others, "-- src/shop/other/Other%d.java --\npackage shop.other;\nimport shop.one.Order;\nclass Other%d { Order order; }\n", i, i)
	}
	one, two := class("one", "@Size(max = 10)"), class("two", "")
	for _, test := range []struct{ name, files, head, want string }{
		{"imported by many files", one + others.String(), "package shop.web;\nimport shop.one.Order;", "remote 10"},
		{"imported with its package by many files", one + others.String(), "package shop.web;\nimport shop.one.*;", "remote 10"},
		{"of the package of the file", one + others.String(), "package shop.one;", "remote 10"},
		{"of one of two packages", one + two, "package shop.web;\nimport shop.one.Order;", "remote 10"},
		{"of the other of two packages", one + two, "package shop.web;\nimport shop.two.Order;", "remote -1"},
		{"of all of two packages", one + two, "package shop.web;\nimport shop.two.*;", "remote -1"},
		{"of five packages", one + two + class("three", "") + class("four", "") + class("five", ""), "package shop.web;\nimport shop.one.Order;", "remote 10"},
	} {
		path := "src/shop/web/A.java"
		if strings.Contains(test.head, "package shop.one") {
			path = "src/shop/one/A.java"
		}
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, test.files+"-- "+path+" --\n"+test.head+controller)
			got := "nothing"
			for line := range strings.Lines(out) { // of ways to one place the longest is first
				if f := strings.Fields(line); len(f) > 3 && f[1] == "body" && f[2] == "POST" {
					got = f[0] + " " + strings.TrimSuffix(f[5], ":")
					break
				}
			}
			if got != test.want {
				t.Errorf("got %s, want %s of\n%s", got, test.want, out)
			}
		})
	}
}
