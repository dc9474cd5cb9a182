package reach

import (
	"strings"
	"testing"
)

// TestGatedRoutes has functions run before handlers of PHP that go on to these only where a text is short.
func TestGatedRoutes(t *testing.T) {
	const slim = `
-- composer.json --
{"name": "a/b", "require": {"slim/slim": "^4"}, "autoload": {"psr-4": {"App\\": "src/"}}}
-- src/Short.php --
<?php
namespace App;
class Short implements \Psr\Http\Server\MiddlewareInterface {
  public function process($request, $handler) { BODY }
}
-- index.php --
<?php
use Slim\Factory\AppFactory;
use App\Short;
$app = AppFactory::create();
$run = function ($request, $response, $args) { $b = $request->getParsedBody(); preg_match('/(a+)+$/', $b['s']); return $response; };
ROUTES
`
	const laravel = `
-- composer.json --
{"name": "a/b", "require": {"laravel/framework": "^11"}, "autoload": {"psr-4": {"App\\": "app/"}}}
-- app/Http/Middleware/Short.php --
<?php
namespace App\Http\Middleware;
use Closure; use Illuminate\Http\Request;
class Short {
  public function handle(Request $request, Closure $next, ...$more) { BODY }
}
-- app/Http/Controllers/C.php --
<?php
namespace App\Http\Controllers;
use Illuminate\Http\Request;
class C extends Controller {
  function a(Request $request) { return preg_match('/(a+)+$/', $request->input('s')); }
}
-- routes/web.php --
<?php
use App\Http\Controllers\C;
use App\Http\Middleware\Short;
use Illuminate\Support\Facades\Route;
ROUTES
`
	const (
		passed     = "$b = $request->getParsedBody(); if (strlen($b['s']) > 50) { return new \\Slim\\Psr7\\Response(400); } return $handler->handle($request);"
		added      = "$app->post('/a', $run)->add(new Short());"
		gate       = "function ($request, $handler) { if (strlen($request->getParsedBody()['s']) > 50) { throw new \\Exception('x'); } return $handler->handle($request); }"
		let        = "if (strlen($request->input('s')) > 50) { abort(422); } return $next($request);"
		middleware = "Route::post('/a', [C::class, 'a'])->middleware(Short::class);"
	)
	for _, test := range []struct {
		program, body, routes string
		holds                 bool
	}{
		{slim, passed, added, true},
		{slim, passed, "$app->post('/a', $run); $app->add(new Short());", true},
		{slim, passed, "$app->post('/a', $run)->add(Short::class);", true},
		{slim, passed, "$app->group('/x', function ($g) use ($run) { $g->post('/a', $run); })->add(new Short());", true},
		{slim, passed, "$app->post('/a', $run)->add(" + gate + ");", true},
		{slim, passed, "$app->add(" + gate + "); $app->post('/a', $run);", true},
		{slim, passed, "$m = " + gate + "; $app->post('/a', $run)->setName('x')->add($m);", true},
		{slim, "$s = $request->getParsedBody()['s']; if (strlen($s) <= 50) return $handler->handle($request); throw new \\Exception();", added, true},
		{slim, passed, "$app->post('/a', $run);", false},
		{slim, passed, "$app->post('/b', $run2)->add(new Short()); $app->post('/a', $run);", false},
		{slim, passed, "$app->post('/b', $run)->add(new Short()); $app->post('/a', $run);", false},
		{slim, passed, "$app->group('/x', function ($g) { $g->post('/b', 'b'); })->add(new Short()); $app->post('/a', $run);", false},
		{slim, passed, "if (getenv('X')) $app->add(new Short()); $app->post('/a', $run);", false},
		{slim, passed, "$m = getenv('X') ? new Short() : new Other(); $app->post('/a', $run)->add($m);", false},
		{slim, passed, "$other = AppFactory::create(); $other->add(new Short()); $app->post('/a', $run);", false},
		{slim, strings.Replace(passed, "$b = ", "$r = $handler->handle($request); $b = ", 1), added, false},
		{slim, "$r = $handler->handle($request); $b = $request->getParsedBody(); if (strlen($b['s']) > 50) throw new \\Exception(); return $r;", added, false},
		{slim, strings.Replace(passed, "['s']", "['t']", 1), added, false},
		{slim, strings.Replace(passed, "getParsedBody", "getQueryParams", 1), added, false},
		{slim, strings.Replace(passed, "return new \\Slim\\Psr7\\Response(400);", "error_log('x');", 1), added, false},
		{slim, strings.Replace(passed, "> 50", "> 50 && $b['t']", 1), added, false},
		{slim, strings.Replace(passed, "handle($request)", "handle($request->withParsedBody(['s' => $b['t']]))", 1), added, false},
		{slim, strings.Replace(passed, "handle($request)", "handle($this->other($request))", 1), added, false},
		{slim, "if ($request->getMethod() === 'PUT') return $this->on($handler, $request); " + passed, added, false},
		{slim, "$f = [$handler, 'handle']; if (isset($_GET['x'])) return $f($request); " + passed, added, false},
		{laravel, let, middleware, true},
		{laravel, "if (strlen($request->input('s')) > 50) { return response('no', 422); } return $next($request);", middleware, true},
		{laravel, "if (mb_strlen($request->input('s')) <= 50) { return $next($request); } abort(422);", middleware, true},
		{laravel, "$s = $request->input('s'); if (!is_string($s) || strlen($s) > 50) return redirect('/'); return $next($request);", middleware, true},
		{laravel, "$s = $request->input('s', ''); if (strlen($s) > 50) return redirect('/'); $r = $next($request); return $r;", middleware, true},
		{laravel, let, "Route::post('/a', [C::class, 'a'])->name('x')->middleware([Short::class]);", true},
		{laravel, let, "Route::middleware(Short::class)->group(function () { Route::post('/a', [C::class, 'a']); });", true},
		{laravel, let, "Route::prefix('x')->middleware([Short::class])->group(function () { Route::post('/a', [C::class, 'a']); });", true},
		{laravel, let, "Route::post('/a', [C::class, 'a']);", false},
		{laravel, let, "Route::post('/b', [C::class, 'b'])->middleware(Short::class); Route::post('/a', [C::class, 'a']);", false},
		{laravel, let, "$r = Route::post('/a', [C::class, 'a']); if (env('X')) $r->middleware(Short::class);", false},
		{laravel, let, "Route::post('/a', [C::class, 'a'])->middleware(Short::class)->withoutMiddleware(Short::class);", false},
		{laravel, let, "Route::middleware(Short::class)->group(function () { Route::post('/b', [C::class, 'b']); }); Route::post('/a', [C::class, 'a']);", false},
		{laravel, strings.Replace(let, "'s'", "'t'", 1), middleware, false},
		{laravel, strings.Replace(let, "abort(422);", "logger('x');", 1), middleware, false},
		{laravel, strings.Replace(let, "> 50", "> 50 && $request->user()", 1), middleware, false},
		{laravel, "$r = $next($request); if (strlen($request->input('s')) > 50) { abort(422); } return $r;", middleware, false},
		{laravel, "if ($more) return $next($request); " + let, middleware, false},
		{laravel, "return $next($request); " + let, middleware, false},
		{laravel, strings.Replace(let, "return", "$request->merge(['s' => $request->input('t')]); return", 1), middleware, false},
		{laravel, strings.Replace(let, "return $next($request)", "$request = Request::create('/a'); return $next($request)", 1), middleware, false},
		{laravel, "try { if (strlen($request->input('s')) > 50) throw new \\Exception(); } catch (\\Exception $e) {} return $next($request);", middleware, false},
		{laravel, "if ($request->isJson()) return (fn() => $next($request))(); " + let, middleware, false},
	} {
		text := strings.NewReplacer("BODY", test.body, "ROUTES", test.routes).Replace(test.program)
		if got := remoteMax(t, text); (got == 50) != test.holds {
			t.Errorf("%s\n%s\ngot %d, want 50: %t", test.body, test.routes, got, test.holds)
		}
	}
}
