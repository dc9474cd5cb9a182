package reach

import "testing"

// TestRefusingAll has what checks all members of a class, or one that it is named after, refuse those that are longer.
func TestRefusingAll(t *testing.T) {
	for _, g := range []guardCase{
		{"Python", "a.py", `
import re, attrs
from attrs import define, field
from flask import Flask, request
from marshmallow import Schema, ValidationError, fields, post_load, validates_schema
from rest_framework import serializers
from rest_framework.views import APIView
app = Flask(__name__)
RE = re.compile(r'(a+)+$')
GUARD
`, "10", "any", []string{
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            raise ValidationError('no')\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema(skip_on_field_errors=True)\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            raise ValidationError('no')\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            raise ValidationError('no')\nclass Other(Schema):\n    s = fields.Str()\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            raise serializers.ValidationError('no')\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            raise serializers.ValidationError('no')\n        print(attrs['t'])\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n    @t.validator\n    def w(self, attribute, value):\n        if len(value) > 5:\n            raise ValueError('no')\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError(value)\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
		}, []string{
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['t']) > 10:\n            raise ValidationError('no')\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            print('long')\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if 't' in data and len(data['s']) > 10:\n            raise ValidationError('no')\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            raise ValidationError('no')\n    @post_load\n    def p(self, data, **kw):\n        data['s'] = data['t']\n        return data\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(Schema):\n    s = fields.Str(required=True)\n    t = fields.Str()\n    @validates_schema\n    def v(self, data, **kw):\n        if len(data['s']) > 10:\n            raise ValidationError('no')\nclass B(S):\n    pass\nclass S(B):\n    def v(self, data, **kw):\n        pass\n@app.post('/a')\ndef a():\n    RE.search(S().load(request.json)['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['t']) > 10:\n            raise serializers.ValidationError('no')\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            print('long')\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            raise serializers.ValidationError('no')\n        attrs['s'] = attrs['t']\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            raise serializers.ValidationError('no')\n        return {'s': attrs['t']}\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"class S(serializers.Serializer):\n    s = serializers.CharField()\n    t = serializers.CharField()\n    def validate(self, attrs):\n        if len(attrs['s']) > 10:\n            raise serializers.ValidationError('no')\n        return attrs\nclass S(S):\n    def validate(self, attrs):\n        return attrs\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n        s.is_valid(raise_exception=True)\n        RE.search(s.validated_data['s'])",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @t.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            print(value)\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n@define\nclass S(S):\n    s: str = field()\n    t: str = field()\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"attrs.validators.set_disabled(True)\n@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
			"@define\nclass S:\n    s: str = field()\n    t: str = field()\n    @s.validator\n    def v(self, attribute, value):\n        if len(value) > 10:\n            raise ValueError('no')\n    def __attrs_post_init__(self):\n        self.s = self.t\n@app.post('/a')\ndef a():\n    RE.search(S(request.form['s'], request.form['t']).s)",
		}},
	} {
		g.run(t)
	}
}
