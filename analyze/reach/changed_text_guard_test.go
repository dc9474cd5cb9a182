package reach

import "testing"

// TestChangedTextGuards changes a text of Ruby under another name behind a check, and bounds texts by constants of the module in
// which a check stands.
func TestChangedTextGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"changed", "app/controllers/a.rb", "class AController < ApplicationController\n  def run\n    s = params[:s].to_s\n    o = params[:o].to_s\n    return if s.length > 40\n    GUARD\n    s =~ /(a+)+$/\n  end\nend\n", "40", "-1", []string{
			"w = s", "w = s; w.strip", "w = s.dup; w << o", "w = o; w << s", "w = s + o; w << o", "o << s", "w = s; w + o", "w = s; w = o",
		}, []string{
			"w = s; w << o", "w = s; w.concat(o)", "w = s; w.replace(o)", "w = s; w.prepend(o)", "s << o", "w = o; s << w", "w = s; w.insert(0, o)", "w = s; w << 'x' << o",
		}},
		{"constants of modules", "app/controllers/a.rb", `module Guards
  MAX = 40
  SOME = %w[a b].size
  def self.short?(s) = s.is_a?(String) && s.length <= MAX
  def self.assert(s)
    raise ArgumentError unless s.length <= MAX
  end
  def self.loose?(s) = s.length >= MAX
  def self.other?(s) = s.length <= Limits::MAX
  class Inner
    def self.short?(s) = s.length <= MAX
  end
end
class AController < ApplicationController
  def run
    s = params[:s].to_s
    o = params[:o]
    GUARD
    s =~ /(a+)+$/
  end
end
`, "40", "-1", []string{
			"return unless Guards.short?(s)", "Guards.assert(s)", "return unless Guards::Inner.short?(s)", "return if s.length > Guards::MAX", "return if !Guards.short?(s)", "unless Guards.short?(s) then return end", "raise 'no' unless Guards.short?(s)", "s = s[0, Guards::MAX]",
		}, []string{
			"return unless Guards.loose?(s)", "return unless Guards.other?(s)", "Guards.short?(s)", "Guards.assert(s) rescue nil", "return if Guards.short?(s)", "return unless Guards.short?(o) || o", "s = s[Guards::MAX..]", "return unless Guards.short?(params[:o].to_s)",
		}},
	} {
		g.run(t)
	}
}
