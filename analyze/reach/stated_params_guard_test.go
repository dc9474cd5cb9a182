package reach

import "testing"

// TestStatedParams has a block of Grape say what the parameters of the next route are.
func TestStatedParams(t *testing.T) {
	g := guardCase{name: "Grape", file: "a.rb", frame: `require 'grape'
MAX = 50
class API < Grape::API
  format :json
  GUARD
  post '/a' do
    params[:s] =~ /(a+)+$/
  end
  GUARD
end
`, bound: "50", loose: "any", holds: []string{
		"params do\n requires :s, type: String, length: { max: 50 }\nend",
		"params do\n requires :s, type: String, length: { min: 1, max: MAX }\nend",
		"params do\n optional :t, type: Integer\n requires :s, length: { is: 50 }\nend",
		"params do\n optional :s, type: String, regexp: /\\A[a-z]{1,50}\\z/\nend",
		"params do\n requires :s, type: String, regexp: { value: /\\A[a-z]{1,50}\\z/, message: 'x' }\nend",
		"params do\n requires :s, type: String, values: ['" + fifty + "', 'b']\nend",
		"params do\n requires :t, :s, type: String, length: { max: 50 }\nend",
		"params do\n requires :s, type: String, length: { max: 50 }\nend\ndesc 'x' do\n detail 'y'\nend",
		"params do\n requires :t, type: String\nend\nget '/b' do\n 1\nend\nparams do\n requires :s, type: String, length: { max: 50 }, desc: 'x'\nend",
	}, not: []string{
		"params do\n requires :s, type: String\nend",
		"params do\n requires :t, type: String, length: { max: 50 }\nend",
		"params do\n requires :s, type: String, length: { min: 50 }\nend",
		"params do\n requires :s, type: String, regexp: /[a-z]{1,50}/\nend",
		"params do\n requires :s, type: String, regexp: { value: /[a-z]{1,50}/ }\nend",
		"params do\n requires :s, type: String, regexp: { message: /\\A[a-z]{1,50}\\z/ }\nend",
		"params do\n requires :s, type: String, regexp: /^[a-z]{1,50}$/\nend",
		"params do\n requires :s, type: Array[String], length: { max: 50 }\nend",
		"params do\n requires :s, type: JSON, length: { max: 50 }\nend",
		"params do\n requires :s, type: String, length: { max: 50 }\nend\nget '/b' do\n 1\nend",
		"params do\n given :t do\n  requires :s, type: String, length: { max: 50 }\n end\nend",
		"params do\n requires :o, type: Hash do\n  requires :s, type: String, length: { max: 50 }\n end\nend",
		"params do\n requires :s, type: String, length: { max: 50 } if ENV['X']\nend",
		"params do\n requires :s, type: String, except_values: ['a']\nend",
		"\n---\nparams do\n requires :s, type: String, length: { max: 50 }\nend",
		"params do\n requires :s, type: String, length: { max: 50 }\nend\nnamespace :x do\n get '/b' do\n 1\n end\nend",
		"params do\n requires :s, type: String, length: { max: 50 }\nend\nclass B < Grape::API",
	}}
	g.run(t)
}

const fifty = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// TestReopenedClasses cuts and matches texts of Ruby by methods for which the program may put others.
func TestReopenedClasses(t *testing.T) {
	g := guardCase{name: "Ruby", file: "a.rb", frame: `require 'sinatra'
GUARD
post '/a' do
  s = params[:s].to_s
  GUARD
  s =~ /(a+)+$/
end
`, bound: "50", loose: "any", holds: []string{
		"\n---\ns = s.slice(0, 50)", "\n---\ns = s[0, 50]", "\n---\nhalt 400 unless /\\A[a-z]{1,50}\\z/.match?(s)", "class String\n def shout\n  self\n end\nend\n---\ns = s.slice(0, 50)", "class Text\n def slice(*a)\n  self\n end\nend\n---\ns = s.slice(0, 50)",
		"module Text\n class String\n  def length = 1\n end\nend\n---\nhalt 400 if s.length > 50", "class Text\n def [](*a) = self\nend\n---\ns = s[0, 50]", "class String\n def self.[](*a) = new\nend\n---\ns = s[0, 50]", "\n---\ns = s.first(50)", "\n---\ns = s.truncate(50)", "Text.class_eval { def slice(*a) = self }\n---\ns = s.slice(0, 50)",
	}, not: []string{
		"class String\n def slice(*a)\n  self\n end\nend\n---\ns = s.slice(0, 50)", "class String\n def truncate(*a)\n  self\n end\nend\n---\ns = s.truncate(50)", "class Object\n def first(*a)\n  self\n end\nend\n---\ns = s.first(50)",
		"String.class_eval { def slice(*a) = self }\n---\ns = s.slice(0, 50)", "String.prepend(Loose)\n---\ns = s.slice(0, 50)", "String.define_method(:slice) { |*a| self }\n---\ns = s.slice(0, 50)",
		"class String\n def [](*a) = self\nend\n---\ns = s[0, 50]", "class String\n def length = 1\nend\n---\nhalt 400 if s.length > 50", "class String\n def size\n  1\n end\nend\n---\nreturn 'x' unless s.size <= 50",
		"class Integer\n def >(o) = false\nend\n---\nhalt 400 if s.length > 50", "module Loose\n refine String do\n  def length = 1\n end\nend\nusing Loose\n---\nhalt 400 if s.length > 50",
		"module G\n def self.check(s)\n  raise 'x' if s.length > 50\n end\nend\ndef G.check(s) = nil\n---\nG.check(s)", "module G\n def self.check(s)\n  raise 'x' if s.length > 50\n end\nend\nG.define_singleton_method(:check) { |s| }\n---\nG.check(s)",
		"class Regexp\n def match?(s)\n  true\n end\nend\n---\nhalt 400 unless /\\A[a-z]{1,50}\\z/.match?(s)", "module Loose\n refine String do\n  def slice(*a) = self\n end\nend\nusing Loose\n---\ns = s.slice(0, 50)",
	}}
	g.run(t)
}
