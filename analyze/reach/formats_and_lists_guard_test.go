package reach

import "testing"

// TestPercentGuards cuts texts before % of Python and Ruby, or by it, and puts lists together.
func TestPercentGuards(t *testing.T) {
	(&guardCase{name: "Python", file: "a.py", frame: `import re
from flask import Flask, request
app = Flask(__name__)
FMT = '%s!'
GUARD
@app.post('/a')
def a():
    s = request.form['s']; o = request.form['o']
    if len(s) > 20: return
    GUARD
    re.search(r'(a+)+$', s)
`, bound: "20", loose: "any", holds: []string{
		"\n---\ns = '%s' % s[:18]", "\n---\ns = '%.15s' % o", "\n---\ns = '%(s)s' % {'s': s[:15]}", "\n---\ns = '%s' % (s[:18],)", "\n---\ns = ({s} - {o}).pop()", "\n---\ns = ({s} & {o}).pop()", "\n---\ns = ([s] + ['x'])[0]", "\n---\ns = sorted({s} ^ {'x'})[0]",
		"\n---\nn = len(o) % 3", "MAX = 20\n---\ns = s[:MAX]",
	}, not: []string{
		"\n---\ns = s % o", "\n---\ns = (FMT + o) % s", "\n---\ns = '%*s' % (int(o), s)", "\n---\ns = '%(s)s%(s)s' % {'s': o}", "\n---\ns = f'%{o}s' % s", "\n---\ns = ({o} - {'x'}).pop()", "\n---\ns = sorted({s} ^ {o})[0]",
		"\n---\ns = ([s] + [o])[1]", "\n---\ns = ','.join([s] + [o])", "\n---\ns = o[:s and 20]", "\n---\ns = FMT % o",
	}}).run(t)
	(&guardCase{name: "Ruby", file: "a.rb", frame: `require 'sinatra'
GUARD
post '/a' do
  s = params[:s].to_s
  o = params[:o].to_s
  return if s.length > 20
  GUARD
  s =~ /(a+)+$/
end
`, bound: "20", loose: "any", holds: []string{
		"\n---\ns = '%s' % s[0, 18]", "\n---\ns = '%.15s' % o", "\n---\ns = '%s' % [s[0, 18]]", "\n---\ns = ([s] - [o]).first", "\n---\ns = ([s] & [o]).first", "\n---\ns = ([s] | ['x']).first", "\n---\ns = (['x'] + [s]).last", "\n---\ns = +s",
		"\n---\ns = -s", "\n---\ns[0] = 'b'\ns = s[0, 20]",
	}, not: []string{
		"\n---\ns = '%s' % o", "\n---\ns = o % s", "\n---\ns = '%p' % s", "\n---\ns = '%1$s%1$s' % s", "\n---\ns = '%s%s' % [s, o]", "\n---\ns = ([o] - [s]).first", "\n---\ns = ([s] | [o]).first", "\n---\ns = ([s] + [o]).join",
		"\n---\ns[0] = o", "\n---\ns = +o", "\n---\ns = -o",
	}}).run(t)
}
