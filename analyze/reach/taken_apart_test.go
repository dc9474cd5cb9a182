package reach

import "testing"

// TestTakenApart follows what frameworks make objects of: members of classes that a request sets.
func TestTakenApart(t *testing.T) {
	const symfony = `<?php
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\HttpKernel\Attribute\MapRequestPayload;
use Symfony\Component\Validator\Constraints as Assert;
class Home { #[Assert\Length(exactly: 5)] public string $zip; public string $city; }
class Dto { public function __construct(#[Assert\Length(max: 10)] public readonly string $s, public string $o, #[Assert\Valid] public Home $home) {} }
class A extends Symfony\Bundle\FrameworkBundle\Controller\AbstractController {
`
	for _, test := range []struct{ name, file, text, want string }{
		{"a promoted member", "A.php", symfony + `#[Route('/a', methods: ['POST'])] public function a(#[MapRequestPayload] Dto $d) { preg_match('/^(a+)+$/', $d->s); preg_match('/^(b+)+$/', $d->o); preg_match('/^(c+)+$/', $d->home->zip); preg_match('/^(d+)+$/', $d->home->city); } }`,
			"remote body POST /a $d 10; remote body POST /a $d -1; remote body POST /a $d 5; remote body POST /a $d -1"},
		{"one that nothing checks", "A.php", symfony + `public function a(Dto $d) { preg_match('/^(a+)+$/', $d->s); } }`, "8 unknown"},
		{"an attribute of Rails", "app/controllers/users_controller.rb", `
class User < ApplicationRecord
end
class UsersController < ApplicationController
  def create
    user = User.new(params.require(:user).permit(:name))
    user.name =~ /\A(a+)+\z/
  end
end`, "remote body params.user -1"},
		{"pieces", "a.php", `<?php
foreach (str_split($_POST['s'], 12) as $s) preg_match('/^(a+)+$/', $s);
foreach (explode(',', $_POST['s'], 12) as $s) preg_match('/^(b+)+$/', $s);
`, "remote body /a.php $_POST.s 12; remote body /a.php $_POST.s 8388608"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
