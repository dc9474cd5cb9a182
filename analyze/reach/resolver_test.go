package reach

import (
	"strings"
	"testing"
)

// TestResolvers follows what Apollo hands to resolvers, and Litestar to handlers.
func TestResolvers(t *testing.T) {
	const apollo = `
const { ApolloServer } = require('@apollo/server')
const resolvers = { Query: { find: (parent, args) => { CODE } }, User: { name(user, { q }) { return q } } }
new ApolloServer({ typeDefs: '', resolvers })`
	const yoga = `
import { createSchema } from 'graphql-yoga'
const secured = fn => (parent, args, c) => { if (!c.user) throw new Error(); return fn(parent, args, c) }
const one = { Query: { find: secured((parent, args) => { CODE }) } }
createSchema({ typeDefs: '', resolvers: [one, { Query: {} }] })`
	const litestar = `
import re
from typing import Annotated
from litestar import Litestar, Controller, get, post
from litestar.params import Parameter
class C(Controller):
    path = "/c"
    @get("/find")
    async def find(self, q: Annotated[str, Parameter(max_length=20)], r: str, n: int) -> bool:
        CODE
`
	for _, test := range []struct{ file, frame, code, want string }{
		{"a.js", apollo, "return /(a+)+$/.test(args.q)", "any"},
		{"a.js", apollo, "if (args.q.length > 20) throw new Error(); return /(a+)+$/.test(args.q)", "20"},
		{"a.js", apollo, "if (args.q.length > 20) return null; return /(a+)+$/.test(args.r)", "any"},
		{"a.js", apollo, "return /(a+)+$/.test(parent)", "none"},
		{"a.js", yoga, "return /(a+)+$/.test(args.q)", "any"},
		{"a.js", yoga, "if (args.q.length > 20) throw new Error(); return /(a+)+$/.test(args.q)", "20"},
		{"a.js", yoga, "return /(a+)+$/.test(args)", "any"},
		{"a.py", litestar, "return re.search('(a+)+$', q)", "20"},
		{"a.py", litestar, "return re.search('(a+)+$', r)", "any"},
	} {
		if got := longest(t, test.file, strings.Replace(test.frame, "CODE", test.code, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
