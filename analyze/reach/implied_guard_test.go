package reach

import (
	"strings"
	"testing"
)

// implied is a controller of Spring whose handler gets a form without an annotation that says so.
const implied = `
import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import org.springframework.validation.*;
import org.springframework.web.bind.annotation.*;
class Owner { @Size(max = 20) private String name; private String note; public String getName() { return name; } public void setName(String n) { name = n; } public String getNote() { return note; } public void setNote(String n) { note = n; } }
class Pet { @Size(max = 10) private String name; public String getName() { return name; } public void setName(String n) { name = n; } }
@Controller class A {
  @PostMapping("/a") String a(PARAMS) {
    CODE
  }
}
`

// TestImpliedForms bounds the members of forms by what is asked of the errors in them.
func TestImpliedForms(t *testing.T) {
	const match, ask = `Pattern.compile("(a+)+$").matcher(owner.getName()).find();`, `if (result.hasErrors()) { return "form"; } `
	for _, test := range []struct{ params, code, want string }{
		// What holds.
		{"@Valid Owner owner", match, "20"},
		{"@Valid @ModelAttribute Owner owner", match, "20"},
		{"@Valid Owner owner, BindingResult result", ask + match, "20"},
		{"@Valid Owner owner, Errors result, Model model", ask + match, "20"},
		{"@Validated Owner owner, BindingResult result", "if (!result.hasErrors()) { " + match + ` } return "";`, "20"},
		{"@ModelAttribute(\"owner\") @Valid Owner owner, BindingResult result", ask + match, "20"},
		{"@Valid Pet pet, @Valid Owner owner, BindingResult result", ask + match, "20"},
		{"@Valid final Owner owner, BindingResult result", "if (owner == null || result.hasErrors()) { throw new Exception(); } " + match, "20"},
		// What does not.
		{"Owner owner", match, "2097152"},
		{"Owner owner, BindingResult result", ask + match, "2097152"},
		{"@Valid Owner owner, BindingResult result", match, "2097152"},
		{"@Valid Owner owner, BindingResult result", match + ask, "2097152"},
		{"@Valid Owner owner, BindingResult result", "if (result.hasErrors()) { log.info(\"bad\"); } " + match, "2097152"},
		{"@Valid Owner owner, BindingResult result", "if (!result.hasErrors()) { return \"\"; } " + match, "2097152"},
		{"@Valid Owner owner, BindingResult result", "if (result.hasGlobalErrors()) { return \"\"; } " + match, "2097152"},
		{"@Valid Owner owner, @Valid Pet pet, BindingResult result", ask + match, "2097152"},
		{"@Valid Owner owner, BindingResult other, @Valid Pet pet, BindingResult result", ask + match, "2097152"},
		{"@Valid Owner owner, BindingResult result", ask + `Pattern.compile("(a+)+$").matcher(owner.getNote()).find();`, "2097152"},
		{"@Valid Owner owner, BindingResult result", "result = other(); " + ask + match, "2097152"},
		// What is no value of a request.
		{"@AuthenticationPrincipal Owner owner", match, "none"},
		{"Model owner", match, "none"},
		// Texts.
		{"String q", `Pattern.compile("(a+)+$").matcher(q).find();`, "2097152"},
		{"@Size(max = 9) String q", `Pattern.compile("(a+)+$").matcher(q).find();`, "2097152"},
	} {
		code := strings.NewReplacer("PARAMS", test.params, "CODE", test.code).Replace(implied)
		if got := longest(t, "A.java", code); got != test.want {
			t.Errorf("%s: %s got %s, want %s", test.params, test.code, got, test.want)
		}
	}
}

// TestPatternsOfImpliedForms holds that a pattern of a form meets what is sent only where the form is checked.
func TestPatternsOfImpliedForms(t *testing.T) {
	for _, test := range []struct{ params, want string }{
		{"@Valid Owner owner", "2097152"},
		{"@Valid Owner owner, BindingResult result", "2097152"},
		{"Owner owner", "none"},
		{"Owner owner, BindingResult result", "none"},
	} {
		code := strings.NewReplacer("PARAMS", test.params, "CODE", "return owner.getName();", "private String note;", `@Pattern(regexp = "(a+)+$") private String note;`).Replace(implied)
		if got := longest(t, "A.java", code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.params, got, test.want)
		}
	}
}
