package calls

import (
	"slices"
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// java are the calls that block the event loops of Java.
var java = func() *table {
	t := &table{hints: []string{"reactor", "io.vertx", "io.netty", "mutiny", "web.reactive"}, by: map[string]blocker{}, ends: map[string]blocker{}, awaited: true}
	const timer = "Mono.delay, or a timer"
	t.add(timer, "", "Thread.sleep java.lang.Thread.sleep")
	for _, units := range []string{"TimeUnit.", "java.util.concurrent.TimeUnit."} {
		t.add(timer, units, "MICROSECONDS.sleep MILLISECONDS.sleep SECONDS.sleep MINUTES.sleep")
	}
	const elsewhere = "Mono.fromCallable with subscribeOn(Schedulers.boundedElastic()), or executeBlocking"
	for _, files := range []string{"java.nio.file.Files.", "Files."} { // the latter where a whole package is imported
		t.add(elsewhere, files, "readString readAllBytes readAllLines write writeString copy move delete size lines walk")
	}
	for _, files := range []string{"", "java.io."} {
		t.add(elsewhere, files, "FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile")
	}
	for _, end := range []string{".start().waitFor", ".exec().waitFor", ":Process.waitFor"} {
		t.ends[end] = blocker{name: "Process.waitFor", instead: "Process.onExit, or executeBlocking"}
	}
	for _, end := range []string{"Future.get", "Future.join", ".supplyAsync().get", ".supplyAsync().join", ".runAsync().get", ".runAsync().join", ".submit().get"} {
		t.ends[end] = blocker{name: "Future." + end[strings.LastIndexByte(end, '.')+1:], instead: "thenCompose, or Mono.fromFuture", when: pending}
	}
	const driver = "R2DBC or a reactive client, or a scheduler for what blocks"
	t.add(driver, "", ":Statement.executeQuery :Statement.executeUpdate :Statement.execute :PreparedStatement.executeQuery :PreparedStatement.executeUpdate :PreparedStatement.execute :DataSource.getConnection DriverManager.getConnection java.sql.DriverManager.getConnection")
	t.end(driver, "Statement.", "executeQuery executeUpdate execute executeBatch", nil, ".prepareStatement().", ".prepareCall().", ".createStatement().")
	t.add(driver, ":JdbcTemplate.", "query queryForObject queryForList queryForMap update batchUpdate execute")
	t.add(driver, ":NamedParameterJdbcTemplate.", "query queryForObject queryForList update batchUpdate")
	t.add("WebClient", ":RestTemplate.", "getForObject getForEntity postForObject postForEntity exchange execute put delete")
	t.end("flatMap, or return the publisher", "", "block blockFirst blockLast blockOptional", noArguments, ".")
	for _, future := range strings.Fields("write writeAndFlush close connect bind") { // of a channel of Netty
		for _, wait := range strings.Fields("sync syncUninterruptibly await awaitUninterruptibly") {
			t.ends["."+future+"()."+wait] = blocker{name: future + "." + wait, instead: "a listener"}
		}
	}
	t.ends[".await().indefinitely"] = blocker{name: "await.indefinitely", instead: "a listener"}
	return t
}()

// php are the calls that block the event loops of PHP.
var php = func() *table {
	t := &table{hints: []string{"Swoole", "React\\", "Workerman", "Revolt\\", "Amp\\"}, by: map[string]blocker{}, awaited: true}
	t.add("a timer", "", "sleep usleep time_nanosleep")
	t.add("a client of the loop", "", "curl_exec curl_multi_exec fsockopen gethostbyname dns_get_record mysqli_query")
	t.when(real, "a client or files of the loop", "", "file_get_contents fopen file readfile file_put_contents copy")
	t.add("a process of the loop", "", "shell_exec exec system passthru proc_open")
	t.add("a client of the loop", "", "PDO mysqli_connect pg_connect pg_query pg_query_params")
	t.add("a client of the loop", "PDO().", "query exec")
	t.add("a client of the loop", "PDO().prepare().", "execute")
	return t
}()

func noArguments(c *calling.Call) bool { return len(c.Graph.Args) <= 1 }

func nameOf(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}

// real reports whether a file may be on a disk or elsewhere: not if its name says that there is none.
func real(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(1)
	for n != nil && (n.Op == tree.Template || n.Op == tree.Binary) && len(n.Kids) > 0 {
		n = n.Kid(0)
	}
	return n == nil || !strings.HasPrefix(n.Text, "php://") && !strings.HasPrefix(n.Text, "data:") && n.Text != "STDIN" && n.Text != "STDERR" && n.Text != "STDOUT" &&
		!slices.ContainsFunc(virtual, func(prefix string) bool { return strings.HasPrefix(n.Text, prefix) })
}

// completes are the beginnings of names of methods of Java that call what they are handed when something is complete.
var completes = []string{"then", "when", "handle", "on", "addListener", "doOn", "exceptionally"}

// holders are types of Java that hold something, maybe a future, which get hands out.
var holders = []string{"AtomicReference", "Supplier", "Optional", "Map", "ConcurrentMap", "ConcurrentHashMap", "HashMap", "List", "ArrayList", "ThreadLocal", "Provider", "Reference", "WeakReference", "SoftReference"}

// pending reports whether a future of Java may not be complete yet: not where a function waited for it before it ran, or
// asks whether it is.
func pending(c *calling.Call) bool {
	args := len(c.Graph.Args)
	if c.Graph.Method == "join" && args > 0 || args != 0 && args != 2 {
		return false // Future.join(one, other) of Vert.x makes a future of several
	}
	for _, of := range holders {
		if slices.Contains(c.Names, ":"+of+".get") {
			return false // not one of a future
		}
	}
	for i := c.Func; i >= 0 && !c.Program.IsTop(i); i = c.Program.Parent(i) {
		handed := c.Program.HandedTo(i)
		for _, begin := range completes {
			if handed != nil && strings.HasPrefix(nameOf(handed.Kid(0)), begin) {
				return false
			}
		}
		asks := false
		w := tree.Walk{Node: func(n *tree.Node) bool {
			asks = asks || n.Op == tree.Call && (nameOf(n.Kid(0)) == "isDone" || nameOf(n.Kid(0)) == "allOf")
			return true
		}}
		w.Visit(c.Program.Funcs[i].Tree.Body)
		if asks {
			return false
		}
	}
	return true
}
