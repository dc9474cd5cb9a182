package calls

import (
	"strings"

	"snag/analyze/source/scan"
)

// onLoop are methods of an event loop that call their arguments on it.
var onLoop = wordSet("call_soon call_later call_at call_soon_threadsafe add_reader add_writer")

var pythonKeywords = wordSet("and as assert async await break class continue def del elif else except finally for from global if import in is nonlocal not or pass raise return try while with yield")

// visit follows all expressions, and notes calls between functions and calls that block.
func (p *python) visit() {
	var open []int
	for i, t := range p.list {
		if t.Closes && len(open) > 0 {
			open = open[:len(open)-1]
		}
		if t.Opens {
			open = append(open, i)
		}
		if t.Kind == scan.TokenLine {
			open = open[:0]
		}
		group := t.Kind == '(' && (p.kind(i-1) != scan.TokenName || pythonKeywords[string(p.bytes(i-1))]) && p.kind(i-1) != ')' && p.kind(i-1) != ']'
		if !group && (t.Kind != scan.TokenName || p.kind(i-1) == '.' || pythonKeywords[string(p.bytes(i))] || p.is(i-1, "def") || p.is(i-1, "class")) {
			continue
		}
		if p.kind(i+1) == '=' && len(open) > 0 {
			continue // the name of an argument
		}
		awaited := p.is(i-1, "await") || p.is(i-1, "with") && p.is(i-2, "async") || p.is(i-1, "in") && p.isAsyncFor(i-1)
		_, end := p.eval(i, 0, nil)
		v, _ := p.eval(i, 0, func(v pythonValue, open, first, last int) {
			p.call(v, open, first, last, awaited && p.behind(open) == end)
		})
		if v.kind != pythonFunctionValue || len(open) == 0 {
			continue
		}
		at := open[len(open)-1]
		before := p.kind(i - 1)
		if k := p.kind(end); p.kind(at) != '(' || before != '(' && before != ',' && before != '=' || k != ')' && k != ',' && !p.functions[v.number].lambda {
			continue
		}
		f := &p.functions[v.number]
		f.uses++
		switch name := p.name(at - 1); {
		case onLoop[name] && p.kind(at-2) == '.' && !f.async:
			f.root = reason{"it runs on the event loop", false}
		case atOnce[name] && !f.lambda:
			p.edge(i, v.number)
		}
	}
}

func (p *python) isAsyncFor(i int) bool {
	for n := 0; n < 16 && i > 0; n++ {
		if i--; p.is(i, "for") {
			return p.is(i-1, "async")
		}
	}
	return false
}

func (p *python) edge(i, function int) {
	if from := int(p.within[i]); from >= 0 && from != function {
		p.edges = append(p.edges, [2]int{from, function})
	}
}

// call notes the call of a value.
func (p *python) call(v pythonValue, open, first, last int, awaited bool) {
	switch v.kind {
	case pythonFunctionValue:
		f := &p.functions[v.number]
		f.uses++
		if before := p.name(first - 2); p.kind(first-1) == '(' && (before == "run" || before == "run_until_complete") {
			if in := int(p.within[first]); in < 0 || !p.functions[in].async {
				f.runs++
			}
		}
		p.edge(first, v.number)
	case pythonClassValue:
		if w := p.classMember(v.number, "__init__", 0, false); w.kind == pythonFunctionValue {
			p.edge(first, w.number)
		}
	case pythonPath:
		if awaited || strings.HasPrefix(v.path, "socket.get") && p.numeric(open) {
			return
		}
		if instead := pythonInstead[v.path]; instead != "" {
			p.found = append(p.found, finding{p.nameFrom(first, last), last, strings.ReplaceAll(v.path, "()", ""), instead})
		}
	}
}

// numeric reports whether the call of the parenthesis at token open asks for numbers alone, so that no
// name is looked up.
func (p *python) numeric(open int) bool {
	for i := open; i < p.mate(open) && i < open+64; i++ {
		if strings.Contains(p.name(i), "NUMERIC") {
			return true
		}
	}
	return false
}

// pythonInstead says what to use instead of the calls that block, by their names in full.
var pythonInstead = func() map[string]string {
	all := map[string]string{}
	add := func(instead, prefix, names string) {
		for name := range strings.FieldsSeq(names) {
			all[prefix+name] = instead
		}
	}
	const verbs = "get post put patch delete head options request"
	const thread = "await asyncio.to_thread"
	add("await asyncio.sleep", "", "time.sleep")
	add("httpx.AsyncClient or aiohttp", "requests.", verbs)
	add("httpx.AsyncClient or aiohttp", "requests.api.", verbs)
	add("httpx.AsyncClient or aiohttp", "requests.Session().", verbs+" send")
	add("httpx.AsyncClient", "httpx.", verbs+" stream")
	add("httpx.AsyncClient", "httpx.Client().", verbs+" stream send")
	add("httpx.AsyncClient or aiohttp", "urllib.request.", "urlopen urlretrieve")
	add("httpx.AsyncClient or aiohttp", "urllib3.", "request")
	add("httpx.AsyncClient or aiohttp", "urllib3.PoolManager().", "request urlopen")
	add("httpx.AsyncClient or aiohttp", "http.client.HTTPConnection().", "request getresponse connect")
	add("httpx.AsyncClient or aiohttp", "http.client.HTTPSConnection().", "request getresponse connect")
	add("asyncio.create_subprocess_exec", "subprocess.", "run call check_call check_output getoutput getstatusoutput")
	add("asyncio.create_subprocess_exec", "subprocess.Popen().", "wait communicate")
	add("asyncio.create_subprocess_shell", "os.", "system popen")
	add("asyncio.create_subprocess_exec", "os.", "wait waitpid")
	add(thread+", or aiofiles", "", "open io.open codecs.open gzip.open bz2.open lzma.open")
	add(thread+", or aiofiles", "pathlib.Path().", "open read_text read_bytes write_text write_bytes")
	add(thread, "pathlib.Path().", "copy copy_into move move_into rglob")
	add(thread, "shutil.", "copy copy2 copyfile copyfileobj copytree rmtree move make_archive unpack_archive")
	add(thread, "socket.", "create_connection getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr getnameinfo")
	add(thread+", or aiosqlite", "sqlite3.", "connect")
	add(thread+", or aiosqlite", "sqlite3.connect().", "execute executemany executescript commit backup")
	add(thread+", or aiosqlite", "sqlite3.connect().cursor().", "execute executemany executescript")
	add(thread, "", "input smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP select.select hashlib.pbkdf2_hmac hashlib.scrypt bcrypt.hashpw bcrypt.checkpw")
	return all
}()
