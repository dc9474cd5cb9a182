package calls

import (
	"strings"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/graph"
	"snag/analyze/source/tree"
)

// python are the calls that block an event loop of Python.
var python = func() *table {
	t := &table{hints: []string{"async", "coroutine", "tornado"}, by: map[string]blocker{}}
	const verbs = "get post put patch delete head options request"
	const thread = "await asyncio.to_thread"
	const client = "httpx.AsyncClient or aiohttp"
	t.add("await asyncio.sleep", "", "time.sleep")
	for _, session := range []string{"requests.", "requests.api.", "requests.Session().", "requests.session().", "requests.sessions.Session()."} {
		t.add(client, session, verbs)
	}
	t.add(client, "", "requests.Session().send requests.session().send")
	t.add("httpx.AsyncClient", "httpx.", verbs+" stream")
	t.add("httpx.AsyncClient", "httpx.Client().", verbs+" stream send")
	t.add(client, "urllib.request.", "urlopen urlretrieve")
	t.add(client, "urllib3.", "request")
	t.add(client, "urllib3.PoolManager().", "request urlopen")
	t.add(client, "http.client.HTTPConnection().", "request getresponse connect")
	t.add(client, "http.client.HTTPSConnection().", "request getresponse connect")
	t.add("asyncio.create_subprocess_exec", "subprocess.", "run call check_call check_output getoutput getstatusoutput")
	t.add("asyncio.create_subprocess_exec", "subprocess.Popen().", "wait communicate")
	t.add("asyncio.create_subprocess_shell", "os.", "system popen")
	t.add("asyncio.create_subprocess_exec", "os.", "wait")
	t.when(lasts, "asyncio.create_subprocess_exec", "os.", "waitpid")
	t.add(thread+", or aiofiles", "", "open io.open codecs.open gzip.open bz2.open lzma.open")
	t.add(thread+", or aiofiles", "pathlib.Path().", "open read_text read_bytes write_text write_bytes")
	t.add(thread, "pathlib.Path().", "copy copy_into move move_into rglob")
	t.add(thread, "shutil.", "copy copy2 copyfile copyfileobj copytree rmtree move make_archive unpack_archive")
	t.when(named, thread, "socket.", "getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr getnameinfo")
	t.add(thread, "socket.", "create_connection")
	t.add(thread+", or aiosqlite", "sqlite3.", "connect")
	t.add(thread+", or aiosqlite", "sqlite3.connect().", "execute executemany executescript commit backup")
	t.add(thread+", or aiosqlite", "sqlite3.connect().cursor().", "execute executemany executescript")
	t.add(thread+", or asyncpg", "", "psycopg2.connect psycopg2.connect().cursor().execute psycopg2.connect().commit psycopg.connect pymysql.connect pymysql.connect().cursor().execute MySQLdb.connect")
	t.add(thread, "", "input smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP hashlib.pbkdf2_hmac hashlib.scrypt bcrypt.hashpw bcrypt.checkpw")
	t.when(waits, thread, "select.", "select")
	return t
}()

// waits reports whether a select waits: not with a timeout of 0, which asks only.
func waits(c *calling.Call) bool {
	n := argument(c, 3)
	return n == nil || n.Kind != graph.Number || n.Size != 0
}

// lasts reports whether a wait for a process lasts until it ends: not if it is told not to hang.
func lasts(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(2)
	return n == nil || !strings.HasSuffix(n.Text, "WNOHANG")
}

// named reports whether a lookup may be of a name: not if it asks for numbers alone.
func named(c *calling.Call) bool {
	numeric := false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		numeric = numeric || strings.Contains(n.Text, "NUMERIC")
		return true
	}}
	w.Visit(c.Graph.Tree)
	return !numeric
}
