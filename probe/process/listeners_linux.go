package process

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"snag/analyze/sorting"
)

// Listeners returns the listening TCP sockets that the processes hold, in the order of port and
// address. A process in another network namespace shows its own.
func Listeners(tree []Info) ([]Listener, error) {
	seen := map[uint64]bool{}
	found := slices.DeleteFunc(held(tree), func(l Listener) bool {
		again := seen[l.Inode]
		seen[l.Inode] = true
		return again
	})
	sorting.Stable(found, func(a, b Listener) int {
		return (a.Port-b.Port)*64 + strings.Compare(a.IP, b.IP)
	})
	return found, nil
}

// Holders returns the processes that hold a socket listening on the port.
func Holders(tree []Info, port int) []int {
	var pids []int
	for _, l := range held(tree) {
		if l.Port == port && !slices.Contains(pids, l.PID) {
			pids = append(pids, l.PID)
		}
	}
	return pids
}

// held returns the listening sockets of the processes, in the order of these: one that several hold once for each.
func held(tree []Info) []Listener {
	open := make([][]uint64, len(tree)) // read first: what they hold then is listed by the kernel after it
	for i, info := range tree {
		open[i] = sockets(info.PID)
	}
	var all []Listener
	namespaces := map[string]map[uint64]Listener{} // the kernel takes milliseconds to list one
	for i, info := range tree {
		if len(open[i]) == 0 {
			continue
		}
		name, err := os.Readlink("/proc/" + strconv.Itoa(info.PID) + "/ns/net")
		if err != nil {
			name = strconv.Itoa(info.PID)
		}
		listening, ok := namespaces[name]
		if !ok {
			listening = map[uint64]Listener{}
			for _, file := range []string{"net/tcp", "net/tcp6"} {
				data, err := procFile(info.PID, file)
				if err != nil {
					continue
				}
				for _, l := range parseTCP(string(data)) {
					listening[l.Inode] = l
				}
			}
			namespaces[name] = listening
		}
		for _, inode := range open[i] {
			if l, ok := listening[inode]; ok {
				l.PID = info.PID
				all = append(all, l)
			}
		}
	}
	return all
}

// sockets returns the inodes of the sockets that the process holds.
func sockets(pid int) []uint64 {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var inodes []uint64
	for _, entry := range entries {
		target, err := os.Readlink(dir + "/" + entry.Name())
		if number, ok := strings.CutPrefix(target, "socket:["); err == nil && ok {
			if inode, err := strconv.ParseUint(strings.TrimSuffix(number, "]"), 10, 64); err == nil {
				inodes = append(inodes, inode)
			}
		}
	}
	return inodes
}

// parseTCP reads the listening sockets out of the text of /proc/PID/net/tcp or tcp6.
func parseTCP(text string) []Listener {
	const listen = "0A"
	var found []Listener
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != listen {
			continue
		}
		host, port, ok := strings.Cut(fields[1], ":")
		if !ok {
			continue
		}
		number, _ := strconv.ParseUint(port, 16, 16)
		inode, _ := strconv.ParseUint(fields[9], 10, 64)
		found = append(found, Listener{IP: parseAddress(host), Port: int(number), Inode: inode})
	}
	return found
}

// Unread reports whether a connection to the port, from one of these ports of this machine, holds bytes that its
// server has not read. It looks in snag's network namespace.
func Unread(port int, from []int) bool {
	for _, file := range []string{"net/tcp", "net/tcp6"} {
		data, err := procFile(os.Getpid(), file)
		if err == nil && unread(string(data), port, from) {
			return true
		}
	}
	return false
}

// unread looks for such a connection in the text of /proc/PID/net/tcp or tcp6.
func unread(text string, port int, from []int) bool {
	const established = "01"
	number := func(address string) int {
		_, hex, _ := strings.Cut(address, ":")
		n, err := strconv.ParseUint(hex, 16, 16)
		if err != nil {
			return -1
		}
		return int(n)
	}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != established || number(fields[1]) != port || !slices.Contains(from, number(fields[2])) {
			continue
		}
		if _, queue, _ := strings.Cut(fields[4], ":"); strings.Trim(queue, "0") != "" {
			return true
		}
	}
	return false
}

// parseAddress decodes an address of /proc/net/tcp: 32-bit words in hex, each in the byte order of
// the machine.
func parseAddress(hex string) string {
	var raw []byte
	for i := 0; i+8 <= len(hex); i += 8 {
		word, err := strconv.ParseUint(hex[i:i+8], 16, 32)
		if err != nil {
			return ""
		}
		raw = binary.NativeEndian.AppendUint32(raw, uint32(word))
	}
	address, _ := netip.AddrFromSlice(raw)
	return address.String()
}

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
