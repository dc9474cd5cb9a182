package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Fingerprint names a finding about a client, so that it is known again in the next run.
func Fingerprint(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
