package reach

import "testing"

// TestGatewayTexts takes query parameters of API Gateway for texts: a list is sent in the place of none but of those that
// have several values.
func TestGatewayTexts(t *testing.T) {
	const node = `
require('aws-lambda')
exports.handler = async event => {
  const { q } = event.queryStringParameters
  const m = event.multiValueQueryStringParameters.q
  GUARD
}`
	for _, test := range []struct {
		code         string
		most, asList int
	}{
		{"if (q.length > 40) return; /(a+)+$/.test(q)", 40, 0},
		{"if (m.length > 40) return; /(a+)+$/.test(m)", 40, 10240},
		{"if (q.length > 40) console.log(q); /(a+)+$/.test(q)", 10240, 0},
		{"if (m.length > 40) return; /(a+)+$/.test(q)", 10240, 0},
		{"if (q.length < 40) return; /(a+)+$/.test(q)", 10240, 0},
		{";/(a+)+$/.test(q); if (q.length > 40) return", 10240, 0},
	} {
		ways := waysOf(t, "index.js", replaced(node, test.code), attacked)
		if len(ways) == 0 {
			t.Errorf("%s: got no way, want %d characters", test.code, test.most)
			continue
		}
		if got := ways[0]; got.MaxLength != test.most || got.AsList != test.asList {
			t.Errorf("%s: got %d characters, %d as a list; want %d, %d", test.code, got.MaxLength, got.AsList, test.most, test.asList)
		}
	}
}
