package reach

import "testing"

// TestAfterValidatorGuards has functions check or replace what a type of pydantic describes.
func TestAfterValidatorGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"pydantic", "a.py", `
import re, lib, functools
from typing import Annotated, Optional, List
from pydantic import BaseModel, Field, AfterValidator, BeforeValidator, WrapValidator, PlainValidator
from fastapi import FastAPI
app = FastAPI()
RE = re.compile("(a+)+$")
def short(v):
    if len(v) > 40: raise ValueError("long")
    return v
def strips(v):
    if len(v) > 40: raise ValueError("long")
    return v.strip()
def same(v): return v
def warns(v):
    if len(v) > 40: print("long")
    return v
def grows(v):
    if len(v) > 40: raise ValueError("long")
    return v * 100
def other(v):
    if len(v) > 40: raise ValueError("long")
    return lib.text(v)
def cuts(v): return v[:40]
def late(v):
    if lib.on and len(v) > 40: raise ValueError("long")
    return v
class M(BaseModel):
    t: str
    GUARD
@app.post("/a")
def a(m: M):
    RE.search(m.s)
`, "40", "any", []string{
			"s: Annotated[str, AfterValidator(short)]",
			"s: Annotated[str, AfterValidator(strips)]",
			"s: Annotated[str, AfterValidator(same), AfterValidator(short)]",
			"s: Annotated[str, Field(max_length=40), AfterValidator(same)]",
			"s: Annotated[str, Field(max_length=40), AfterValidator(warns)]",
			"s: Annotated[str, AfterValidator(cuts)]",
			"s: Annotated[str, AfterValidator(lambda v: v[:40])]",
			"s: Annotated[str, AfterValidator(grows), AfterValidator(short)]",
			"s: Annotated[str, Field(min_length=1), AfterValidator(short)]",
		}, []string{
			"s: Annotated[str, AfterValidator(same)]",
			"s: Annotated[str, AfterValidator(warns)]",
			"s: Annotated[str, AfterValidator(grows)]",
			"s: Annotated[str, AfterValidator(other)]",
			"s: Annotated[str, AfterValidator(late)]",
			"s: Annotated[str, AfterValidator(short), AfterValidator(other)]",
			"s: Annotated[str, Field(max_length=40), AfterValidator(grows)]",
			"s: Annotated[str, BeforeValidator(short)]",
			"s: Annotated[str, AfterValidator(short), WrapValidator(lib.wrap)]",
			"s: Annotated[str, AfterValidator(short), PlainValidator(same)]",
			"s: Annotated[str, AfterValidator(lib.short)]",
			"s: Annotated[str, AfterValidator(functools.partial(short, 1))]",
			"s: Annotated[str, AfterValidator(short)] | str",
			"t2: Annotated[str, AfterValidator(short)]\n    s: str",
		}},
	} {
		g.run(t)
	}
}
