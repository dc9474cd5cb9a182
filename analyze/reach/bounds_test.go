package reach

import (
	"strings"
	"testing"
)

// ways returns the first way of each regex of a file.
func ways(t *testing.T, file, text string) string {
	t.Helper()
	var got []string
	regex := false
	for _, line := range strings.Split(describe(t, "\n-- "+file+" --\n"+text), "\n") {
		if strings.HasPrefix(line, file+":") {
			regex = strings.HasSuffix(line, " remote") || strings.HasSuffix(line, " remote-possible")
			if !regex {
				got = append(got, strings.TrimPrefix(line, file+":"))
			}
		} else if regex {
			way, _, _ := strings.Cut(line, ": ")
			got = append(got, way)
			regex = false
		}
	}
	return strings.Join(got, "; ")
}

// TestBounds follows values through libraries that check them, each beside one that is not checked.
func TestBounds(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"zod", "a.ts", `
import express from 'express'
import { z } from 'zod'
const Body = z.object({ name: z.string().trim().max(50), note: z.string(), tags: z.array(z.string().max(7)), deep: z.object({ x: z.string().length(3).optional() }) })
const app = express()
app.post('/a', (req, res) => { const b = Body.parse(req.body); /(a+)+$/.test(b.name); /(b+)+$/.test(b.note); b.tags.forEach(t => /(c+)+$/.test(t)); /(d+)+$/.test(b.deep.x) })
app.post('/b', (req, res) => { const r = Body.safeParse(req.body); if (!r.success) return; /(e+)+$/.test(r.data.name) })
app.post('/c', (req, res) => { Body.parse(req.body); /(f+)+$/.test(req.body.name) })
app.post('/d', (req, res) => { const b = Body.extend({ more: z.string().max(9) }).parse(req.body); /(g+)+$/.test(b.more); /(h+)+$/.test(b.name) })
app.post('/e', (req, res) => { const s = z.string().max(9).transform(x => x.repeat(99)).parse(req.body.q); /(i+)+$/.test(s) })
`, "remote body POST /a body.name 50; remote body POST /a body.note 102400; remote body POST /a body.tags.* 7; remote body POST /a body.deep.x 3; remote body POST /b body.name 50; remote body POST /c body.name 102400; remote body POST /d body.more 9; remote body POST /d body.name 50; remote body POST /e body.q -1"},
		{"zod pattern", "a.ts", `
import express from 'express'
import { z } from 'zod'
const Body = z.object({ name: z.string().max(50).regex(/^(a+)+$/) })
express().post('/a', (req, res) => { Body.parse(req.body) })
`, "remote body POST /a body.name 102400"},
		{"joi and yup", "a.js", `
const express = require('express'), Joi = require('joi'), yup = require('yup')
const app = express()
const schema = Joi.object({ name: Joi.string().max(50) })
app.post('/a', async (req, res) => { const v = await schema.validateAsync(req.body); /(a+)+$/.test(v.name) })
app.post('/b', (req, res) => { const { error, value } = schema.validate(req.body); /(b+)+$/.test(value.name) })
const shape = yup.object({ name: yup.string().max(60) })
app.post('/c', async (req, res) => { const v = await shape.validate(req.body); /(c+)+$/.test(v.name) })
`, "remote body POST /a body.name 50; remote body POST /b body.name 102400; remote body POST /c body.name 60"},
		{"fastify schema", "a.js", `
const fastify = require('fastify')()
const body = { type: 'object', properties: { name: { type: 'string', maxLength: 40 }, note: { type: 'string' } } }
fastify.post('/a', { schema: { body } }, async request => { /(a+)+$/.test(request.body.name); /(b+)+$/.test(request.body.note) })
fastify.post('/b', async request => { /(c+)+$/.test(request.body.name) })
fastify.route({ method: 'GET', url: '/c', schema: { querystring: { properties: { q: { type: 'string', maxLength: 30 } } } }, handler: async request => { /(d+)+$/.test(request.query.q) } })
`, "remote body POST /a body.name 40; remote body POST /a body.note 1048576; remote body POST /b body.name 1048576; remote url GET /c query.q 30"},
		{"trpc", "a.ts", `
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
const t = initTRPC.create()
export const router = t.router({
  a: t.procedure.input(z.object({ q: z.string().max(70) })).query(({ input }) => /(a+)+$/.test(input.q)),
  b: t.procedure.input(z.object({ q: z.string() })).mutation(({ input }) => /(b+)+$/.test(input.q)),
})
`, "remote body input.q 70; remote body input.q -1"},
		{"nest with pipe", "a.ts", `
import { Controller, Post, Body, ValidationPipe } from '@nestjs/common'
import { MaxLength, IsString } from 'class-validator'
class Dto { @IsString() @MaxLength(20) name: string; note: string }
@Controller()
export class C { @Post('a') make(@Body(new ValidationPipe()) dto: Dto) { /(a+)+$/.test(dto.name); /(b+)+$/.test(dto.note) } }
`, "remote body POST /a dto 20; remote body POST /a dto 102400"},
		{"nest without pipe", "a.ts", `
import { Controller, Post, Body } from '@nestjs/common'
import { MaxLength, IsString } from 'class-validator'
class Dto { @IsString() @MaxLength(20) name: string }
@Controller()
export class C { @Post('a') make(@Body() dto: Dto) { /(a+)+$/.test(dto.name) } }
`, "remote body POST /a dto 102400"},
		{"fastapi", "a.py", `
import re
from typing import Annotated
from fastapi import FastAPI, Query
from pydantic import BaseModel, Field, constr
app = FastAPI()
class Item(BaseModel):
    name: str = Field(max_length=33)
    code: constr(max_length=5)
    note: str
@app.post('/a')
def a(item: Item, q: str = Query(max_length=11), z: Annotated[str, Query(max_length=12)] = '', y: str = ''):
    re.match(r'(a+)+$', item.name)
    re.match(r'(b+)+$', item.code)
    re.match(r'(c+)+$', item.note)
    re.match(r'(d+)+$', q)
    re.match(r'(e+)+$', z)
    re.match(r'(f+)+$', y)
`, "remote body POST /a name 33; remote body POST /a code 5; remote body POST /a note -1; remote url POST /a q 11; remote url POST /a z 12; remote url POST /a y -1"},
		{"django forms", "shop/views.py", `
import re
from django import forms
class Contact(forms.Form):
    name = forms.CharField(max_length=40)
    note = forms.CharField()
def contact(request):
    form = Contact(request.POST)
    if form.is_valid():
        re.match(r'(a+)+$', form.cleaned_data['name'])
        re.match(r'(b+)+$', form.cleaned_data['note'])
`, "remote body POST.name 40; remote body POST.note 2621440"},
		{"rest framework", "shop/views.py", `
import re
from rest_framework import serializers
from rest_framework.views import APIView
class Contact(serializers.Serializer):
    name = serializers.CharField(max_length=40)
class Page(APIView):
    def post(self, request):
        s = Contact(data=request.data)
        s.is_valid(raise_exception=True)
        re.match(r'(a+)+$', s.validated_data['name'])
        re.match(r'(b+)+$', request.data['name'])
`, "remote body POST data.name 40; remote body POST data.name -1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestBoundsAcrossFiles follows a value through a schema of another file, which a function is handed.
func TestBoundsAcrossFiles(t *testing.T) {
	got := describe(t, `
-- schemas.ts --
import * as z from 'zod'
export const name = z.string().max(44)
export const schemas = { contact: z.object({ name, other: name.optional() }) }
-- a.ts --
import express from 'express'
import { schemas } from './schemas'
function validate(schema, data) { const r = schema.safeParse(data); if (!r.success) throw new Error('x'); return r.data }
const app = express()
app.post('/a', async (req, res) => { const b = schemas.contact.parse(req.body); return /(a+)+$/.test(b.name) })
app.post('/b', async (req, res) => { const b = validate(schemas.contact, req.body); return /(b+)+$/.test(b.other) })
`)
	want := `a.ts:5 remote
remote body POST /a body.name 44: a.ts:5
a.ts:6 remote
remote body POST /b body.other 44: a.ts:6 > a.ts:3 > a.ts:6`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDependenciesAcrossFiles holds that a parameter whose type stands elsewhere holds what its dependency returns.
func TestDependenciesAcrossFiles(t *testing.T) {
	got := describe(t, `
-- deps.py --
from typing import Annotated, Literal
from fastapi import Depends
class User: pass
def current() -> User: return DB.load()
def asked(q: str): return q
CurrentUser = Annotated[User, Depends(current)]
Asked = Annotated[str, Depends(asked)]
Sort = Literal['up', 'down']
-- main.py --
import re
from fastapi import FastAPI
from deps import CurrentUser, Asked, Sort
app = FastAPI()
@app.get('/x')
def x(user: CurrentUser, asked: Asked, sort: Sort):
    re.match(r'(a+)+$', user.name)
    re.match(r'(b+)+$', asked)
    re.match(r'(c+)+$', sort)
`)
	want := `main.py:7 unknown
not followed: DB
not followed: DB.load().name
not followed: load()
main.py:8 remote
remote url GET /x q -1: deps.py:5 > deps.py:7 > main.py:6 > main.py:8
main.py:9 remote
remote url GET /x sort 4: main.py:6 > main.py:9`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
