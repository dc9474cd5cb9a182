package process

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

func TestHasSection(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file, section string
		want          bool
	}{
		{os.Args[0], ".go.buildinfo", true}, {os.Args[0], ".go.nothing", false},
		{sh, ".dynamic", true}, {sh, ".go.buildinfo", false}, {"elf_linux_test.go", ".text", false},
	} {
		file, err := os.Open(test.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := hasSection(file, test.section); got != test.want {
			t.Errorf("%s has %s: got %t, want %t", test.file, test.section, got, test.want)
		}
		file.Close()
	}
}

// FuzzHasSection reads headers that lie.
func FuzzHasSection(f *testing.F) {
	if self, err := os.ReadFile(os.Args[0]); err == nil {
		f.Add(self[:min(len(self), 4096)])
	}
	f.Add([]byte("\x7fELF\x02\x01"))
	f.Fuzz(func(t *testing.T, b []byte) { hasSection(bytes.NewReader(b), ".text") })
}
