package reach

import "testing"

// TestFieldValidators has fields checked by patterns and by functions that they are given.
func TestFieldValidators(t *testing.T) {
	for _, g := range []holdCase{
		{"patterns of FastAPI", "a.py", `
import re
from typing import Annotated
from fastapi import FastAPI, Path, Query
from pydantic import AfterValidator
app = FastAPI()
@app.get('/a/{s}')
def a(s: GUARD, t: str = Query(pattern='^[a-z]{1,9}$')):
    re.search('(a+)+$', s)
`, "11", []string{
			"str = Path(pattern='^[a-z]{1,10}$')",
			"Annotated[str, Path(pattern='^[a-z]{1,10}$')]",
			"str = Path(max_length=30, pattern=r'^\\d{1,10}$')",
			"str = Path(regex='^(a|b{10})$')",
		}, []string{
			"str = Path(pattern='[a-z]{1,10}')",
			"str = Path(pattern='^[a-z]{1,10}')",
			"str = Path(pattern='[a-z]{1,10}$')",
			"str = Path(pattern='(?m)^[a-z]{1,10}$')",
			"str = Path(pattern='^[a-z]{1,10}$|x')",
			"str = Path(pattern='^[a-z]+$')",
			"str = Path(pattern=PATTERN)",
			"str = Path(description='^[a-z]{1,10}$')",
			"Annotated[str, Path(pattern='^[a-z]{1,10}$'), AfterValidator(lambda s: s * 1000)]",
			"str",
		}},
		{"choices of marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validate
app = Flask(__name__)
WORDS = ['one', 'other']
class S(Schema):
    s = GUARD
@app.post('/a')
def a(): re.search('(a+)+$', S().load(request.json)['s'])
`, "5", []string{
			"fields.Str(validate=validate.OneOf(['one', 'other']))",
			"fields.Str(validate=validate.OneOf(choices=('one', 'other')))",
			"fields.Str(required=True, validate=[validate.OneOf(['one', 'other'], error='x')])",
		}, []string{
			"fields.Str(validate=validate.OneOf(WORDS))", // which others may add to
			"fields.Str(validate=validate.OneOf(['one', *WORDS]))",
			"fields.Str(validate=validate.OneOf(['one', f'{WORDS}']))",
			"fields.Str(validate=validate.OneOf([]))",
			"fields.Str(validate=validate.NoneOf(['one', 'other']))",
			"fields.Str(metadata=['one', 'other'])",
		}},
		{"choices of REST framework", "a.py", `
import re
from rest_framework import serializers
from rest_framework.views import APIView
class S(serializers.Serializer):
    s = GUARD
class V(APIView):
    def post(self, request):
        s = S(data=request.data)
        s.is_valid(raise_exception=True)
        re.search('(a+)+$', str(s.validated_data['s']))
`, "36", []string{
			"serializers.ChoiceField(choices=['a', 'b' 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'])",
			"serializers.UUIDField(required=False)",
		}, []string{
			"serializers.ChoiceField(choices=load())",
			"serializers.MultipleChoiceField(choices=['a', 'b'])",
			"serializers.JSONField()",
		}},
		{"functions of marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validate, ValidationError
app = Flask(__name__)
def short(v):
    if len(v) > 20: raise ValidationError('x')
def goes(v):
    if len(v) > 20: print('x')
def returns(v):
    if len(v) > 20: return False
def some(v):
    if v[0] == 'x': return
    if len(v) > 20: raise ValidationError('x')
class S(Schema):
    t = fields.Str(validate=short)
    s = GUARD
@app.post('/a')
def a(): re.search('(a+)+$', S().load(request.json)['s'])
`, "20", []string{
			"fields.Str(validate=short)",
			"fields.Str(validate=[short])",
			"fields.Str(required=True, validate=[goes, short])",
		}, []string{
			"fields.Str()",
			"fields.Str(validate=goes)",
			"fields.Str(validate=returns)",
			"fields.Str(validate=some)",
			"fields.Str(validate=[goes, returns])",
			"fields.Str(validate=[short] if request.args else [])",
			"fields.Str(load_default=short)",
			"fields.Raw(validate=short)",
		}},
		{"functions of attrs", "a.py", `
import re
from flask import Flask, request
from attrs import define, field
app = Flask(__name__)
def short(inst, att, v):
    if len(v) > 20: raise ValueError()
def named(inst, att, v):
    if len(att.name) > 20: raise ValueError()
@define
class D:
    s: GUARD
@app.post('/a')
def a(): re.search('(a+)+$', D(request.json['s']).s)
`, "20", []string{
			"str = field(validator=short)",
			"str = field(validator=[named, short])",
		}, []string{
			"str = field(validator=named)",
			"str = field(converter=short)",
			"str = field(default=short)",
			"str",
		}},
		{"methods and functions of REST framework", "a.py", `
import re
from rest_framework import serializers
from rest_framework.views import APIView
def short(v):
    if len(v) > 20: raise serializers.ValidationError('x')
def goes(v):
    if len(v) > 20: return
class S(serializers.Serializer):
    t = serializers.CharField()
    GUARD
class V(APIView):
    def post(self, request):
        s = S(data=request.data); s.is_valid(raise_exception=True)
        re.search('(a+)+$', s.validated_data['s'])
`, "20", []string{
			"s = serializers.CharField(validators=[short])",
			"s = serializers.CharField(validators=[goes, short])",
			"s = serializers.CharField()\n    def validate_s(self, v):\n        if len(v) > 20: raise serializers.ValidationError('x')\n        return v",
			"s = serializers.CharField()\n    def validate_s(self, v): return v[:20]",
		}, []string{
			"s = serializers.CharField(validators=[goes])",
			"s = serializers.CharField(validators=[])",
			"s = serializers.CharField()\n    def validate_t(self, v):\n        if len(v) > 20: raise serializers.ValidationError('x')\n        return v",
			"s = serializers.CharField()\n    def validate_s(self, v):\n        if len(v) > 20: print('x')\n        return v",
			"s = serializers.CharField()\n    def validate_s(self, v):\n        if len(v) > 20: raise serializers.ValidationError('x')\n        return v * 1000",
			"s = serializers.CharField(validators=[short])\n    def validate_s(self, v): return v * 1000",
			"s = serializers.CharField(validators=[short])\n    def validate(self, attrs):\n        attrs['s'] = attrs['t']\n        return attrs",
			"s = serializers.CharField(validators=[short])\n    def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.fields['s'].validators = []",
		}},
	} {
		g.run(t)
	}
}
