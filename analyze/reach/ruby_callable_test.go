package reach

import (
	"strings"
	"testing"
)

// TestMethodsAsValues follows texts into methods of Ruby that are handed over as values.
func TestMethodsAsValues(t *testing.T) {
	const app = `require 'sinatra'
class Text
  def short(s) = s.to_s[0, 20]
  def run(s) = method(:short).call(s)
  def self.cut(s) = s.to_s[0, 30]
end
class Made
  def method(name) = ->(s) { s }
  def short(s) = 'x'
  def run(s) = method(:short).call(s)
end
def cut(s) = s.to_s[0, 40]
def whole(s) = s.to_s
post '/a' do
  s = params[:s]
  TABLE = { cut: method(:cut), 'whole' => method(:whole) }
  CALL =~ /(a+)+$/
end
`
	for _, test := range []struct{ call, want string }{
		{"method(:cut).call(s)", "40"},
		{"method(:cut).(s)", "40"},
		{"[s].map(&method(:cut)).first", "40"},
		{"Text.new.run(s)", "20"},
		{"Text.new.method(:short).call(s)", "20"},
		{"Text.method(:cut).call(s)", "30"},
		{"TABLE[:cut].call(s)", "40"},
		{"TABLE[params[:k]].call(s)", "any"},
		{"method(:whole).call(s)", "any"},
		{"method(params[:m]).call(s)", "any"},
		{"Made.new.run(s)", "any"},
	} {
		if got := longest(t, "a.rb", strings.Replace(app, "CALL", test.call, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.call, got, test.want)
		}
	}
}
