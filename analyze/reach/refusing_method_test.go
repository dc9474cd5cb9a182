package reach

import "testing"

// TestRefusingMethods has methods of classes refuse what is too long behind what the class declares.
func TestRefusingMethods(t *testing.T) {
	for _, g := range []guardCase{
		{"pydantic", "a.py", `
import re
from typing import Any
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator, validator, field_serializer
app = FastAPI()
MOST = 25
class Base(BaseModel):
    s: str
    t: str
    w: Any
    l: list[str]
    GUARD
class Make(Base):
    u: str = ''
    GUARD
@app.post('/a')
def a(x: Make):
    re.search(r'(a+)+$', x.s)
`, "25", "any", []string{
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('s', mode='after')\n    @classmethod\n    def v(cls, v):\n        if len(v) > MOST:\n            raise ValueError()\n        return v.strip()",
			"@validator('s')\n    def v(cls, v):\n        if len(v) <= 25:\n            return v\n        raise ValueError()",
			"@field_validator('t', 's')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('*')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('s')\n    def v(cls, v):\n        return v[:25]",
			"@field_validator('s')\n    def v(cls, v):\n        return v if len(v) <= 25 else ''",
			"\n---\n@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
		}, []string{
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            print('long')\n        return v",
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v * 1000",
			"@field_validator('t')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('s', mode='before')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@validator('s', pre=True)\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('s')\n    def v(cls, v, info):\n        if len(v) > 25:\n            raise ValueError()\n        return info.data['t']",
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) < 25:\n            raise ValueError()\n        return v",
			"@field_serializer('s')\n    def v(self, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v\n---\ndef v(cls, v):\n        return v",
			"@field_validator('s')\n    def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v\n    @field_validator('s')\n    def w2(cls, v):\n        return v + v * 1000",
			"@field_validator('s', mode='wrap')\n    def v(cls, v, handler):\n        if len(v) > 25:\n            raise ValueError()\n        return handler(v)",
			"def v(cls, v):\n        if len(v) > 25:\n            raise ValueError()\n        return v",
		}},
		{"marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validates, post_load, ValidationError
app = Flask(__name__)
class Base(Schema):
    s = fields.Str()
    t = fields.Str()
    r = fields.Raw()
    GUARD
class Make(Base):
    u = fields.Str()
    GUARD
@app.post('/a')
def a():
    x = Make().load(request.get_json())
    re.search(r'(a+)+$', x['s'])
`, "25", "any", []string{
			"@validates('s')\n    def v(self, value, **kwargs):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s', 't')\n    def v(self, value, data_key):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if not value or len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) <= 25:\n            return\n        raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')\n        return value * 1000",
			"\n---\n@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')\n    @validates('t')\n    def w(self, value):\n        pass",
		}, []string{
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            print('long')",
			"@validates('t')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            return False",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        value = value[:25]\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')\n    @post_load\n    def w(self, data, **kwargs):\n        data['s'] = data['t']\n        return data",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')\n---\ndef v(self, value):\n        pass",
			"def v(self, value):\n        if len(value) > 25:\n            raise ValidationError('long')",
			"@validates('s')\n    def v(self, value):\n        if len(value) > 25 and value[0] == 'x':\n            raise ValidationError('long')",
		}},
		{"WTForms", "a.py", `
import re
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField, ValidationError
app = Flask(__name__)
class Make(FlaskForm):
    s = StringField()
    t = StringField()
    GUARD
@app.post('/a')
def a():
    form = Make()
    GUARD
    if form.validate_on_submit():
        re.search(r'(a+)+$', form.s.data)
`, "25", "any", []string{
			"def validate_s(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(form, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        value = field.data\n        if len(value) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        if not field.data or len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        if len(field.data) <= 25:\n            return\n        raise ValidationError('long')",
			"def validate_t(self, field):\n        pass\n    def validate_s(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, s):\n        if len(s.data) > 25:\n            raise ValidationError('long')\n        return None",
			"def validate_s(self, field):\n        most = 25\n        if len(field.data) > most:\n            raise ValidationError('long')",
		}, []string{
			"def validate_s(self, field):\n        if len(field.data) > 25:\n            print('long')",
			"def validate_t(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        if len(field.name) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')\n        field.data = field.data * 1000",
			"def validate_s(self, field):\n        field.data = field.data[:25]\n        if len(field.data) > 25:\n            raise ValidationError('long')\n        setattr(field, 'data', 'x' + self.t.data)",
			"def validate_s(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')\n    def validate(self):\n        return True",
			"def check_s(self, field):\n        if len(field.data) > 25:\n            raise ValidationError('long')",
			"def validate_s(self, field):\n        if len(self.t.data) > 25:\n            raise ValidationError('long')",
		}},
	} {
		g.run(t)
	}
}

// TestRefusingMethodsMeetAll matches in methods what they refuse only behind that.
func TestRefusingMethodsMeetAll(t *testing.T) {
	for _, test := range []struct{ method, want string }{
		{"re.search(r'(a+)+$', v)\n        if len(v) > 25:\n            raise ValueError()\n        return v", "40"},
		{"if len(v) > 25:\n            raise ValueError()\n        re.search(r'(a+)+$', v)\n        return v", "25"},
	} {
		if got := longest(t, "a.py", replaced(`
import re
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator
app = FastAPI()
class Make(BaseModel):
    s: str = Field(max_length=40)
    @field_validator('s')
    def v(cls, v):
        GUARD
@app.post('/a')
def a(x: Make):
    return x.s
`, test.method)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.method, got, test.want)
		}
	}
}
