package calls

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// marked are the calls that comments in a source expect: a mark ends a line on which calls must be
// found, and says how many unless it is one.
var marked = regexp.MustCompile(`(?://|#)!(\d*)$`)

// checkLines compares the lines of the calls that are found with those that are marked.
func checkLines(t *testing.T, path, name, src string) {
	t.Helper()
	var want, got []string
	for n, line := range strings.Split(src, "\n") {
		if m := marked.FindStringSubmatch(line); m != nil {
			times := 1
			fmt.Sscan(m[1], &times)
			for range times {
				want = append(want, fmt.Sprint(n+1))
			}
		}
	}
	var reasons []string
	for _, c := range find(path, src) {
		got = append(got, fmt.Sprint(c.Line))
		reasons = append(reasons, fmt.Sprintf("%d: %s, %s", c.Line, c.Name, c.Why))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s:\n%s\n got %v\nwant lines %v", name, src, reasons, want)
	}
}

func TestScript(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"handlers by name", "a.js", `const fs = require('fs');
function show(a, b) { b.end(fs.readFileSync('x')) } //!
app.get('/x', show);
router.route('/y').get(list).post(auth, make);
const list = (a, b) => { fs.readdirSync('.') }; //!
function make(a, b) { fs.cpSync('a', 'b') } //!
http.createServer(serve);
function serve(q, s) { fs.statSync('x') } //!
new http.Server(other);
function other(q, s) { fs.statSync('x') } //!
function none(q, s) { fs.statSync('x') }
cache.get('x', none);
app.get('name', [first, wrap(second)]);
const first = (a) => fs.statSync('x') //!
async function second(a) { fs.statSync('x') } //!
`},
		{"made of a setting that may be any of many", "a.js", `const fs = require('fs');
const { createRoute, wrap } = require('health');
const settings = {};
exports.set = (name, value) => { settings[name] = value; };
exports.set('a', function start() { fs.readFileSync('cert'); });
exports.set('b', function open() { fs.readFileSync('b'); });
exports.set('c', function update() { fs.readdirSync('c'); });
exports.set('d', function close() { fs.statSync('d'); });
const show = () => fs.statSync('x'); //!
const get = (name) => settings[name];
app.use('/health', createRoute(get('config')));
app.use('/x', wrap(show));
`},
		{"events", "a.js", `const fs = require('fs');
process.on('exit', () => { fs.writeFileSync('/tmp/x', 'exit') });
process.on('message', () => { fs.writeFileSync('/tmp/x', 'exit') });
worker.on('message', m => fs.statSync(m));
app = fork(file); app.on('message', m => fs.statSync(m));
F.on('message', m => fs.statSync(m));
exports.serverless = function (req, res, callback, types, cwd) { fs.statSync('x') };
const [error, text] = tryCatch((name) => fs.readFileSync(name), 'x');
server.on('request', (a, b) => fs.existsSync('x')); //!
wss.on('connection', ws => { ws.on('pong', m => fs.appendFileSync('l', m)) }); //!
ws.on('message', save);
function save(m) { fs.appendFileSync('l', m) } //!
emitter.on('ready', () => fs.readFileSync('x'));
`},
		{"at the start", "a.js", `const fs = require('fs');
const page = fs.readFileSync('x');
class One { constructor() { this.page = fs.readFileSync('x') } }
const one = new One();
function load() { return fs.readFileSync('x') }
load();
app.listen(3000, () => { fs.writeFileSync('ready', '') });
program.command('x').action(async () => { fs.readFileSync('x') });
setInterval(() => fs.readFileSync('x'), 1000);
setImmediate(() => load());
exports.start = async () => { fs.readFileSync('x'); app.listen(1, (req, res) => {}) };
`},
		{"a class that handlers make", "a.js", `const fs = require('fs');
class One { constructor() { this.page = fs.readFileSync('x') } } //!
app.use((req, res) => { new One() });
function Two() { this.load = function () { fs.statSync('x') } } //!
Two.prototype.find = function () { return fs.statSync('x') }; //!
Two.prototype.other = function () { return fs.statSync('x') };
app.all('/two', (a, b) => { const two = new Two(); two.load(); two.find() });
`},
		{"middleware", "a.js", `const fs = require('fs');
module.exports = function (options) {
  const page = fs.readFileSync('template');
  return function (req, res, next) { res.end(page + fs.readFileSync('y')) }; //!
};
const wrap = (fn) => (req, res, next) => fn(req, res).catch(next);
exports.show = wrap(async (a, b) => { fs.readFileSync('x') }); //!
const asyncHandler = require('express-async-handler');
const edit = asyncHandler(async (a, b) => { fs.readFileSync('x') }); //!
class Router { handle(req, res) { return this.#load() } #load() { return fs.readFileSync('z') } } //!
exports.create = async function create(a) { return Promise.all([1].map(() => fs.readFileSync('q'))) }; //!
module.exports.later = async function (a) { return go(function () { fs.readFileSync('q') }) }; //!
`},
		{"objects", "a.js", `const fs = require('fs');
const controller = { show(a, b) { fs.statSync('x') }, //!
  hidden(a, b) { fs.statSync('x') },
  list: async (a, b) => { fs.statSync('x') } }; //!
controller.edit = function (a, b) { this.read() };
controller.read = () => fs.statSync('x'); //!
app.get('/', controller.show); app.put('/', controller.edit.bind(controller)); app.post('/', controller.list)
fastify.route({ method: 'GET', url: '/', preHandler: [check], handler: (a, b) => { fs.cpSync('a','b') } }) //!
function check(a) { fs.statSync('x') } //!
module.exports = [{ method: 'GET', path: '/', handler: (a, b) => { fs.cpSync('a','b') } }] //!
yargs.command({ command: 'x', handler: (argv) => fs.statSync('x') })
`},
		{"modules", "a.mjs", `import fs, { readFileSync as r } from 'node:fs';
import * as all from "fs";
const { execSync, exec: { bind } } = await import('node:child_process');
import { promises } from 'fs';
import later from 'fs/promises';
export async function GET(request) { return r('x') + execSync('ls') + all.statSync('x') } //!3
export const handler = (event) => { fs.mkdirSync('x') }; //!
export default async function page() { return helper() }
const helper = () => fs.readFileSync('x'); //!
export function sync() { return fs.readFileSync('x') }
export async function fine() { await promises.readFile('x'); later.readFileSync('x'); fs.promises.readFileSync('x') }
export const one = async () => { (await import('fs')).readFileSync('x') } //!
`},
		{"aliases", "a.js", `const fs = require('fs'), z = require("zlib"), read = require('fs').readFileSync;
const copy = fs, again = copy.statSync, { inflateSync: inflate } = z;
let later; later = require('fs');
var exists = module.exports.exists = fs.existsSync;
app.get('/', (req, res) => {
  fs['readFileSync']('x'); //!
  read('x'); again('x'); inflate(x); //!3
  later.rmSync('x'); fs?.rmSync?.('x'); exists('x') //!3
  const { rmSync } = fs; rmSync('x'); //!
  fs.readFileSync; fs.readFile('x', () => {});
});
`},
		{"compiled", "a.js", `"use strict";
var _fs = _interopRequireDefault(require("fs")), fs_1 = require("fs"), all = tslib_1.__importStar(require("node:fs"));
const esm = __toESM(require('fs'), 1);
function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e } }
exports.GET = async function () {
  _fs.default.statSync('x'); (0, fs_1.statSync)('x'); all.statSync('x'); (0, esm.default.statSync)('x'); //!4
}
Object.defineProperty(exports, "__esModule", { value: true });
`},
		{"modules compiled from TypeScript", "a.js", `"use strict";
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    Object.defineProperty(o, k2, { enumerable: true, get: function() { return m[k]; } });
}) : (function(o, m, k, k2) { if (k2 === undefined) k2 = k; o[k2] = m[k]; }));
var __importStar = (this && this.__importStar) || (function () {
    return function (mod) {
        if (mod && mod.__esModule) return mod;
        var result = {};
        if (mod != null) for (var k in mod) if (k !== "default") __createBinding(result, mod, k);
        return result;
    };
})();
var __importDefault = (this && this.__importDefault) || function (mod) { return (mod && mod.__esModule) ? mod : { "default": mod }; };
const path = __importStar(require("path"));
const fs = __importStar(require("fs"));
const zlib_1 = __importDefault(require("zlib"));
const express_1 = __importDefault(require("express"));
const app = (0, express_1.default)();
app.get('/', (req, res) => {
  const name = path.join('a', 'b');
  fs.readFileSync(name); zlib_1.default.gzipSync(name); //!2
  zlib_1.default.gzip(name); path.resolve(name);
});
`},
		{"one of a class", "a.js", `const fs = require('fs');
class S {
  static instance = null;
  static get() {
    if (S.instance == null) { S.instance = new S(); }
    return S.instance;
  }
  constructor() { this.a = fs.readFileSync('x') }
}
class T { constructor() { this.a = fs.readFileSync('x') } } //!
app.get('/', (req, res) => { S.get(); new T() });
`},
		{"hidden names", "a.js", `const fs = require('fs'), { readFileSync: open } = fs;
app.get('/', (req, res) => {
  for (const file of files) { open(file) } //!
  ((fs) => fs.readFileSync('x'))(other);
  { const fs = other; fs.readFileSync('x') }
  function inner({ fs, open }) { fs.readFileSync('x'); open() }
  inner({});
  const mock = { open() {}, readFileSync: (open) => open('x') };
  mock.open();
  fs.readFileSync('x') //!
  class A { fs() {} }
});
app.post('/', function (req, res, fs) { fs.readFileSync('x') });
`},
		{"typed", "a.ts", `import fs = require('fs');
import type { Stats } from 'fs';
@Controller()
export class Cats {
  private readonly names: Map<string, () => void> = new Map();
  constructor(private readonly db: Db) { fs.readFileSync('config'); }
  @Get()
  @Header('a', 'b')
  findAll(): string { return fs.readFileSync('x', 'utf8'); } //!
  @Post(':id')
  async create(@Body() dto: Dto): Promise<void> { this.save(dto); }
  private save<T>(dto: T): { a: T } { fs.writeFileSync('x', JSON.stringify(dto)); } //!
  unused(): void { fs.readFileSync('x') }
  static async all(): Promise<Cat[]> { return fs.readFileSync('x') } //!
}
const load = <T,>(p: string): T => JSON.parse(fs.readFileSync(p, 'utf8')); //!
app.get('/', (a: Request, b: Response) => { b.json(load<Foo>('x')) });
function read(p: string): string;
function read(p: any): string { return fs.readFileSync(p as string)! } //!
export const handle: RequestHandler = async (a, b): Promise<void> => { read('x') };
const only = (fs: typeof import('fs')): void => fs.readFileSync('x');
export abstract class Base<T extends object> { abstract find(): void; async get(): Promise<T> { return fs.statSync('x') as T } } //!
`},
		{"types before classes", "a.ts", `import { readFileSync, type Stats, existsSync as ex } from "node:fs";
interface X { show(req: Req, res: Res): void; a: () => void }
type F = (a: string) => void
abstract class Base { protected abstract x(): string; private static cache = new Map<string, string>()
  get page() { return readFileSync('p', 'utf8') } //!
  static of<T>(this: T, a: number = 1): T { return ex('x') as any } //!
}
export class C extends Base {
  @Inject() private readonly s!: S
  @Get('x') @UseGuards(G)
  async show(@Req() r, @Res({ passthrough: true }) s: Response) { Base.of(1); return this.page }
  @Cron('0 0 * * *') handleCron() { readFileSync('x') }
}
const handlers: Record<string, (a: Request, b: Response) => Promise<void>> = {
  async one(a, b) { readFileSync('x') }, //!
  two: async (a, b) => { ex('x') } //!
}
app.get('/1', handlers.one)
app.get('/2', handlers['two'])
const cond = a ? (x: number) => x : (y: number) => y
app.post('/3', auth(), <any>three)
function three(a: Request) { readFileSync('x') } //!
declare function four(a: string): void
export const five = async <T extends { a: string }>(x: T): Promise<{ b: T }> => { if (x.a < 3 && x.a > 2) { ex('y') } return { b: x } } //!
export async function* six(): AsyncGenerator<string> { yield readFileSync('x') as unknown as string } //!
export const seven = memo(async function seven(this: Foo, x) { ex('x') }) //!
export { eight as nine }
const eight = async (): Promise<void> => { ex('x') } //!
`},
		{"elements and templates", "a.jsx", "import fs from 'fs';\n" + "export async function Page() {\n" +
			"  return <ul a={fs.readFileSync('x')}>{list.map(i => <li>{fs.statSync(i)}</li>)}</ul> //!2\n}\n" +
			"export const POST = async (r) => new Response(`<${/`/.test(fs.readFileSync('x')) ? `${fs.statSync('y')}` : ''}>`) //!2\n"},
		{"frameworks", "a.js", `const fs = require('fs');
fastify.get('/', async function (request, reply) { fs.cpSync('a','b') }) //!
app.use(async (ctx, next) => { fs.cpSync('a', 'b'); await next() }) //!
const hono = new Hono().get('/', (c) => c.text(fs.readFileSync('x'))) //!
const api = express.Router(); const r2 = new Router();
r2.get(path, (a, b) => fs.statSync('x')); //!
Deno.serve((a) => fs.statSync('x')); //!
module.exports = async function (fastify, opts) { fs.statSync('x'); fastify.addHook('onRequest', async (a) => fs.statSync('x')) } //!
axios.get('/x', (a) => fs.statSync('x'));
http.get('http://x/', (res) => fs.statSync('x'));
`},
		{"a program", "a.js", `#!/usr/bin/env node
const fs = require('fs');
exports.read = async (name) => fs.readFileSync(name);
`},
		{"exports", "a.mjs", `import fs from 'fs';
async function list() { fs.statSync('x') } //!
async function show() { fs.statSync('x') } //!
async function inner() { fs.statSync('x') }
export { list, show as default };
export const all = { async get() { fs.statSync('x') }, put: async () => fs.statSync('x') } //!2
export default { async fetch(a) { fs.statSync('x') }, port: 1 } //!
export async function main() { fs.statSync('x') }
async function boot() { fs.statSync('x') }
export { boot }; await boot();
(async () => { fs.statSync('x') })();
export class One { async get() { return this.go() } async #hidden() { fs.statSync('x') }
  go = () => fs.statSync('x') //!
  async loadConfig() { fs.statSync('x') } }
`},
		{"instances", "a.js", `const fs = require('fs');
class Users { show(a, b) { fs.statSync('x') } async list() { fs.statSync('x') } hidden() { fs.statSync('x') } } //!2
const users = new Users();
router.get('/', users.show.bind(users)); app.use('/x', (a, b) => users.list());
class Posts extends Users { async get() { await super.list(); this.hide() } hide() { fs.statSync('x') } } //!
module.exports = new Posts();
(function () { function show(a, b) { fs.statSync('x') } app.get('/y', show) })(); //!
io.on('connection', (socket) => { const load = () => fs.statSync('x'); socket.on('any', () => load()) }); //!
`},
		{"kept by a map", "src/a.js", `const fs = require('fs');
const pages = new Map(), seen = new Map();
let config, other;
function load() { config = fs.readFileSync('c'); }
function again() { let other = fs.readFileSync('c'); return other; } //!
app.get('/', (req, res) => {
  if (!pages.has('a')) {
    pages.set('a', fs.readFileSync('a'));
  }
  if (!seen.has('a')) {
    pages.get('a', fs.readFileSync('a')); //!
  }
  if (!config) load();
  if (!other) again();
});
`},
		{"a program by its path", "src/cli/read.js", `const fs = require('fs');
exports.read = async (name) => fs.readFileSync(name);
app.get('/', (req, res) => fs.readFileSync(name)); //!
`},
		{"commands", "src/a.js", `const fs = require('fs');
module.exports = class Import extends base.BaseCommand { async read() { fs.readFileSync(name) } }
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}

func TestPythonLines(t *testing.T) {
	for _, test := range []struct{ name, src string }{
		{"generators", `import asyncio
from starlette.responses import StreamingResponse
def lines(path):
    with open(path) as f: #!
        yield from f
def parts(path):
    with open(path) as f:
        yield from f
def pieces(path):
    with open(path) as f: #!
        yield from f
def whole(path):
    return open(path) #!
async def one(path):
    rest = parts(path)
    await asyncio.to_thread(next, rest, None)
    rest.close()
    return StreamingResponse(parts(path))
async def two(path):
    for line in lines(path):
        take(line)
    some = pieces(path)
    await asyncio.to_thread(next, some, None)
    for piece in some:
        take(piece)
    return StreamingResponse(whole(path))
`},
		{"no time and no target", `import time, pathlib
async def a(pause, place: pathlib.Path, values):
    time.sleep(0)
    time.sleep(0.1) #!
    time.sleep(pause) #!
    place.copy("x") #!
    place.copy()
`},
		{"addresses that hold the data", `from urllib.request import urlopen
async def decode(value):
    urlopen("data:,x")
    if value.startswith("data:"):
        return urlopen(value)
    return urlopen(value) #!
async def guarded(uri):
    if not uri.startswith("data:"):
        raise ValueError()
    return urlopen(uri)
async def inverse(uri):
    if uri.startswith("data:"):
        return uri[5:]
    return urlopen(uri) #!
async def warned(uri):
    if not uri.startswith("data:"):
        warn(uri)
    return urlopen(uri) #!
`},
		{"imports", `import asyncio, time, requests as rq, os.path
from subprocess import (run as go,  # the first
    check_output)
import urllib.request as ur
import urllib.request
async def a():
    time.sleep(1); rq.get("x") #!2
    go(["ls"]) #!
    check_output( #!
        ["ls"])
    ur.urlopen("x") #!
    urllib.request.\
        urlopen("x") #!
    os.system("ls") #!
    from time import sleep
    sleep(1) #!
    nap = sleep
    nap(1) #!
`},
		{"two of a kind", `import os, time
class Client:
    def send(self): time.sleep(1)
    def plain(self): time.sleep(1) #!
class AsyncClient:
    async def send(self): pass
async def a(pid):
    client = Client()
    await client.send()
    await client.plain()
    os.waitpid(pid, os.WNOHANG)
    os.waitpid(pid, 0) #!
`},
		{"in threads", `import asyncio, time, requests
async def a(loop, pool):
    await loop.run_in_executor(None, lambda: requests.get("x"))
    await asyncio.to_thread(lambda: time.sleep(1))
    def work():
        time.sleep(1)
        return requests.get("x")
    await asyncio.to_thread(work)
    await asyncio.to_thread(time.sleep, 1)
    now = lambda: time.sleep(1) #!
    now()
    list(map(lambda x: requests.get(x), urls)) #!
    loop.call_soon(later)
def later():
    time.sleep(1) #!
`},
		{"files", `import aiofiles, pathlib
from pathlib import Path
HERE = Path(__file__).parent
async def a(name: Path, other: str, maybe: Path | None = None):
    with open("x") as f: #!
        pass
    Path("x").read_text() #!
    (HERE / "a" / other).write_text("x") #!
    p = pathlib.Path("y").resolve(); p.write_bytes(b"") #!
    q = p / name; q.open() #!
    name.read_bytes(); other.read_text() #!
    maybe.read_bytes() #!
    async with aiofiles.open("x") as f: pass
    f"{open('x').read()!r:>{len(open('y').read())}} {f'{Path("z").read_text()}'}" #!3
`},
		{"clients", `import requests, httpx, select, sqlite3, socket, shutil
async def a():
    s = requests.Session()
    s.get("x") #!
    with requests.Session() as t, httpx.Client() as c:
        t.post("x"); c.get("x") #!2
    async with httpx.AsyncClient() as c:
        await c.get("x")
    httpx.get("x") #!
    db = sqlite3.connect("x") #!
    db.execute("x") #!
    socket.getaddrinfo("x", 1) #!
    socket.getaddrinfo("1.2.3.4", 1, 0, 0, 0, flags | socket.AI_NUMERICHOST)
    shutil.rmtree("x") #!
    select.select(r, w, [], 0)
    select.select(r, w, [], 2) #!
    select.select(r, w, []) #!
    input("?") #!
`},
		{"values that are kept", `import requests, subprocess
from pathlib import Path
ROOT = Path("x").resolve(); STAGING = ROOT / 'staging'
class Client:
    def __init__(self):
        self.session = requests.Session()
        self._path = Path("x")
    async def go(self, name):
        self.session.post("x") #!
        try:
            self._path.write_text("x") #!
        except OSError as open:
            pass
        finally: self._sync()
        target = STAGING / f'{name}.x'
        target = target / name
        with target.open("wb") as out: pass #!
    def _sync(self):
        with self.session as s: s.get("y") #!
    @staticmethod
    async def other(paths): Client._load(); return {**{k: open(v).read() for k, v in paths}} #!
    @classmethod
    def _load(cls): return cls()._io()
    def _io(self):
        return open("x") #!
`},
		{"names that hide", `import requests, time
async def a(open, requests):
    open("x"); requests.get("x")
async def b():
    time = clock()
    time.sleep(1)
async def c(self, key):
    self.open("x"); f(open=1)
def open(x): return x
async def d(): open("x")
`},
		{"helpers", `import time, functools
class Base:
    def wait(self): time.sleep(1) #!
    def other(self): time.sleep(1)
class V(Base):
    def __init__(self): self.load()
    def load(self):
        return open("x").read() #!
    @classmethod
    def make(cls):
        return open("x") #!
    @property
    def data(self):
        return open("x") #!
    class Inner:
        async def get(self):
            time.sleep(1) #!
    async def get(self):
        self.load(); self.wait(); self.data
        V.make()
        if True:
            def inner():
                time.sleep(1) #!
            inner()
        helper()
    def sync(self): time.sleep(2)
@functools.wraps(f)
def helper():
    match open("x"): #!
        case V(x=1): time.sleep(1) #!
        case _: pass
    deeper(
    )
def deeper(): time.sleep(1) #!
`},
		{"threads of frameworks", `import time, asyncio
@app.get("/")
def endpoint():
    time.sleep(1)
@in_thread
def away(): time.sleep(1)
async def main():
    time.sleep(1)
async def serve():
    time.sleep(1)
async def lifespan(app):
    open("x")
@app.on_event("startup")
async def begin(): open("x")
async def test_it(): open("x")
async def call(): away()
asyncio.run(serve())
`},
		{"set once by a helper", `import time
CONFIG = {}
OTHER = {}
FILLED = {}
def ensure():
    if not CONFIG:
        setup_all()
    if not FILLED:
        fill_up()
def fill_up():
    time.sleep(1)
    FILLED.update(a=1)
def setup_all():
    global CONFIG
    time.sleep(1)
    CONFIG = {"a": 1}
def refresh():
    if not OTHER:
        load()
def load():
    time.sleep(1) #!
def shadow():
    if not OTHER:
        fill()
def fill():
    OTHER = {"a": 1}
    time.sleep(1) #!
async def handle(request):
    ensure()
    refresh()
    shadow()
`},
		{"run to their end", `import time, anyio, trio, asyncio
async def hook(path):
    time.sleep(1)
async def trip():
    time.sleep(1)
async def both():
    time.sleep(1) #!
async def task():
    time.sleep(1) #!
def cli(pool, name):
    anyio.run(hook, name)
    trio.run(trip)
    anyio.run(both)
    pool.run(task)
async def serve_one(request):
    await both()
`},
		{"life cycle", `import time
class Server:
    async def _start(self): time.sleep(1)
    async def __setup(self): time.sleep(1)
    async def _starter(self): time.sleep(1) #!
`},
		{"tornado and protocols", `import time, asyncio, tornado.web
class Main(tornado.web.RequestHandler):
    def get(self): time.sleep(1) #!
    def helper(self): time.sleep(1)
class P(asyncio.Protocol):
    def data_received(self, data): time.sleep(1) #!
`},
		{"registered for the start", `import subprocess
from functools import partial
class Server:
    @classmethod
    def serve(cls, primary, apps):
        primary.before_server_start(partial(primary._boot, apps=apps))
        primary.register_listener(warm, 'x')
        apps.before_request(partial(primary._check, apps=apps))
        primary.before_server_stop(both)
    async def _boot(self, apps):
        load()
    async def _check(self, apps):
        subprocess.run(["x"]) #!
async def warm(app):
    subprocess.run(["x"])
async def both(app):
    subprocess.run(["x"]) #!
async def again(app):
    await both(app)
def load():
    subprocess.run(["x"])
`},
	} {
		checkLines(t, "a.py", test.name, test.src)
	}
}

// hostile returns sources that are large, deep or broken.
func hostile(n int) []string {
	return []string{
		strings.Repeat("(", n), strings.Repeat("{", n), strings.Repeat("[", n), strings.Repeat("(a", n) + strings.Repeat(")", n),
		strings.Repeat("a=>", n), strings.Repeat("function(", n), strings.Repeat("function f(){", n), strings.Repeat("export const ", n),
		strings.Repeat("import a,", n), strings.Repeat("import{", n), strings.Repeat("const {a:", n), strings.Repeat("class A extends ", n),
		strings.Repeat("class A{a(){", n), strings.Repeat("a.b.", n), strings.Repeat("`${", n), strings.Repeat("x=a.x;a.x=a.x.x.x;", n/4),
		"const a0=require('fs');" + strings.Repeat("const a=a0.b,b=a.c,c=b.a;", n/8), strings.Repeat("lambda x:", n), strings.Repeat("f'{", n),
		strings.Repeat("async def f(", n), strings.Repeat("with a as b, ", n), strings.Repeat("x = x\n", n), strings.Repeat("@a\n", n), strings.Repeat("def f(self):x.x=f(x)\n", n/4),
		strings.Repeat("@a() ", n), strings.Repeat("const a:b<", n), strings.Repeat("app.get('/',", n), strings.Repeat("a=b(", n), strings.Repeat("<a>{", n),
	}
}

// TestBegins checks that what only the start of a program calls is no reason to expect requests there.
func TestBegins(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"exports", "a.js", `const fs = require('fs');
exports.main = async function main() { await (0, exports.onboard)(); await initDatabase(); new exports.Server().load(); }
exports.onboard = onboard;
async function onboard() { migrate(); if (fs.existsSync('a')) return false; }
exports.initDatabase = initDatabase;
async function initDatabase() { fs.mkdirSync('d'); }
const migrate = () => fs.copyFileSync('a', 'b');
exports.save = async () => { fs.writeFileSync('a', 'b'); } //!
exports.Server = class Server {
  async exit() { fs.unlinkSync('pid'); }
  async load() { fs.readFileSync('a'); bus.on('change', this.changed); }
  async changed() { fs.readFileSync('a'); } //!
  async remove() { fs.unlinkSync('a'); } //!
  async start() { this.table = { remove: this.remove }; this.remove(); }
}
`},
		{"what calls a bootstrap", "a.js", `const fs = require('fs');
exports.App = class App {
  async load() { await this.register(); await this.bootstrap(); }
  async register() { fs.readFileSync('plugins'); }
  async bootstrap() { fs.mkdirSync('d'); }
  async reread() { await this.settle(); }
  async settle() { fs.readFileSync('a'); } //!
}
`},
		{"what is called again", "a.js", `const fs = require('fs');
exports.start = async () => { await exports.read(); await exports.poll(); };
exports.poll = async () => { for (;;) { await tick(); fs.statSync('a'); } }; //!
exports.read = async () => fs.readFileSync('a'); //!
exports.refresh = async () => exports.read();
`},
		{"answers", "a.js", `#!/usr/bin/env node
const fs = require('fs'), WebSocket = require('ws');
const ws = new WebSocket(process.argv[2]);
ws.on('message', (data) => fs.writeFileSync('a', data));
new WebSocket.Server({ port: 1 }).on('connection', (socket) => fs.readFileSync('a')); //!
`},
		{"async functions", "a.py", `import asyncio, json
async def lifespan(app):
    await import_old()
async def import_old():
    with open("x") as f:
        json.load(f)
class Hub:
    async def start_unsafe(self):
        open("x")
        await self.secrets()
    async def secrets(self):
        open("x")
    async def setup_watch(self):
        await self.watch()
        asyncio.create_task(self.job())
        await asyncio.gather(*[self.later])
    async def watch(self):
        while True:
            open("x") #!
    async def setup_messages(self):
        await self.messages()
        await self.files()
    async def messages(self):
        async for m in self.bus:
            take(m)
    async def files(self):
        for f in self.all:
            open(f)
    async def job(self):
        open("x") #!
    async def later(self):
        open("x") #!
def take(m):
    open(m) #!
async def handle(hub):
    await hub.start_other()
class Other:
    async def start_other(self):
        open("x") #!
async def run_for(other=Other()):
    await other.start_other()
`},
		{"events", "a.py", `class Docs:
    def bind(self, app):
        app.after_start += self.build
        app.on_startup.append(self.warm)
        app.on_connect += self.greet
        return Starlette(on_startup=[self.other, last], on_message=[self.another])
    async def build(self):
        open("x")
    async def warm(self, app):
        open("x")
    async def other(self, app):
        open("x")
    async def another(self, app):
        open("x") #!
    async def greet(self, app):
        open("x") #!
async def last(app): open("x")
`},
		{"before it serves", "a.py", `import ray, time
from aiohttp import web
class Hook:
    async def __call__(self):
        while True:
            self.certificate()
            await web.TCPSite(runner).start()
            self.again()
            await self.changed()
    def certificate(self):
        open("x")
    def again(self):
        open("x") #!
    async def changed(self):
        time.sleep(1) #!
@ray.remote
def job():
    time.sleep(1)
@ray.remote(num_cpus=1)
async def other_job():
    time.sleep(1)
@queue.remote
def task():
    time.sleep(1) #!
async def handle(request):
    job(); task()
    while request.more:
        open("x") #!
    serve(request)
`},
		{"before sockets are added", "a.py", `from tornado.httpserver import HTTPServer
class Backend:
    async def _run_tornado(self, sockets):
        secret = self.secret()
        server = HTTPServer(app)
        server.add_sockets(sockets)
        self.other()
    def secret(self):
        return open("secret").read()
    def other(self):
        return open("other").read()
`},
		{"without a disk", "a.py", `PROC = "/proc"
ETC = "/etc"
async def handle(request):
    open(f"{PROC}/{request.pid}/stat")
    open(PROC + "/stat")
    open(f"{ETC}/{request.name}") #!
    open(f"{PROC}x/{request.name}") #!
`},
		{"bounded", "a.py", `import asyncio
def run():
    asyncio.run(bounded())
async def bounded():
    await asyncio.wait_for(job(), 9)
    asyncio.create_task(more())
async def job():
    open("x")
async def more():
    open("x") #!
`},
		{"commands", "admin_cmd.py", `async def export(): open("x")
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}

func TestHostile(t *testing.T) {
	find("a.js", "readSync; function* f(x) { if (x) (yield); yield; const y = yield; (yield).a; f(yield); }")
	for _, src := range hostile(4_000) {
		find("a.tsx", "readSync "+src)
		find("a.js", "readSync "+src)
		find("a.py", "async\n"+src)
	}
}
