package calls

import "testing"

// TestDevelopment leaves out what runs only where a program is developed, debugged or tested, or in C# where its caller
// blocks anyway.
func TestDevelopment(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"branches", "a.py", `import time, os
@app.get("/1")
async def one(request):
    if app.debug:
        time.sleep(1)
    if request.x and is_debug():
        return trace()
    if os.environ.get("APP_DEBUG") or config["debug_mode"] or logger.isEnabledFor(logging.DEBUG):
        return trace()
    if settings.DEBUG and request.x or log_level == "debug":
        return trace()
    if self._get_debug_scope(1) or request.query["debug"] or request.args.get("debug") or kind == "debug":
        time.sleep(1) #!
    if app.debug or request.y:
        time.sleep(1) #!
    if not app.debug:
        time.sleep(1) #!
    elif request.z:
        time.sleep(1)
    if os.environ["MODE"] == "development":
        time.sleep(1)
    if mode == "devices":
        time.sleep(1) #!
    later = time.sleep(1) if mode != "production" else time.sleep(2) #!
    if not (is_prod or request.z):
        time.sleep(1)
    else:
        time.sleep(1) #!
    if device.dev_mode is None:
        time.sleep(1) #!
def trace():
    return open("trace.html").read()
@app.get("/2")
async def two(debug: bool = False):
    if debug:
        time.sleep(1) #!
async def three(debug=False):
    if debug:
        time.sleep(1)
`},
		{"branches", "a.js", `const fs = require('fs');
app.get('/', (req, res) => {
  if (process.env.NODE_ENV !== 'production') fs.readFileSync('page');
  if (process.env.NODE_ENV === 'production') fs.readFileSync('page'); //!
  const page = opts.dev ? load() : fs.readFileSync('page'); //!
  isDev && fs.writeFileSync('page', page);
  isDev || fs.writeFileSync('page', page); //!
  isDev ?? fs.writeFileSync('page', page); //!
  if (!isProduction && req.query.x) { load(); } else { fs.statSync('page'); } //!
  if (req.query.device) fs.statSync('device'); //!
  if (process.env.APP_DEBUG) fs.statSync('log');
  if (log.debug.enabled || config.enableDebug || isDebugMode()) fs.statSync('log');
  if (req.query.debug || debugRequests.size) fs.statSync('device'); //!
});
function load() { return fs.readFileSync('source'); }
`},
		{"flags of one form for both", "a.cs", `class C {
  async Task<int> Both(bool async, bool useAsync, Stream s) {
    if (async) { await Task.Delay(1); } else { Thread.Sleep(1); }
    if (!async) { Thread.Sleep(1); }
    if (async) { Thread.Sleep(1); } //!
    int n = useAsync ? await s.ReadAsync() : Read();
    if (_sync && n > 1) { Thread.Sleep(1); }
    if (_sync || n > 1) { Thread.Sleep(1); } //!
    Thread.Sleep(1); //!
    if (useAsync) { return await OtherAsync(); }
    Thread.Sleep(1);
    return 1;
  }
  int Read() { Thread.Sleep(1); return 1; }
}
`},
		{"flags of one form or another in JavaScript", "a.js", `const fs = require('fs');
app.get('/', async (req, res) => {
  if (opts.sync) fs.readFileSync('a'); //!
  if (!useAsync) fs.readFileSync('b'); //!
  if (async) return res.end();
  fs.readFileSync('c'); //!
  if (!debug) return res.end();
  fs.readFileSync('d');
});
`},
		{"flags of one form or another in Python", "a.py", `import time
@app.get("/")
async def one(request):
    if settings.sync:
        time.sleep(1) #!
    if not use_async:
        time.sleep(1) #!
    if is_async:
        return 1
    time.sleep(1) #!
`},
		{"a server of tests", "test/server.js", `const fs = require('fs');
app.get('/', async (req, res) => { res.end(fs.readFileSync('page')); });
function handle(req, res) { res.end(fs.readFileSync('page')); }
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}
