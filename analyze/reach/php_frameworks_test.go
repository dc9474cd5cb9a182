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
		{"wp rest sanitize", `
-- a.php --
<?php
register_rest_route('x/v1', '/a', ['methods' => 'POST', 'callback' => 'run', 'args' => ['q' => ['sanitize_callback' => 'clean']]]);
function clean($v) { return preg_replace('/^(a+)+$/', '', $v); }
function run($request) { }
`, "remote body"},
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
`, "constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if out := describe(t, test.files); !strings.Contains(out, test.want) {
				t.Errorf("%s\ngot\n%s\nwant\n%s", test.files, out, test.want)
			}
		})
	}
}
