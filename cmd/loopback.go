package cmd

import (
	"net"
	"net/netip"
)

// loopbackOnly returns an error for an address that others than this machine could reach.
func loopbackOnly(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return usagef("%q is not an address: %w", address, err)
	}
	if !isLoopback(host) {
		return usagef("%s: only loopback addresses are allowed", address)
	}
	return nil
}

// isLoopback reports whether a host, a name or an address without a port, is this machine.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
