package reach

import (
	"strings"
	"testing"
)

// What Express takes from X-Forwarded-* is sent only where the project trusts a proxy.
func TestTrustedProxies(t *testing.T) {
	express := "const app = require('express')(); app.get('/a', (req, res) => { /^(a+)+$/.test(req.VALUE) }); "
	for _, c := range []struct {
		server, value, then string
		remote              bool
	}{
		{express, "ip", "", false},
		{express, "protocol", "app.set('x-powered-by', false)", false},
		{express, "ips[0]", "app.disable('trust proxy')", false},
		{express, "ip", "app.set('trust proxy', 1)", true},
		{express, "ips[0]", "app.set('trust proxy', check)", true},
		{express, "protocol", "app.enable('trust proxy')", true},
		{express, "hostname", "", true},
		{express, "headers['x-forwarded-for']", "", true},
	} {
		code := strings.NewReplacer("VALUE", c.value).Replace(c.server) + c.then
		got := describe(t, "\n-- package.json --\n{\"name\": \"shop\", \"private\": true}\n-- a.js --\n"+code)
		if strings.HasPrefix(got, "a.js:1 remote\n") != c.remote || strings.HasPrefix(got, "a.js:1 constant") {
			t.Errorf("%s\ngot %s, want remote: %t", code, got, c.remote)
		}
	}
}
