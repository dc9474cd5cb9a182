package calls

import (
	"bytes"
	"strings"
)

// modules are the modules of Node.js with calls that block, and what to use instead. No functions
// means all that end in Sync.
var modules = map[string]struct {
	functions map[string]bool
	instead   string
}{
	"fs":            {nil, "the function of node:fs/promises"},
	"fs-extra":      {nil, "the function without Sync"},
	"graceful-fs":   {nil, "the function of node:fs/promises"},
	"crypto":        {wordSet("pbkdf2Sync scryptSync argon2Sync generateKeyPairSync generateKeySync generatePrimeSync checkPrimeSync randomFillSync hkdfSync"), "the function of the same name without Sync, with a callback"},
	"zlib":          {nil, "the function without Sync, or a stream"},
	"child_process": {wordSet("execSync execFileSync spawnSync"), "spawn or execFile"},
	"bcrypt":        {wordSet("hashSync compareSync genSaltSync"), "the function without Sync"},
	"bcryptjs":      {wordSet("hashSync compareSync genSaltSync"), "the function without Sync"},
}

// mayBlock reports whether a file can have a call that blocks at all.
func mayBlock(src []byte) bool {
	return bytes.Contains(src, []byte("Sync")) || bytes.Contains(src, []byte("randomBytes"))
}

// cheapBytes is how many random bytes take no longer than any other statement.
const cheapBytes = 64 << 10

// blocks returns what to use instead of a function that blocks, "" for others. arguments returns the
// number of its arguments, plus 100 where the last one is a function, and size the first one where that is
// a number, else 0.
func blocks(module, function string, arguments, size func() int) string {
	what, ok := modules[module]
	if !ok {
		return ""
	}
	if module == "crypto" && function == "randomBytes" {
		if arguments() != 1 || size() <= cheapBytes {
			return ""
		}
		return "the same function with a callback"
	}
	if what.functions == nil && strings.HasSuffix(function, "Sync") || what.functions[function] {
		return what.instead
	}
	return ""
}
