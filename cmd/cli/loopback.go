package cli

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// LoopbackOnly returns an error for an address that others than this machine could reach.
func LoopbackOnly(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return Usagef("%q is not an address: %w", address, err)
	}
	if !IsLoopback(host) {
		return Usagef("%s: only loopback addresses are allowed", address)
	}
	return nil
}

// MayReach reports whether a command may send requests to a host: it is this machine, or the command line
// of the command that runs this one names it.
func (s *Stdio) MayReach(host string) bool {
	return IsLoopback(host) || slices.ContainsFunc(s.RemoteHosts, func(named string) bool { return strings.EqualFold(named, host) })
}

// IsLoopback reports whether a host, a name or an address without a port, is this machine.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
