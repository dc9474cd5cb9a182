package reach

import "testing"

// TestUndoneChecks has libraries check a member, and code beside that put something else in its place, or another check in
// the place of the one that is declared.
func TestUndoneChecks(t *testing.T) {
	for _, g := range []guardCase{
		{"pydantic", "a.py", `
import re
from typing import Annotated
from fastapi import FastAPI
from pydantic import BaseModel, Field, PlainSerializer, computed_field, field_serializer, field_validator, model_serializer, validator
app = FastAPI()
def again(v):
    return v * 1000
NAMES = ['s', 't']
class Make(BaseModel):
    s: str = Field(max_length=60)
    t: str
    GUARD
@app.post('/a')
def a(x: Make, patch: dict):
    GUARD
    re.match(r'(a+)+$', x.s)
`, "60", "any", []string{
			"",
			"\n---\nx = x.model_copy()",
			"\n---\nx = x.model_copy(update={'t': patch['t']})",
			"@validator(*NAMES)\n    def v(cls, v):\n        return v.strip()",
			"@field_validator('t')\n    def v(cls, v, info):\n        info.data['u'] = v\n        return v",
			"@field_serializer('t')\n    def v(self, v):\n        return v * 1000",
			"def __init__(self, **data):\n        data['s'] = data['t']\n        super().__init__(**data)",
			"def __init__(self, **data):\n        super().__init__(**data)\n        self.t = 'x'",
			"@computed_field\n    def u(self) -> str:\n        return self.t * 1000",
		}, []string{
			"\n---\nx = x.model_copy(update=patch)",
			"\n---\nx = x.model_copy(update={'s': x.t})",
			"\n---\nx = x.copy(update={'s': patch['s']})",
			"\n---\nsetattr(x, 's', patch['s'])",
			"\n---\nfor k, v in patch.items():\n        setattr(x, k, v)",
			"@validator(*NAMES)\n    def v(cls, v):\n        return v * 1000",
			"@field_validator('t')\n    def v(cls, v, info):\n        info.data['s'] = v\n        return v",
			"@validator('t')\n    def v(cls, v, values):\n        values['s'] = v\n        return v",
			"@field_serializer('s')\n    def v(self, v):\n        return v * 1000\n---\nx = Make(**patch).model_dump()",
			"def __init__(self, **data):\n        super().__init__(**data)\n        self.s = data['t']",
			"def __init__(self, **data):\n        super().__init__(**data)\n        self.fill(data)\n    def fill(self, data):\n        self.s = data['t']",
			"def __init__(self, **data):\n        super().__init__(**data)\n        object.__setattr__(self, 's', data['t'])",
			"def __getattribute__(self, name):\n        return super().__getattribute__('t')",
			"@model_serializer\n    def v(self):\n        return {'s': self.t}\n---\nx = Make(**patch).model_dump()",
		}},
		{"another field of the name", "a.py", `
import re
from fastapi import FastAPI
from pydantic import BaseModel
GUARD
app = FastAPI()
class Make(BaseModel):
    GUARD
@app.post('/a')
def a(x: Make):
    re.match(r'(a+)+$', x.s)
`, "60", "any", []string{
			"from pydantic import Field\n---\ns: str = Field(max_length=60)",
			"from pydantic import Field as F\n---\ns: str = F(max_length=60)",
			"import pydantic\n---\ns: str = pydantic.Field(max_length=60)",
			"import pydantic as p\n---\ns: p.constr(max_length=60)",
			"from pydantic.fields import Field\n---\ns: str = Field('', max_length=60)",
			"from pydantic.v1 import Field\n---\ns: str = Field('', max_length=60)",
			"from pydantic import *\n---\ns: str = Field(max_length=60)",
			"try:\n    from pydantic.v1 import Field\nexcept ImportError:\n    from pydantic import Field\n---\ns: str = Field(max_length=60)",
		}, []string{
			"def Field(**kw):\n    return None\n---\ns: str = Field(max_length=60)",
			"from ours import Field\n---\ns: str = Field(max_length=60)",
			"import ours\n---\ns: str = ours.Field(max_length=60)",
			"class Field:\n    pass\n---\ns: str = Field(max_length=60)",
			"from dataclasses import field as Field\n---\ns: str = Field(max_length=60)",
			"def constr(**kw):\n    return str\n---\ns: constr(max_length=60)",
			"from ours.pydantic import Field\n---\ns: str = Field(max_length=60)",
			"from .fields import Field\n---\ns: str = Field(max_length=60)",
		}},
		{"forms of Django", "a.py", `
import re
from django import forms
from django.urls import path
class Make(forms.Form):
    s = forms.CharField(max_length=50)
    t = forms.CharField()
    GUARD
def view(request):
    form = Make(request.POST)
    GUARD
    if form.is_valid():
        re.match(r'(a+)+$', form.cleaned_data['s'])
urlpatterns = [path('a', view)]
`, "50", "2621440", []string{
			"",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].required = False",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].max_length = None",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].widget.attrs['class'] = 'x'",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].widget = forms.Textarea()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['t'] = forms.CharField()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields.pop('t')",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.user = k.get('user')",
			"def clean_t(self):\n        return self.cleaned_data['t'] * 10",
			"\n---\nform.fields['t'] = forms.CharField()",
		}, []string{
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'] = forms.CharField()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].validators = []",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].validators.clear()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        for f in self.fields.values():\n            f.validators = []",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        for name in a:\n            self.fields[name] = forms.CharField()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields.update(s=forms.CharField())",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.loosen()\n    def loosen(self):\n        self.fields['s'] = forms.CharField()",
			"def _clean_fields(self):\n        self.cleaned_data = dict(self.data)",
			"def full_clean(self):\n        super().full_clean()\n        self.cleaned_data['s'] = self.data['s']",
			"\n---\nform.fields['s'] = forms.CharField()",
		}},
		{"serializers", "a.py", `
import re
from rest_framework import serializers
from rest_framework.views import APIView
class Make(serializers.Serializer):
    s = serializers.CharField(max_length=50)
    t = serializers.CharField()
    GUARD
class View(APIView):
    def post(self, request):
        made = Make(data=request.data)
        GUARD
        made.is_valid(raise_exception=True)
        re.match(r'(a+)+$', made.validated_data['s'])
`, "50", "2621440", []string{
			"",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        for name in set(self.fields) - set(k):\n            self.fields.pop(name)",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['t'] = serializers.CharField()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].required = False",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].max_length = None",
			"def create(self, data):\n        data['s'] = data['t']\n        return data",
			"def validate_t(self, value):\n        return value * 10",
			"class Meta:\n        fields = ['s']",
			"\n---\nmade.fields['t'] = serializers.CharField()",
		}, []string{
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'] = serializers.CharField()",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].validators = []",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields.update({'s': serializers.CharField()})",
			"def get_fields(self):\n        return {'s': serializers.CharField()}",
			"def to_internal_value(self, data):\n        return data",
			"def run_validation(self, data):\n        return data",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].validators.pop()",
			"\n---\nmade.fields['s'] = serializers.CharField()",
		}},
		{"forms of WTForms", "a.py", `
import re
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import Length
app = Flask(__name__)
class Make(FlaskForm):
    s = StringField(validators=[Length(max=50)])
    t = StringField()
    GUARD
@app.post('/a')
def a():
    form = Make()
    GUARD
    if form.validate_on_submit():
        re.match(r'(a+)+$', form.s.data)
`, "50", "any", []string{
			"",
			"def validate_s(self, field):\n        if field.data == 'x':\n            raise ValueError()",
			"def validate_t(self, field):\n        field.data = field.data * 1000",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.s.label = 'x'",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.user = k.get('user')",
			"\n---\nform.s.label = 'x'",
			"\n---\nform.t.validators",
			"def describe(self):\n        return self.s.label",
		}, []string{
			"def validate_s(self, field):\n        field.data = field.data * 1000",
			"def validate(self, extra=None):\n        return True",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.s.validators = []",
			"def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        for f in self:\n            f.validators = []",
			"\n---\nform.s.validators = []",
			"def process(self, *a, **k):\n        super().process(*a, **k)\n        self.s.validators = ()",
			"def loosen(self):\n        self.s.validators = []\n---\nform.loosen()",
			"\n---\nfor f in form:\n        f.validators = []",
		}},
		{"schemas of marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import EXCLUDE, INCLUDE, Schema, fields, validate
app = Flask(__name__)
class Make(Schema):
    s = fields.Str(validate=validate.Length(max=50))
    t = fields.Str()
    GUARD
class Around(Schema):
    inner = fields.Nested(Make, GUARD)
@app.post('/a')
def a():
    d = GUARD
    re.match(r'(a+)+$', d['s'])
`, "50", "any", []string{
			"\n---\n\n---\nMake().load(request.json)",
			"\n---\n\n---\nMake(unknown=INCLUDE).load(request.json)",
			"\n---\n\n---\nMake().load(request.json, unknown=INCLUDE)",
			"class Meta:\n        unknown = INCLUDE\n---\n\n---\nMake().load(request.json)",
			"\n---\n\n---\nAround().load(request.json)['inner']",
			"\n---\nunknown=INCLUDE\n---\nAround().load(request.json)['inner']",
			"\n---\n\n---\nMake(only=['s']).load(request.json)",
			"class Meta:\n        exclude = ['t']\n---\n\n---\nMake().load(request.json)",
		}, []string{
			"\n---\n\n---\nMake(exclude=['s'], unknown=INCLUDE).load(request.json)",
			"\n---\n\n---\nMake(exclude=['s']).load(request.json, unknown=INCLUDE)",
			"\n---\n\n---\nMake(only=['t'], unknown=INCLUDE).load(request.json)",
			"class Meta:\n        unknown = INCLUDE\n---\n\n---\nMake(exclude=['s']).load(request.json)",
			"class Meta:\n        unknown = INCLUDE\n        exclude = ['s']\n---\n\n---\nMake().load(request.json)",
			"\n---\nexclude=['s'], unknown=INCLUDE\n---\nAround().load(request.json)['inner']",
			"class Meta:\n        exclude = ['s']\n---\nunknown=INCLUDE\n---\nAround().load(request.json)['inner']",
			"def __init__(self, **k):\n        super().__init__(**k)\n        self.load_fields['s'] = fields.Str()\n---\n\n---\nMake().load(request.json)",
			"def on_bind_field(self, name, field):\n        field.validate = None\n---\n\n---\nMake().load(request.json)",
		}},
		{"asserts of Python", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a():
    s = request.form['s']
    GUARD
    re.match(r'(a+)+$', s)
`, "50", "any", []string{
			"if len(s) > 50:\n        raise AssertionError()",
			"if not len(s) <= 50:\n        raise AssertionError('x')",
			"if len(s) > 50:\n        assert False\n        return",
			"assert s\n    if len(s) > 50:\n        return",
			"assert s\n    s = s[:50]",
			"if len(s) > 50: raise ValueError()\n    assert len(s) <= 50",
			"if not re.fullmatch(r'a{1,50}', s): raise ValueError()",
			"if __debug__:\n        pass\n    if len(s) > 50: raise ValueError()",
		}, []string{
			"assert len(s) <= 50",
			"assert len(s) <= 50, 'too long'",
			"assert s and len(s) < 51",
			"assert not len(s) > 50",
			"assert re.fullmatch(r'a{1,50}', s)",
			"if __debug__ and len(s) > 50: raise ValueError()",
			"if len(s) > 50:\n        assert False",
			"assert s in ['a', 'b']",
		}},
		{"classes of Nest", "a.ts", `
import { Controller, Post, Body, ValidationPipe } from '@nestjs/common'
import { PartialType, PickType, OmitType, IntersectionType } from '@nestjs/mapped-types'
import { MaxLength } from 'class-validator'
class Make { @MaxLength(20) s: string; t: string }
class Other { @MaxLength(10) u: string }
const KEYS = ['s'] as const
let some: any = process.env.KEYS
GUARD
@Controller()
export class C { @Post('a') a(@Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test((dto as any).s) } }
`, "20", "102400", []string{
			"class Dto extends PickType(Make, ['s']) {}",
			"class Dto extends PickType(Make, ['s'] as const) {}",
			"class Dto extends PickType(Make, ['t', 's' as any]) {}",
			"class Dto extends PickType(Make, KEYS) {}",
			"class Dto extends OmitType(Make, ['t']) {}",
			"class Dto extends PartialType(OmitType(Make, ['t'] as const)) {}",
			"class Dto extends IntersectionType(PickType(Make, ['s']), Other) {}",
			"class Dto extends PartialType(Make) {}",
		}, []string{
			"class Dto extends PickType(Make, ['t']) {}",
			"class Dto extends PickType(Make as any, ['t']) {}",
			"class Dto extends PickType(Make, some) {}",
			"class Dto extends PickType(Make, [...some, 't']) {}",
			"class Dto extends OmitType(Make, ['s']) {}",
			"class Dto extends OmitType(Make, some) {}",
			"class Dto extends OmitType(Make, [...some]) {}",
			"class Dto extends PartialType(PickType(Make, ['t'] as any)) {}",
			"class Dto extends IntersectionType(OmitType(Make, KEYS), Other) {}",
		}},
	} {
		g.run(t)
	}
}
