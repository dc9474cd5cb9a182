package reach

import "testing"

// TestFormatGuards has formats of Python show so many characters of a text, or more than it has.
func TestFormatGuards(t *testing.T) {
	g := guardCase{"formats", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
@app.post('/a')
def a():
    s = request.form['s']
    t = s[:5]
    re.match(r'(a+)+$', GUARD)
`, "45", "any", []string{
		`"%.40s" % s`,
		`("%.40s%.0s" % (s, s))[:45]`,
		`f"{s:.45}"`,
		`f"{s:<5.40}"`,
		`f"{s!r:.45}"`,
		`f"{s:.40}{t}"`,
		`"{:.39}".format(s)`,
		`"{x:.38}".format(x=s)`,
		`"%.35s%s" % (s, s[:3])`,
	}, []string{
		`"%s" % s`,
		`"%.*s" % (40, s)`,
		`"%(s).40s" % {"s": s}`,
		`f"{s}"`,
		`f"{s:<40}"`,
		`f"{s:.40}{s}"`,
		`f"{t:99999}"`,
		`"{:.40}{}".format(t, s)`,
		`"{0:.40}{0}".format(s)`,
		`"{} {x}".format(t, x=s)`,
		`"%r" % t`,
		`"{!r}".format(t)`,
	}}
	g.run(t)
}
