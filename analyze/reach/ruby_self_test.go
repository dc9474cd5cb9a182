package reach

import (
	"strings"
	"testing"
)

// TestRubySelf follows what methods of Ruby call and set on self where a class extends theirs, or where self is what the body
// of a class means.
func TestRubySelf(t *testing.T) {
	const base = "class Base\n  def run(s)\n    check(s)\n  end\n  def limit = 10\n  def cut(s)\n    s[0, limit] =~ /(a+)+$/\n  end\n  def own(s) = 1\n  def self.kept(k) = KEPT[k] = 1\nend\n"
	const plain = "class Plain < Base\n  def check(s)\n    s =~ /(a+)+$/\n  end\nend\n"
	const web = "require 'sinatra/base'\nclass A < Sinatra::Base\n  before do\n    @x = 'a'\n    @n = 10\n  end\n"
	act := func(code string) string {
		return "class TextsController < ApplicationController\n  def create\n    " + code + "\n  end\nend\n"
	}
	for _, test := range []struct{ name, code, want string }{
		{"a method that only those which extend have", base + plain + act("Plain.new.run(params[:s])"), "remote body params.s -1"},
		{"in a table", base + plain + "TABLE = { 'a' => Plain }\n" + act("TABLE.fetch(params[:k]).new.run(params[:s])"), "remote"},
		{"on an object of another class", base + plain + "class Other < Base\n  def check(s) = 1\nend\n" + act("Other.new.run(params[:s])"), "unknown"},
		{"a method that one has instead", base + "class Plain < Base\n  def own(s)\n    s =~ /(a+)+$/\n  end\n  def run(s) = super\n  def check(s) = own(s)\nend\n" + act("Plain.new.run(params[:s])"), "remote"},
		{"a limit that another class raises", base + "class Long < Base\n  def limit = 100000\nend\n" + act("Long.new.cut(params[:s])"), "remote body params.s -1"},
		{"a class that names itself in its body", "class Kept\n  ALL = {}\n  def self.keep(k, v)\n    ALL[k] = v\n  end\nend\nclass Plain\n  Kept.keep('a', self)\n  def check(s)\n    s =~ /(a+)+$/\n  end\nend\n" + act("Kept::ALL.fetch(params[:k]).new.check(params[:s])"), "remote"},
		{"what runs before", web + "  before { @y = params[:y] }\n  get('/a') { @y =~ /(a+)+$/ }\nend\n", "remote body params.y -1"},
		{"a constant before", web + "  get('/a') { @x =~ /(a+)+$/ }\nend\n", "constant"},
		{"no constant where a method sets it", web + "  def other\n    @x = params[:x]\n  end\n  get('/a') do\n    other\n    @x =~ /(a+)+$/\n  end\nend\n", "remote url GET /a x 10240"},
		{"no limit where a method sets it", web + "  def other\n    @n = 100000\n  end\n  get('/a') do\n    other\n    params[:s][0, @n] =~ /(a+)+$/\n  end\nend\n", "10240"},
	} {
		got := ways(t, "a.rb", test.code)
		rest, missing := got, ""
		for _, word := range strings.Fields(test.want) {
			_, behind, ok := strings.Cut(rest, word)
			if rest = behind; !ok {
				missing = word
			}
		}
		if missing != "" {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", test.name, test.code, got, test.want)
		}
	}
}
