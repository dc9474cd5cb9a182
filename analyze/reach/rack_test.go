package reach

import (
	"strings"
	"testing"
)

// TestRack follows a request into what config.ru runs.
func TestRack(t *testing.T) {
	const app = "\n-- config.ru --\nrequire_relative 'app'\nrun RUN\n-- app.rb --\nclass App\n  def call(env)\n    r = Rack::Request.new(env)\n    SUBJECT =~ /(a+)+$/\n  end\n  def other(env)\n  end\nend\n"
	for _, test := range []struct{ run, subject, want string }{
		{"App.new", `env['QUERY_STRING']`, "remote url QUERY_STRING 10240"},
		{"App.new", `r.params['a']`, "remote body Rack.Request.new().params().a -1"},
		{"App.new", `Rack::Utils.parse_query(env['QUERY_STRING'])['x']`, "remote url QUERY_STRING 10240"},
		{"App.new", `r.user_agent`, "remote header Rack.Request.new().user_agent() 81920"},
		{"Other.new", `env['QUERY_STRING']`, "unknown"},
	} {
		got := describe(t, strings.NewReplacer("RUN", test.run, "SUBJECT", test.subject).Replace(app))
		if !strings.Contains(got, test.want) {
			t.Errorf("run %s, %s: got %s, want %s", test.run, test.subject, got, test.want)
		}
	}
}

// TestRubyServers follows requests into what Roda, Grape and servers of sockets run, and nothing of what only looks like it.
func TestRubyServers(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"require 'roda'\nclass App < Roda\n  route do |r|\n    r.is('find') { r.params['q'][0, 20] =~ /(a+)+$/ }\n  end\nend", "remote"},
		{"require 'roda'\nclass App < Roda\n  route do |r|\n    r.on 'items' do\n      r.get(String) { |name| name =~ /(a+)+$/ }\n    end\n  end\nend", "remote path GET name 8192"},
		{"require 'roda'\nclass App < Roda\n  route do |r|\n    r.on 'items' do\n      x.get(String) { |name| name =~ /(a+)+$/ }\n    end\n  end\nend", "unknown"},
		{"require 'grape'\nclass App < Grape::API\n  params { optional :tag, type: String, regexp: /(a+)+$/ }\n  post { 1 }\nend", "remote body"},
		{"require 'grape'\nclass Code < Grape::Validations::Validators::Base\n  def validate_param!(name, params)\n    params[name] =~ /(a+)+$/\n  end\nend", "remote body"},
		{"require 'grape'\nclass App < Grape::API\n  params { optional :tag, coerce_with: ->(v) { v.gsub(/(a+)+$/, '') } }\n  post { 1 }\nend", "remote body"},
		{"require 'csv'\nc = TCPServer.new(1).accept\nCSV.new(c.gets).each { |row| row['a'].strip =~ /(a+)+$/ }", "remote message"},
		{"server = TCPServer.new(1)\nclient = server.accept\nclient.gets =~ /(a+)+$/", "remote message"},
		{"server = TCPServer.new(1)\nThread.start(server.accept) do |client|\n  while (line = client.gets)\n    line.chomp =~ /(a+)+$/\n  end\nend", "remote message"},
		{"client = TCPSocket.new('a', 1)\nclient.gets =~ /(a+)+$/", "unknown"},
		{"require 'optparse'\nOptionParser.new do |o|\n  o.on('--find TEXT', 'help') { |v| v =~ /(a+)+$/ }\nend.parse!(ARGV)", "local"},
		{"bus.on('find', 'help') { |v| v =~ /(a+)+$/ }", "unknown"},
		{"c = TCPServer.new(1).accept\ns = StringScanner.new(c.gets[0, 9])\ns.scan(/(a+)+$/)", "remote message TCPServer.new().accept() 9"},
		{"Socket.tcp_server_loop(1) { |s, from| s.readpartial(9).strip =~ /(a+)+$/ }", "remote message"},
		{"class P < WEBrick::HTTPServlet::AbstractServlet\n  def do_GET(req, res)\n    req.query['q'] =~ /(a+)+$/\n  end\nend", "remote url"},
		{"class P\n  def do_GET(req, res)\n    req.query['q'] =~ /(a+)+$/\n  end\nend", "unknown"},
		{"require 'webrick'\ns = WEBrick::HTTPServer.new\ns.mount_proc('/a') { |req, res| req.body =~ /(a+)+$/ }", "remote body"},
		{"q = Queue.new\ns = TCPServer.new(1).accept\nq << s.gets\nq.pop =~ /(a+)+$/", "remote message"},
		{"p, q = Queue.new, Queue.new\ns = TCPServer.new(1).accept\nq << s.gets\np << 'x'\np.pop =~ /(a+)+$/", "constant"},
		{"s = TCPServer.new(1).accept\nk = s.gets.presence_in(%w[new old])\nk =~ /(a+)+$/", "constant"},
		{"s = TCPServer.new(1).accept\nk = s.gets.presence_in([s.gets])\nk =~ /(a+)+$/", "remote message"},
	} {
		if got := ways(t, "a.rb", test.code); !strings.Contains(got, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", test.code, got, test.want)
		}
	}
}
