package reach

import "testing"

// TestFunctionsElsewhereGuard has functions of another file of Ruby find whether a text is short.
func TestFunctionsElsewhereGuard(t *testing.T) {
	const lib = "def short?(s)\n s.length <= 50\nend\nclass Box\n def initialize(o = nil)\n  @o = o\n end\n def ok?(s)\n  s.length <= 50\n end\n def self.fine?(s)\n  s.length <= 50\n end\nend\nclass Big < Box\n def ok?(s)\n  true\n end\nend\nmodule G\n LIMIT = 50\n class Other\n end\n def self.check(s)\n  raise 'x' if s.length > LIMIT\n end\nend\n"
	for _, test := range []struct {
		guard, more string
		holds       bool
	}{
		{guard: "halt 400 unless short?(s)", holds: true},
		{guard: "halt 400 unless Box.new.ok?(s)", holds: true},
		{guard: "halt 400 unless Box.new(s).ok?(s)", holds: true},
		{guard: "b = Box.new\n  halt 400 unless b.ok?(s)", holds: true},
		{guard: "halt 400 unless Box.fine?(s)", holds: true},
		{guard: "G.check(s)", holds: true},
		{guard: "begin\n   G.check(s)\n  rescue StandardError\n   halt 400\n  end", holds: true},
		{guard: "return 'x' if !short?(s)", holds: true},
		{guard: "G.check(s)", more: "G::Other::LIMIT = 5000\nclass G::Another\nend\n", holds: true},
		{guard: "G.check(s)", more: "G::LIMIT = 5000\n"},
		{guard: "G.check(s)", more: "G.singleton_class.prepend(Module.new { def check(s) = nil })\n"},
		{guard: "G.check(s)\n  case { t: o }\n  in { t: s }\n  end"},
		{guard: "G.check(s)\n  { t: [o] } => { t: [s] }"},
		{guard: "short?(s)"},
		{guard: "halt 400 unless short?(o)"},
		{guard: "halt 400 unless Big.new.ok?(s)"},
		{guard: "halt 400 unless (o ? Box : Big).new.ok?(s)"},
		{guard: "halt 400 unless Crate.new.ok?(s)"},
		{guard: "halt 400 unless Box.new.fits?(s)"},
		{guard: "halt 400 unless short?(s)", more: "def short?(s) = true\n"},
		{guard: "halt 400 unless short?(s)", more: "if ENV['X']\n def short?(s)\n  true\n end\nend\n"},
		{guard: "halt 400 unless Box.new.ok?(s)", more: "if ENV['X']\n class Box\n  def ok?(s) = true\n end\nend\n"},
		{guard: "halt 400 unless Box.new.ok?(s)", more: "class Box\n def ok?(s) = true\nend\n"},
		{guard: "halt 400 unless Box.new.ok?(s)", more: "Box.prepend(Module.new { def ok?(s) = true })\n"},
		{guard: "halt 400 unless Box.new.ok?(s)", more: "Box.class_eval { def ok?(s) = true }\n"},
		{guard: "G.check(s)", more: "class << G\n def check(s) = nil\nend\n"},
		{guard: "G.check(s)", more: "def G.check(s) = nil\n"},
		{guard: "G.check(s) rescue nil"},
	} {
		text := "-- lib.rb --\n" + lib + "-- more.rb --\n" + test.more + "-- a.rb --\nrequire 'sinatra'\nrequire_relative 'lib'\nrequire_relative 'more'\npost '/a' do\n  s = params[:s].to_s\n  o = params[:o]\n  " + test.guard + "\n  s =~ /(a+)+$/\nend\n"
		if got := remoteMax(t, text); (got == 50) != test.holds {
			t.Errorf("%s, %q: got %d, want 50: %t", test.guard, test.more, got, test.holds)
		}
	}
}
