package reach

import "testing"

// TestHashGuards holds texts against the names in hashes of Ruby, and against lists.
func TestHashGuards(t *testing.T) {
	const app = "require 'sinatra'\nNAMES = { 'name' => 'a long text', 'date' => 1 }.freeze\nLONG = { 'what is longer' => 'x' }\nOPEN = { 'a' => 'x' }\nLIST = %w[a b]\n" +
		"post '/b' do\n  OPEN[params[:o]] = 1\n  LIST << params[:o]\nend\nget '/a' do\n  s = params[:s].to_s\n  halt 400 unless GUARD\n  /(a+)+$/.match(s)\nend\n"
	for _, test := range []struct{ guard, want string }{
		{"NAMES.key?(s)", "4"}, {"NAMES.include?(s)", "4"}, {"LONG.key?(s)", "14"}, {"LONG.include?(s)", "14"},
		{"LONG.values.include?(s)", "10240"}, {"OPEN.key?(s)", "10240"}, {"LIST.include?(s)", "10240"}, {"%w[a bc].include?(s)", "2"},
		{"NAMES.key?(params[:o])", "10240"}, {"params.key?(s)", "10240"},
	} {
		if got := longest(t, "a.rb", replaced(app, test.guard)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}
