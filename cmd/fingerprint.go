package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// fingerprint names a finding about a client, so that it is known again in the next run.
func fingerprint(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
