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
	g = guardCase{"sprintf of PHP", "a.php", `<?php
$s = $_GET['s'];
$t = substr($s, 0, 5);
preg_match('/(a+)+$/', GUARD);
`, "45", "any", []string{
		`sprintf('%.40s', $s)`,
		`sprintf('%.33s%s', $s, $t)`,
		`sprintf('%.39sx', $s)`,
		`\sprintf('%.40s', $s)`,
		`sprintf('%-9.38s', $s)`,
		`sprintf('%.36s', $s) . 'xxxx'`,
		`sprintf("%.40s", $_GET['u'])`,
		`substr(sprintf('%.90s', $s), 0, 45)`,
	}, []string{
		`sprintf('%s', $s)`,
		`sprintf('%40s', $s)`,
		`sprintf('%.40s%s', $s, $s)`,
		`sprintf('%1$.40s%1$s', $s)`,
		`sprintf('%.*s', 40, $s)`,
		`sprintf('%.40s' . $s, $t)`,
		`own_sprintf('%.40s', $s) . $s`,
		`sprintf('%.40s', $t) . $s`,
		`sprintf('%.2f', $t) . $s`,
	}}
	g.run(t)
	for _, test := range []struct{ code, want string }{
		{`(int) $_GET['s']`, "none"},
		{`(float) $_GET['s']`, "none"},
		{`(string) (int) $_GET['s']`, "none"},
		{`(bool) $_GET['s'] . 'x'`, "none"},
		{`(string) $_GET['s']`, "any"},
		{`(int) $_GET['s'] . $_GET['t']`, "any"},
		{`((array) $_GET['s'])[0]`, "any"},
	} {
		if got := longest(t, "a.php", "<?php\npreg_match('/(a+)+$/', "+test.code+");"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
