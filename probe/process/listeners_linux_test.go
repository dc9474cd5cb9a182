package process

import (
	"net"
	"os"
	"os/exec"
	"slices"
	"testing"
)

// A socket that two processes hold is one listener, held by both.
func TestHeldByTwo(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	heir := exec.Command("sleep", "60")
	heir.ExtraFiles = []*os.File{file}
	if err := heir.Start(); err != nil {
		t.Fatal(err)
	}
	defer heir.Wait()
	defer heir.Process.Kill()

	port := listener.Addr().(*net.TCPAddr).Port
	tree := []Info{{ID: ID{PID: os.Getpid()}}, {ID: ID{PID: heir.Process.Pid}}}
	if got, want := Holders(tree, port), []int{os.Getpid(), heir.Process.Pid}; !slices.Equal(got, want) {
		t.Errorf("Holders = %v, want %v", got, want)
	}
	own, err := Listeners(tree)
	own = slices.DeleteFunc(own, func(l Listener) bool { return l.Port != port })
	if err != nil || len(own) != 1 || own[0].PID != os.Getpid() || own[0].IP != "127.0.0.1" {
		t.Errorf("Listeners = %+v, %v; want one of process %d", own, err, os.Getpid())
	}
	if got := Serving(port); !slices.Contains(got, heir.Process.Pid) || !slices.Contains(got, os.Getpid()) {
		t.Errorf("Serving = %v, want processes %d and %d", got, os.Getpid(), heir.Process.Pid)
	}
}
