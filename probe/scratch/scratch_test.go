package scratch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const ownerVariable = "SNAG_TEST_SCRATCH"

// TestMain plays a process that makes a folder and is killed.
func TestMain(m *testing.M) {
	if os.Getenv(ownerVariable) == "" {
		os.Exit(m.Run())
	}
	dir, _, err := Dir("test")
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString(dir + "\n")
	os.Stdin.Read(make([]byte, 1))
}

func exists(t *testing.T, path string) bool {
	t.Helper()
	_, err := os.Lstat(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return err == nil
}

// TestSweep checks that folders go when their owner has gone, however it ended, and no others.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	own, remove, err := Dir("test")
	if err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(os.Args[0])
	owner.Env = append(os.Environ(), ownerVariable+"=1")
	stdin, err := owner.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 4096)
	n, err := stdout.Read(buffer)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.TrimSpace(string(buffer[:n]))
	others := []string{"snag-test-1", "snag-json-123456", "snag-1-2", "other", "snag-test-1-x"}
	for _, name := range others {
		if err := os.Mkdir(filepath.Join(temp, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(temp, "snag-test-1-1")
	if err := os.Symlink(filepath.Dir(outside), link); err != nil {
		t.Logf("no link to test with: %v", err)
	}
	Sweep()
	if !exists(t, own) || !exists(t, theirs) {
		t.Errorf("own folder is there: %v, the other process's: %v; want both", exists(t, own), exists(t, theirs))
	}
	owner.Process.Kill()
	owner.Wait() // killed
	Sweep()
	if exists(t, theirs) {
		t.Errorf("%s is there after its owner was killed", theirs)
	}
	for _, name := range others {
		if !exists(t, filepath.Join(temp, name)) {
			t.Errorf("%s was removed, and is not ours", name)
		}
	}
	if !exists(t, outside) {
		t.Error("a link was followed")
	}
	remove()
	remove()
	if exists(t, own) {
		t.Errorf("%s is there after it was removed", own)
	}
	second, _, err := Dir("test")
	if err != nil {
		t.Fatal(err)
	}
	Remove()
	if exists(t, second) {
		t.Errorf("%s is there after Remove", second)
	}
}

// TestRemoveWaits checks that Remove returns when nothing is left, though others have begun to remove it.
func TestRemoveWaits(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR"))
	defer func() { made.over = false }()
	for range 20 {
		made.over = false
		dir, remove, err := Dir("test")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		begun, ended := make(chan struct{}), make(chan struct{})
		go func() {
			close(begun)
			remove()
			close(ended)
		}()
		<-begun
		Remove()
		if exists(t, dir) {
			t.Fatalf("%s is there after Remove", dir)
		}
		<-ended
	}
}
