package calls

import (
	"snag/analyze/reach/calling"
	"snag/analyze/reach/graph"
)

// cheapBytes is how many random bytes take no longer than any other statement.
const cheapBytes = 64 << 10

// script are the calls of Node.js and of packages for it.
var script = func() *table {
	t := &table{hints: []string{"Sync", "randomBytes", ".sync", "deasync", "sync-request", "better-sqlite3", "shelljs", "Atomics", "XMLHttpRequest"},
		by: map[string]blocker{}, awaited: true,
		all: map[string]string{
			"fs":          "the function of node:fs/promises",
			"fs-extra":    "the function without Sync",
			"graceful-fs": "the function of node:fs/promises",
			"zlib":        "the function without Sync, or a stream",
		},
	}
	const callback = "the function of the same name without Sync, with a callback"
	t.add(callback, "crypto.", "pbkdf2Sync scryptSync argon2Sync generateKeyPairSync generateKeySync generatePrimeSync checkPrimeSync randomFillSync hkdfSync")
	t.when(manyBytes, "the same function with a callback", "crypto.", "randomBytes")
	t.add("spawn or execFile", "child_process.", "execSync execFileSync spawnSync")
	for _, module := range []string{"bcrypt.", "bcryptjs.", "bcrypt-nodejs.", "@node-rs/bcrypt.", "@node-rs/argon2."} {
		t.add("the function without Sync", module, "hashSync compareSync genSaltSync verifySync")
	}
	t.add("the asynchronous function", "", "execa.sync execa.execaSync execa.execaCommandSync execa.commandSync cross-spawn.sync cross-spawn.spawn.sync")
	t.add("the asynchronous function", "", "glob.sync glob.globSync glob.glob.sync fast-glob.sync fast-glob.globSync globby.sync globby.globbySync rimraf.sync rimraf.rimrafSync mkdirp.sync mkdirp.mkdirpSync write-file-atomic.sync del.sync")
	t.add("the asynchronous function", "jsonfile.", "readFileSync writeFileSync")
	t.add("fetch", "", "sync-request sync-fetch then-request.sync")
	t.when(synchronous, "fetch", "", "xmlhttprequest.XMLHttpRequest().open xhr2.XMLHttpRequest().open xhr2().open XMLHttpRequest().open")
	t.add("a promise", "", "deasync deasync.loopWhile deasync.sleep deasync.runLoopOnce")
	t.add("setTimeout", "", "sleep.sleep sleep.msleep sleep.usleep Atomics.wait")
	t.when(noCallback, "child_process.execFile", "shelljs.", "exec")
	for _, module := range []string{"better-sqlite3()", "better-sqlite3.Database()"} {
		t.note("a worker thread for queries that take long", module+".prepare().", "run get all iterate")
		t.note("a worker thread for queries that take long", module+".", "exec pragma backup")
	}
	for _, method := range []string{"run", "get", "all", "iterate"} {
		t.note("a worker thread for queries that take long", "node:sqlite.DatabaseSync().prepare().", method)
	}
	return t
}()

// argument returns the node of an argument, nil for none.
func argument(c *calling.Call, i int) *graph.Node {
	if i >= len(c.Graph.Args) {
		return nil
	}
	return &c.File.Graph.Nodes[c.Graph.Args[i].Node]
}

// manyBytes reports whether a call asks for so many random bytes that it takes its time, and takes no callback.
func manyBytes(c *calling.Call) bool {
	n := argument(c, 0)
	return len(c.Graph.Args) == 1 && n.Kind == graph.Number && n.Size > cheapBytes
}

// synchronous reports whether the third argument of a call is false.
func synchronous(c *calling.Call) bool {
	n := c.Graph.Tree.Kid(3)
	return n != nil && n.Text == "false"
}

// noCallback reports whether a call of shelljs waits for the command: it has neither a callback nor {async: true}.
func noCallback(c *calling.Call) bool { return len(c.Graph.Args) == 1 }
