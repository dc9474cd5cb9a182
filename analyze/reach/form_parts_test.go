package reach

import "testing"

// TestFormParts reads fields of forms as they were sent, asks schemas that answer later, and takes groups of paths by their
// places.
func TestFormParts(t *testing.T) {
	const django = `
import re
from django import forms
from django.urls import path
class F(forms.Form):
    x = forms.CharField(max_length=40)
    y = forms.CharField()
def a(request):
    form = F(request.POST)
    if form.is_valid():
        GUARD
urlpatterns = [path('a', a)]
`
	const tornado = `
import re
from tornado.web import Application, RequestHandler
class A(RequestHandler):
    def get(self, n, m=None): re.match(r'(a+)+$', n)
app = Application([GUARD])
`
	const yup = `
import * as yup from 'yup'
const app = require('express')()
const S = yup.object({ t: yup.string().max(40) })
app.post('/', async (req, res) => {
  GUARD
  /(a+)+$/.test(req.body.t)
})`
	for _, test := range []struct{ file, frame, code, want string }{
		{"views.py", django, "re.match(r'(a+)+$', form['x'].value())", "2621440"},
		{"a.py", tornado, `(r'/a/(\w{1,20})', A)`, "20"},
		{"a.py", tornado, `(r'/a/(\w+)', A)`, "65536"},
		{"a.py", tornado, `(r'/(?:a|b)/(\w{4})/([^/]+)', A)`, "4"},
		{"a.py", tornado, `(r'/((\w{1,3})-(\w{1,4}))', A)`, "65536"},
		{"a.py", tornado, `(r'/a/(\w{1,20})', A), (r'/b/(.*)', A)`, "65536"},
		{"a.py", tornado, `(r'/a/(?P<n>\w{1,20})', A), (r'/b/(.*)', A)`, "65536"},
		{"a.js", yup, "if (!(await S.isValid(req.body))) return", "40"},
		{"a.js", yup, "if (!S.isValid(req.body)) return", "102400"},
		{"a.js", yup, "if (!(await S.isValid(req.body))) console.log(1);", "102400"},
		{"a.js", yup, "if (await S.isValid(req.body)) return", "102400"},
		{"a.js", yup, "if (!(await S.isValid(req.query))) return", "102400"},
	} {
		if got := longest(t, test.file, replaced(test.frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
