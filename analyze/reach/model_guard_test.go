package reach

import "testing"

// TestModelGuards has forms and serializers check the fields that they have of a model.
func TestModelGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"forms", "a.py", `
import re
from django import forms
from django.db import models
from django.urls import path
class Thing(models.Model):
    s = models.CharField(max_length=40)
    t = models.TextField()
    GUARD
class Make(forms.ModelForm):
    class Meta:
        model = Thing
        fields = ['s', 't']
    GUARD
def view(request):
    form = Make(request.POST)
    if form.is_valid():
        GUARD
urlpatterns = [path('a', view)]
`, "40", "2621440", []string{
			"\n---\n\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\ndef clean_s(self):\n        return re.sub(r'(a+)+$', '', self.cleaned_data['s'])\n---\npass",
			"def clean(self):\n        re.match(r'(a+)+$', self.s)\n---\n\n---\npass",
			"\n---\ndef clean(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n---\npass",
			"\n---\ndef clean_s(self):\n        return self.cleaned_data['s'].strip()\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\nt = forms.CharField()\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\ndef __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['t'] = forms.CharField()\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"class Other(models.Model):\n        s = models.TextField()\n---\n\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
		}, []string{
			"\n---\n\n---\nre.match(r'(a+)+$', form.cleaned_data['t'])",
			"\n---\ns = forms.CharField()\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\ndef clean_s(self):\n        return self.cleaned_data['s'] * 1000\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\n    field_classes = {'s': forms.CharField}\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\ndef __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'] = forms.CharField()\n---\nre.match(r'(a+)+$', form.cleaned_data['s'])",
			"def clean(self):\n        re.match(r'(a+)+$', self.t)\n---\n\n---\npass",
			"\n---\n\n---\nre.match(r'(a+)+$', form.data['s'])",
			"\n---\n\n---\nre.match(r'(a+)+$', request.POST['s'])",
		}},
		{"serializers", "a.py", `
import re
from django.db import models
from rest_framework import serializers, viewsets
from rest_framework.views import APIView
class Thing(models.Model):
    s = models.CharField(max_length=40)
    t = models.TextField()
class Make(serializers.ModelSerializer):
    class Meta:
        model = Thing
        fields = '__all__'
    GUARD
class View(viewsets.ModelViewSet):
    serializer_class = Make
    GUARD
`, "40", "any", []string{
			"def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"def validate(self, attrs):\n        re.match(r'(a+)+$', attrs['s'])\n        return attrs",
			"\n---\ndef perform_create(self, serializer):\n        re.match(r'(a+)+$', serializer.validated_data['s'])",
			"\n---\ndef perform_update(self, serializer):\n        re.match(r'(a+)+$', serializer.validated_data['s'])",
			"\n---\ndef tag(self, request):\n        made = self.get_serializer(data=request.data)\n        made.is_valid(raise_exception=True)\n        re.match(r'(a+)+$', made.validated_data['s'])",
			"t = serializers.CharField()\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"def validate_t(self, value):\n        return value * 9\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"s = serializers.CharField(max_length=40)\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
		}, []string{
			"def validate_t(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"def validate(self, attrs):\n        re.match(r'(a+)+$', attrs['t'])\n        return attrs",
			"s = serializers.CharField()\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"    extra_kwargs = {'s': {'max_length': 5000}}\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'] = serializers.CharField()\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"def get_fields(self):\n        return {'s': serializers.CharField()}\n    def validate_s(self, value):\n        return re.sub(r'(a+)+$', '', value)",
			"\n---\ndef perform_create(self, serializer):\n        re.match(r'(a+)+$', serializer.initial_data['s'])",
			"\n---\ndef create(self, request):\n        re.match(r'(a+)+$', request.data['s'])",
		}},
		{"forms of views", "a.py", `
import re
from django import forms
from django.views.generic import DetailView, FormView
from django.views.generic.edit import CreateView, UpdateView
from django.urls import path
class Make(forms.Form):
    s = forms.CharField(max_length=40)
    t = forms.CharField()
    GUARD
GUARD
urlpatterns = [path('a', View.as_view())]
`, "40", "2621440", []string{
			"def clean_s(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n        return 'x'\n---\nclass View(FormView):\n    form_class = Make",
			"def clean(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n---\nclass View(CreateView):\n    form_class = Make",
			"def clean(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n---\nclass View(UpdateView):\n    form_class = Make",
			"def clean(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n---\nclass Base(FormView):\n    pass\nclass View(Base):\n    form_class = Make",
			"\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\nclass View(CreateView):\n    form_class = Make\n    def form_valid(self, form):\n        s = form.cleaned_data['s']\n        re.match(r'(a+)+$', s)",
			"\n---\nclass View(FormView):\n    form_class = Make\n    def post(self, request):\n        form = self.get_form()\n        if form.is_valid():\n            re.match(r'(a+)+$', form.cleaned_data['s'])",
			"def run(self):\n        re.match(r'(a+)+$', self.cleaned_data['s'])\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        form.run()",
		}, []string{
			"def clean(self):\n        re.match(r'(a+)+$', self.cleaned_data['t'])\n---\nclass View(FormView):\n    form_class = Make",
			"def clean(self):\n        re.match(r'(a+)+$', self.data['s'])\n---\nclass View(FormView):\n    form_class = Make",
			"\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.cleaned_data['t'])",
			"\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.data['s'])",
			"\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', self.request.POST['s'])",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'] = forms.CharField()\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"def clean_s(self):\n        return self.cleaned_data['s'] * 1000\n---\nclass View(FormView):\n    form_class = Make\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
			"\n---\nclass Other(Make):\n    s = forms.CharField()\nclass View(FormView):\n    form_class = Other\n    def form_valid(self, form):\n        re.match(r'(a+)+$', form.cleaned_data['s'])",
		}},
		{"forms of WTForms that check a field themselves", "a.py", `
import re
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import Length
app = Flask(__name__)
class Make(FlaskForm):
    s = StringField(validators=[Length(max=50)])
    def validate_s(self, field):
        GUARD
@app.post('/a')
def a():
    form = Make()
    form.validate_on_submit()
`, "50", "any", []string{
			"if len(field.data) <= 50: re.match(r'(a+)+$', field.data)",
			"if len(field.data) > 50: return\n        re.match(r'(a+)+$', field.data)",
			"re.match(r'(a+)+$', field.data[:50])",
			"s = field.data[:50]\n        re.match(r'(a+)+$', s)",
			"if len(field.data) > 50: raise ValueError()\n        re.match(r'(a+)+$', field.data)",
			"s = field.data\n        if len(s) > 50: raise ValueError()\n        re.match(r'(a+)+$', s)",
			"if not field.data or len(field.data) > 50: return\n        re.match(r'(a+)+$', field.data)",
			"for s in [field.data[:50]]: re.match(r'(a+)+$', s)",
		}, []string{
			"re.match(r'(a+)+$', field.data)",
			"s = field.data\n        re.match(r'(a+)+$', s)",
			"if field.data: re.match(r'(a+)+$', field.data)",
			"if len(field.name) > 50: return\n        re.match(r'(a+)+$', field.data)",
			"if len(field.data) < 50: return\n        re.match(r'(a+)+$', field.data)",
			"re.match(r'(a+)+$', field.data.strip())",
			"re.match(r'(a+)+$', field.data)\n        if len(field.data) > 50: return",
			"re.match(r'(a+)+$', self.s.data)",
		}},
		{"objects that are schemas of joi", "a.js", `
const express = require('express'), { celebrate, Joi, Segments } = require('celebrate'), Hapi = require('@hapi/hapi')
const KEY = 'body', OTHER = 'query'
const app = express(), server = Hapi.server()
app.use(express.json())
GUARD
`, "30", "102400", []string{
			"app.post('/a', celebrate({ [Segments.BODY]: Joi.object({ s: Joi.string().max(30) }) }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [Segments.BODY]: Joi.object().keys({ s: Joi.string().max(30) }), [Segments.QUERY]: { s: Joi.string() } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [Segments.BODY]: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ body: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ body: { o: { s: Joi.string().max(30) } } }), (req, res) => { /(a+)+$/.test(req.body.o.s) })",
			"app.post('/a', celebrate({ [KEY]: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"const check = celebrate({ [Segments.BODY]: { s: Joi.string().max(30) } }); app.post('/a', check, (req, res) => { /(a+)+$/.test(req.body.s) })",
			"const schemas = { make: { [Segments.BODY]: { s: Joi.string().max(30) } } }; app.post('/a', celebrate(schemas.make), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"server.route({ method: 'GET', path: '/a', options: { validate: { query: { s: Joi.string().max(30) } } }, handler: (request) => /(a+)+$/.test(request.query.s) })",
		}, []string{
			"app.post('/a', celebrate({ [Segments.QUERY]: Joi.object({ s: Joi.string().max(30) }) }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [Segments.BODY]: { s: Joi.string() }, [Segments.QUERY]: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [Segments.BODY]: { t: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ body: { o: { s: Joi.string().max(30) } } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [OTHER]: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ body: { s: 30 } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"app.post('/a', celebrate({ [process.env.PART]: { s: Joi.string().max(30) } }), (req, res) => { /(a+)+$/.test(req.body.s) })",
			"celebrate({ [Segments.BODY]: { s: Joi.string().max(30) } }); app.post('/a', (req, res) => { /(a+)+$/.test(req.body.s) })",
		}},
	} {
		g.run(t)
	}
}
