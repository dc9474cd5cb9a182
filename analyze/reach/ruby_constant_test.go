package reach

import (
	"strings"
	"testing"
)

// TestRubyMustNotBeBounded follows ways of Ruby to change a text in its place, or what a class and its objects have, each of which
// leaves what reaches the pattern neither constant nor bounded.
func TestRubyMustNotBeBounded(t *testing.T) {
	for _, test := range []struct{ name, code string }{
		{"ivar set in itself", `class AController < ApplicationController
  def show; @w = 'x'; instance_variable_set("@w", params[:q]); @w =~ /(a+)+$/; end
end`},
		{"define_method", `require 'sinatra'
class Cfg; def w; 'x'; end; end
get('/a') { q = params[:q]; Cfg.define_method(:w) { q }; Cfg.new.w =~ /(a+)+$/ }`},
		{"define_singleton_method", `require 'sinatra'
class Cfg; def w; 'x'; end; end
get('/a') { q = params[:q]; c = Cfg.new; c.define_singleton_method(:w) { q }; c.w =~ /(a+)+$/ }`},
		{"append alias", `require 'sinatra'
get('/a') { w = +'x'; v = w; v << params[:q]; w =~ /(a+)+$/ }`},
		{"index assign", `require 'sinatra'
get('/a') { w = +'x'; w[0] = params[:q]; w =~ /(a+)+$/ }`},
		{"const_set", `require 'sinatra'
class P; W = 'x'; def m; W =~ /(a+)+$/; end; end
get('/a') { P.send(:remove_const, :W); P.const_set(:W, params[:q]); P.new.m }`},
		{"retry", `require 'sinatra'
get('/a') { w = 'x'; begin; w =~ /(a+)+$/; raise 'e' if w == 'x'; rescue; w = params[:q]; retry; end }`},
		{"instance_exec block", `require 'sinatra'
class Cfg; def initialize; @w = 'x'; end; def w; @w; end; end
get('/a') { c = Cfg.new; c.instance_exec(params[:q]) { |q| @w = q }; c.w =~ /(a+)+$/ }`},
		{"alias method", `require 'sinatra'
class Cfg; def w; 'x'; end; def v; $q; end; alias_method :w, :v; end
get('/a') { $q = params[:q]; Cfg.new.w =~ /(a+)+$/ }`},
		{"alias keyword", `require 'sinatra'
class Cfg; def w; 'x'; end; def v; $q; end; alias w v; end
get('/a') { $q = params[:q]; Cfg.new.w =~ /(a+)+$/ }`},
		{"singleton override", `require 'sinatra'
class P; def self.w; 'x'; end; end
def P.w; $q; end
get('/a') { $q = params[:q]; P.w =~ /(a+)+$/ }`},
		{"named captures", `require 'sinatra'
get('/a') { w = 'x'; /(?<w>.*)/ =~ params[:q]; w =~ /(a+)+$/ }`},
		{"rjust", `require 'sinatra'
get('/a') { w = 'a'.rjust(params[:n].to_i, 'a'); w =~ /(a+)+$/ }`},
		{"center", `require 'sinatra'
get('/a') { w = 'a'.center(params[:n].to_i, 'a'); w =~ /(a+)+$/ }`},
		{"class var heir", `require 'sinatra'
class C; @@w = 'x'; def self.w; @@w; end; end
class D < C; def self.set(q); @@w = q; end; end
get('/a') { D.set(params[:q]); C.w =~ /(a+)+$/ }`},
		{"include extend self", `require 'sinatra'
module M; def w; $q; end; end
class C; def w; 'x'; end; def run; w =~ /(a+)+$/; end; end
get('/a') { $q = params[:q]; c = C.new; c.extend(M); c.run }`},
		{"refinement", `require 'sinatra'
class C; def w; 'x'; end; end
module R; refine C do; def w; $q; end; end; end
using R
get('/a') { $q = params[:q]; C.new.w =~ /(a+)+$/ }`},
		{"guard index set", `require 'sinatra'
get('/a') { q = params[:q]; halt 400 if q.size > 20; q[0] = params[:r]; q =~ /(a+)+$/ }`},
		{"guard insert alias", `require 'sinatra'
get('/a') { q = params[:q]; r = q; halt 400 if q.size > 20; r << params[:r]; q =~ /(a+)+$/ }`},
		{"guard gsub!", `require 'sinatra'
get('/a') { q = params[:q]; halt 400 if q.size > 20; q.gsub!('x') { params[:r] }; q =~ /(a+)+$/ }`},
		{"guard const_set", `require 'sinatra'
class P; MAX = 20; end
P.send(:remove_const, :MAX); P.const_set(:MAX, 1000000)
get('/a') { q = params[:q]; halt 400 if q.size > P::MAX; q =~ /(a+)+$/ }`},
		{"guard local_variable_set", `require 'sinatra'
get('/a') { q = params[:q]; halt 400 if q.size > 20; binding.local_variable_set(:q, params[:r]); q =~ /(a+)+$/ }`},
		{"guard eval", `require 'sinatra'
get('/a') { q = params[:q]; halt 400 if q.size > 20; eval('q = params[:r]'); q =~ /(a+)+$/ }`},
		{"guard attr ivar set", `require 'sinatra'
class P; def initialize; @max = 20; end; def chk(q); raise 'x' if q.size > @max; q =~ /(a+)+$/; end; end
get('/a') { p = P.new; p.instance_variable_set(:@max, 1000000); p.chk(params[:q]) }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := describe(t, "\n-- a.rb --\n"+test.code+"\n")
			for _, line := range strings.Split(out, "\n") {
				if strings.HasSuffix(line, " constant") || strings.HasSuffix(line, " local") || strings.HasSuffix(line, " 20") || strings.Contains(line, " 20: ") {
					t.Errorf("%s\n%s", test.code, out)
					break
				}
			}
		})
	}
}

// TestRubyConstant holds that what is near to such ways and changes nothing leaves a constant and a bound what they are.
func TestRubyConstant(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"another name", `require 'sinatra'
class P; def initialize; @w = 'x'; end; def w; @w; end; def set(q); instance_variable_set(:@v, q); end; alias other w; end
get('/a') { p = P.new; p.set(params[:q]); p.w =~ /(a+)+$/ }`, "a.rb:3 constant"},
		{"a class of its own", `require 'sinatra'
class Q; def fill(h); h.each { |k, v| instance_variable_set("@#{k}", v) }; end; end
class P; def initialize; @w = 'x'; end; def w; @w; end; end
get('/a') { Q.new.fill(params); P.new.w =~ /(a+)+$/ }`, "a.rb:4 constant"},
		{"another text", `require 'sinatra'
get('/a') { w = +'x'; v = +'x'; v << params[:q]; v[0] = params[:r]; w =~ /(a+)+$/ }`, "a.rb:2 constant"},
		{"a retry that sets nothing", `require 'sinatra'
get('/a') { w = 'x'; n = 0; begin; w =~ /(a+)+$/; rescue; n += 1; retry if n < 3; end }`, "a.rb:2 constant"},
		{"extend in a class", `require 'sinatra'
module M; def v; $q; end; end
class P; extend M; def w; 'x'; end; end
get('/a') { P.new.w =~ /(a+)+$/ }`, "a.rb:4 constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if out := describe(t, "\n-- a.rb --\n"+test.code+"\n"); !strings.Contains(out, test.want) {
				t.Errorf("%s\ngot\n%s\nwant\n%s", test.code, out, test.want)
			}
		})
	}
}
