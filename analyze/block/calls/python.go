package calls

import (
	"cmp"
	"slices"
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
	t.when(sleeps, "await asyncio.sleep", "", "time.sleep")
	for _, session := range []string{"requests.", "requests.api.", "requests.Session().", "requests.session().", "requests.sessions.Session()."} {
		t.add(client, session, verbs)
	}
	t.add(client, "", "requests.Session().send requests.session().send")
	t.add("httpx.AsyncClient", "httpx.", verbs+" stream")
	t.add("httpx.AsyncClient", "httpx.Client().", verbs+" stream send")
	t.when(sends, client, "urllib.request.", "urlopen urlretrieve")
	t.add(client, "urllib3.", "request")
	t.add(client, "urllib3.PoolManager().", "request urlopen")
	t.add(client, "http.client.HTTPConnection().", "request getresponse connect")
	t.add(client, "http.client.HTTPSConnection().", "request getresponse connect")
	t.add("asyncio.create_subprocess_exec", "subprocess.", "run call check_call check_output getoutput getstatusoutput")
	t.add("asyncio.create_subprocess_exec", "subprocess.Popen().", "wait communicate")
	t.add("asyncio.create_subprocess_shell", "os.", "system popen")
	t.add("asyncio.create_subprocess_exec", "os.", "wait")
	t.when(lasts, "asyncio.create_subprocess_exec", "os.", "waitpid")
	t.when(stored, thread+", or aiofiles", "", "open io.open codecs.open gzip.open bz2.open lzma.open")
	t.when(stored, thread+", or aiofiles", "pathlib.Path().", "open read_text read_bytes write_text write_bytes")
	t.add(thread, "pathlib.Path().", "rglob")
	t.when(aimed, thread, "pathlib.Path().", "copy copy_into move move_into")
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

// sleeps reports whether a sleep lasts: not that of no time, which lets other threads run.
func sleeps(c *calling.Call) bool {
	n := argument(c, 0)
	return n == nil || n.Kind != graph.Number || n.Size != 0
}

// aimed reports whether a call says where to: the methods of other things that are named like those of paths do not.
func aimed(c *calling.Call) bool { return len(c.Graph.Args) > 0 }

// virtual begins the names of files that the kernel answers for without a disk.
var virtual = []string{"/proc/", "/sys/", "/dev/null"}

// stored reports whether a file may be on a disk: not if its name says that there is none.
func stored(c *calling.Call) bool {
	top := c.File.Graph.Funcs[0].Tree.Body
	n := c.Graph.Tree.Kid(1)
	if to := c.Graph.Tree.Kid(0); to != nil && to.Op == tree.Member { // of a path, or of a module
		of := to.Kid(0)
		if of != nil && of.Op == tree.Name {
			of = cmp.Or(constant(top, of.Text), of)
		}
		if of != nil && of.Op == tree.Call {
			n = of.Kid(1)
		}
	}
	if n != nil && n.Op == tree.Member && n.Text == "devnull" {
		return false
	}
	more := ""
	for n != nil && (n.Op == tree.Template || n.Op == tree.Binary) && len(n.Kids) > 0 {
		if next := n.Kid(1); next != nil && next.Op == tree.String {
			more = next.Text
		}
		n = n.Kid(0)
	}
	if n != nil && n.Op == tree.Name {
		n = cmp.Or(constant(c.Program.Funcs[c.Func].Tree.Body, n.Text), constant(top, n.Text))
	}
	return n == nil || n.Op != tree.String || !slices.ContainsFunc(virtual, func(prefix string) bool { return strings.HasPrefix(n.Text+more, prefix) })
}

// constant returns what the code of a file assigns to a name outside of all blocks, nil where that is not one thing.
func constant(body *tree.Node, name string) (value *tree.Node) {
	if body == nil {
		return nil
	}
	for _, n := range body.Kids {
		for n != nil && n.Op != tree.Assign && len(n.Kids) == 1 {
			n = n.Kids[0]
		}
		if n == nil || n.Op != tree.Assign || nameOf(n.Kid(0)) != name {
			continue
		}
		if value != nil {
			return nil
		}
		value = n.Kid(1)
	}
	return value
}

// sends reports whether a request may leave the program: not if the function has seen that its address holds the data.
func sends(c *calling.Call) bool {
	const data = "data:"
	call := c.Graph.Tree
	if n := call.Kid(1); n != nil && n.Op == tree.String && strings.HasPrefix(n.Text, data) {
		return false
	}
	held := false
	w := tree.Walk{Node: func(n *tree.Node) bool {
		if n.Op != tree.If {
			return true
		}
		test, then := n.Kid(0), n.Kid(1)
		not := test != nil && test.Op == tree.Unary && test.Text == "!"
		if not {
			test = test.Kid(0)
		}
		if test == nil || test.Op != tree.Call || nameOf(test.Kid(0)) != "startswith" || test.Kid(1) == nil || test.Kids[1].Text != data || then == nil {
			return true
		}
		if not {
			held = held || n.End <= call.Start && leaves(then)
		} else {
			held = held || then.Start <= call.Start && call.End <= then.End
		}
		return true
	}}
	w.Visit(c.Program.Funcs[c.Func].Tree.Body)
	return !held
}

// leaves reports whether a block ends in a statement that leaves the function.
func leaves(n *tree.Node) bool {
	for n != nil && n.Op == tree.Block && len(n.Kids) > 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	return n != nil && (n.Op == tree.Return || n.Op == tree.Throw)
}

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
