package sockets

import (
	"encoding/binary"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/sorting"
	"snag/probe/process"
)

// Listeners returns the listening TCP sockets that the processes hold, in the order of port and
// address. A process in another network namespace shows its own.
func Listeners(tree []process.Info) ([]Listener, error) {
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
func Holders(tree []process.Info, port int) []int {
	var pids []int
	for _, l := range held(tree) {
		if l.Port == port && !slices.Contains(pids, l.PID) {
			pids = append(pids, l.PID)
		}
	}
	return pids
}

// held returns the listening sockets of the processes, in the order of these: one that several hold once for each.
func held(tree []process.Info) []Listener {
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
		listeners, ok := namespaces[name]
		if !ok {
			listeners = map[uint64]Listener{}
			for _, file := range []string{"net/tcp", "net/tcp6"} {
				data, err := os.ReadFile("/proc/" + strconv.Itoa(info.PID) + "/" + file)
				if err != nil {
					continue
				}
				for _, l := range parseTCP(string(data)) {
					listeners[l.Inode] = l
				}
			}
			namespaces[name] = listeners
		}
		for _, inode := range open[i] {
			if l, ok := listeners[inode]; ok {
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

// listening is the state of a socket that listens, as /proc/PID/net/tcp has it.
const listening = "0A"

// parseTCP reads the listening sockets out of the text of /proc/PID/net/tcp or tcp6.
func parseTCP(text string) []Listener {
	var found []Listener
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != listening {
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

// parseAddress decodes an address of /proc/net/tcp: 32-bit words in hex, each in the byte order of
// the machine. An address of IPv4 on a socket of IPv6, as a JVM has them, is written as who asked for it did.
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
	return address.Unmap().String()
}
