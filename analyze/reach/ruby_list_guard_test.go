package reach

import (
	"fmt"
	"testing"
)

// TestRubyListsPass has a list be sent in the place of a text that is cut or counted, of which a text is made behind that.
// The second number is how long the text of a list can be: -1 for any length.
func TestRubyListsPass(t *testing.T) {
	const frame = "class AController < ApplicationController\n  def run\n    s = params[:s]\n    GUARD\n  end\nend\n"
	for _, test := range []struct{ guard, want string }{
		{"s[0, 30].to_s =~ /(a+)+$/", "30 -1"},
		{"s.first(30).to_s =~ /(a+)+$/", "30 -1"},
		{"\"#{s[0..29]}\" =~ /(a+)+$/", "30 -1"},
		{"String(s[0, 30]) =~ /(a+)+$/", "30 -1"},
		{"return if s.length > 30; s.to_s =~ /(a+)+$/", "30 -1"},
		{"return if s.size > 30; \"#{s}\" =~ /(a+)+$/", "30 -1"},
		{"params.fetch(:s)[0, 30].to_s =~ /(a+)+$/", "30 -1"},
		{"JSON.parse(request.headers['S'])['s'][0, 30].to_s =~ /(a+)+$/", "30 81920"},
		{"return if s.is_a?(Symbol) || s.length > 30; s.to_s =~ /(a+)+$/", "30 -1"},

		{"s[0, 30] =~ /(a+)+$/", "30 0"}, // of a list nothing is matched
		{"s.to_s[0, 30] =~ /(a+)+$/", "30 0"},
		{"s.to_s.first(30).to_s =~ /(a+)+$/", "30 0"},
		{"s.strip[0, 30].to_s =~ /(a+)+$/", "30 0"}, // which lists have not
		{"return unless s.is_a?(String) && s.length < 31; s.to_s =~ /(a+)+$/", "30 0"},
		{"return if s.to_s.length > 30; s.to_s =~ /(a+)+$/", "30 0"},
		{"return unless s =~ /\\A\\w{0,30}\\z/; s.to_s =~ /(a+)+$/", "30 0"},
		{"request.headers['S'][0, 30].to_s =~ /(a+)+$/", "30 0"},
	} {
		ways := waysOf(t, "app/controllers/a.rb", replaced(frame, test.guard), attacked)
		if len(ways) == 0 {
			t.Errorf("%s: no way was found", test.guard)
			continue
		}
		if got := fmt.Sprint(ways[0].MaxLength, ways[0].AsList); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}
