package reach

import "testing"

// TestDecoratedServers calls functions that were made members of a server, and reads what serializers hold.
func TestDecoratedServers(t *testing.T) {
	const fastify = "const app = require('fastify')()\n"
	const drf = "import re\nfrom rest_framework import serializers\nfrom rest_framework.views import APIView\nclass S(serializers.Serializer):\n    t = serializers.CharField(max_length=10)\nclass V(APIView):\n    def post(self, request):\n        s = S(data=request.data)\n"
	for _, test := range []struct{ file, text, want string }{
		{"a.js", fastify + "app.decorate('fits', s => /(a+)+$/.test(s))\napp.post('/a', async r => app.fits(r.body.s))", "1048576"},
		{"a.js", fastify + "app.decorate('fits', s => /(a+)+$/.test(s))\napp.post('/a', async function (r) { return this.fits(r.body.s) })", "1048576"},
		{"a.js", fastify + "app.decorateRequest('fits', function () { return /(a+)+$/.test(this.body.s) })\napp.post('/a', async r => r.fits())", "1048576"},
		{"a.js", fastify + "app.decorateReply('fits', s => /(a+)+$/.test(s))\napp.post('/a', async (r, reply) => reply.fits(r.body.s))", "1048576"},
		{"a.js", fastify + "app.decorate('fits', s => /(a+)+$/.test(s))\napp.post('/a', async r => app.other(r.body.s))", "none"},
		{"a.js", fastify + "app.decorate('fits', s => /(a+)+$/.test(s))\napp.post('/a', { bodyLimit: 2000 }, async r => app.fits(r.body.s))", "2000"},
		{"views.py", drf + "        s.is_valid(raise_exception=True)\n        re.search(r'(a+)+$', s.validated_data['t'])\n", "10"},
		{"views.py", drf + "        s.is_valid()\n        re.search(r'(a+)+$', s.data['t'])\n", "any"},
		{"views.py", drf + "        s.is_valid(raise_exception=True)\n        re.search(r'(a+)+$', s.data['t'])\n", "any"}, // as it came where it is wrong
	} {
		if got := longest(t, test.file, test.text); got != test.want {
			t.Errorf("%s\ngot %s, want %s", test.text, got, test.want)
		}
	}
}
