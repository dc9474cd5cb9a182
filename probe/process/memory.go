package process

// Memory is what processes hold, added up. The zero Memory is what is known on systems that do not tell.
type Memory struct {
	PSS     int64 // bytes, with the processes' part of what is shared
	Private int64 // bytes that belong to them alone and were written
	// Descriptors are the open ones, and Sockets those of them that are sockets.
	Descriptors, Sockets, Threads int
}

// MemoryLimit is the limit of the control group of a process in bytes, 0 when there is none or it is not known.
func MemoryLimit(pid int) int64 { return memoryLimit(pid) }
