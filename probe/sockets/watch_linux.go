package sockets

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// PortWatch asks the kernel whether anything listens on a port, in snag's network namespace. It is
// cheap enough to ask every millisecond. The caller closes it.
type PortWatch struct {
	fd   int
	port int
}

// WatchPort returns a watch of the port by sock_diag(7).
func WatchPort(port int) (*PortWatch, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return nil, fmt.Errorf("sock_diag: %w", err)
	}
	watch := &PortWatch{fd: fd, port: port}
	if _, err := watch.Listening(); err != nil {
		watch.Close()
		return nil, err
	}
	return watch, nil
}

// Method names how the port is watched.
func (w *PortWatch) Method() string { return "sock_diag" }

// Close ends the watch.
func (w *PortWatch) Close() { unix.Close(w.fd) }

// Listening reports whether a socket listens on the port, on any address.
func (w *PortWatch) Listening() (bool, error) {
	for _, family := range []uint8{unix.AF_INET, unix.AF_INET6} {
		found, err := w.dump(family)
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// dump asks for all listening sockets of the family. The layout is inet_diag_req_v2 and
// inet_diag_msg of linux/inet_diag.h.
func (w *PortWatch) dump(family uint8) (bool, error) {
	const (
		headerSize  = unix.NLMSG_HDRLEN
		requestSize = 56
		stateListen = 10
	)
	request := make([]byte, headerSize+requestSize)
	native := binary.NativeEndian
	native.PutUint32(request[0:], uint32(len(request)))
	native.PutUint16(request[4:], unix.SOCK_DIAG_BY_FAMILY)
	native.PutUint16(request[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	request[headerSize] = family
	request[headerSize+1] = unix.IPPROTO_TCP
	native.PutUint32(request[headerSize+4:], 1<<stateListen)
	if err := unix.Sendto(w.fd, request, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return false, fmt.Errorf("sock_diag: %w", err)
	}
	found := false
	buffer := make([]byte, 32<<10)
	for {
		n, _, err := unix.Recvfrom(w.fd, buffer, 0)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("sock_diag: %w", err)
		}
		for message := buffer[:n]; len(message) >= headerSize; {
			length := int(native.Uint32(message))
			if length < headerSize || length > len(message) {
				return false, errors.New("sock_diag: malformed answer")
			}
			switch native.Uint16(message[4:]) {
			case unix.NLMSG_DONE:
				return found, nil
			case unix.NLMSG_ERROR:
				return false, errors.New("sock_diag: refused")
			default:
				// The source port follows family, state, timer and retransmissions, in network order.
				if length >= headerSize+6 && int(binary.BigEndian.Uint16(message[headerSize+4:])) == w.port {
					found = true
				}
			}
			aligned := (length + 3) &^ 3
			message = message[min(aligned, len(message)):]
		}
	}
}
