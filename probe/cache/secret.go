package cache

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// secretVariable names the environment variable with the secret that entries are sealed with. Without it
// a file in the user's configuration folder has one.
const secretVariable = "SNAG_CACHE_KEY"

// ErrInTree means that something lies in a tree that is analysed, so that whoever wrote the tree may have
// written it as well.
var ErrInTree = errors.New("what is audited must not decide what is believed")

// ErrNoSecret means that a run in CI has nothing that would seal entries for the next run.
var ErrNoSecret = errors.New("in CI a cache needs a secret in " + secretVariable)

const (
	secretSize     = 32 // bytes, of a secret that is made here
	shortestSecret = 16 // bytes
)

// readSecret returns the secret of the environment, or that of the user's file, which is made when it is
// missing. It lies in none of the trees, and nobody else may read it.
func readSecret(t trees) ([]byte, error) {
	if text := os.Getenv(secretVariable); text != "" {
		if len(text) < shortestSecret {
			return nil, fmt.Errorf("%s is shorter than %d characters", secretVariable, shortestSecret)
		}
		return []byte(text), nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("no place for the secret of the cache: %w", err)
	}
	path := filepath.Join(folder, "snag", "cache.key")
	if tree := t.around(path); tree != "" {
		return nil, fmt.Errorf("the secret of the cache, %s, is in the tree %s: %w", path, tree, ErrInTree)
	}
	secret, err := readSecretFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if os.Getenv("CI") != "" {
		return nil, ErrNoSecret // a file would be gone with the job
	}
	return makeSecret(path)
}

func readSecretFile(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the secret of the cache, %s, must be a file that only its owner can read", path)
	}
	secret, err := os.ReadFile(path)
	if err == nil && len(secret) < shortestSecret {
		err = fmt.Errorf("the secret of the cache, %s, is shorter than %d bytes", path, shortestSecret)
	}
	return secret, err
}

// makeSecret writes a random secret to a new file. When another process is first, its secret counts.
func makeSecret(path string) ([]byte, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "cache.key-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	secret := make([]byte, secretSize)
	rand.Read(secret)
	_, err = f.Write(secret)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	// A link, unlike a new name, does not replace what is there.
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readSecretFile(path)
}
