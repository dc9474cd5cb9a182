package engine

import "golang.org/x/sys/unix"

// limitMemory bounds the address space of a process, as far as the system lets it.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
