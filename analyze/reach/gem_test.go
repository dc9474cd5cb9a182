package reach

import "testing"

// TestGems has other programs call what stands below lib of a gem: all but what is private.
func TestGems(t *testing.T) {
	for _, test := range []struct {
		spec, file, code string
		want             Level
	}{
		{"mark.gemspec", "lib/mark.rb", "module Mark\n def self.run(s) = s =~ /(a+)+$/\nend", Library},
		{"mark.gemspec", "lib/mark.rb", "module Mark\n class << self\n def run(s) = s =~ /(a+)+$/\n end\nend", Library},
		{"mark.gemspec", "lib/mark/line.rb", "module Mark\n class Line\n def call(s)\n s =~ /(a+)+$/\n end\n end\nend", Library},
		{"mark.gemspec", "lib/mark/line.rb", "class Mark::Line\n def initialize(s) = @s = s\n def run = @s =~ /(a+)+$/\nend", Library},
		{"other.gemspec", "lib/mark.rb", "class Mark\n def run(s) = s =~ /(a+)+$/\nend", Library},
		{"mark.gemspec", "lib/mark.rb", "class Mark\n private\n def run(s) = s =~ /(a+)+$/\nend", Unknown},
		{"mark.gemspec", "app/mark.rb", "class Mark\n def run(s) = s =~ /(a+)+$/\nend", Unknown},
		{"mark.txt", "lib/mark.rb", "class Mark\n def run(s) = s =~ /(a+)+$/\nend", Unknown},
	} {
		paths, texts, files := archive("-- " + test.spec + " --\nGem::Specification.new\n-- " + test.file + " --\n" + test.code)
		results := Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts))
		if len(results) != 1 {
			t.Errorf("%s: %d regexes were found, want one", test.code, len(results))
			continue
		}
		if got := results[0].Level; got != test.want {
			t.Errorf("%s, %s: %s\ngot %v, want %v", test.spec, test.file, test.code, got, test.want)
		}
	}
}
