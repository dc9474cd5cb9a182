package reach

import "testing"

// TestPathGuards has routes demand something of parameters of their paths.
func TestPathGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Laravel", "routes/web.php", `<?php
use Illuminate\Support\Facades\Route;
use Illuminate\Http\Request;
function run($s) { return preg_match('/^(a+)+$/', $s); }
GUARD
`, "8", "any", []string{
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', '[a-z]{1,8}');",
			"Route::get('/a/{id}', fn (string $id) => run($id))->where(['id' => '[a-z]{1,8}']);",
			"class NoteController extends Controller { public function show($id) { run($id); } } Route::get('/a/{id}', [NoteController::class, 'show'])->where('id', '[a-z]{1,8}');",
			"class NoteController extends Controller { public function show($id) { run($id); } } Route::get('/a/{id}', [NoteController::class, 'show'])->name('show')->where('id', '[a-z]{1,8}')->middleware('web');",
			"Route::get('/a/{o}/{id}', function ($o, $id) { run($id); })->where('o', '[a-z]+')->where('id', '[a-z]{8}');",
			"Route::get('/a/{id}', function (Request $request, $id) { run($id); })->where('id', '[a-z]{1,8}');",
			"Route::get('/a/{id?}', function ($id = '') { run($id); })->where('id', '[a-z]{1,8}');",
			"class NoteController extends Controller { public function show($id) { run($id); } } Route::get('/a/{id}', [NoteController::class, 'show'])->where('id', '[a-z]{1,8}'); Route::get('/b/{id}', [NoteController::class, 'show'])->where('id', '[a-z]{5}');",
		}, []string{
			"Route::get('/a/{id}', function ($id) { run($id); });",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('o', '[a-z]{1,8}');",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', '[a-z]+');",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', config('app.id'));",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', env('ID') ?: '[a-z]{1,8}');",
			"$p = '[a-z]{1,8}'; if (env('ID')) { $p = env('ID'); } Route::get('/a/{id}', function ($id) { run($id); })->where('id', $p);",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', '[a-z]{1,' . env('MOST') . '}');",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', \"[a-z]{1,$most}\");",
			"Route::get('/a/{id}', function ($id) { run($id); })->where('id', '[a-z]{1,8}')->where('id', env('ID'));",
			"$r = Route::get('/a/{id}', function ($id) { run($id); }); if (env('SHORT')) { $r->where('id', '[a-z]{1,8}'); }",
			"Route::get('/a/{o}/{id}', function ($id, $o) { run($id); })->where('id', '[a-z]{8}');",
			"Route::get('/a/{o}', function ($id) { run($id); })->where('id', '[a-z]{8}');",
			"class NoteController extends Controller { public function show($id) { run($id); } } Route::get('/a/{id}', [NoteController::class, 'show'])->where('id', '[a-z]{1,8}'); Route::get('/b/{id}', [NoteController::class, 'show']);",
			"class NoteController extends Controller { public function show($id) { run($id); } } Route::get('/b/{id}', fn ($id) => 1)->where('id', '[a-z]{1,8}'); Route::get('/a/{id}', [NoteController::class, 'show']);",
			"Route::get('/a/{id}', fn ($id, Request $r) => run($r->header('id')))->where('id', '[a-z]{1,8}');",
		}},
		{"Symfony", "src/Controller/A.php", `<?php
use Symfony\Component\Routing\Attribute\Route;
class A extends Symfony\Bundle\FrameworkBundle\Controller\AbstractController {
  GUARD { preg_match('/^(a+)+$/', $id); } }
`, "8", "any", []string{
			"#[Route('/a/{id}', requirements: ['id' => '[a-z]{1,8}'])] public function a($id)",
			"#[Route(path: '/a/{id}', name: 'a', requirements: ['id' => '[a-z]{1,8}'])] public function a(string $id)",
			"#[Route('/a/{id<[a-z]{1,8}>}')] public function a(string $id)",
			"#[Route('/a/{id<[a-z]{8}>?x}', methods: ['GET'])] public function a(string $id)",
			"#[Route('/a/{o}/{id}', requirements: ['o' => '\\d+', 'id' => '[a-z]{1,8}'])] public function a(string $id, $o)",
			"#[Route('/a/{id}', methods: ['GET'], requirements: ['id' => '[a-z]{1,8}'])] public function a(string $id)",
			"#[Route('/{o}/{id}', requirements: ['id' => 'x[a-z]{1,7}'])] public function a($o, string $id)",
			"#[Route('/a/{id}', requirements: ['id' => '[a-z]{1,8}'])] #[Route('/b/{id}', requirements: ['id' => '[a-z]{2}'])] public function a(string $id)",
		}, []string{
			"#[Route('/a/{id}')] public function a($id)",
			"#[Route('/a/{id}', requirements: ['o' => '[a-z]{1,8}'])] public function a($id)",
			"#[Route('/a/{id}', requirements: ['id' => '[a-z]+'])] public function a($id)",
			"#[Route('/a/{id}', requirements: ['id' => self::ID])] public function a($id)",
			"#[Route('/a/{id}', defaults: ['id' => '[a-z]{1,8}'])] public function a($id)",
			"#[Route('/a/{id<[a-z]+>}')] public function a($id)",
			"#[Route('/a/{o<[a-z]{1,8}>}/{id}')] public function a($o, $id)",
			"#[Route('/a/{id}', requirements: ['id' => '[a-z]{1,8}'])] #[Route('/b/{id}')] public function a(string $id)",
		}},
		{"ASP.NET", "A.cs", `
using Microsoft.AspNetCore.Mvc;
using System.Text.RegularExpressions;
var app = WebApplication.CreateBuilder(args).Build();
GUARD
`, "8", "8192", []string{
			"app.MapGet(\"/a/{id:maxlength(8)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapPost(\"/a/{id:length(8)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:length(2,8)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:alpha:maxlength(8)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:regex(^[[a-z]]{{1,7}}$)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"[ApiController] public class A : ControllerBase { [HttpGet(\"a/{id:maxlength(8)}\")] public void Get(string id) { Regex.IsMatch(id, \"^(a+)+$\"); } }",
			"[ApiController, Route(\"api\")] public class A : ControllerBase { [HttpPut(\"{id:length(8)}\")] public void Put([FromRoute] string id) { Regex.IsMatch(id, \"^(a+)+$\"); } }",
			"public class A : Controller { [HttpGet(\"a/{id:maxlength(8)}\")] public void Get([FromRoute] string id) { Regex.IsMatch(id, \"^(a+)+$\"); } }",
		}, []string{
			"app.MapGet(\"/a/{id}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{o:maxlength(8)}\", (string o, string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:minlength(8)}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:alpha}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:regex([[a-z]]{{1,8}})}\", (string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"app.MapGet(\"/a/{id:maxlength(8)}\", ([FromQuery] string id) => Regex.IsMatch(id, \"^(a+)+$\"));",
			"public class A : Controller { [HttpGet(\"a/{id:maxlength(8)}\")] public void Get(string id) { Regex.IsMatch(id, \"^(a+)+$\"); } }",
			"[ApiController] public class A : ControllerBase { [HttpGet(\"a/{id:maxlength(8)}\"), HttpGet(\"b/{id}\")] public void Get(string id) { Regex.IsMatch(id, \"^(a+)+$\"); } }",
		}},
	} {
		g.run(t)
	}
}
