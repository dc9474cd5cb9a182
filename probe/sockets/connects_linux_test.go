package sockets

import (
	"net"
	"os"
	"testing"
)

// TestConnects tells connections that a process opened from those that it accepted.
func TestConnects(t *testing.T) {
	const listens = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1\n"
	const accepted = "   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 12 1\n"
	const opened = "   2: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 13 1\n"
	for _, test := range []struct {
		name string
		held []uint64
		want bool
	}{
		{"a server", []uint64{11, 12}, false},
		{"one that asks others", []uint64{11, 12, 13}, true},
		{"a client", []uint64{13}, true},
		{"neither", []uint64{14}, false},
	} {
		if got := connects(listens+accepted+opened, test.held); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if Connects(os.Getpid()) {
		t.Error("a connection is seen that is not there")
	}
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if !Connects(os.Getpid()) {
		t.Error("a connection of this process is not seen")
	}
}
