package process

import (
	"net"
	"os"
	"testing"
)

// TestReadMemory reads this process, which opens a socket and writes some memory.
func TestReadMemory(t *testing.T) {
	self := []int{os.Getpid()}
	before := ReadMemory(self)
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	after := ReadMemory(self)
	if grew := after.Private - before.Private; grew < 60<<20 || after.PSS <= before.PSS || after.Sockets <= before.Sockets || after.Descriptors <= before.Descriptors || after.Threads < 1 {
		t.Errorf("64 MB and a socket more: got %+v, before %+v", after, before)
	}
	if block[5] != 1 {
		t.Fatal("the memory is gone")
	}
	if gone := ReadMemory([]int{1 << 30}); gone != (Memory{}) {
		t.Errorf("a process that is not there holds %+v", gone)
	}
}
