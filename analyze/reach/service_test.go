package reach

import "testing"

// TestServices makes objects of Ruby by methods of their own classes, which hand on what they get.
func TestServices(t *testing.T) {
	const frame = `class Service
  def self.call(*args, **options)
    new(*args, **options).call
  end
end
class Own
  def self.new(s)
    Search.new(s)
  end
end
class Search < GUARD
  def initialize(s)
    @s = s
  end
  def call
    @s =~ /(a+)+$/
  end
end
class AController < ApplicationController
  def run
    GUARD
  end
end
`
	for _, test := range []struct{ code, want string }{
		{"Service\n---\nSearch.call(params[:s])", "any"},
		{"Service\n---\nSearch.call(params[:s].first(50))", "50"},
		{"Service\n---\nSearch.new(params[:s].first(50)).call", "50"},
		{"Object\n  def self.run(s) = new(s).call\n---\nSearch.run(params[:s].first(50))", "50"},
		{"Object\n  class << self\n    def run(s)\n      new(s).call\n    end\n  end\n---\nSearch.run(params[:s].first(50))", "50"},
		{"Own\n---\nService.call('x')", "none"},
	} {
		if got := longest(t, "app/controllers/a.rb", replaced(frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
