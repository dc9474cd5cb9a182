package reach

import (
	"strings"
	"testing"
)

// TestRoutesOfInterfaces follows requests to the methods of classes that implement those of an interface or of an abstract
// class, at which the route and the parameters stand.
func TestRoutesOfInterfaces(t *testing.T) {
	const (
		spring = "import org.springframework.web.bind.annotation.*;\nimport jakarta.validation.Valid;\nimport jakarta.validation.constraints.Size;\nimport java.util.regex.Pattern;\n"
		jaxrs  = "import jakarta.ws.rs.*;\nimport jakarta.validation.constraints.Size;\nimport java.util.regex.Pattern;\n"
		api    = "@RequestMapping(\"/base\") interface Api { @GetMapping(\"/a\") boolean a(@RequestParam(\"q\") String q); }\n"
		match  = `{ return Pattern.matches("(a+)+$", s); }`
	)
	for _, test := range []struct{ name, file, code, want string }{
		{"of an interface", "A.java", spring + api + "@RestController class A implements Api {\npublic boolean a(String s) " + match + " }", "remote url GET /base/a q 8192: A.java:5 > A.java:7"},
		{"below the path of the class", "A.java", spring + api + "@RestController @RequestMapping(\"/own\") class A implements Api {\npublic boolean a(String s) " + match + " }", "remote url GET /own/a q 8192: A.java:5 > A.java:7"},
		{"of an abstract class", "A.java", spring + "abstract class Base { @PostMapping(\"/a\") abstract boolean a(@RequestBody String q); }\n@RestController class A extends Base {\nboolean a(String s) " + match + " }", "remote body POST /a q -1: A.java:5 > A.java:7"},
		{"of JAX-RS", "A.java", jaxrs + "@Path(\"/x\") interface Api { @GET @Path(\"/{id}\") boolean a(@PathParam(\"id\") String id); }\nclass A implements Api {\npublic boolean a(String s) " + match + " }", "remote path GET /x/{id} id 1048576: A.java:4 > A.java:6"},
		{"of an interface of another file in Kotlin", "A.kt", "import org.springframework.web.bind.annotation.*\ninterface Api { @GetMapping(\"/a\") fun a(@RequestParam q: String): Boolean }\n@RestController class A : Api {\noverride fun a(q: String): Boolean = Regex(\"(a+)+$\").matches(q) }", "remote url GET /a q 8192: A.kt:2 > A.kt:4"},
		{"of an interface that another one extends", "A.java", spring + api + "interface More extends Api { }\n@RestController class A implements More {\npublic boolean a(String s) " + match + " }", "remote url GET /base/a q 8192: A.java:5 > A.java:8"},
		{"checked where it is implemented", "A.java", spring + api + "@RestController class A implements Api {\npublic boolean a(String s) { if (s.length() > 40) return false; return Pattern.matches(\"(a+)+$\", s); } }", "remote url GET /base/a q 40: A.java:5 > A.java:7"},
		{"checked where it is declared", "A.java", spring + "record D(@Size(max = 30) String n) {}\ninterface Api { @PostMapping(\"/a\") boolean a(@Valid @RequestBody D q); }\n@RestController class A implements Api {\npublic boolean a(D d) { return Pattern.matches(\"(a+)+$\", d.n()); } }", "remote body POST /a q 30: A.java:6 > A.java:8 > A.java:5 > A.java:8"},
		{"not checked where nothing says so", "A.java", spring + "record D(@Size(max = 30) String n) {}\ninterface Api { @PostMapping(\"/a\") boolean a(@RequestBody D q); }\n@RestController class A implements Api {\npublic boolean a(D d) { return Pattern.matches(\"(a+)+$\", d.n()); } }", "remote body POST /a q -1: A.java:6 > A.java:8 > A.java:5 > A.java:8"},
		{"with a route of its own", "A.java", spring + "interface Api { @PostMapping(\"/a\") boolean a(@RequestBody String q); }\n@RestController class A implements Api {\n@PostMapping(\"/mine\") public boolean a(String s) " + match + " }", "remote body POST /mine q -1: A.java:7"},
		{"of two that have the name", "A.java", spring + api + "@RestController class A implements Api {\npublic boolean a(Integer s) { return true; }\npublic boolean a(String s) " + match + " }", "remote url GET /base/a q 8192: A.java:5 > A.java:8"},
		{"of another number of parameters", "A.java", spring + api + "@RestController class A implements Api {\npublic boolean a(String s, String t) " + match + " }", "unknown"},
		{"that no class implements", "A.java", spring + api + "class A {\npublic boolean a(String s) " + match + " }", "unknown"},
		{"of what is called elsewhere", "A.java", spring + "@FeignClient(\"x\") " + api + "class A implements Api {\npublic boolean a(String s) " + match + " }", "unknown"},
		{"of the static method of that name", "A.java", spring + api + "@RestController class A implements Api {\nstatic boolean a(String s) " + match + " }", "unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, "-- "+test.file+" --\n"+test.code)
			lines := strings.Split(out, "\n")
			got := lines[0][strings.IndexByte(lines[0], ' ')+1:]
			if len(lines) > 1 && got != "unknown" {
				got = lines[1]
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s\n%s", got, test.want, test.code, out)
			}
		})
	}
}
