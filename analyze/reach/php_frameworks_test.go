package reach

import (
	"strings"
	"testing"
)

// TestFrameworksOfPHP follows what frameworks of PHP hand to code, and what they set in objects.
func TestFrameworksOfPHP(t *testing.T) {
	for _, test := range []struct{ name, files, want string }{
		{"symfony form named max", `
-- src/Controller/AController.php --
<?php
namespace App\Controller;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController; use Symfony\Component\HttpFoundation\Request; use Symfony\Component\Routing\Attribute\Route; use Symfony\Component\Validator\Constraints as Assert; use Symfony\Component\Form\Extension\Core\Type\TextType;
class AController extends AbstractController { #[Route('/a', methods: ['POST'])] public function a(Request $request) { $form = $this->createFormBuilder()->add('q', TextType::class, ['constraints' => [new Assert\Length(max: 20)]])->getForm(); $form->handleRequest($request); if ($form->isSubmitted() && $form->isValid()) { preg_match('/^(a+)+$/', $form->get('q')->getData()); } } }
`, "remote body"},
		{"wp rest matched in validate", `
-- a.php --
<?php
register_rest_route('x/v1', '/a', ['methods' => 'POST', 'callback' => 'run', 'args' => ['q' => ['validate_callback' => function ($v) { return preg_match('/^(a+)+$/', $v); }]]]);
function run($request) { }
`, "remote body"},
		{"wp action of its own", `
-- a.php --
<?php
add_action('init', function () { do_action('saved', substr($_POST['q'], 0, 9)); });
-- b.php --
<?php
add_action('saved', 'check');
function check($q) { preg_match('/^(a+)+$/', $q); }
`, "remote body $_POST.q 9"},
		{"wp action, another", `
-- a.php --
<?php
add_action('init', function () { do_action('saved', $_POST['q']); });
add_action('other', function ($q) { preg_match('/^(a+)+$/', $q); });
`, "unknown"},
		{"wp filter, the value", `
-- a.php --
<?php
add_action('init', function () { preg_match('/^(a+)+$/', apply_filters('text', substr($_POST['q'], 0, 9))); });
`, "remote body $_POST.q -1"},
		{"wp filter, what it returns", `
-- a.php --
<?php
add_action('init', function () { preg_match('/^(a+)+$/', apply_filters('text', 'x')); });
add_filter('text', function ($s) { return $_GET['q']; });
`, "remote url $_GET.q -1"},
		{"wp command", `
-- a.php --
<?php
WP_CLI::add_command('x', function ($args) { preg_match('/^(a+)+$/', $args[0]); });
`, "local"},
		{"slim, a method that stands behind its class", `
-- a.php --
<?php
use Slim\Factory\AppFactory;
$app = AppFactory::create();
$app->group('/v1', function ($group) { $group->get('/a/{kind}', Lists::class . ':find'); });
class Lists { public function find($request, $response, $args) { preg_match('/^(a+)+$/', $args['kind']); } public function other($request, $response, $args) { } }
`, "remote path"},
		{"slim, another method", `
-- a.php --
<?php
use Slim\Factory\AppFactory;
$app = AppFactory::create();
$app->get('/a/{kind}', Lists::class . ':other');
class Lists { public function find($request, $response, $args) { preg_match('/^(a+)+$/', $args['kind']); } public function other($request, $response, $args) { } }
`, "unknown"},
		{"wp query", `
-- a.php --
<?php
add_action('init', function () { preg_match('/^(a+)+$/', get_query_var('q')); });
`, "remote url"},
		{"wp rest sanitize", `
-- a.php --
<?php
register_rest_route('x/v1', '/a', ['methods' => 'POST', 'callback' => 'run', 'args' => ['q' => ['sanitize_callback' => 'clean']]]);
function clean($v) { return preg_replace('/^(a+)+$/', '', $v); }
function run($request) { }
`, "remote body"},
		{"a class that Slim makes", `
-- public/index.php --
<?php
use App\ShowHandler; use Slim\Factory\AppFactory;
$app = AppFactory::create();
$app->get('/things/{id}', ShowHandler::class);
-- src/ShowHandler.php --
<?php
namespace App;
class ShowHandler { public function __invoke($request, $response, array $args) { preg_match('/^(a+)+$/', $args['id']); } }
`, "remote path GET /things/{id}"},
		{"a class that Slim cannot call", `
-- public/index.php --
<?php
use App\ShowHandler; use Slim\Factory\AppFactory;
$app = AppFactory::create();
$app->get('/things/{id}', ShowHandler::class);
-- src/ShowHandler.php --
<?php
namespace App;
class ShowHandler { public function show($request, $response, array $args) { preg_match('/^(a+)+$/', $args['id']); } }
`, "unknown"},
		{"CodeIgniter", `
-- app/Controllers/Shop.php --
<?php
namespace App\Controllers;
class Shop extends BaseController { public function save() { preg_match('/^(a+)+$/', substr($this->request->getPost('note'), 0, 300)); } }
`, "remote body"},
		{"Yii", `
-- controllers/PostController.php --
<?php
namespace app\controllers;
use Yii; use yii\web\Controller;
class PostController extends Controller { public function actionSearch() { preg_match('/^(a+)+$/', Yii::$app->request->get('q')); } }
`, "remote url"},
		{"a table of functions", `
-- a.php --
<?php
$all = ['up' => fn ($s) => preg_match('/^(a+)+$/', $s), 'down' => 'strtolower'];
call_user_func($all[$_GET['do']], $_POST['text']);
`, "remote body"},
		{"a function with a list of arguments", `
-- a.php --
<?php
function cut($t, $s) { preg_match('/^(a+)+$/', $s); }
call_user_func_array('cut', ['x', $_POST['text']]);
`, "remote body"},
		{"another argument of a function", `
-- a.php --
<?php
function cut($t, $s) { preg_match('/^(a+)+$/', $t); }
call_user_func_array('cut', ['x', $_POST['text']]);
`, "constant"},
		{"livewire", `
-- app/Livewire/Search.php --
<?php
namespace App\Livewire;
use Livewire\Component;
class Search extends Component { public string $q = ''; public function run() { preg_match('/^(a+)+$/', $this->q); } public function render() { return view('x'); } }
`, "remote body"},
		{"livewire param", `
-- app/Livewire/Search.php --
<?php
namespace App\Livewire;
use Livewire\Component;
class Search extends Component { public function run($q) { preg_match('/^(a+)+$/', $q); } public function render() { return view('x'); } }
`, "remote body"},
		{"mb_ereg", `
-- a.php --
<?php
mb_ereg('^(a+)+$', $_GET['q']);
`, "remote url"},
		{"mb_eregi", `
-- a.php --
<?php
mb_eregi('^(a+)+$', $_GET['q']);
`, "remote url"},
		{"mb_split", `
-- a.php --
<?php
mb_split('^(a+)+$', $_GET['q']);
`, "remote url"},
		{"mb_ereg_replace", `
-- a.php --
<?php
mb_ereg_replace('^(a+)+$', 'x', $_GET['q']);
`, "remote url"},
		{"a class that is no component", `
-- app/Search.php --
<?php
namespace App;
use Livewire\Livewire;
class Search { public string $q = 'x'; public function run() { preg_match('/^(a+)+$/', $this->q); } }
`, "unknown\nnot followed: what sets q of App\\Search"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if out := describe(t, test.files); !strings.Contains(out, test.want) {
				t.Errorf("%s\ngot\n%s\nwant\n%s", test.files, out, test.want)
			}
		})
	}
}
