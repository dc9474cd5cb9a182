package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// ruby are the calls that block the event loops of Ruby. The scheduler of Async waits for sockets, processes, sleeps and
// queues without blocking others, and so do the calls that only do that; EventMachine has none.
var ruby = func() *table {
	t := &table{hints: []string{"async", "Async", "falcon", "Falcon", "EventMachine", "eventmachine", "EM.", "EM::"}, by: map[string]blocker{}, ends: map[string]blocker{}, awaited: true}
	const thread = "a thread that is waited for"
	t.add(thread, "BCrypt::Password.", "create")
	t.add(thread, "OpenSSL::KDF.", "pbkdf2_hmac scrypt")
	t.add(thread, "OpenSSL::PKCS5.", "pbkdf2_hmac pbkdf2_hmac_sha1")
	t.ends[".flock"] = blocker{name: "File#flock", instead: "LOCK_NB, or a thread that is waited for", when: locks}
	for _, made := range []string{"SQLite3::Database()", "SQLite3::Database.new()", "SQLite3::Database.open()"} {
		t.add(thread, made+".", "execute execute2 execute_batch query get_first_row get_first_value")
	}
	const deferred = "EM.defer"
	t.when(onReactor, "EM.add_timer", "", "sleep Kernel.sleep")
	t.when(onReactor, "em-http-request", "Net::HTTP.", "get get_response post post_form start")
	t.when(onReactor, "em-http-request", "", "URI.open HTTParty.get HTTParty.post HTTParty.put HTTParty.delete RestClient.get RestClient.post Faraday.get Faraday.post")
	t.when(onReactor, deferred, "File.", "read write binread binwrite readlines foreach open")
	t.when(onReactor, deferred, "IO.", "read write readlines popen")
	t.when(onReactor, "EM.system, or EM.popen", "", "system Kernel.system Open3.capture2 Open3.capture2e Open3.capture3 IO.popen")
	t.by["`"] = blocker{name: "a command in back quotes", instead: "EM.system, or EM.popen", when: onReactor}
	t.when(onReactor, "EM::DNS::Resolver", "", "Resolv.getaddress IPSocket.getaddress Addrinfo.getaddrinfo TCPSocket.new TCPSocket()")
	return t
}()

// onReactor reports whether the program runs on EventMachine.
func onReactor(c *calling.Call) bool { return c.Program.EventMachine() }

// locks reports whether a lock of a file is waited for.
func locks(c *calling.Call) bool {
	waits := true
	w := tree.Walk{Node: func(n *tree.Node) bool {
		waits = waits && !strings.Contains(n.Text, "LOCK_NB") && !strings.Contains(n.Text, "LOCK_UN")
		return true
	}}
	w.Visit(c.Graph.Tree)
	return waits
}
