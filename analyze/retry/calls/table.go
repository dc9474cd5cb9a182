package calls

import "strings"

// client is what is known of a function that sends a request.
type client struct {
	// options is the number of the argument that holds options, -1 for keyword arguments, and position that of a
	// timeout which is an argument of its own, or -1.
	options, position int
	// keys are the options that bound the wait.
	keys []string
	// maker is the function that makes the client, whose options hold for all its requests; "" for none.
	maker string
	// module is the module by whose defaults a program sets a timeout once.
	module string
	// waits says how long it waits by itself.
	waits string
	// minor reports whether it gives up by itself, but late.
	minor bool
	// bounded reports whether it has a timeout of its own, so that only its removal counts.
	bounded bool
	// method is that of the request where the name says it, in capitals.
	method string
	// instead says how to set a timeout.
	instead string
}

// table is the clients of a language by their names in full.
type table struct {
	hints []string
	by    map[string]client
}

// add adds functions by the names behind a prefix. Of a name such as "post" the method is known.
func (t *table) add(prefix, names string, c client) {
	for name := range strings.FieldsSeq(names) {
		one := c
		one.method = methods[name]
		t.by[prefix+name] = one
	}
}

var methods = map[string]string{"get": "GET", "head": "HEAD", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS"}

// tables are the clients by the name of the language.
var tables = map[string]*table{"JavaScript": script, "TypeScript": script, "TSX": script, "Python": python}

// script are the clients of Node.js.
var script = func() *table {
	t := &table{hints: []string{"fetch", "axios", "got", "undici", "http", "request"}, by: map[string]client{}}
	const forever = "waits for ever by default"
	axios := client{position: -1, keys: []string{"timeout", "signal", "cancelToken"}, module: "axios", waits: forever, instead: "{timeout: 10_000}, which counts until the answer is complete"}
	made := axios
	made.maker = "axios.create"
	for options, names := range []string{"request", "get delete head options", "post put patch postForm putForm patchForm"} {
		axios.options, made.options = options, options
		t.add("axios.", names, axios)
		t.add("axios.default.", names, axios)
		t.add("axios.create().", names, made)
	}
	axios.options, made.options = 0, 0
	t.add("", "axios", axios)
	t.add("", "axios.create()", made)
	got := client{options: 1, position: -1, keys: []string{"timeout", "signal"}, waits: forever, instead: "{timeout: {request: 10_000}}"}
	t.add("", "got got.got", got)
	t.add("got.", "get post put patch head delete", got)
	t.add("got.got.", "get post put patch head delete", got)
	t.add("got.extend().", "get post put patch head delete", withMaker(got, "got.extend"))
	t.add("", "node-fetch", client{options: 1, position: -1, keys: []string{"timeout", "signal"}, waits: forever, instead: "{signal: AbortSignal.timeout(10_000)}"})
	late := client{options: 1, position: -1, keys: []string{"signal", "dispatcher", "headersTimeout", "bodyTimeout"}, waits: "gives up after 300 s in Node.js", minor: true, instead: "{signal: AbortSignal.timeout(10_000)}"}
	t.add("", "fetch globalThis.fetch undici.fetch undici.request", late)
	node := client{options: 0, position: -1, keys: []string{"timeout", "signal"}, waits: forever, instead: "{signal: AbortSignal.timeout(10_000)}"}
	t.add("", "request request.get request.post request.put request.patch request.delete request-promise request-promise-native", node)
	return t
}()

func withMaker(c client, maker string) client {
	c.maker = maker
	return c
}

// python are the clients of Python.
var python = func() *table {
	t := &table{hints: []string{"requests", "urllib", "httpx", "aiohttp", "http.client", "tenacity"}, by: map[string]client{}}
	const verbs = "get post put patch delete head options request"
	const forever = "waits for ever by default"
	timeout := []string{"timeout"}
	c := client{options: -1, position: -1, keys: timeout, waits: forever, instead: "timeout=(3.05, 10), to connect and between two bytes"}
	t.add("requests.", verbs, c)
	t.add("requests.api.", verbs, c)
	c.module = "requests.Session"
	t.add("requests.Session().", verbs, c)
	t.add("requests.session().", verbs, c)
	c = client{options: -1, position: 2, keys: timeout, module: "socket", waits: forever, instead: "timeout=10"}
	t.add("urllib.request.", "urlopen", c)
	t.add("http.client.", "HTTPConnection HTTPSConnection", c)
	t.add("urllib3.PoolManager().", "request", withMaker(client{options: -1, position: -1, keys: timeout, waits: forever, instead: "timeout=10.0"}, "urllib3.PoolManager"))
	t.add("aiohttp.", "ClientSession", client{options: -1, position: -1, keys: timeout, waits: "gives up after 300 s", minor: true, instead: "timeout=aiohttp.ClientTimeout(total=10)"})
	own := client{options: -1, position: -1, keys: timeout, bounded: true, waits: "waits for ever with timeout=None", instead: "a number of seconds"}
	t.add("httpx.", verbs+" Client AsyncClient", own)
	t.add("httpx.Client().", verbs, own)
	t.add("httpx.AsyncClient().", verbs, own)
	return t
}()
