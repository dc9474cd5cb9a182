package reach

import "testing"

// TestDeclaredMatches follows requests to patterns that are declared, and not to those that nobody is checked by.
func TestDeclaredMatches(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"Bean Validation", "src/A.java", `
import jakarta.validation.*;
import jakarta.validation.constraints.*;
import org.springframework.web.bind.annotation.*;
class Dto { @Size(max = 10) @Pattern(regexp = "(a+)+") public String s; }
@RestController class A { @PostMapping("/a") void a(@Valid @RequestBody Dto d) { } }
`, "any"},
		{"Bean Validation that nobody asks for", "src/A.java", `
import jakarta.validation.constraints.*;
import org.springframework.web.bind.annotation.*;
class Dto { @Pattern(regexp = "(a+)+") public String s; }
@RestController class A { @PostMapping("/a") void a(@RequestBody Dto d) { } }
`, "none"},
		{"data annotations", "A.cs", `
using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc;
public class Dto { [RegularExpression("^(a+)+$")] public string S { get; set; } }
class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { return null; } }
`, "30000000"},
		{"data annotations of another class", "A.cs", `
using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc;
public class Other { [RegularExpression("^(a+)+$")] public string S { get; set; } }
public class Dto { public string S { get; set; } }
class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { return null; } }
`, "none"},
		{"class-validator", "a.ts", `
import { Controller, Post, Body, ValidationPipe } from '@nestjs/common'
import { Matches, MaxLength } from 'class-validator'
class Dto { @MaxLength(10) @Matches(/^(a+)+$/) s: string }
@Controller() export class C { @Post('a') a(@Body(new ValidationPipe()) dto: Dto) { } }
`, "102400"},
		{"class-validator without a pipe", "a.ts", `
import { Controller, Post, Body } from '@nestjs/common'
import { Matches } from 'class-validator'
class Dto { @Matches(/^(a+)+$/) s: string }
@Controller() export class C { @Post('a') a(@Body() dto: Dto) { } }
`, "none"},
		{"Django's field", "shop/views.py", `
from django import forms
class C(forms.Form):
    s = forms.RegexField(r'^(a+)+$', max_length=10)
def view(request):
    C(request.POST).is_valid()
`, "2621440"},
		{"Django's validator", "shop/views.py", `
from django import forms
from django.core.validators import RegexValidator
class C(forms.Form):
    s = forms.CharField(validators=[RegexValidator(r'^(a+)+$')])
def view(request):
    C(data=request.POST).is_valid()
`, "2621440"},
		{"Django's field of a form that nobody fills", "shop/views.py", `
from django import forms
class C(forms.Form):
    s = forms.RegexField(r'^(a+)+$')
def view(request):
    return request.POST['s']
`, "none"},
		{"a route of Express", "a.js", `
const app = require('express')()
app.get(/^\/(a+)+$/, (req, res) => res.send('x'))
`, "16384"},
		{"a pattern beside a route", "a.js", `
const app = require('express')(), re = /^\/(a+)+$/
app.get('/a', (req, res) => res.send('x'))
`, "none"},
		{"a route of Django", "shop/urls.py", `
from django.urls import re_path
def view(request): return None
urlpatterns = [re_path(r'^(a+)+$', view)]
`, "any"},
		{"Rails", "app/controllers/users_controller.rb", `
class User < ApplicationRecord
  validates :name, length: { maximum: 10 }, format: { with: /\A(a+)+\z/ }
end
class UsersController < ApplicationController
  def create
    @user = User.new(params.require(:user).permit(:name))
    @user.save
  end
end
`, "any"},
		{"Rails, of an attribute that is not set", "app/controllers/users_controller.rb", `
class User < ApplicationRecord
  validates :name, format: { with: /\A(a+)+\z/ }
end
class UsersController < ApplicationController
  def create
    @user = User.new(name: 'x')
    @user.save
  end
end
`, "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := longest(t, test.file, test.text); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
