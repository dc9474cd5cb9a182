package calls_test

import (
	"maps"
	"slices"
	"testing"

	"snag/analyze/reach/calling"
	"snag/analyze/reach/link"
	"snag/analyze/retry/calls"
)

// TestProve names a function of a module where it takes a URL and nothing else.
func TestProve(t *testing.T) {
	const any = "snag retry client --quick -- CMD {url}"
	for _, test := range []struct{ name, path, src, want string }{
		{"a URL", "load.py", "import requests\ndef load(url):\n    requests.get(url)\n",
			`snag retry client --quick -- python3 -c 'from load import load as f; f("{url}")'`},
		{"in a package below a folder that is none", "src/one/two/load.py", "import requests\ndef load(base_url, tries=3):\n    requests.get(base_url)\n",
			`snag retry client --quick -- env PYTHONPATH=src python3 -c 'from one.two.load import load as f; f("{url}")'`},
		{"nothing", "load.py", "import requests\ndef load():\n    requests.get(url)\n", any},
		{"something else", "load.py", "import requests\ndef load(user):\n    requests.get(url)\n", any},
		{"more", "load.py", "import requests\ndef load(url, user):\n    requests.get(url)\n", any},
		{"a module of JavaScript", "load.js", "const axios = require('axios');\nexports.load = function load(url) { return axios.get(url); }\n",
			`snag retry client --quick -- node -e 'import("./load.js").then((m) => m.load("{url}"))'`},
		{"an object", "load.js", "const axios = require('axios');\nexports.load = function load({ url }) { return axios.get(url); }\n", any},
	} {
		texts := map[string]string{test.path: test.src, "src/one/__init__.py": "", "src/one/two/__init__.py": ""}
		files := link.NewList(slices.Sorted(maps.Keys(texts)), func(name string) ([]byte, error) { return []byte(texts[name]), nil })
		found := calls.Find(calling.Input{Paths: slices.Sorted(maps.Keys(texts)), Files: files, Jobs: 1}).Calls
		if len(found) != 1 || found[0].Prove != test.want {
			t.Errorf("%s: %+v, want one that is proved by %s", test.name, found, test.want)
		}
	}
}
