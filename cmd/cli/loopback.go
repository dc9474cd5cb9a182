package cli

import (
	"net"
	"net/netip"
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

// IsLoopback reports whether a host, a name or an address without a port, is this machine.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
