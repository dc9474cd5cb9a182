package calls_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
	"snag/analyze/retry/calls"
)

func find(path, src string) []calls.Call {
	files := link.NewList([]string{path}, func(string) ([]byte, error) { return []byte(src), nil })
	return calls.Find(calling.Input{Paths: []string{path}, Files: files, Jobs: 1}).Calls
}

// TestFind compares what is found with marks at the ends of lines: "!" and the last parts of the rules, "!!" for notes.
func TestFind(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"axios", "a.js", `const axios = require('axios');
axios.get(url); //!call-without-timeout
axios.get(url, { headers: {} }); //!call-without-timeout
axios.get(url, { timeout: 1000 });
axios.get(url, { timeout: 0 }); //!call-without-timeout
axios.get(url, options);
axios.get(url, { ...options });
axios.post(url, { timeout: 1 }); //!call-without-timeout
axios.post(url, {}, { signal });
axios({ url }); //!call-without-timeout
axios({ url, timeout: 5 });
const slow = axios.create({ baseURL: 'x' });
slow.get('/x'); //!call-without-timeout
const quick = axios.create({ timeout: 3 });
quick.get('/x');
const given = axios.create(options);
given.get('/x');
make().get('/x');
axios.isCancel(e);
`},
		{"axios.defaults", "a.js", `import axios from 'axios';
axios.defaults.timeout = 1000;
axios.get(url);
`},
		{"other clients", "a.mjs", `import got from 'got';
import fetch2 from 'node-fetch';
import { request } from 'undici';
got(url); //!call-without-timeout
got.post(url, { json: {}, timeout: { request: 1 } });
const own = got.extend({ timeout: { request: 1 } });
own.get(url);
fetch2(url); //!call-without-timeout
fetch2(url, { signal: AbortSignal.timeout(1) });
fetch(url); //!!call-without-timeout
fetch('data:,');
fetch(url, { method: 'POST', signal: s });
request(url); //!!call-without-timeout
function fetchMine() {} fetchMine();
`},
		{"names that hide", "a.js", `function load(fetch, axios) { fetch(url); axios.get(url); }
const axios = require('./mine'); axios.get(url);
`},
		{"signals", "a.ts", `export async function load(url: string, signal: AbortSignal) {
  return fetch(url); //!signal-not-passed-on
}
export async function fine(url: string, { signal }: Options) {
  return fetch(url, { signal });
}
`},
		{"browsers", "a.tsx", `export function View() { fetch('/x'); return <a/>; }
`},
		{"requests", "a.py", `import requests
from requests import Session
requests.get(url) #!call-without-timeout
requests.get(url, timeout=3)
requests.get(url, timeout=None) #!call-without-timeout
requests.get(url, **options)
s = Session()
s.post(url, json={}) #!call-without-timeout
s.post(url, timeout=(1, 2))
def f(requests): requests.get(url)
`},
		{"sessions with adapters", "a.py", `import requests
s = requests.Session()
s.mount("https://", TimeoutAdapter())
s.get(url)
`},
		{"python", "a.py", `import httpx, aiohttp, urllib.request, http.client
httpx.get(url)
httpx.get(url, timeout=None) #!call-without-timeout
httpx.AsyncClient(timeout=None) #!call-without-timeout
httpx.AsyncClient()
aiohttp.ClientSession() #!!call-without-timeout
aiohttp.ClientSession(timeout=t)
urllib.request.urlopen(url) #!call-without-timeout
urllib.request.urlopen(url, None, 3)
http.client.HTTPSConnection(host) #!call-without-timeout
http.client.HTTPSConnection(host, timeout=3)
`},
		{"functions in decorators", "a.py", `import requests
@shown(lambda: requests)
def a(name):
    if name:
        return requests.get(name) #!call-without-timeout
`},
		{"contexts with a limit", "a.py", `import httpx, anyio, aiohttp, requests
async def ready():
    async with httpx.AsyncClient() as client:
        with anyio.move_on_after(20):
            while True:
                try:
                    return await client.get(url)
                except httpx.ConnectError:
                    await anyio.sleep(1)
async def one():
    async with aiohttp.ClientSession() as s:
        s.get(url, timeout=aiohttp.ClientTimeout(total=3))
`},
		{"options of each request", "a.py", `import aiohttp
async def one(t):
    s = aiohttp.ClientSession()
    kwargs = {"method": "GET", "url": "/", "timeout": t}
    await s.request(**kwargs)
`},
		{"socket defaults", "a.py", `import socket, urllib.request
socket.setdefaulttimeout(10)
urllib.request.urlopen(url)
`},
		{"loops", "a.js", `const axios = require('axios');
async function forever() {
  while (true) {
    try { return await axios.get(url, { timeout: 1 }); } catch (e) { log(e); } //!loop-without-bound loop-without-delay
  }
}
async function hasty() {
  for (let i = 0; i < 5; i++) {
    try { return await axios.get(url, { timeout: 1 }); } catch (e) { last = e; } //!loop-without-delay
  }
}
async function together() {
  for (let i = 0; i < 5; i++) {
    try {
      return await axios.post(url, {}, { timeout: 1 }); //!!loop-without-jitter !loop-post-without-key
    } catch (e) { await sleep(100 * 2 ** i); }
  }
}
async function good() {
  const key = randomUUID();
  for (let i = 0; i < 5; i++) {
    try {
      return await axios.post(url, {}, { timeout: 1, headers: { 'Idempotency-Key': key } });
    } catch (e) { await sleep(Math.random() * 100 * 2 ** i); }
  }
}
async function each(all) {
  for (const url of all) {
    try { await axios.get(url, { timeout: 1 }); } catch (e) { log(e); }
  }
  while (true) {
    try { await axios.get(url, { timeout: 1 }); } catch (e) { break; }
  }
  for (;;) {
    try { await axios.get(url, { timeout: 1 }); } catch (e) { log(e); }
    await sleep(1000);
  }
}
async function bounded() {
  let n = 0;
  for (;;) {
    try { return await axios.get(url, { timeout: 1 }); } catch (e) { if (n++ > 5) throw e; await sleep(100 + Math.random()); }
  }
}
`},
		{"loops of Python", "a.py", `import requests, time, random
from tenacity import retry, stop_after_attempt
def forever():
    while True:
        try:
            return requests.get(url, timeout=1) #!loop-without-bound
        except requests.RequestException:
            time.sleep(1)
def hasty():
    for i in range(3):
        try:
            r = requests.post(url, timeout=1) #!loop-without-delay loop-post-without-key
            break
        except requests.RequestException:
            continue
def grows():
    for i in range(3):
        try:
            return requests.get(url, timeout=1) #!!loop-without-jitter
        except requests.RequestException:
            time.sleep(2 ** i)
def good():
    for i in range(3):
        try:
            return requests.get(url, timeout=1)
        except requests.RequestException:
            time.sleep(random.random() * 2 ** i)
@retry() #!loop-without-bound loop-without-delay
def a(): pass
@retry(stop=stop_after_attempt(3), wait=w)
def b(): pass
`},
		{"go", "a.go", `package a
import ("net/http"; "time"; "math/rand/v2")
var slow = &http.Client{} //!call-without-timeout
var quick = &http.Client{Timeout: time.Second}
var own = &http.Client{Transport: t}
func one() { http.Get(url) } //!call-without-timeout
func two(r *http.Request) { http.DefaultClient.Do(r) } //!call-without-timeout
func three() { quick.Get(url); http.NewRequest("GET", url, nil) }
func four() error {
	for {
		_, err := http.Get(url) //!call-without-timeout loop-without-delay
		if err == nil { return nil }
		if tries++; tries > 3 { return err }
	}
}
func five() {
	for i := range 3 {
		http.Get(all[i]) //!call-without-timeout
	}
	for i := 0; i < 3; i++ {
		if _, err := http.Post(url, "", nil); err == nil { break } //!call-without-timeout loop-post-without-key
		time.Sleep(time.Duration(rand.IntN(5)) << i)
	}
}
`},
		{"go with contexts", "a.go", `package a
import "net/http"
func one(ctx context.Context) {
	r, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	http.DefaultClient.Do(r)
}
`},
		{"go with a default", "a.go", `package a
import "net/http"
func init() { http.DefaultClient.Timeout = time.Second }
func one() { http.Get(url) }
`},
		{"go through things", "a.go", `package a
import "net/http"
func one() {
	for {
		for _, url := range next() {
			answer, err := http.Get(url) //!call-without-timeout
			if err != nil {
				continue
			}
			keep(answer)
		}
	}
}
`},
		{"constructors", "a.js", `const axios_1 = require("axios");
const error_1 = require("got");
function one() { return new axios_1.AxiosError("x"); }
function two() { throw new error_1.default("x"); }
function three() { return new axios_1.default({ baseURL: "x" }); }
function four() { return axios_1.default.get("x"); } //!call-without-timeout
`},
		{"requests of their own", "a.js", `fetch(new Request(url, { method: "POST" })); //!!call-without-timeout
fetch(new Request(url, { signal: AbortSignal.timeout(1000) }));
function one(input) { return fetch(input); }
function two(input) { return fetch(input.url); } //!!call-without-timeout
fetch("module.wasm");
fetch("http://a/module.wasm"); //!!call-without-timeout
`},
		{"options that come from elsewhere, or are all there is", "a.mjs", `import got from 'got';
got({ url, timeout: { request: 1 } });
got({ url }); //!call-without-timeout
got(align(options)); //!call-without-timeout
got(alignOptions(x));
got(options);
got(urlOf(x)); //!call-without-timeout
`},
		{"browsers", "a.js", `import axios from 'axios';
const start = async () => { const r = await axios.get(location.origin + '/env'); return fetch(r.url); };
`},
		{"no browser", "a.py", `import requests
def one(document):
    return requests.get(document.url, data=location.text) #!call-without-timeout
`},
		{"requests of sessions with timeouts", "a.py", `import aiohttp
async def one(timeout):
    async with aiohttp.ClientSession() as s:
        return await s.get(url, timeout=timeout)
`},
		{"code made small", "a.mjs", `async function a(t,e){let r=Date.now()+t;for(;Date.now()<r;){try{if((await fetch(e,{method:"GET"})).ok)return!0}catch{}await je(500)}return!1} //!!call-without-timeout
`},
		{"sessions of either kind", "a.py", `import requests
class C:
    def __init__(self, session=None):
        self.session = session or requests.Session()
    async def one(self):
        return await self.session.request("GET", "http://x")
    def two(self):
        return self.session.request("GET", "http://x") #!call-without-timeout
`},
		{"sessions whose requests get a timeout", "a.py", `import requests
from functools import partial
def make():
    session = requests.Session()
    session.request = partial(session.request, timeout=10)
    return session.get(url)
`},
		{"loops that go through parts, or wait by a limit on the rate", "a.py", `import requests
def parts(targets, size):
    for i in range(0, len(targets), size):
        try:
            r = requests.put(targets[i:i + size], timeout=1)
            if r.ok:
                return r
        except requests.RequestException:
            continue
def limited(limit):
    for i in range(3):
        try:
            return requests.get(url, timeout=1)
        except requests.RequestException:
            limit.throttle()
def down():
    for i in range(3, 0, -1):
        try:
            return requests.get(url, timeout=1) #!loop-without-delay
        except requests.RequestException:
            continue
`},
		{"tests", "tests/a.py", "import requests\nrequests.get(url)\n"},
		{"tests in go", "test/helpers.go", "package a\nimport \"net/http\"\nfunc f() { http.Get(url) }\n"},
		{"helpers of tests in go", "awstesting/a.go", "package a\nimport \"net/http\"\nfunc f() { http.Get(url) }\n"},
		{"damaged", "a.go", "package a\nimport \"net/http\"\nfunc f() { http.Get("},
	} {
		var want, got []string
		for n, line := range strings.Split(test.src, "\n") {
			_, marks, ok := strings.Cut(line, "//!")
			if !ok {
				_, marks, ok = strings.Cut(line, "#!")
			}
			if !ok {
				continue
			}
			note := strings.HasPrefix(marks, "!")
			for m := range strings.FieldsSeq(strings.TrimPrefix(marks, "!")) {
				level := "warning"
				if note && !strings.HasPrefix(m, "!") {
					level = "note"
				}
				want = append(want, fmt.Sprintf("%d %s retry/%s", n+1, level, strings.TrimPrefix(m, "!")))
			}
		}
		for _, c := range find(test.path, test.src) {
			got = append(got, fmt.Sprintf("%d %s %s", c.Line, calls.Judge(c).Level, c.Rule))
			if c.Prove == "" || c.Instead == "" || c.Why == "" || c.End <= c.Offset {
				t.Errorf("%s: %+v", test.name, c)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\n got %q\nwant %q", test.name, test.src, got, want)
		}
	}
}

// TestFindInPackages holds that a context in one file bounds the client that another file of the package makes.
func TestFindInPackages(t *testing.T) {
	const with, client = "package a\nimport \"net/http\"\nfunc f() { http.NewRequestWithContext(ctx, \"GET\", url, nil) }", "package a\nimport \"net/http\"\nvar c = &http.Client{}"
	texts := map[string]string{"one/a.go": with, "one/b.go": client, "two/b.go": client, "three/internal/a.go": with, "three/b.go": client}
	files := link.NewList(slices.Sorted(maps.Keys(texts)), func(name string) ([]byte, error) { return []byte(texts[name]), nil })
	var got []string
	for _, c := range calls.Find(calling.Input{Paths: slices.Sorted(maps.Keys(texts)), Files: files, Jobs: 1}).Calls {
		got = append(got, c.File+" "+c.Name)
	}
	if want := []string{"two/b.go http.Client"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFindInBrowsers holds that nothing of a page waits for its server's sake, while the server of a package that has
// pages too does.
func TestFindInBrowsers(t *testing.T) {
	const page = "import axios from 'axios'\nexport const all = () => axios.get('http://x')"
	for _, test := range []struct {
		dependencies string
		found        int
	}{{`"quasar": "1", "axios": "1"`, 0}, {`"vue": "3", "express": "4"`, 1}, {`"axios": "1"`, 1}} {
		texts := map[string]string{"package.json": `{"name": "a", "dependencies": {` + test.dependencies + `}}`, "src/a.js": page}
		files := link.NewList(slices.Sorted(maps.Keys(texts)), func(name string) ([]byte, error) { return []byte(texts[name]), nil })
		if got := calls.Find(calling.Input{Paths: []string{"src/a.js"}, Files: files, Jobs: 1}).Calls; len(got) != test.found {
			t.Errorf("with %s: %d findings, want %d", test.dependencies, len(got), test.found)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("a.go", "package a\nimport \"net/http\"\nfunc f() { for { http.Get(x) } }")
	f.Add("a.js", "for(;;){try{return fetch(u)}catch{}}")
	f.Add("a.py", "import requests\nrequests.get(u, **k)")
	f.Fuzz(func(t *testing.T, path, src string) {
		for _, c := range find(path, src) {
			if c.Offset < 0 || c.End > len(src) || c.Line < 1 {
				t.Errorf("%s: %q: %+v", path, src, c)
			}
		}
	})
}
