package calls

import "testing"

// TestOnce checks that what is guarded by a variable of the function around it counts only where that function itself
// runs for each request.
func TestOnce(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"of a function around", "a.js", `const fs = require('fs');
function routes(app, options) {
  let page, other, config, again = true;
  function load() { config = fs.readFileSync('c'); }
  app.get('/1', (req, res) => { if (!page) { page = fs.readFileSync('p'); } res.end(page); });
  app.get('/2', (req, res) => { page ??= fs.readFileSync('p'); if (!app.ready) { app.ready = true; warm(); } });
  app.get('/3', (req, res) => { if (!config) load(); });
  app.get('/4', (req, res) => { if (other) return other; other = fs.readFileSync('o'); });
  app.get('/5', (req, res) => { if (options.body) return options.body; return fs.readFileSync('o'); }); //!
  app.get('/6', (req, res) => { let page; if (!page) { page = fs.readFileSync('p'); } }); //!
  app.get('/7', (req, res) => { if (again) { again = true; fs.readFileSync('p'); } }); //!
  app.get('/8', (req, res) => { if (!page) { res.page = fs.readFileSync('p'); } }); //!
  app.get('/10', (req, res) => { if (other) { res.end(other); return; } other = fs.readFileSync('o'); res.end(other); });
  app.get('/11', (req, res) => { page ||= fs.readdirSync('d').map((f) => fs.statSync(f)); });
  app.get('/12', (req, res) => { if (app.busy) { res.end(); return; } app.busy = true; fs.readFileSync('p'); }); //!
  app.get('/9', (page, res) => { if (!page.text) { page.text = fs.readFileSync('p'); } }); //!
}
function warm() { fs.readFileSync('w'); }
routes(express(), {});
`},
		{"made for each request", "a.js", `const fs = require('fs');
function reader() {
  let text;
  return () => { if (!text) { text = fs.readFileSync('p'); } return text; }; //!
}
app.get('/1', (req, res) => { const read = reader(); res.end(read()); });
app.get('/2', (req, res) => {
  let done = false;
  const once = () => { if (!done) { done = true; fs.readFileSync('p'); } }; //!
  once();
});
app.get('/3', (req, res) => {
  let text;
  list.forEach((x) => { text ??= fs.readFileSync('p'); }); //!
  const helper = () => { if (!text) { text = deep(); } };
  helper();
});
function deep() { return fs.readFileSync('d'); } //!
wss.on('connection', (socket) => {
  let ready = false;
  socket.on('message', () => { if (!ready) { ready = true; fs.readFileSync('p'); } }); //!
});
`},
		{"shadowed", "a.js", `const fs = require('fs');
let page;
app.get('/', (req, res) => { let page; if (!page) { page = fs.readFileSync('p'); } res.end(page); }); //!
`},
		{"a plugin", "a.js", `const fs = require('fs');
module.exports = async function (fastify, opts) {
  let page;
  fastify.get('/', async (request, reply) => { if (!page) { page = fs.readFileSync('p'); } return page; });
};
`},
		{"of a function around", "a.py", `import time
def create_app(blocks):
    app = App()
    done = False
    cache = {}
    other = {}
    def setup():
        nonlocal done
        time.sleep(1)
        done = True
    @app.get("/1")
    async def dashboard(key):
        if not app.monitoring_enabled:
            mount(app)
            time.sleep(1)
            app.monitoring_enabled = True
    @app.get("/2")
    async def flag():
        nonlocal done
        if not done:
            done = True
            time.sleep(1)
    @app.get("/3")
    async def keyed(key):
        if key not in cache:
            cache[key] = open("x").read()
        try:
            return other[key]
        except KeyError:
            other[key] = open(key).read()
    @app.get("/4")
    async def ready():
        if not done:
            setup()
    @app.get("/8")
    async def size():
        if app.size is not None:
            return app.size
        elif app.empty:
            return 0
        else:
            app.size = len(open("x").read())
            return app.size
    @app.get("/9")
    async def other_size():
        if app.size is not None:
            return app.size
        else:
            return len(open("x").read()) #!
    @app.get("/5")
    async def own():
        done = False
        if not done:
            done = True
            time.sleep(1) #!
    @app.get("/6")
    async def request_of(request):
        app = request.app
        if not app.ready:
            app.ready = True
            time.sleep(1) #!
    @app.get("/7")
    async def unset():
        if not app.other:
            time.sleep(1) #!
    return app
def mount(app):
    open("y")
    return create_app(app)
`},
		{"of an asynchronous method", "a.py", `class Pairs:
    async def get(self):
        if self.pairs is None:
            self.pairs = await self.load()
        if self.all:
            await self.again()
        return self.pairs
    async def load(self):
        return open("pairs").read()
    async def again(self):
        return open("pairs").read() #!
`},
		{"by a method", "a.py", `class Market:
    @property
    def pairs(self):
        if not self._pairs:
            self.load(True)
        return self._pairs
    def load(self, force):
        if force:
            self._pairs = open("pairs").read()
    def tiers(self):
        if not self._tiers:
            self.read()
        return self._tiers
    def read(self):
        return open("tiers").read() #!
market = Market()
async def handle(request):
    return market.pairs, market.tiers()
`},
		{"made for each request", "a.py", `import time
def counter():
    done = False
    def count():
        nonlocal done
        if not done:
            done = True
            time.sleep(1) #!
    count()
async def handle(request):
    counter()
    seen = set()
    text = None
    def load():
        nonlocal text
        if text is None:
            text = read()
    load()
def read():
    return open("x").read() #!
`},
		{"of an object", "a.js", `const fs = require('fs');
class Page {
  text() { if (!this.page) { this.page = fs.readFileSync('p'); } return this.page; } //!
}
class Store {
  text() { if (!this.page) { this.page = fs.readFileSync('p'); } return this.page; }
}
class Base {
  text() { this.page ??= fs.readFileSync('p'); return this.page; } //!
}
class Heir extends Base {}
class Either {
  text() { if (this.page) return this.page; this.page = fs.readFileSync('p'); return this.page; }
}
class Lazy {
  text() { if (!this.page) this.load(); return this.page; }
  load() { this.page = fs.readFileSync('p'); }
}
const store = new Store(), either = new Either();
let lazy;
app.get('/', (req, res) => {
  const heir = new Heir();
  if (!lazy) lazy = new Lazy();
  const other = req.app.either || new Either();
  res.end(new Page().text() + store.text() + heir.text() + either.text() + other.text() + lazy.text());
});
`},
		{"first values of an object", "a.js", `const fs = require('fs');
class Base {
  base = fs.readFileSync('b'); //!
  get = () => fs.readFileSync('g');
}
class Page extends Base {
  text = load('p');
  static shared = fs.readFileSync('s');
}
class Store {
  text = fs.readFileSync('p');
  constructor() { this.other = 1; }
}
class Unused {
  text = fs.readFileSync('p');
}
class Made {
  #text = fs.readFileSync('p'); //!
  constructor() { this.other = 1; }
}
class Called {
  text = () => fs.readFileSync('p'); //!
}
function load(name) { return fs.readFileSync(name); } //!
const store = new Store();
let kept;
app.get('/', (req, res) => { res.end(new Page().text + new Made() + store.text + Page.shared + new Called().text()); });
app.get('/kept', (req, res) => { kept ??= new Unused(); res.end(kept.text); });
`},
		{"what an object has done", "a.java", `import io.netty.channel.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class R extends ChannelInboundHandlerAdapter {
  private final AtomicReference<CompletableFuture<String>> heldFuture = new AtomicReference<>();
  private Future<String> plainFuture;
  private final Store store = new Store();
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    if (heldFuture.get() != null) { return; }
    plainFuture.get(); //!
    heldFuture.get().join(); //!
    Future.join(plainFuture, plainFuture);
    plainFuture.get(1, TimeUnit.SECONDS); //!
    store.use();
    new Page().use();
  }
}
class Store {
  boolean isInitialized() { return true; }
  void use() {
    if (isInitialized()) { return; }
    connect();
  }
  void connect() { Thread.sleep(1); }
}
class Page {
  boolean isInitialized() { return true; }
  boolean isFresh() { return true; }
  void use() {
    if (isInitialized()) { return; }
    Thread.sleep(1); //!
    if (isFresh()) { return; }
    Thread.sleep(1); //!
  }
}
`},
		{"first values of an object", "a.java", `import io.vertx.core.AbstractVerticle;
import java.nio.file.*;
class B extends AbstractVerticle {
  static class Page {
    private final String text = Files.readString(Path.of("a")); //!
    static String once = Files.readString(Path.of("b"));
    String get() { return text; }
  }
  static class Store {
    private final String text = Files.readString(Path.of("a"));
    String get() { return text; }
  }
  private final Store store = new Store();
  public void start() {
    Router router = Router.router(vertx);
    router.get("/1").handler(ctx -> { ctx.end(new Page().get() + store.get()); });
  }
}
`},
		{"of an object", "a.py", `from tornado.web import RequestHandler
class Page:
    def text(self):
        if self.page is None:
            self.page = open("p").read() #!
        return self.page
class Store:
    def text(self):
        if self.page is None:
            self.page = open("p").read()
        return self.page
class Main(RequestHandler):
    def get(self):
        if not self.page:
            self.page = open("p").read() #!
        self.write(self.page + self.store.text())
store = Store()
@app.get("/")
async def handle(request):
    return Page().text() + store.text()
`},
		{"left early", "a.py", `class Keys:
    def first(self):
        if self.key is not None:
            return
        with self.lock:
            self.key = self.read()
    def read(self):
        return open("key").read()
    def second(self):
        if self.busy:
            return
        self.busy = True
        open("key") #!
        self.busy = False
    def third(self):
        if self.other is not None:
            return
        self.key = open("key") #!
    def fourth(self):
        if self.kind == "x" and open("key"): #!
            self.kind = load()
keys = Keys()
async def handle(request):
    keys.first(); keys.second(); keys.third(); keys.fourth()
`},
		{"by a key", "a.js", `const fs = require('fs');
const files = new Map(), other = {}, kept = {};
class Server {
  one(req, res) {
    if (this.file) { res.send(this.file); return; }
    if (req.url) this.file = fs.readFileSync('a'); else this.file = fs.readFileSync('b');
  }
  two(req, res) {
    if (!this.index && !fs.existsSync('i')) return;
    if (!this.other && !fs.existsSync('o')) return; //!
    if (!this.index || fs.statSync('i').size) return; //!
    this.index ||= fs.readFileSync('i');
  }
  three(req, res) { if (this.busy) { res.end(); return; } this.busy = true; fs.readFileSync('p'); } //!
}
const server = new Server();
app.get('/1', (req, res) => server.one(req, res));
app.get('/2', (req, res) => server.two(req, res));
app.get('/7', (req, res) => server.three(req, res));
app.get('/3', (req, res) => { let t = files.get(req.url); if (!t) { t = fs.readFileSync(req.url); files.set(req.url, t); } res.end(t); });
app.get('/4', (req, res) => { const t = on && files.get(req.url) || fs.readFileSync(req.url); files.set(req.url, t); });
app.get('/5', (req, res) => { const t = other[req.url]; if (t) return t; other[req.url] = fs.readFileSync(req.url); });
app.get('/6', (req, res) => { const t = files.get(req.url) || fs.readFileSync(req.url); res.end(t); }); //!
app.get('/9', (req, res) => { let t = files.get(1); if (!t) { t = work().finally(() => { files.delete(1); }); files.set(1, t); } });
function work() { return fs.readFileSync('w'); } //!
app.get('/8', (req, res) => { let t = req.get('x'); if (!t) { t = fs.readFileSync(req.url); kept[req.url] = t; } }); //!
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}
