package reach

import (
	"strings"
	"testing"
)

// TestClassShapes bounds what stands in lists, tables and members of members by the classes that are their schemas in
// Python, each beside members that are not bounded.
func TestClassShapes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"pydantic in FastAPI", `
import re
from typing import Annotated, List, Optional
from fastapi import FastAPI
from pydantic import BaseModel, Field, StringConstraints, constr
Tag = Annotated[str, StringConstraints(max_length=18)]
class Child(BaseModel):
    code: str = Field(max_length=8)
    free: str
class Item(BaseModel):
    tags: list[Annotated[str, Field(max_length=11)]]
    labels: List[Tag]
    words: Optional[List[constr(max_length=6)]] = None
    kids: list[Child]
    loose: list[str] = Field(max_length=3)
    mixed: list[Tag | str]
app = FastAPI()
@app.post('/a')
def a(item: Item):
    re.match(r'(a+)+$', item.tags[0])
    for t in item.labels: re.match(r'(b+)+$', t)
    for t in item.words: re.match(r'(c+)+$', t)
    for k in item.kids: re.match(r'(d+)+$', k.code)
    for k in item.kids: re.match(r'(e+)+$', k.free)
    for t in item.loose: re.match(r'(f+)+$', t)
    for t in item.mixed: re.match(r'(g+)+$', t)
`, "remote body POST /a tags.0 11; remote body POST /a labels.* 18; remote body POST /a words.* 6; remote body POST /a kids.*.code 8; remote body POST /a kids.*.free -1; remote body POST /a loose.* -1; remote body POST /a mixed.* -1"},
		{"pydantic by hand", `
import re
from flask import Flask, request
from pydantic import BaseModel, Field
class Login(BaseModel):
    user: str = Field(max_length=40)
    note: str = ''
class Base(BaseModel):
    user: str = Field(max_length=30)
    note: str = ''
class Special(Base):
    tags: list[Login] = []
app = Flask(__name__)
@app.post('/a')
def a():
    b = Login(**request.get_json())
    re.match(r'(a+)+$', b.user)
    re.match(r'(b+)+$', b.note)
@app.post('/b')
def b():
    b = Special(user=request.json['u'], note=request.json['n'])
    re.match(r'(c+)+$', b.user)
    re.match(r'(d+)+$', b.note)
@app.post('/c')
def c():
    b = Special.model_validate(request.json)
    re.match(r'(e+)+$', b.user)
    re.match(r'(f+)+$', b.tags[0].user)
    re.match(r'(g+)+$', b.tags[0].note)
    re.match(r'(h+)+$', b.model_dump()['user'])
@app.post('/d')
def d():
    re.match(r'(i+)+$', Login.model_construct(**request.json).user)
    re.match(r'(j+)+$', request.json['user'])
`, "remote body POST /a request.get_json().user 40; remote body POST /a request.get_json().note -1; remote body POST /b request.json.u 30; remote body POST /b request.json.n -1; remote body POST /c request.json.user 30; remote body POST /c request.json.tags.*.user 40; remote body POST /c request.json.tags.*.note -1; remote body POST /c request.json.user 30; remote-possible body POST /d request.json -1; remote body POST /d request.json.user -1"},
		{"pydantic with methods that check further", `
import re
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator, validator
class Item(BaseModel):
    same: str = Field(max_length=10)
    less: str = Field(max_length=10)
    more: str = Field(max_length=10)
    early: str = Field(max_length=10)
    @field_validator('same')
    @classmethod
    def check(cls, v):
        if not v.isalnum(): raise ValueError('x')
        return v
    @validator('less')
    def cut(cls, v): return re.sub(r'\s', ' ', v).strip().lower()
    @field_validator('more')
    @classmethod
    def lengthen(cls, v): return 'https://' + v
    @field_validator('early', mode='before')
    @classmethod
    def before(cls, v): return v * 9
app = FastAPI()
@app.post('/a')
def a(item: Item):
    re.match(r'(a+)+$', item.same)
    re.match(r'(b+)+$', item.less)
    re.match(r'(c+)+$', item.more)
    re.match(r'(d+)+$', item.early)
`, "remote body POST /a less 20; remote body POST /a same 10; remote body POST /a less 20; remote body POST /a more -1; remote body POST /a early 10"},
		{"marshmallow", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validate
class Address(Schema):
    street = fields.Str(validate=validate.Length(max=90))
    extra = fields.Str()
class Person(Schema):
    address = fields.Nested(Address)
    all = fields.List(fields.Nested(Address))
    many = fields.Nested('Address', many=True)
    tags = fields.List(fields.Str(validate=validate.Length(max=14)))
    loose = fields.List(fields.Str(), validate=validate.Length(max=14))
app = Flask(__name__)
@app.post('/a')
def a():
    d = Person().load(request.get_json())
    re.match(r'(a+)+$', d['address']['street'])
    re.match(r'(b+)+$', d['address']['extra'])
    for x in d['all']: re.match(r'(c+)+$', x['street'])
    for x in d['many']: re.match(r'(d+)+$', x['street'])
    for t in d['tags']: re.match(r'(e+)+$', t)
    for t in d['loose']: re.match(r'(f+)+$', t)
`, "remote body POST /a request.get_json().address.street 90; remote body POST /a request.get_json().address.extra -1; remote body POST /a request.get_json().all.*.street 90; remote body POST /a request.get_json().many.*.street 90; remote body POST /a request.get_json().tags.* 14; remote body POST /a request.get_json().loose.* -1"},
		{"REST framework", `
import re
from rest_framework import serializers
from rest_framework.decorators import api_view
class Line(serializers.Serializer):
    sku = serializers.CharField(max_length=15)
    memo = serializers.CharField()
class Order(serializers.Serializer):
    lines = Line(many=True)
    ship = Line()
    tags = serializers.ListField(child=serializers.CharField(max_length=10))
@api_view(['POST'])
def order(request):
    s = Order(data=request.data)
    s.is_valid(raise_exception=True)
    d = s.validated_data
    for x in d['lines']: re.match(r'(a+)+$', x['sku'])
    for x in d['lines']: re.match(r'(b+)+$', x['memo'])
    re.match(r'(c+)+$', d['ship']['sku'])
    for t in d['tags']: re.match(r'(d+)+$', t)
    re.match(r'(e+)+$', request.data['ship']['sku'])
`, "remote body data.lines.*.sku 15; remote body data.lines.*.memo -1; remote body data.ship.sku 15; remote body data.tags.* 10; remote body data.ship.sku -1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, "a.py", test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestAlteredMembers has what pydantic runs behind the checks of a member make it longer.
func TestAlteredMembers(t *testing.T) {
	for _, test := range []struct{ member, want string }{
		{"a: str = Field(max_length=10)", "10"},
		{"a: Annotated[str, Field(max_length=10)]", "10"},
		{"a: Annotated[str, Field(max_length=10), BeforeValidator(grow)]", "10"},
		{"a: Annotated[str, Field(max_length=10), AfterValidator(grow)]", "any"},
		{"a: Annotated[str, AfterValidator(grow)] = Field(max_length=10)", "any"},
		{"a: Annotated[str, Field(max_length=10), WrapValidator(lambda x, h: h(x) * 1000)]", "any"},
		{"a: Annotated[str, Field(max_length=10), PlainValidator(grow)]", "any"},
		{"a: Grown", "any"},
		{"a: Json = Field(max_length=10)", "any"},
		{"a: Any = Field(max_length=10)", "any"},
		{"a: str = Field(max_length=10)\n    _a = field_validator('a')(grow)", "any"},
		{"a: str = Field(max_length=10)\n    _b = field_validator('b')(grow)", "10"},
		{"a: str = Field(max_length=10)\n    def model_post_init(self, context): self.a = self.b", "any"},
		{"a: str = Field(max_length=10)\n    def model_post_init(self, context): self.b = self.a", "10"},
	} {
		text := `import re
from typing import Annotated, Any
from fastapi import FastAPI
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, Json, PlainValidator, WrapValidator, field_validator
def grow(x): return x * 1000
Grown = Annotated[str, Field(max_length=10), AfterValidator(grow)]
class In(BaseModel):
    b: str
    ` + test.member + `
app = FastAPI()
@app.post('/a')
def a(i: In): return bool(re.match(r'(a+)+$', i.a))
`
		if got := longest(t, "a.py", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.member, got, test.want)
		}
	}
}

// TestMethodsBehindChecks has methods of serializers and schemas put other values in the place of what was checked.
func TestMethodsBehindChecks(t *testing.T) {
	const rest = `import re
from rest_framework import serializers
from rest_framework.decorators import api_view
class S(serializers.Serializer):
    a = serializers.CharField(max_length=10)
    b = serializers.CharField()
    METHOD
@api_view(['POST'])
def run(request):
    s = S(data=request.data)
    s.is_valid(raise_exception=True)
    re.match(r'(a+)+$', s.validated_data['a'])
`
	const mallow = `import re
from flask import Flask, request
from marshmallow import Schema, fields, post_load, validate
app = Flask(__name__)
class S(Schema):
    a = fields.Str(validate=validate.Length(max=10))
    b = fields.Str()
    METHOD
@app.post('/a')
def run():
    re.match(r'(a+)+$', S().load(request.get_json())['a'])
`
	for _, test := range []struct{ text, method, want string }{
		{rest, "pass", "10"},
		{rest, "def validate_a(self, v): return v.strip()", "10"},
		{rest, "def validate_b(self, v): return v * 1000", "10"},
		{rest, "def validate_a(self, v): return v * 1000", "any"},
		{rest, "def validate_a(self, v): return self.initial_data['b']", "any"},
		{rest, "def validate(self, d):\n        if d['a'] == d['b']: raise serializers.ValidationError('same')\n        return d", "10"},
		{rest, "def validate(self, d):\n        d['b'] = d['a']\n        return d", "10"},
		{rest, "def validate(self, d):\n        d['a'] = d['b']\n        return d", "any"},
		{rest, "def validate(self, d):\n        d.update(a=d['b'])\n        return d", "any"},
		{rest, "def validate(self, d): return {'a': d['b']}", "any"},
		{rest, "def to_internal_value(self, d): return d", "any"},
		{mallow, "pass", "10"},
		{mallow, "@post_load\n    def made(self, d, **k): return d", "10"},
		{mallow, "@post_load\n    def made(self, d, **k):\n        d['a'] = d['b']\n        return d", "any"},
		{mallow, "@post_load()\n    def made(self, d, **k): return {'a': d['b']}", "any"},
	} {
		if got := longest(t, "a.py", strings.Replace(test.text, "METHOD", test.method, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.method, got, test.want)
		}
	}
}
