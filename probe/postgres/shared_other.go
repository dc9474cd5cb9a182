//go:build !linux

package postgres

// forgetShared does nothing: elsewhere a segment that is marked cannot be attached any more.
func forgetShared(string) {}
