package reach

import "testing"

// TestFormGuards checks texts by what forms, requests and models declare, and by what only looks so.
func TestFormGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"elements of a list", "a.js", `
const app = require('express')()
app.post('/a', (req, res) => { const l = req.body.l, s = req.body.s, x = l[0]
  GUARD;
  /(a+)+$/.test(x);
})`, "10", "102400", []string{
			"if (x.length > 10) return", "if (10 < x.length) return", "if (x.length >= 11) throw new Error('x')", "if (!(x.length <= 10)) return",
			"if (!/^\\d{10}$/.test(x)) return", "if (!l || x.length > 10) return", "if (x.length > 10 || s) return", "if (x.length > 10) { res.end(); return }",
		}, []string{
			"if (l.length > 10) return", "if (l.length !== 1) return", "if (!/^\\d{10}$/.test(l)) return", "if (l === 'x') return",
			"if (l !== 'x') return", "if (l[1].length > 10) return", "if (s.length > 10) return", "if (!['a', 'b'].includes(l)) return",
		}},
		{"elements of a list that is checked", "a.js", `
const app = require('express')()
app.post('/a', (req, res) => { let l = req.body.l, s = req.body.s, x = ''
  GUARD;
  /(a+)+$/.test(x);
})`, "10", "102400", []string{
			"x = l[0].slice(0, 10)", "x = l[1].slice(0, 10)", "for (const e of l) { x = e.substr(0, 10) }", "x = l[0]; if (x.length > 10) return",
			"x = l.slice(0, 10)[0].slice(0, 10)", "l.forEach(e => { if (e.length <= 10) x = e })", "x = String(l).slice(0, 10)", "x = l[0].substring(0, 10)",
		}, []string{
			"if (l.length > 10) return; x = l[0]", "x = l.slice(0, 10)[0]", "if (l.length > 10) return; l.forEach(e => { x = e })", "l = l.slice(0, 10); x = l[0]",
			"l = l.slice(0, 10); for (const e of l) x = e", "if (l.length !== 1) return; x = l.pop()", "x = l.slice(0, 10).map(e => e)[0]", "if (l.length > 10) return; x = l.find(e => e)",
		}},
		{"FastAPI and pydantic", "a.py", `
import re
from typing import Annotated, Optional
from fastapi import FastAPI, Query, Body, Header
from pydantic import BaseModel, Field, constr, StringConstraints, validator
app = FastAPI()
class Item(BaseModel):
    s: str = Field(max_length=10)
    c: constr(max_length=10)
    o: Optional[str] = Field(None, max_length=10)
    a: Annotated[str, StringConstraints(max_length=10)]
    t: str
    m: str = Field(min_length=10)
    many: list[str] = Field(max_length=10)
    either: constr(max_length=10) | str
class Loose:
    s: str = Field(max_length=10)
GUARD
`, "10", "any", []string{
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.s)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.c)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.o)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.a)",
			"@app.post('/a')\ndef a(q: str = Query(max_length=10)):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(q: Annotated[str, Query(max_length=10)]):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(q: str = Body('x', max_length=10)):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(q: str = Header(default='', max_length=10)):\n    re.match(r'(a+)+$', q)",
		}, []string{
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.t)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.m)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.many[0])",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.either)",
			"@app.post('/a')\ndef a(q: str = Query(min_length=10)):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(q: str, p: str = Query(max_length=10)):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(item: dict):\n    re.match(r'(a+)+$', item['s'])",
			"@app.post('/a')\ndef a(q: list[str] = Query(max_length=10)):\n    re.match(r'(a+)+$', q[0])",
			"@app.post('/a')\ndef a(item: Item):\n    raw = Item.model_construct(**item.dict())\n    re.match(r'(a+)+$', item.t)",
		}},
		{"one of fixed texts in FastAPI", "a.py", `
import re
from enum import Enum
from typing import Annotated, Literal, Optional, Union
from fastapi import Depends, FastAPI, Query
from pydantic import BaseModel
app = FastAPI()
class Kind(str, Enum):
    a = "0123456789"
    b = "x"
class Open(str, Enum):
    a = "0123456789"
    b = OTHER
class Plain:
    a = "0123456789"
Sort = Literal["0123456789", "x"]
class Item(BaseModel):
    s: Sort
    k: Kind
    o: Optional[Sort] = None
    t: str
    u: Sort | str
    v: Union[Sort, "Name"]
    l: list[Sort]
GUARD
`, "10", "any", []string{
			"@app.get('/a')\ndef a(q: Literal['0123456789', 'x']):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Sort = 'x'):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Optional[Sort] = None):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Annotated[Sort | None, Query()] = None):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Kind):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Kind):\n    re.match(r'(a+)+$', q.value)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.s)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.k.value)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.o)",
			"def d(q: Sort): return q\n@app.get('/a')\ndef a(q = Depends(d)):\n    re.match(r'(a+)+$', q)",
		}, []string{
			"@app.get('/a')\ndef a(q: Sort | str):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: 'Sort'):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Open):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Annotated[str, 'Sort']):\n    re.match(r'(a+)+$', q)",
			"@app.get('/a')\ndef a(q: Union[Sort, 'Name']):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.t)",
			"class Short(BaseModel):\n    t: Sort\n@app.post('/a')\ndef a(item: Union[Item, Short]):\n    re.match(r'(a+)+$', item.t)",
			"@app.post('/a')\ndef a(item: Item | dict):\n    re.match(r'(a+)+$', item.s)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.u)",
			"@app.post('/a')\ndef a(item: Item):\n    re.match(r'(a+)+$', item.v)",
			"def d(q: str): return q\n@app.get('/a')\ndef a(q: str, s = Depends(d)):\n    re.match(r'(a+)+$', q)",
			"@app.post('/a')\ndef a(q: str, item: Item):\n    item.s = q\n    re.match(r'(a+)+$', item.s)",
		}},
		{"Django forms", "shop/views.py", `
import re
from django import forms
from django.core.validators import MaxLengthValidator
class Contact(forms.Form):
    s = forms.CharField(max_length=10)
    v = forms.CharField(validators=[MaxLengthValidator(10)])
    t = forms.CharField()
    n = forms.CharField(min_length=10)
    w = forms.CharField(widget=forms.TextInput(attrs={'maxlength': 10}))
class Other(Contact):
    o = forms.EmailField(max_length=10)
class Cleaned(forms.Form):
    a = forms.CharField(max_length=10)
    b = forms.CharField(max_length=10)
    c = forms.CharField(max_length=10)
    d = forms.CharField(max_length=10)
    def clean_a(self):
        return self.cleaned_data['a'].strip()
    def clean_b(self):
        b = self.cleaned_data['b']
        if b == 'x':
            raise forms.ValidationError('x')
        return b
    def clean_c(self):
        return self.cleaned_data['c'] * 5
    def clean_d(self):
        return self.data['d']
def contact(request):
GUARD
`, "10", "2621440", []string{
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"    form = Contact(request.POST)\n    if not form.is_valid():\n        return\n    re.match(r'(a+)+$', form.cleaned_data['s'])",
			"    form = Contact(data=request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"    form = Other(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['o'])",
			"    form = Other(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        d = form.cleaned_data\n        re.match(r'(a+)+$', d['s'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        s = form.cleaned_data['s'].strip()\n        re.match(r'(a+)+$', s)",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['v'])",
			"    form = Cleaned(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['a'])",
			"    form = Cleaned(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['b'])",
		}, []string{
			"    form = Cleaned(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['c'])",
			"    form = Cleaned(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['d'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['t'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', request.POST['s'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', request.POST.get('s'))",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['n'])",
			"    form = Contact(request.POST)\n    if form.is_valid():\n        re.match(r'(a+)+$', form.cleaned_data['w'])",
			"    form = Contact(request.POST)\n    form.is_valid()\n    s = request.POST['s']\n    re.match(r'(a+)+$', s)",
			"    form = Contact(request.GET)\n    if form.is_valid():\n        re.match(r'(a+)+$', request.POST['s'])",
			"    form = Contact(request.POST)\n    re.match(r'(a+)+$', form['s'].data or request.POST['s'])",
		}},
		{"marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validate
app = Flask(__name__)
class Body(Schema):
    s = fields.Str(validate=validate.Length(max=10))
    e = fields.String(required=True, validate=[validate.Length(max=10)])
    t = fields.Str()
    n = fields.Str(validate=validate.Length(min=10))
    many = fields.List(fields.Str(), validate=validate.Length(max=10))
schema = Body()
@app.route('/a', methods=['POST'])
def a():
    GUARD
`, "10", "any", []string{
			"re.match(r'(a+)+$', schema.load(request.get_json())['s'])",
			"re.match(r'(a+)+$', Body().load(request.json)['s'])",
			"d = schema.load(request.json)\n    re.match(r'(a+)+$', d['s'])",
			"d = schema.load(request.json)\n    re.match(r'(a+)+$', d['e'])",
			"d = schema.loads(request.data)\n    re.match(r'(a+)+$', d['s'])",
			"d = schema.load(request.json)\n    s = d['s'].strip()\n    re.match(r'(a+)+$', s)",
			"try:\n        d = schema.load(request.json)\n    except Exception:\n        return 'no'\n    re.match(r'(a+)+$', d['s'])",
			"d = Body().load(request.json)\n    re.match(r'(a+)+$', d['e'].strip())",
			"schema.load(request.json)\n    re.match(r'(a+)+$', request.json['s'])",
			"if schema.validate(request.json):\n        return 'no'\n    re.match(r'(a+)+$', request.json['s'])",
			"errors = schema.validate(request.json)\n    if errors:\n        return 'no'\n    re.match(r'(a+)+$', request.json['s'])",
		}, []string{
			"d = schema.load(request.json)\n    re.match(r'(a+)+$', d['t'])",
			"d = schema.load(request.json)\n    re.match(r'(a+)+$', d['n'])",
			"d = schema.load(request.json)\n    re.match(r'(a+)+$', d['many'][0])",
			"schema.validate(request.json)\n    re.match(r'(a+)+$', request.json['s'])",
			"errors = schema.validate(request.json)\n    if errors:\n        print(errors)\n    re.match(r'(a+)+$', request.json['s'])",
			"errors = schema.validate(request.json)\n    if errors:\n        return 'no'\n    re.match(r'(a+)+$', request.args['s'])",
			"Body(only=('e',)).load(request.json)\n    re.match(r'(a+)+$', request.json['s'])",
			"d = schema.dump(request.json)\n    re.match(r'(a+)+$', request.json['s'] or d)",
			"d = request.json\n    re.match(r'(a+)+$', d['s'])",
			"d = Schema().load(request.json)\n    re.match(r'(a+)+$', d['s'])",
		}},
		{"WTForms", "a.py", `
import re
from flask import Flask, request
from flask_wtf import FlaskForm
from wtforms import StringField, TextAreaField
from wtforms.validators import Length, DataRequired
app = Flask(__name__)
class Contact(FlaskForm):
    s = StringField('s', validators=[DataRequired(), Length(max=10)])
    p = StringField('p', [Length(1, 10)])
    t = TextAreaField('t')
    n = StringField('n', validators=[Length(min=10)])
@app.route('/a', methods=['POST'])
def a():
    form = Contact()
    old = Contact()
    GUARD
`, "10", "any", []string{
			"if form.validate_on_submit():\n        re.match(r'(a+)+$', form.s.data)",
			"if not form.validate_on_submit():\n        return 'no'\n    re.match(r'(a+)+$', form.s.data)",
			"if form.validate():\n        re.match(r'(a+)+$', form.s.data)",
			"if not form.validate():\n        return 'no'\n    s = form.s.data\n    re.match(r'(a+)+$', s)",
			"if form.validate_on_submit():\n        re.match(r'(a+)+$', form.p.data)",
			"if request.method == 'POST' and form.validate():\n        re.match(r'(a+)+$', form.s.data)",
			"if form.is_submitted() and form.validate():\n        re.match(r'(a+)+$', form.s.data.strip())",
			"ok = form.validate_on_submit()\n    if not ok:\n        return 'no'\n    re.match(r'(a+)+$', form.s.data)",
		}, []string{
			"re.match(r'(a+)+$', form.s.data)",
			"if form.validate_on_submit():\n        re.match(r'(a+)+$', form.t.data)",
			"if form.validate_on_submit():\n        re.match(r'(a+)+$', form.n.data)",
			"form.validate_on_submit()\n    re.match(r'(a+)+$', form.s.data)",
			"if old.validate_on_submit():\n        re.match(r'(a+)+$', form.s.data)",
			"if form.validate_on_submit():\n        re.match(r'(a+)+$', request.form['s'])",
			"if form.validate_on_submit():\n        return 'ok'\n    re.match(r'(a+)+$', form.s.data)",
			"if not form.validate():\n        print('no')\n    re.match(r'(a+)+$', form.s.data)",
			"if form.is_submitted():\n        re.match(r'(a+)+$', form.s.data)",
		}},
		{"Bean Validation", "src/A.java", `
import java.util.*;
import java.util.regex.*;
import jakarta.validation.*;
import jakarta.validation.constraints.*;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.*;
class Dto { @Size(max = 10) public String s; @NotNull @Size(min = 1, max = 10) private String g; public String t; @Size(min = 10) public String m; @Size(max = 10) public List<String> many; @Size(max = 10, groups = Other.class) public String q; public Inner open; @Valid public Inner in; public String getG() { return g; } }
class Inner { @Size(max = 10) public String s; }
@RestController
class A {
GUARD
}`, "10", "any", []string{
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/a") void a(@RequestBody @Valid Dto d) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/a") void a(@Validated @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.getG()).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { String s = d.s.trim(); Pattern.compile("(a+)+$").matcher(s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.in.s).find(); }`,
			`@PutMapping("/a") void a(@jakarta.validation.Valid @RequestBody Dto d) { check(d.s); } void check(String s) { Pattern.compile("(a+)+$").matcher(s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { if (d.t != null) { Pattern.compile("(a+)+$").matcher(d.s).find(); } }`,
		}, []string{
			`@PostMapping("/a") void a(@RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.t).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.m).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.many.get(0)).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.open.s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.q).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d, BindingResult r) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/b") void b(@Valid @RequestBody Dto d) { } @PostMapping("/a") void a(@RequestBody Dto d) { Pattern.compile("(a+)+$").matcher(d.s).find(); }`,
			`@PostMapping("/a") void a(@Valid @RequestBody Dto d, @RequestBody String t) { Pattern.compile("(a+)+$").matcher(t).find(); }`,
		}},
		{"data annotations", "A.cs", `
using System.ComponentModel.DataAnnotations;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;
public class Dto { [StringLength(10)] public string S { get; set; } [MaxLength(10)] public string M { get; set; } [Required, StringLength(10, MinimumLength = 1)] public string R { get; set; } public string T { get; set; } [MinLength(10)] public string N { get; set; } [MaxLength(10)] public List<string> Many { get; set; } }
GUARD
`, "10", "30000000", []string{
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.M, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.R, "(a+)+$"); return null; } }`,
			`class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { if (!ModelState.IsValid) return BadRequest(); Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { if (ModelState.IsValid) { Regex.IsMatch(d.S, "(a+)+$"); } return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { var s = d.S.Trim(); Regex.IsMatch(s, "(a+)+$"); return null; } }`,
			`[ApiController, Route("x")] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { return C(d.S); } private IActionResult C(string s) { Regex.IsMatch(s, "(a+)+$"); return null; } }`,
		}, []string{
			`class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.T, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.N, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.Many[0], "(a+)+$"); return null; } }`,
			`class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { if (ModelState.IsValid) return null; Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { var ok = ModelState.IsValid; Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`[ApiController] class B : ControllerBase { } class A : Controller { [HttpPost("a")] public IActionResult P([FromBody] Dto d) { Regex.IsMatch(d.S, "(a+)+$"); return null; } }`,
			`[ApiController] class A : ControllerBase { [HttpPost("a")] public IActionResult P([FromBody] Dto d, [FromBody] string t) { Regex.IsMatch(t, "(a+)+$"); return null; } }`,
		}},
		{"Laravel", "app/Http/Controllers/A.php", `<?php
namespace App\Http\Controllers;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Validator;
class A extends Controller {
    public function store(Request $request) {
        GUARD
    }
}
`, "10", "8388608", []string{
			`$v = $request->validate(['s' => 'required|max:10']); preg_match('/(a+)+$/', $v['s']);`,
			`$v = $request->validate(['s' => ['required', 'string', 'max:10']]); preg_match('/(a+)+$/', $v['s']);`,
			`$request->validate(['s' => 'required|string|max:10']); preg_match('/(a+)+$/', $request->input('s'));`,
			`$request->validate(['s' => 'string|max:10', 'p' => 'max:9']); $s = $request->input('s', ''); preg_match('/(a+)+$/', $s);`,
			`$this->validate($request, ['s' => 'string|max:10']); preg_match('/(a+)+$/', $request->input('s'));`,
			`$v = $request->validate(['s' => 'string|between:1,10']); preg_match('/(a+)+$/', $v['s']);`,
			`$v = $request->validate(['s' => 'string|size:10', 't' => 'string']); preg_match('/(a+)+$/', $v['s']);`,
			`$rules = ['s' => 'string|max:10']; $v = $request->validate($rules); $s = trim($v['s']); preg_match('/(a+)+$/', $s);`,
		}, []string{
			`$v = $request->validate(['t' => 'string|max:10', 's' => 'string']); preg_match('/(a+)+$/', $v['s']);`,
			`$v = $request->validate(['s' => 'string|min:10']); preg_match('/(a+)+$/', $v['s']);`,
			`$v = $request->validate(['s' => 'numeric|max:10']); preg_match('/(a+)+$/', $v['s']);`,
			`$request->validate(['t' => 'string|max:10']); preg_match('/(a+)+$/', $request->input('s'));`,
			`preg_match('/(a+)+$/', $request->input('s')); $request->validate(['s' => 'string|max:10']);`,
			`if ($request->x) { $request->validate(['s' => 'string|max:10']); } preg_match('/(a+)+$/', $request->input('s'));`,
			`$v = Validator::make($request->all(), ['s' => 'string|max:10']); preg_match('/(a+)+$/', $request->input('s'));`,
			`try { $request->validate(['s' => 'string|max:10']); } catch (\Exception $e) { } preg_match('/(a+)+$/', $request->input('s'));`,
			`$v = $request->validate(['s' => 'array|max:10']); preg_match('/(a+)+$/', $v['s'][0]);`,
		}},
	} {
		g.run(t)
	}
}

// TestHandedForms has forms of WTForms be handed what was sent, without Flask.
func TestHandedForms(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"f = F(request.form)\n    if f.validate():\n        re.search(r'(a+)+$', f.s.data)", "8"},
		{"f = F(formdata=request.form)\n    if request.method == 'POST' and f.validate():\n        re.search(r'(a+)+$', f.s.data)", "8"},
		{"f = F(request.form)\n    f.validate()\n    re.search(r'(a+)+$', f.s.data)", "any"},
		{"f = F(request.form)\n    re.search(r'(a+)+$', f.s.data)", "any"},
		{"f = F(request.form)\n    if f.validate():\n        re.search(r'(a+)+$', f.t.data)", "any"},
	} {
		got := longest(t, "a.py", `
import re
from flask import Flask, request
from wtforms import Form, StringField, validators
app = Flask(__name__)
class F(Form):
    s = StringField(validators=[validators.Length(max=8)])
    t = StringField()
@app.post('/a')
def a():
    `+test.code+"\n")
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
