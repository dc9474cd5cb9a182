package reach

import "testing"

// TestGatewayTexts takes query parameters of API Gateway for texts.
func TestGatewayTexts(t *testing.T) {
	const node = `
require('aws-lambda')
exports.handler = async event => {
  const { q } = event.queryStringParameters
  const m = event.multiValueQueryStringParameters.q
  GUARD
}`
	for _, test := range []struct{ code, want string }{
		{"if (q.length > 40) return; /(a+)+$/.test(q)", "40"},
		{"if (q.length > 40) console.log(q); /(a+)+$/.test(q)", "10240"},
		{"if (m.length > 40) return; /(a+)+$/.test(q)", "10240"},
		{"if (q.length < 40) return; /(a+)+$/.test(q)", "10240"},
		{";/(a+)+$/.test(q); if (q.length > 40) return", "10240"},
	} {
		if got := longest(t, "index.js", replaced(node, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
