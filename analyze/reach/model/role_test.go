package model

import "testing"

func TestRoleOf(t *testing.T) {
	own, err := Parse("snag.yaml", []byte("reach:\n  roles:\n    - {file: examples/server/**, role: ordinary}\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := Default().With(own)
	for _, tt := range []struct {
		file string
		want Role
	}{
		{"server.js", Ordinary},
		{"lib/testing-library.js", Ordinary},
		{"src/contest/index.ts", Ordinary},
		{"app/latest.py", Ordinary},
		{"test/a.js", Test},
		{"packages/x/__tests__/a.ts", Test},
		{"src/a.test.tsx", Test},
		{"shop/tests.py", Test},
		{"shop/test_views.py", Test},
		{"spec/models/order_spec.rb", Test},
		{"src/test/java/com/acme/TextTest.java", Test},
		{"src/main/java/com/acme/Latest.java", Ordinary},
		{"Shop.Tests/TextTests.cs", Test},
		{"docs/conf.py", Documentation},
		{"examples/client/a.js", Documentation},
		{"examples/server/a.js", Ordinary},
		{"src/Button.stories.tsx", Documentation},
		{"scripts/release.js", Build},
		{"webpack.config.js", Build},
		{"webpack.prod.js", Build},
		{"setup.py", Build},
		{"shop/migrations/0001_initial.py", Build},
		{"lib/tasks/import.rake", Build},
		{"benches/parse.rs", Build},
		{"build.rs", Build},
		{"src/build/mod.rs", Ordinary},
		{"public/js/app.js", Browser},
		{"dist/lib.umd.js", Browser},
		{"dist/lib.min.js", Browser},
		{"wwwroot/lib/jquery.js", Browser},
		{"dist/index.js", Ordinary},
	} {
		if got, _ := m.RoleOf(tt.file); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.file, got, tt.want)
		}
	}
}
