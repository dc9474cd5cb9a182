package sockets

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"testing"

	"snag/probe/process"
	"snag/probe/snagtest"
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
	tree := []process.Info{{ID: process.ID{PID: os.Getpid()}}, {ID: process.ID{PID: heir.Process.Pid}}}
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

// TestPortWatch may find that another program listens on a port that this test has just closed: then it takes another.
func TestPortWatch(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0", ":0"} {
		snagtest.InThree(t, func() error { return watchPort(t, address) })
	}
}

func watchPort(t *testing.T, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Logf("SKIPPED: %s: %v", address, err)
		return nil
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	watch, err := WatchPort(port)
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	defer watch.Close()
	if on, err := watch.Listening(); !on || err != nil {
		return fmt.Errorf("%s: Listening = %v, %v", address, on, err)
	}
	own, err := Listeners([]process.Info{{ID: process.ID{PID: os.Getpid()}}})
	if err != nil || !slices.ContainsFunc(own, func(l Listener) bool { return l.Port == port && l.PID == os.Getpid() }) {
		return fmt.Errorf("%s: Listeners = %v, %v", address, own, err)
	}
	// A connection that is still open is no listener.
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return err
	}
	defer conn.Close()
	listener.Close()
	if on, err := watch.Listening(); on || err != nil {
		return fmt.Errorf("%s closed: Listening = %v, %v", address, on, err)
	}
	return nil
}

// TestParseTCP reads the addresses of listening sockets as people write them.
func TestParseTCP(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the lines are those of a little-endian machine")
	}
	for hex, want := range map[string]string{
		"0100007F":                         "127.0.0.1",
		"00000000":                         "0.0.0.0",
		"0000000000000000FFFF00000100007F": "127.0.0.1", // of a JVM
		"00000000000000000000000001000000": "::1",
		"00000000000000000000000000000000": "::",
	} {
		line := "   0: " + hex + ":1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1\n"
		got := parseTCP(line)
		if len(got) != 1 || got[0].IP != want || got[0].Port != 8080 || got[0].Inode != 4711 {
			t.Errorf("%s: got %+v, want %s at port 8080", hex, got, want)
		}
	}
}
