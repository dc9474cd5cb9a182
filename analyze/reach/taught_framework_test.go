package reach

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/reach/model"
)

// TestTaughtFrameworks has a project teach what runs before its handlers, what answers a request and what makes an error.
func TestTaughtFrameworks(t *testing.T) {
	const web = `
reach:
  lang: python
  mounts:
    - {of: program, call: "our_web.Server(...)"}
    - {call: "our_web.Server().join(router=router)"}
  leaves:
    - {call: "our_web.refuse(...)", true: true}
  entries:
    - {name: our.handler, decorator: ["our_web.Server().post(route)", "our_web.Part().post(route)"], method: POST}
    - {name: our.late, decorator: "our_web.Server().late(route)", method: POST, apart: true}
    - {name: our.hook, decorator: ["our_web.Server().first()", "our_web.Part().first()"], middleware: true}
    - {name: our.class, base: "our_web.Layer", methods: [before], middleware: true, apart: true, added: "_.layer(fn)"}
  sources:
    - {value: "our_web.request.form.**", kind: body, max: none}
`
	const rpc = `
reach:
  lang: js
  leaves:
    - {call: "our-errors.fail(...)", fails: true}
    - {call: "_.deny(...)", of-parameter: [call]}
  entries:
    - {name: rpc.handler, call: "our-rpc().on(fn...)"}
  sources:
    - {value: "rpc.handler[0].**", kind: message, max: 5000}
`
	const hook = "@app.first\ndef gate():\n    if len(request.form['s']) > 10:\n        return refuse('no')\n"
	for _, c := range []struct{ file, model, code, want string }{
		{"a.py", web, hook + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n", "10"},
		{"a.py", web, hook + "@app.late('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n", "-1"},
		{"a.py", web, strings.Replace(hook, "refuse(", "print(", 1) + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n", "-1"},
		{"a.py", web, "second = Server()\n" + strings.Replace(hook, "@app", "@second", 1) + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\n", "-1"},
		{"a.py", web, "p = Part()\n" + strings.Replace(hook, "@app", "@p", 1) + "@p.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.join(p)\n", "10"},
		{"a.py", web, "p = Part()\n" + strings.Replace(hook, "@app", "@p", 1) + "@app.post('/a')\ndef a():\n    re.match(r'(a+)+$', request.form['s'])\napp.join(p)\n", "-1"},
		{"a.js", rpc, "const f = (call, next) => { if (typeof call.s !== 'string' || call.s.length > 10) call.deny(); /(a+)+$/.test(call.s) }\nrpc().on(f)", "10"},
		{"a.js", rpc, "const f = (sent, next) => { if (typeof sent.s !== 'string' || sent.s.length > 10) sent.deny(); /(a+)+$/.test(sent.s) }\nrpc().on(f)", "5000"},
	} {
		taught, err := model.Parse("snag.yaml", []byte(c.model))
		if err != nil {
			t.Fatal(err)
		}
		text := "import re\nfrom our_web import Server, Part, Layer, request, refuse\napp = Server()\n" + c.code
		if c.file == "a.js" {
			text = "const rpc = require('our-rpc')\n" + c.code
		}
		paths, texts, files := archive("-- " + c.file + " --\n" + text)
		in := Input{Paths: paths, Files: files, Model: model.Default().With(taught)}
		got := "none"
		for _, r := range Open(in).Regexes(t.Context(), regexesIn(paths, texts)) {
			if len(r.Ways) > 0 {
				got = fmt.Sprint(r.Ways[0].MaxLength)
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.code, got, c.want)
		}
	}
}
