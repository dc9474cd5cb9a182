package demo

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"snag/analyze/block/calls"
	"snag/analyze/block/growth"
	"snag/analyze/block/pool"
	"snag/analyze/block/routes"
	"snag/analyze/block/stall"
	"snag/analyze/regex/audit"
	"snag/analyze/retry/experiment"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/demo"
)

// DemoPlace is where a tour takes place.
type DemoPlace struct {
	Base string // of the service, without a slash at the end
	Self string // snag
	dir  string // of files that the tour reads
}

func (p DemoPlace) url(path string) string { return p.Base + path }

func (p DemoPlace) file(name string) string { return filepath.Join(p.dir, name) }

// tourStep is a command of the tour.
type tourStep struct {
	Name    string // for --only
	section string
	about   string   // what is tried, in a clause
	Words   []string // the command after "snag"
	Expect  []string // the rules that it breaks; none when it is an example of how to do it right
	Why     string   // what the finding means, in two sentences
	service bool     // it needs the service
}

// shown is the command line for people, who call snag by its name.
func (s tourStep) shown() string { return VisibleWords(append([]string{"snag"}, s.Words...)) }

// VisibleWords is a command line as it may be shown.
func VisibleWords(words []string) string {
	return cli.RedactedLine(report.RedactArgs(words))
}

// RouteCommands are the commands that find what is wrong with each route, or that nothing is.
func RouteCommands(base string) map[string][][]string {
	body := []string{"--allow-writes", "--data", `{"amount": 100}`}
	commands := map[string][][]string{
		"/health":        {{"block", "watch", base + "/health", "--duration", "5s"}},
		"/flat":          {{"block", "handler", base + "/flat?n={{n}}"}},
		"/linear":        {{"block", "handler", base + "/linear?rows={{n}}"}},
		"/quadratic":     {{"block", "handler", base + "/quadratic?n={{n}}"}},
		"/exponential":   {{"block", "handler", base + "/exponential?n={{n}}", "--to", "60"}},
		"/validate":      {{"regex", "-e", demo.Pattern}, {"block", "handler", base + `/validate?path={{repeat "/a" n}}%0A`, "--to", "60"}},
		"/import":        {{"block", "handler", base + "/import", "-d", `[{{repeat "[]," n}}1]`}},
		"/serial":        {{"block", "pool", base + "/serial?ms=80", "--light", "/serial?ms=0"}},
		"/pool":          {{"block", "pool", base + "/pool?ms=80", "--light", "/pool?ms=0"}},
		"/transfer":      {{"block", "pool", base + "/transfer"}},
		"/me":            {{"block", "pool", base + "/me", "--without", "size,full"}},
		"/cache":         {{"block", "memory", base + "/cache?item={{salt}}", "--limit", "512MB"}},
		"/cache-bounded": {{"block", "memory", base + "/cache-bounded?item={{salt}}"}},
		"/cache-timed":   {{"block", "memory", base + "/cache-timed?item={{salt}}"}},
		"/listen":        {{"block", "memory", base + "/listen?item={{salt}}"}},
		"/open":          {{"block", "memory", base + "/open?item={{salt}}"}},
		"/flaky":         {{"retry", "server", base + "/flaky"}},
		"/limited":       {{"retry", "server", base + "/limited"}},
		"/limited-badly": {{"retry", "server", base + "/limited-badly"}},
		"/orders":        {append([]string{"retry", "server", base + "/orders"}, body...)},
		"/payments":      {append([]string{"retry", "server", base + "/payments"}, body...)},
	}
	for _, r := range demo.Routes() {
		if attacked := base + r.Path; commands[r.Path] == nil && r.Method == "GET" {
			commands[r.Path] = [][]string{{"block", "handler", attacked + `?path={{repeat "/a" n}}%0A`, "--to", "60"}}
		} else if commands[r.Path] == nil {
			commands[r.Path] = [][]string{{"block", "handler", attacked, "-d", `{"path": "{{repeat "/a" n}}\n"}`, "--to", "60"}}
		}
	}
	return commands
}

// StartingCommands are commands that start a part of the demo themselves.
var StartingCommands = [][]string{
	{"retry", "client", "--quick", "--", "snag", "demo", "client", "--policy", "unsafe", "{url}"},
	{"shutdown", "--", "snag", "demo", "--shutdown", "hasty"},
	{"block", "watch", "/health", "--duration", "5s", "--", "snag", "demo", "--chaos", "pause=300ms/2s"},
}

// tourFiles are the files that the tour reads.
var tourFiles = map[string]string{
	"shop.js": `const fs = require("node:fs");
const crypto = require("node:crypto");

exports.login = async function (request, response) {
  const template = fs.readFileSync("login.html", "utf8");
  const hash = crypto.pbkdf2Sync(request.body.password, "salt", 600000, 64, "sha512");
  response.end(template.replace("{{hash}}", hash.toString("hex")));
};
`,
	"api.json": `{"openapi": "3.0.0", "paths": {
  "/flat": {"get": {"parameters": [{"name": "n", "in": "query", "schema": {"type": "integer"}}]}},
  "/quadratic": {"get": {"parameters": [{"name": "n", "in": "query", "schema": {"type": "integer"}}]}},
  "/payments": {"post": {}}}}
`,
	"guards.js": `const app = require("express")();
const PATH = /(\/.+)+$/;

app.get("/guard/none", (req, res) => res.json({ valid: PATH.test(req.query.path) }));

app.get("/guard/late", (req, res) => {
  if (!PATH.test(req.query.path)) return res.status(422).json({ error: "path is no path" });
  res.json({ valid: true });
});

app.get("/guard/length", (req, res) => {
  const { path } = req.query;
  if (path.length > 16) return res.status(400).json({ error: "path is refused" });
  res.json({ valid: PATH.test(path) });
});

app.get("/guard/schema", (req, res) => {
  const { path } = require("zod").object({ path: require("zod").string().max(16) }).parse(req.query);
  res.json({ valid: PATH.test(path) });
});

app.get("/guard/anchored", (req, res) => {
  if (!/^[\w-]+$/.test(req.query.path)) return res.status(400).json({ error: "path is refused" });
  res.json({ valid: PATH.test(req.query.path) });
});

app.get("/guard/replace", (req, res) => {
  res.json({ valid: PATH.test(req.query.path.replace(/\W+/g, "-")) });
});

app.get("/guard/number", (req, res) => res.json({ valid: PATH.test(String(parseInt(req.query.path, 10))) }));

app.use(require("express").json({ limit: 100 }));
app.post("/guard/body", (req, res) => res.json({ valid: PATH.test(req.body.path) }));
`,
	"gaps.json": "[[100, 201, 399, 801], [101, 200, 402, 799], [99, 199, 401, 800]]\n",
	"snag.yaml": `checks:
  - name: handlers
    calls: FOLDER
  - name: clients after an outage
    herd: exp:base=100ms,cap=10s,jitter=full
`,
}

// writeTourFiles writes them into a folder.
func writeTourFiles(dir string) error {
	for name, content := range tourFiles {
		content = strings.ReplaceAll(content, "FOLDER", strconv.Quote(dir))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// TourSteps is the one table of what the tour shows, and what the service lists.
func TourSteps(p DemoPlace) []tourStep {
	return []tourStep{
		{"regex", "Regexes", "the regex of the Node.js guide",
			[]string{"regex", "-e", `(\/.+)+$`, "--engine", "regexp2"}, []string{audit.RuleExponential},
			"The inner and the outer loop can share the same text in ever more ways, and a mismatch makes the engine try them all. Some thirty characters in a URL stop a server that matches on its event loop.", false},
		{"explain", "Regexes", "one regex, part by part",
			[]string{"explain", `^(\w+\s?)*$`, "--engine", "none"}, []string{audit.RuleExponential},
			"The space is optional, so a word can be cut anywhere. The report shows two ways to match one text, what the attack costs, and what to write instead.", false},
		{"handler", "What blocks", "a handler that compares every two items",
			[]string{"block", "handler", p.url("/quadratic?n={{n}}"), "--trials", "3", "--max-time", "8s"}, []string{growth.RuleSuperlinear, stall.RuleOthersWait},
			"Ten times the input costs a hundred times the time, and everybody else waits meanwhile. The report names the size at which the budget breaks: bound the input below it.", true},
		{"attack", "What blocks", "the regex in a route, attacked",
			[]string{"block", "handler", p.url(`/validate?path={{repeat "/a" n}}%0A`), "--to", "60", "--trials", "3", "--max-time", "8s"}, []string{growth.RuleSuperlinear},
			"What the audit proved on paper happens in the service: each further \"/a\" doubles the time of one request. snag grows the input carefully and stops before it hangs the target.", true},
		{"json", "What blocks", "how much JSON a body may hold",
			[]string{"block", "json", "--runtime", "go", "--shape", "records,nested-arrays", "--sizes", "64KB,256KB", "--max-body", "8MB", "--no-depth"}, []string{growth.RuleJSONBudget},
			"Parsing is linear and yet slow, and the shape decides more than the size. A body limit of 8 MB lets one request take many times the budget.", false},
		{"calls", "What blocks", "calls in source code that block for each request",
			[]string{"block", "calls", p.file("shop.js")}, []string{calls.RuleBlockingCall},
			"readFileSync and pbkdf2Sync keep the one thread busy while everybody else waits. Their asynchronous forms use the worker pool.", false},
		{"watch", "What blocks", "a service that stands still now and then",
			[]string{"block", "watch", "/health", "--duration", "1500ms", "--", p.Self, "demo", "--quiet", "--chaos", "pause=250ms/400ms"}, []string{stall.RuleStalled},
			"A cheap request sent at fixed times shows every pause that a real client would meet, garbage collections and bad jobs too. An average over answered requests would hide them.", false},
		{"pool", "Overlapping requests", "how many requests run at once",
			[]string{"block", "pool", p.url("/pool?ms=80"), "--light", "/pool?ms=0", "--max", "8", "--without", "overlap,context"}, nil,
			"The order of the answers shows a pool of four, whatever the configuration says. A fifth request waits, so the slowest kind of work should have a pool of its own.", true},
		{"hang", "Overlapping requests", "two locks that are taken in either order",
			[]string{"block", "pool", p.url("/transfer"), "--without", "size,full,context", "--overlap", "3"}, []string{pool.RuleOverlapHang},
			"One request at a time works, so no ordinary test fails. Two that overlap each hold the lock that the other wants, and wait for ever.", true},
		{"context", "Overlapping requests", "whose request is it",
			[]string{"block", "pool", p.url("/me"), "--without", "size,full,overlap"}, []string{pool.RuleContextMixed},
			"The id is kept in a variable that all requests share and read after waiting. Under load users see the data of others; a context of its own for each request keeps them apart.", true},
		{"client", "Retries", "a client that sends a POST again",
			[]string{"retry", "client", "--quick", "--fault", "503,reset-after-request", "--", p.Self, "demo", "client", "--policy", "unsafe", "{url}"}, []string{experiment.RuleUnsafePost},
			"The connection broke after the request was sent, so nobody knows whether it was processed. Sent again without an idempotency key it may charge twice.", false},
		{"server", "Retries", "a limit that does not say for how long",
			[]string{"retry", "server", p.url("/limited-badly"), "--reads", "3", "--burst", "5"}, []string{experiment.RuleBadRetryAfter},
			"Retry-After must be seconds or a date; clients that cannot read it come back at once. The route /limited does it right.", true},
		{"keys", "Retries", "idempotency keys that are ignored",
			[]string{"retry", "server", p.url("/payments"), "--reads", "1", "--burst", "0", "--allow-writes", "--data", `{"amount": 100}`}, []string{experiment.RuleKeyIgnored},
			"The same key and body were charged twice, so a client that does everything right still pays double. The route /orders does it right.", true},
		{"herd", "Retries", "a hundred clients after an outage",
			[]string{"retry", "herd", "--policy", "exp:base=100ms,cap=10s"}, []string{experiment.RuleHerd},
			"Without jitter all clients come back in the same moments, again and again, and keep the server down. The table shows how much each kind of jitter helps.", false},
		{"infer", "Retries", "a schedule from the gaps in a log",
			[]string{"retry", "infer", p.file("gaps.json")}, nil,
			"Three runs of a client, read off a log, are enough to tell its policy: exponential from 100 ms without jitter. The herd above is what it leads to.", false},
		{"hasty", "Shutdown", "a service that drops everything on SIGTERM",
			[]string{"shutdown", "--hold", "300ms", "--grace", "5s", "--", p.Self, "demo", "--quiet", "--shutdown", "hasty"}, []string{shutdown.RuleDropped},
			"Every deployment cuts off whoever is being served, and the exit status of 0 says nothing about it. Stop accepting, finish what is in flight, then exit.", false},
		{"deaf", "Shutdown", "a service that ignores SIGTERM",
			[]string{"shutdown", "--hold", "300ms", "--grace", "1500ms", "--", p.Self, "demo", "--quiet", "--shutdown", "deaf"}, []string{shutdown.RuleNoEffect},
			"The platform waits for the whole grace period and then kills it, with whatever is in flight. Each deployment takes that much longer and drops requests in the end.", false},
		{"graceful", "Shutdown", "a service that ends well",
			[]string{"shutdown", "--hold", "300ms", "--grace", "8s", "--", p.Self, "demo", "--quiet", "--shutdown", "good"}, nil,
			"It refuses new connections, finishes what is in flight, closes idle and silent connections, and exits by itself. This is what the others should look like.", false},
		{"check", "All at once", "what CI runs: the checks of a snag.yaml",
			[]string{"check", "--config", p.file("snag.yaml")}, []string{calls.RuleBlockingCall},
			"One file lists what must hold, and one exit status gates a merge. snag check --init writes a first one for your project.", false},
		{"guards", "All routes", "one regex behind seven kinds of guards",
			[]string{"block", "routes", p.file("guards.js"), "--url", p.Base, "--only", "/guard/*", "--trials", "2", "--route-time", "5s", "--max-time", "30s"}, []string{routes.RuleStalls},
			"The regex of the routes is the same, and each has a guard: a length, a schema, another regex, a replace, a number. The attack is sent to all of them: it is proved where the guard comes too late or lets too much through, and nowhere else.", true},
		{"routes", "All routes", "a whole service, as its description tells it",
			[]string{"block", "routes", "--url", p.Base, "--openapi", p.file("api.json"), "--trials", "2", "--max-time", "25s", "--max-bytes", "4000"}, []string{routes.RuleStalls},
			"Nobody said what to send: requests that are accepted were built from the description, each input grew, and what stalls is proved, with the request that does it. What writes was left out.", true},
	}
}

// NewPlace returns a place for a tour of the service at a base URL, with the files that the tour reads in a
// folder.
func NewPlace(base, self, dir string) (DemoPlace, error) {
	return DemoPlace{Base: base, Self: self, dir: dir}, writeTourFiles(dir)
}
