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
		{"changed by a method", "app/controllers/a.rb", `module Text
  def self.pad(s, o)
    s << o
  end
  def self.deep(s, o) = pad(s, o)
  def self.cut(s)
    s.sub!('x', '')
  end
  def self.copies(s, o)
    s = s.dup
    s << o
  end
  def self.sum(s, o) = s + o
  def self.other(s, o)
    o << s
  end
  def self.aliased(s, o)
    w = s
    w.concat(o)
    nil
  end
  def self.named(of:, with:)
    of.replace(with)
  end
  def self.listed(all, o)
    all.each { |one| one << o }
  end
  def self.set(s)
    s = params[:t]
  end
end
class AController < ApplicationController
  def run
    s = params[:s].to_s
    o = params[:o].to_s
    list = []
    return if s.length > 40
    GUARD
    s =~ /(a+)+$/
  end
  def pad(s, o)
    s.insert(0, o)
  end
end
`, "40", "-1", []string{
			"Text.copies(s, o)", "Text.sum(s, o)", "Text.other(s, o)", "Text.set(s)", "Text.pad(o, s)", "Text.pad(s.dup, o)", "s.tap { |t| o << t }", "s.tap { |t| puts t }", "list << s; o << 'x'", "t = [s, o]; puts t", "[o].each { |t| t << o }", "Text.pad(+'', s)",
		}, []string{
			"Text.pad(s, o)", "Text.deep(s, o)", "Text.aliased(s, o)", "Text.named(of: s, with: o)", "w = s; Text.pad(w, o)", "pad(s, o)", "pad s, o", "self.pad(s, o)", "s.tap { |t| t << o }", "s.then { |t| t << o }", "[s].each { |t| t << o }", "list << s; list.each { |t| t << o }", "list = [s]; list[0] << o", "list = [s, o]; list.first << o", "list = [s]; list.first.concat(o)",
			"Text.listed([s], o)", "h = { s: s }; h[:s] << o", "@s = s; @s << o", "list = [s]; list.last.replace(o)", "s.tap { |t| Text.pad(t, o) }", "list.push(s); list[0] << o", "m = Text.method(:pad); m.call(s, o)", "f = ->(t) { t << o }; f.call(s)", "f = ->(t) { t << o }; f.(s)", "s.itself << o", "s.to_s << o", "(s) << o", "(w = s) << o", "s.tap { _1 << o }", "s.tap { it << o }", "x, = [s]; x << o", "x, y = s, o; x << y", "(true && s) << o", "[s, o].reduce { |a, b| a << b }", "[s].each_with_index { |t, i| t << o }", "list = [s]; list.map! { |t| t << o }", "s[0, 0] = o", "s[/^/] = o", "s.gsub!(/a/, o)", "s.public_send(:<<, o)", "s.send(:concat, o)", "s.concat(*[o])", "s&.<<(o)", "o.each_char { |c| s << c }", "s.append_as_bytes(o)", "s.sub!(/$/) { o }", "s.setbyte(0, 65); s << o",
		}},
	} {
		g.run(t)
	}
}
