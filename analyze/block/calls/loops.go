package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// java are the calls that block the event loops of Java.
var java = func() *table {
	t := &table{hints: []string{"reactor", "io.vertx", "io.netty", "mutiny", "web.reactive"}, by: map[string]blocker{}, ends: map[string]blocker{}, awaited: true}
	t.add("Mono.delay, or a timer", "", "Thread.sleep java.lang.Thread.sleep TimeUnit.SECONDS.sleep TimeUnit.MILLISECONDS.sleep")
	for _, files := range []string{"java.nio.file.Files.", "Files."} { // the latter where a whole package is imported
		t.add("Mono.fromCallable with subscribeOn(Schedulers.boundedElastic()), or executeBlocking", files, "readString readAllBytes readAllLines write writeString copy move delete size lines walk")
	}
	const driver = "R2DBC or a reactive client, or a scheduler for what blocks"
	t.add(driver, "", ":Statement.executeQuery :Statement.executeUpdate :Statement.execute :PreparedStatement.executeQuery :PreparedStatement.executeUpdate :PreparedStatement.execute :DataSource.getConnection DriverManager.getConnection java.sql.DriverManager.getConnection")
	t.add(driver, ":JdbcTemplate.", "query queryForObject queryForList queryForMap update batchUpdate execute")
	t.add(driver, ":NamedParameterJdbcTemplate.", "query queryForObject queryForList update batchUpdate")
	t.add("WebClient", ":RestTemplate.", "getForObject getForEntity postForObject postForEntity exchange execute put delete")
	for _, end := range []string{"block", "blockFirst", "blockLast", "blockOptional"} {
		t.ends["."+end] = blocker{name: end, instead: "flatMap, or return the publisher", when: noArguments}
	}
	for _, end := range []string{".write().sync", ".writeAndFlush().sync", ".close().sync", ".connect().sync", ".bind().sync", ".writeAndFlush().await", ".await().indefinitely"} {
		t.ends[end] = blocker{name: strings.ReplaceAll(end[1:], "()", ""), instead: "a listener"}
	}
	return t
}()

// php are the calls that block the event loops of PHP.
var php = func() *table {
	t := &table{hints: []string{"Swoole", "React\\", "Workerman", "Revolt\\", "Amp\\"}, by: map[string]blocker{}, awaited: true}
	t.add("a timer", "", "sleep usleep time_nanosleep")
	t.add("a client of the loop", "", "curl_exec curl_multi_exec fsockopen gethostbyname dns_get_record mysqli_query")
	t.when(remote, "a client of the loop", "", "file_get_contents fopen")
	t.add("a process of the loop", "", "shell_exec exec system passthru proc_open")
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

// remote reports whether a file is read from elsewhere, by a constant.
func remote(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(1)
	for n != nil && (n.Op == tree.Template || n.Op == tree.Binary) {
		n = n.Kid(0)
	}
	return n != nil && n.Op == tree.String && strings.Contains(n.Text, "://") && !strings.HasPrefix(n.Text, "php://")
}
