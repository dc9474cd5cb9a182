package reach

import "testing"

// TestListGuards takes lists of objects that are checked one by one.
func TestListGuards(t *testing.T) {
	g := guardCase{"parameters", "a.py", `
import re
from typing import Any, Dict, List, Optional, Sequence, Union
from fastapi import FastAPI
from pydantic import BaseModel, Field, field_validator
app = FastAPI()
class Row(BaseModel):
    s: str = Field(max_length=30)
    t: str
class Other(BaseModel):
    s: str
class Longer(Row):
    @field_validator('s')
    def longer(cls, v):
        return v * 1000
@app.post('/a')
def a(GUARD):
    for r in rows:
        GUARD
`, "30", "any", []string{
		"rows: list[Row]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: List[Row]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: Sequence[Row]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: set[Row]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[Row]\n---\nre.match(r'(a+)+$', rows[0].s)",
		"rows: frozenset[Row]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[Optional[Row]]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[list[Row]]\n---\nre.match(r'(a+)+$', r[0].s)",
	}, []string{
		"rows: list[Row]\n---\nre.match(r'(a+)+$', r.t)",
		"rows: list[Other]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[Longer]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[Union[Row, Other]]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[Any]\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list\n---\nre.match(r'(a+)+$', r.s)",
		"rows: list[str]\n---\nre.match(r'(a+)+$', r)",
		"rows: list[Dict]\n---\nre.match(r'(a+)+$', r['s'])",
	}}
	g.run(t)
}
