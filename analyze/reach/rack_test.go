package reach

import (
	"strings"
	"testing"
)

// TestRack follows a request into what config.ru runs.
func TestRack(t *testing.T) {
	const app = "\n-- config.ru --\nrequire_relative 'app'\nrun RUN\n-- app.rb --\nclass App\n  def call(env)\n    r = Rack::Request.new(env)\n    SUBJECT =~ /(a+)+$/\n  end\n  def other(env)\n  end\nend\n"
	for _, test := range []struct{ run, subject, want string }{
		{"App.new", `env['QUERY_STRING']`, "remote url QUERY_STRING 10240"},
		{"App.new", `r.params['a']`, "remote body Rack.Request.new().params().a -1"},
		{"App.new", `Rack::Utils.parse_query(env['QUERY_STRING'])['x']`, "remote url QUERY_STRING 10240"},
		{"App.new", `r.user_agent`, "remote header Rack.Request.new().user_agent() 81920"},
		{"Other.new", `env['QUERY_STRING']`, "unknown"},
	} {
		got := describe(t, strings.NewReplacer("RUN", test.run, "SUBJECT", test.subject).Replace(app))
		if !strings.Contains(got, test.want) {
			t.Errorf("run %s, %s: got %s, want %s", test.run, test.subject, got, test.want)
		}
	}
}
