package calls

import "testing"

func TestLoops(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"reactor", "A.java", `import reactor.core.publisher.Mono;
import java.nio.file.Files;
class A {
  JdbcTemplate jdbc; Repo repo;
  Mono<String> go(Statement s) throws Exception {
    Thread.sleep(1); //!
    s.executeQuery("x"); //!
    jdbc.query("x", m); //!
    Files.readString(p); //!
    load();
    Mono.fromCallable(() -> jdbc.query("x", m)).subscribeOn(Schedulers.boundedElastic());
    return repo.find().map(x -> repo.other().block()); //!
  }
  void load() throws Exception { Thread.sleep(2); } //!
  void start() throws Exception { Thread.sleep(2); repo.find().block(); }
}
`},
		{"schedulers", "S.java", `import reactor.core.publisher.Mono;
class S {
  Mono<String> go(Scheduler own) {
    Mono.defer(() -> { Thread.sleep(1); return x(); }).map(y -> load(y)).subscribeOn(Schedulers.boundedElastic());
    Mono.defer(() -> { Thread.sleep(1); return x(); }).subscribeOn(Schedulers.parallel()); //!
    Mono.defer(() -> { Thread.sleep(1); return x(); }).timeout(d).subscribeOn(own).map(y -> y);
    Mono.defer(() -> { Thread.sleep(1); return x(); }).publishOn(own); //!
    x().publishOn(own).map(y -> load(y)).publishOn(Schedulers.parallel()).map(y -> loop(y));
    x().publishOn(own).map(y -> load(y)).publishOn(Schedulers.single()).subscribeOn(own);
    Mono.just(direct()).subscribeOn(own);
    Mono.fromCallable(() -> load(1)).subscribeOn(Schedulers.boundedElastic());
    Flux.merge(x().map(y -> load(y)), x()).subscribeOn(own);
    return x().flatMap(y -> other(y)).subscribeOn(own).block(); //!
  }
  String load(int y) { Thread.sleep(1); }
  String loop(int y) { Thread.sleep(1); } //!
  String direct() { Thread.sleep(1); } //!
}
`},
		{"a package imported whole", "W.java", `import reactor.core.publisher.Mono;
import java.nio.file.*;
class W {
  Mono<String> go(Path p) throws Exception { return Mono.just(Files.readString(p)); } //!
}
`},
		{"plain Java", "B.java", `import java.nio.file.Files;
class B { Mono<String> go() throws Exception { Thread.sleep(1); return null; } }
`},
		{"netty", "N.java", `import io.netty.channel.*;
class N extends SimpleChannelInboundHandler<String> {
  protected void channelRead0(ChannelHandlerContext ctx, String m) throws Exception {
    ctx.writeAndFlush(m).sync(); //!
    Thread.sleep(1); //!
  }
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception { Thread.sleep(1); }
}
`},
		{"vertx", "V.java", `import io.vertx.core.AbstractVerticle;
class V extends AbstractVerticle {
  public void start() throws Exception {
    Thread.sleep(1);
    router.get("/").handler(ctx -> { Thread.sleep(1); }); //!
    vertx.setTimer(1, id -> vertx.executeBlocking(() -> { Thread.sleep(1); return 1; }));
  }
}
class Page implements Handler<RoutingContext> {
  public void handle(RoutingContext ctx) { Thread.sleep(1); } //!
}
class Other implements Task { public void handle(RoutingContext ctx) { Thread.sleep(1); } }
`},
		{"a list that a class of the program may be", "L.java", `import io.vertx.core.*;
class L extends AbstractVerticle {
  private final List<Step> steps = load();
  private final Store store = open();
  public void start() {
    router.get("/1").handler(ctx -> { steps.get(0).run(); });
    router.get("/2").handler(ctx -> { store.read(0); });
  }
}
class Lazy extends AbstractList<Step> implements List<Step> { public Step get(int n) { Thread.sleep(1); return null; } }
class Disk implements Store { public String read(int n) { Thread.sleep(1); return null; } } //!
`},
		{"other threads", "T.java", `import io.vertx.core.*;
class T extends AbstractVerticle {
  public void start() {
    router.get("/1").handler(ctx -> { vertx.rxExecuteBlocking(p -> { blocking(); }).subscribe(); });
    router.get("/2").handler(ctx -> { executeBlockingInternal(p -> { blocking(); }, done); });
    router.get("/3").handler(ctx -> { new Thread(() -> { Thread.sleep(1); }).start(); });
    router.get("/4").handler(ctx -> { Thread.ofVirtual().name("x").start(() -> { Thread.sleep(1); }); });
    router.get("/5").handler(ctx -> { Thread.startVirtualThread(() -> { Thread.sleep(1); }); });
    router.get("/6").handler(ctx -> { Schedulers.boundedElastic().schedule(() -> { Thread.sleep(1); }); });
    router.get("/7").handler(ctx -> { future.thenApplyAsync(x -> { blocking(); return x; }, pool); });
    router.get("/8").handler(ctx -> { Schedulers.parallel().schedule(() -> { Thread.sleep(1); }); }); //!
    router.get("/9").handler(ctx -> { new Retry(() -> { Thread.sleep(1); }).start(); }); //!
    router.get("/10").handler(ctx -> { retry.start(() -> { Thread.sleep(1); }); }); //!
    router.get("/11").handler(ctx -> { future.thenApply(x -> { direct(); return x; }); });
  }
  void blocking() { Thread.sleep(1); }
  void direct() { Thread.sleep(1); } //!
}
`},
		{"a thread of C#", "t.cs", `using System.Threading;
class C {
  async Task<int> Go() {
    new Thread(() => { Thread.Sleep(1); }).Start();
    new Retry(() => { Thread.Sleep(1); }).Start(); //!
    return 1;
  }
  void Tasks(IApplicationBuilder app) {
    Task.Run(async () => { Thread.Sleep(1); await Task.Delay(1); });
    Task.Factory.StartNew(async () => { Thread.Sleep(1); await Task.Delay(1); });
    new Thread(async () => { Thread.Sleep(1); await Task.Delay(1); }).Start();
    app.Run(async context => { Thread.Sleep(1); await Task.Delay(1); }); //!
    app.Use(async (context, next) => { Thread.Sleep(1); await next(); }); //!
  }
}
`},
		{"C#", "a.cs", `using System.Threading;
class C {
  async Task<int> Go() {
    Thread.Sleep(1); //!
    FooAsync().Wait(); //!
    Task.WaitAll(a, b); //!
    await Task.Run(() => Thread.Sleep(1));
    var x = FooAsync().Result + query.Result; //!
    dialog.Wait();
    Load();
    return FooAsync().GetAwaiter().GetResult(); //!
  }
  void Load() { Thread.Sleep(2); } //!
  void Start() { Thread.Sleep(2); FooAsync().Wait(); }
  static async Task Main() { Thread.Sleep(1); }
  static async Task<int> MainAsync(string[] args) { Thread.Sleep(1); }
  async Task Begun() { await Task.Factory.FromAsync(BeginLoad, EndLoad, null); EndLoad(await BegunAsync()); EndOther(1); }
  int EndLoad(IAsyncResult result) { return ((Task<int>)result).GetAwaiter().GetResult(); }
  int EndOther(int result) { Thread.Sleep(1); } //!
}
interface IStore { string Read(string t); string Rest(); }
class Page {
  readonly IStore store;
  Page(IStore s) { store = s; }
  async Task<string> Show() { app.Use(async (c, next) => { next().Wait(); }); return store.Read("x"); } //!
}
class DiskStore : IStore {
  public string Read(string t) { return File.ReadAllText(t); } //!
  public string Rest() { return File.ReadAllText("t"); }
}
`},
		{"PHP", "a.php", `<?php
$http = new Swoole\Http\Server('x', 1);
$http->on('request', function ($req, $res) {
  sleep(1); //!
  file_get_contents('http://x'); //!
  file_get_contents('x.txt'); //!
  file_get_contents('php://memory');
  curl_exec($c); //!
});
$http->on('start', function () { sleep(1); });
sleep(2);
function load() { sleep(3); }
`},
		{"ReactPHP", "b.php", `<?php
use React\EventLoop\Loop;
Loop::addTimer(1, function () { usleep(5); help(); }); //!
function help() { shell_exec('ls'); } //!
`},
		{"names of an import", "d.php", `<?php
use React\Http\HttpServer;
use Amp\Http\Server\RequestHandler\ClosureRequestHandler;
use Revolt\EventLoop;
class Store {
  public function __construct() { $this->db = new \PDO('x'); }
  public function load() { return $this->db->query('x'); } //!
}
$store = new Store();
$http = new HttpServer(function ($request) use ($store) { sleep(1); return $store->load(); }); //!
$http = new ClosureRequestHandler(function ($request) { sleep(1); }); //!
EventLoop::repeat(1, function () { usleep(1); }); //!
Amp\async(function () { usleep(1); }); //!
Swoole\Timer::tick(1, function () { usleep(1); }); //!
`},
		{"Swoole with hooks", "c.php", `<?php
Swoole\Runtime::enableCoroutine();
$http = new Swoole\Http\Server('x', 1);
$http->on('request', function ($req, $res) { sleep(1); });
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}
