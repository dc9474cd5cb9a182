package calls

import "testing"

// TestLineage follows what an object calls on itself to the methods of its own class, of those that it extends, and of
// those that extend it, and to no others of the same name.
func TestLineage(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"two kinds of one base", "a.py", `import asyncio, time
from aiohttp import web
class Base:
    def renew(self):
        self.send()
        self.both()
    def both(self):
        self.deep()
    def shared(self):
        time.sleep(1) #!
class InThreads(Base):
    def work(self):
        self.renew()
    def send(self):
        time.sleep(1)
    def deep(self):
        time.sleep(1)
class OnLoop(Base):
    def send(self):
        later()
    def deep(self):
        later()
    async def start_renewing(self):
        self.renew()
        self.shared()
        self.send()
    async def handle(self, request):
        self.send()
        bound = super().renew
        bound()
        self.both()
        self.shared()
def later():
    pass
`},
		{"what another class mixes in", "a.py", `import time
class Names:
    async def rename(self):
        self.store()
        self.other()
class Files:
    def store(self):
        time.sleep(1) #!
class Folder(Names, Files):
    pass
class Elsewhere:
    def other(self):
        time.sleep(1)
class Unknown(Names, made()):
    pass
async def handle(request):
    await Folder().rename()
    await Unknown().rename()
    Elsewhere().quiet = 1
`},
		{"an heir", "a.py", `import time
class Base:
    async def run_one(self):
        self.one()
    def one(self):
        raise NotImplementedError
class First(Base):
    def one(self):
        self.two()
    def two(self):
        time.sleep(1) #!
class Second(Base):
    def one(self):
        pass
    def two(self):
        time.sleep(1)
async def handle(request):
    await First().run_one()
    await Second().run_one()
`},
		{"an heir", "a.js", `const fs = require('fs');
class Base {
  handle(req, res) { this.load(); }
}
class Page extends Base {
  load() { return fs.readFileSync('page'); } //!
}
class Text extends Base {
  load() { return 'text'; }
}
class Other {
  load() { return fs.readFileSync('other'); }
}
app.get('/page', (req, res) => new Page().handle(req, res));
app.get('/text', (req, res) => new Text().handle(req, res));
new Other().load();
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}
