package reach

import (
	"strings"
	"testing"
)

// TestRefinedTypes hands what a request sends to the functions that types of Python name to check it, and to the methods of
// classes within lists: each gets what those before it let pass, and one that runs first whatever came.
func TestRefinedTypes(t *testing.T) {
	const app = `
import re
from typing import Annotated, List, Optional
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator, model_validator, root_validator, AfterValidator, BeforeValidator
app = FastAPI()
CLASSES
@app.post('/a')
def a(data: Data):
    return 1
`
	const check = "def check(v):\n    re.match(r'^(a+)+$', v)\n    return v\n"
	const short = check + "Short = Annotated[str, Field(max_length=30), AfterValidator(check)]\n"
	for _, test := range []struct{ classes, want string }{
		{check + "class Data(BaseModel):\n    s: Annotated[str, Field(max_length=20), AfterValidator(check)]", "20"},
		{short + "class Data(BaseModel):\n    s: Short", "30"},
		{short + "class Data(BaseModel):\n    s: Optional[Short] = None", "30"},
		{short + "class Data(BaseModel):\n    s: List[Short]", "30"},
		{short + "class Data(BaseModel):\n    s: Annotated[Short, Field(max_length=9)]", "30"},
		{check + "class Data(BaseModel):\n    s: Annotated[str, AfterValidator(check), Field(max_length=20)]", "any"},
		{check + "class Data(BaseModel):\n    s: Annotated[str, AfterValidator(check)] = Field('', max_length=20)", "any"},
		{check + "class Data(BaseModel):\n    s: Annotated[str, Field(max_length=20), BeforeValidator(check)]", "any"},
		{"class Item(BaseModel):\n    s: str = Field(max_length=20)\n    @field_validator('s')\n    def v(cls, v):\n        re.match(r'^(a+)+$', v)\n        return v\nclass Data(BaseModel):\n    items: List[Item]", "20"},
		{"class Item(BaseModel):\n    s: str = Field(max_length=20)\n    @field_validator('s', mode='before')\n    def v(cls, v):\n        re.match(r'^(a+)+$', v)\n        return v\nclass Data(BaseModel):\n    items: list[Item]", "any"},
		{"class Item(BaseModel):\n    s: str\n    @field_validator('s')\n    def v(cls, v):\n        re.match(r'^(a+)+$', v)\n        return v\nclass Data(BaseModel):\n    item: Optional[Item] = None", "any"},
		{"class Data(BaseModel):\n    s: str = Field(max_length=20)\n    @model_validator(mode='before')\n    @classmethod\n    def v(cls, values):\n        re.match(r'^(a+)+$', values['s'])\n        return values", "any"},
		{"class Data(BaseModel):\n    s: str = Field(max_length=20)\n    @root_validator\n    def v(cls, values):\n        re.match(r'^(a+)+$', values.get('s'))\n        return values", "any"},
	} {
		if got := longest(t, "a.py", strings.Replace(app, "CLASSES", test.classes, 1)); got != test.want {
			t.Errorf("%s\ngot %s, want %s", test.classes, got, test.want)
		}
	}
}
