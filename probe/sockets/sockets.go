// Package sockets tells which TCP sockets processes listen on, whether anything listens on a port, and whether a server
// has read what was sent to it. It opens none itself.
package sockets

// Listener is a listening TCP socket.
type Listener struct {
	// IP and Port are its local address.
	IP   string
	Port int
	// PID is the process of the tree that holds it. Several processes may hold one socket; the
	// first in the order of the tree is named.
	PID   int
	Inode uint64 // 0 where the system does not tell
}
