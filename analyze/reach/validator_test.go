package reach

import (
	"strings"
	"testing"
)

// TestFunctionsInSchemas hands values to the functions that schemas, models and forms check them with, and lets them meet the
// patterns that are declared so, whatever else bounds them: libraries run all their checks.
func TestFunctionsInSchemas(t *testing.T) {
	const js = `const express = require('express'), Joi = require('joi'), { z } = require('zod'), yup = require('yup'), mongoose = require('mongoose'), Ajv = require('ajv')
const { body, query } = require('express-validator'), { Sequelize, Model } = require('sequelize'), cv = require('class-validator')
const app = express(), ajv = new Ajv(), db = new Sequelize('')
app.use(express.json())
const RE = /(a+)+$/, ok = v => RE.test(v)
const on = s => app.post('/a', (req, res) => res.json(s.parse(req.body)))
`
	const py = `import re
from django import forms
from django.db import models
from rest_framework import serializers
from flask import Flask, request
from flask_wtf import FlaskForm
from wtforms import StringField
from marshmallow import Schema, fields, post_load
from pydantic import BaseModel, Field, validator
from sqlalchemy.orm import validates
import attr, attrs
def ok(v):
    re.match(r'(a+)+$', v)
app = Flask(__name__)
`
	for _, test := range []struct{ file, text, want string }{
		{"a.js", "on(z.object({ x: z.string().max(9).refine(ok) }))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string().max(9).superRefine((v, c) => { if (!ok(v)) c.addIssue({}) }) }))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string() }).refine(o => ok(o.x)))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string().transform(v => v.trim()).refine(ok) }))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string().regex(RE).transform(String) }))", "remote body POST /a body.x 102400"},
		{"a.js", "app.post('/a', (req, res) => { const { x } = z.object({ x: z.string().transform(v => v.slice(0, 9)) }).parse(req.body); RE.test(x) })", "remote body POST /a body.x 9"},
		{"a.js", "on(z.object({ x: z.string().regex(RE) }).transform(o => o))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string().max(20).transform(ok) }))", "remote body POST /a body.x 20"},
		{"a.js", "on(z.object({ x: z.string().max(20) }).transform(o => ok(o.x)))", "remote body POST /a body.x 20"},
		{"a.js", "on(z.object({ x: z.string().max(20).refine(ok).transform(v => v.trim()) }))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.string().transform(v => v.trim()).pipe(z.string().max(9).regex(RE)) }))", "remote body POST /a body.x 102400"},
		{"a.js", "on(z.object({ x: z.preprocess(v => { ok(v); return v }, z.string().max(9)) }))", "remote body POST /a body.x 102400"},
		{"a.js", "app.post('/a', (req, res) => { const { x } = z.object({ x: z.string().transform(v => v.repeat(99)) }).parse(req.body); RE.test(x) })", "remote body POST /a body.x -1"},
		{"a.js", "app.post('/a', (req, res) => { const { x } = z.object({ x: z.string().max(10).toUpperCase().transform(v => v + v) }).parse(req.body); RE.test(x) })", "remote body POST /a body.x 60"},
		{"a.js", "app.post('/a', (req, res) => { const { x } = z.object({ x: z.string().max(10).overwrite(v => v + v) }).parse(req.body); RE.test(x) })", "remote body POST /a body.x 204800"},
		{"a.js", "const S = z.object({ x: z.string().refine(ok) })", "unknown"},
		{"a.js", "const S = z.object({ x: z.string().refine(ok) }); app.post('/a', (req, res) => res.json(S.parse({ x: 'b' })))", "constant"},
		{"a.js", "const S = Joi.object({ x: Joi.string().custom((v, h) => ok(v) ? v : h.error('any')) }); app.post('/a', (req, res) => res.json(S.validate(req.body)))", "remote body POST /a body.x 102400"},
		{"a.js", "const S = Joi.object({ x: Joi.string().external(async v => ok(v)) }); app.post('/a', async (req, res) => res.json(await S.validateAsync(req.body)))", "remote body POST /a body.x 102400"},
		{"a.js", "const S = yup.object({ x: yup.string().test('n', 'm', ok) }); app.post('/a', async (req, res) => res.json(await S.validate(req.body)))", "remote body POST /a body.x 102400"},
		{"a.js", "const S = yup.object({ x: yup.string().test({ name: 'n', test: ok }) }); app.post('/a', async (req, res) => res.json(await S.isValid(req.body)))", "remote body POST /a body.x 102400"},
		{"a.js", "app.post('/a', body('x').isLength({ max: 9 }).matches(RE), (req, res) => res.end())", "remote body 102400"},
		{"a.js", "app.get('/a', query('x').matches(RE), (req, res) => res.end())", "remote url 16384"},
		{"a.js", "new mongoose.Schema({ x: { type: String, match: RE } })", "remote-possible body -1"},
		{"a.js", "new mongoose.Schema({ x: { type: String, match: [RE, 'm'] } })", "remote-possible body -1"},
		{"a.js", "new mongoose.Schema({ in: { x: { type: String, validate: { validator: ok } } } })", "remote-possible body v -1"},
		{"a.js", "new mongoose.Schema({ x: { type: String, validate: [ok, 'm'] } })", "remote-possible body v -1"},
		{"a.js", "new mongoose.Schema({ x: { type: String, enum: [RE] } })", "unknown"},
		{"a.js", "new mongoose.Schema({ x: String }).pre('save', function (next) { ok(this.x); next() })", "remote-possible body x -1"},
		{"a.js", "db.define('U', { x: { validate: { is: RE } } })", "remote-possible body -1"},
		{"a.js", "db.define('U', { x: { validate: { own(v) { if (!ok(v)) throw new Error() } } } })", "remote-possible body v -1"},
		{"a.js", "class U extends Model {}\nU.init({ x: { validate: { is: RE } } }, { sequelize: db })", "remote-possible body -1"},
		{"a.js", "ajv.addFormat('f', RE)", "remote-possible body -1"},
		{"a.js", "ajv.addFormat('f', { type: 'string', validate: ok })", "remote-possible body v -1"},
		{"a.js", "cv.registerDecorator({ name: 'n', validator: { validate(value) { return ok(value) } } })", "remote-possible body value -1"},
		{"views.py", "class F(forms.Form):\n    x = forms.CharField(validators=[ok])\ndef view(request):\n    F(request.POST).is_valid()", "remote body POST.x 2621440"},
		{"views.py", "class F(forms.Form):\n    x = forms.CharField(max_length=9, validators=[ok])\ndef view(request):\n    F(request.POST).is_valid()", "remote body POST.x 2621440"},
		{"views.py", "class F(forms.Form):\n    x = forms.CharField(validators=[ok])\ndef view(request):\n    F({'x': 'b'}).is_valid()", "unknown"},
		{"views.py", "class M(models.Model):\n    x = models.CharField(max_length=9, validators=[ok])\nclass F(forms.ModelForm):\n    class Meta:\n        model = M\n        fields = ['x']\ndef view(request):\n    F(request.POST).is_valid()", "remote body POST.x 9"},
		{"views.py", "class M(models.Model):\n    x = models.CharField(max_length=9, validators=[ok])\n    y = models.TextField()\nclass F(forms.ModelForm):\n    class Meta:\n        model = M\n        fields = ['y']\ndef view(request):\n    F(request.POST).is_valid()", "unknown"},
		{"views.py", "class S(serializers.Serializer):\n    x = serializers.CharField(max_length=9, validators=[ok])\ndef view(request):\n    S(data=request.POST).is_valid()", "remote body POST.x 2621440"},
		{"a.py", "class F(FlaskForm):\n    x = StringField(validators=[lambda form, f: ok(f.data)])\n@app.post('/a')\ndef a():\n    F().validate_on_submit()", "remote body POST /a FlaskForm.x.data -1"},
		{"a.py", "class F(FlaskForm):\n    x = StringField('x', [lambda form, f: ok(f.data)])\n@app.post('/a')\ndef a():\n    F().validate_on_submit()", "remote body POST /a FlaskForm.x.data -1"},
		{"a.py", "class S(Schema):\n    x = fields.Str(validate=ok)\n@app.post('/a')\ndef a():\n    S().load(request.json)", "remote body POST /a request.json.x -1"},
		{"a.py", "class S(Schema):\n    x = fields.Str(validate=[ok])\n@app.post('/a')\ndef a():\n    S().load({'x': 'b'})", "constant"},
		{"a.py", "class S(Schema):\n    x = fields.Str()\n    @post_load\n    def made(self, data, **kw):\n        ok(data['x'])\n        return data", "remote-possible body x -1"},
		{"a.py", "class M(BaseModel):\n    x: str\n    @validator('x')\n    def of(cls, v):\n        ok(v)\n        return v\n@app.post('/a')\ndef a():\n    M(**request.json)", "remote body POST /a request.json.x -1"},
		{"a.py", "class M(BaseModel):\n    x: str = Field(max_length=9)\n    @validator('x')\n    def of(cls, v):\n        ok(v)\n        return v\n@app.post('/a')\ndef a():\n    M(x=request.json['x'])", "remote body POST /a request.json.x 9"},
		{"a.py", "class M(BaseModel):\n    x: str\n    y: str\n    @validator('y')\n    def of(cls, v):\n        ok(v)\n        return v\n@app.post('/a')\ndef a():\n    M(x=request.json['x'], y='b')", "unknown"},
		{"a.py", "@attr.s\nclass A:\n    x = attr.ib(validator=lambda i, a, v: ok(v))\n@app.post('/a')\ndef a():\n    A(x=request.json['x'])", "remote body POST /a request.json.x -1"},
		{"a.py", "@attrs.define\nclass A:\n    x: str = attrs.field(converter=ok)", "remote-possible body v -1"},
		{"a.py", "class U(Base):\n    x = 1\n    @validates('x')\n    def of(self, key, value):\n        ok(value)\n        return value", "remote-possible body value -1"},
		{"R.php", "<?php\nuse Illuminate\\Contracts\\Validation\\ValidationRule;\nclass R implements ValidationRule { public function validate(string $a, mixed $value, Closure $fail): void { preg_match('/(a+)+$/', $value); } }", "remote-possible body $value -1"},
		{"R.php", "<?php\nclass R { public function validate(string $a, mixed $value, Closure $fail): void { preg_match('/(a+)+$/', $value); } }", "unknown"},
		{"R.php", "<?php\nuse Illuminate\\Http\\Request;\nclass C extends Controller { public function a(Request $r) { $r->validate(['x' => ['required', function ($a, $value, $fail) { preg_match('/(a+)+$/', $value); }]]); } }", "remote-possible body $value -1"},
		{"R.php", "<?php\nuse Symfony\\Component\\Validator\\ConstraintValidator;\nclass V extends ConstraintValidator { public function validate($value, $c): void { preg_match('/(a+)+$/', substr($value, 0, 9)); } }", "remote-possible body $value 9"},
		{"R.php", "<?php\nuse Symfony\\Component\\Validator\\Constraints as Assert;\nclass D { public string $x = '';\n#[Assert\\Callback] public function check($c): void { preg_match('/(a+)+$/', $this->x); } }", "remote-possible body x -1"},
		{"R.php", "<?php\nuse Symfony\\Component\\Validator\\Constraints as Assert;\nclass D { public function __construct(public string $x) {}\npublic function check($c): void { preg_match('/(a+)+$/', $this->x); } }", "unknown"},
		{"a.py", "class F(FlaskForm):\n    x = StringField('x', filters=[ok])", "remote-possible body v -1"},
		{"a.py", "from pydantic import root_validator\nclass M(BaseModel):\n    x: str\n    @root_validator\n    def whole(cls, values):\n        ok(values['x'])\n        return values", "remote-possible body x -1"},
		{"a.py", "from typing import Annotated\nfrom pydantic import AfterValidator\nText = Annotated[str, AfterValidator(ok)]", "remote-possible body v -1"},
		{"a.py", "from rest_framework import serializers\nclass S(serializers.Serializer):\n    def create(self, validated_data):\n        ok(validated_data['x'])", "remote-possible body x -1"},
		{"a.py", "from rest_framework import serializers\nclass S(serializers.Serializer):\n    def update(self, instance, validated_data):\n        ok(validated_data['x'])", "remote-possible body x -1"},
		{"a.py", "from rest_framework import serializers\nclass S(serializers.Serializer):\n    def update(self, instance, validated_data):\n        ok(instance.x)", "unknown"},
		{"A.cs", "class SlugAttribute : ValidationAttribute { public override bool IsValid(object value) => Regex.IsMatch((string)value, \"(a+)+$\"); }", "remote-possible body value -1"},
		{"A.cs", "class Slug { public bool IsValid(object value) => Regex.IsMatch((string)value, \"(a+)+$\"); }", "unknown"},
		{"A.cs", "class Post : IValidatableObject { public string Name { get; set; }\npublic IEnumerable<ValidationResult> Validate(ValidationContext c) { Regex.IsMatch(Name, \"(a+)+$\"); yield break; } }", "remote-possible body Name -1"},
		{"A.cs", "using FluentValidation;\nclass V : AbstractValidator<Post> { public V() { RuleFor(p => p.Name).NotEmpty().Must(n => Regex.IsMatch(n, \"(a+)+$\")); } }", "remote-possible body n -1"},
		{"A.cs", "using FluentValidation;\nclass V : AbstractValidator<Post> { public V() { RuleFor(p => p.Name).NotEmpty().Matches(\"(a+)+$\"); } }", "remote-possible body -1"},
		{"A.cs", "using FluentValidation;\nclass V : AbstractValidator<Post> { public V() { RuleForEach(p => p.Names).Matches(\"(a+)+$\", RegexOptions.IgnoreCase); } }", "remote-possible body -1"},
		{"A.cs", "using FluentValidation;\nclass V : AbstractValidator<Post> { public V() { Other(p => p.Name); Regex.IsMatch(\"b\", \"(a+)+$\"); } }", "constant"},
		{"A.cs", "class H : IRequestHandler<Rename, bool> { public Task<bool> Handle(Rename r, CancellationToken t) { Regex.IsMatch(r.Name, \"(a+)+$\"); } }", "remote-possible body Name -1"},
		{"A.cs", "class H : IConsumer<Rename> { public Task Consume(ConsumeContext<Rename> c) { Regex.IsMatch(c.Message.Name, \"(a+)+$\"); } }", "remote-possible body Message.Name -1"},
		{"A.cs", "class H : IRequestHandler<Rename, bool> { public Task<bool> Rename(Rename r) { Regex.IsMatch(r.Name, \"(a+)+$\"); } }", "unknown"},
		{"A.cs", "class H : IHandler<Rename> { public Task<bool> Handle(Rename r) { Regex.IsMatch(r.Name, \"(a+)+$\"); } }", "unknown"},
		{"v.rb", "class SlugValidator < ActiveModel::EachValidator\n  def validate_each(record, attribute, value)\n    value =~ /(a+)+$/\n  end\nend", "remote-possible body value -1"},
		{"v.rb", "class Post < ApplicationRecord\n  validates_each :body do |record, attribute, value|\n    value =~ /(a+)+$/\n  end\nend", "remote-possible body value -1"},
		{"v.rb", "class Post < ApplicationRecord\n  normalizes :mail, with: ->(m) { m.gsub(/(a+)+$/, '') }\nend", "remote-possible body m -1"},
		{"v.rb", "class Slug\n  def validate_each(record, attribute, value)\n    value =~ /(a+)+$/\n  end\nend", "unknown"},
	} {
		code := ""
		switch {
		case strings.HasSuffix(test.file, ".js"):
			code = js
		case strings.HasSuffix(test.file, ".py"):
			code = py
		}
		if got := ways(t, test.file, code+test.text); strings.TrimLeft(got, "0123456789 ") != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
