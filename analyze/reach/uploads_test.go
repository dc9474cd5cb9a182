package reach

import (
	"strings"
	"testing"
)

// TestFilesOfUploads follows what a file has that was sent to the place where its name is read, and takes no file for one whose
// name alone was sent. How long a name may be says nothing of what stands in the file.
func TestFilesOfUploads(t *testing.T) {
	for _, test := range []struct{ file, code, want string }{
		{"a.php", "<?php\n$s = file_get_contents($_FILES['f']['tmp_name']);\nM($s);", "remote file /a.php $_FILES.f.tmp_name 2097152"},
		{"a.php", "<?php\nforeach (file($_FILES['f']['tmp_name']) as $l) { M($l); }", "remote file"},
		{"a.php", "<?php\n$h = fopen($_FILES['f']['tmp_name'], 'r');\nwhile ($l = fgetcsv($h)) { M($l[0]); }", "remote file"},
		{"a.php", "<?php\n$n = $_FILES['f']['tmp_name'];\nif (strlen($n) > 20) exit;\nM(file_get_contents($n));", "remote file /a.php $_FILES.f.tmp_name 2097152"},
		{"a.php", "<?php\nM(substr(file_get_contents($_FILES['f']['tmp_name']), 0, 9));", "remote file /a.php $_FILES.f.tmp_name 9"},
		{"a.php", "<?php\n$to = 'up/' . basename($_FILES['f']['name']);\nmove_uploaded_file($_FILES['f']['tmp_name'], $to);\nM(file_get_contents($to));", "remote-possible file"},
		{"a.php", "<?php\nM(file_get_contents($_GET['f']));", "local"},
		{"a.php", "<?php\nM(file_get_contents('data/' . $_GET['f'] . '.txt'));", "local"},
		{"a.php", "<?php\nM(file_get_contents('a.txt'));", "local"},
		{"a.php", "<?php\nuse Symfony\\Component\\HttpFoundation\\Request;\nclass A { /** x */ #[Symfony\\Component\\Routing\\Attribute\\Route('/a')] function a(Request $r) { $h = fopen($r->files->get('f')->getPathname(), 'r'); M(fgets($h)); } }", "remote file"},
		{"a.php", "<?php\nuse Symfony\\Component\\HttpFoundation\\Request;\nclass A { #[Symfony\\Component\\Routing\\Attribute\\Route('/a')] function a(Request $r) { $f = $r->files->get('f'); M($f->getClientOriginalName()); } }", "remote file"},
		{"a.php", "<?php\nuse Psr\\Http\\Message\\ServerRequestInterface;\nfunction a(ServerRequestInterface $r) { $f = $r->getUploadedFiles(); M($f['c']->getStream()->getContents()); }", "remote file"},
		{"a.py", "import re, io, csv\nfrom flask import Flask, request\napp = Flask('a')\n@app.post('/a')\ndef a():\n    for row in csv.reader(io.TextIOWrapper(request.files['f'].stream, 'utf-8')):\n        re.match(r'(a+)+$', row[0])", "remote file POST /a"},
	} {
		code := strings.ReplaceAll(test.code, "M(", "preg_match('/(a+)+$/', ")
		if got := ways(t, test.file, code); !strings.Contains(got, test.want) || strings.Contains(got, "-possible") != strings.Contains(test.want, "-possible") {
			t.Errorf("%s\ngot  %s\nwant %s", code, got, test.want)
		}
	}
}
