// Package cache keeps results on disk from one run to the next.
//
// A store is a folder of bucket files. A key tells everything that a value depends on, so that values
// are never stale; what cannot be read, is damaged, or was not written under the secret of the store is
// as if it was not there. Several processes may use a store at once: each replaces bucket files as a
// whole, so that at worst what one of them found is found again.
package cache

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	buckets = 64
	// maxBucket bounds a bucket file, in bytes. What was used longest ago makes room.
	maxBucket = 4 << 20
	// keepUnused is how long the store of another program version stays when nothing uses it.
	keepUnused = 30 * 24 * time.Hour
	header     = "snag cache 2\n"
	// sealSize is the length of what authenticates an entry, in bytes.
	sealSize = 16
	// fixedSize is the length of an entry without its value: the key, the length and the seal.
	fixedSize = sha256.Size + 4 + sealSize
)

// Key identifies a value by all that it depends on. It is made by NewKey.
type Key [sha256.Size]byte

// NewKey returns the key of a value that depends on the parts. Parts that are divided differently give
// another key.
func NewKey(parts ...[]byte) Key {
	h := sha256.New()
	for _, p := range parts {
		writePart(h, p)
	}
	return Key(h.Sum(nil))
}

func writePart(h hash.Hash, part []byte) {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
	h.Write(length[:])
	h.Write(part)
}

// Store is an open cache. It may be used by several goroutines. A nil Store holds nothing and keeps
// nothing.
type Store struct {
	dir     string
	secret  []byte // that seals are made with
	buckets [buckets]bucket
}

// bucket is the content of a bucket file.
type bucket struct {
	mu      sync.Mutex
	loaded  bool
	changed bool
	old     map[Key][]byte // read, not used in this run
	used    map[Key][]byte // used or added in this run
}

// Open returns the store in a folder, which is created when the first value is saved. Version tells
// everything about the program that values depend on; each version has values of its own, and those of
// versions that were not used for a month are removed. Who does not know the secret cannot add an entry
// that is believed, nor move one from another version.
func Open(dir, version string, secret []byte) *Store {
	name := fmt.Sprintf("%x", sha256.Sum256([]byte(version)))[:16]
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(version))
	return &Store{dir: filepath.Join(dir, name), secret: mac.Sum(nil)}
}

// Get returns a value that an earlier run, or this one, has put under the key. It must not be modified.
func (s *Store) Get(key Key) (value []byte, ok bool) {
	if s == nil {
		return nil, false
	}
	b := s.bucket(key)
	b.mu.Lock()
	defer b.mu.Unlock()
	s.load(b, key)
	if value, ok = b.used[key]; ok {
		return value, true
	}
	if value, ok = b.old[key]; ok {
		b.used[key] = value
		delete(b.old, key)
	}
	return value, ok
}

// Put keeps a value under the key. The store holds on to it.
func (s *Store) Put(key Key, value []byte) {
	if s == nil {
		return
	}
	b := s.bucket(key)
	b.mu.Lock()
	defer b.mu.Unlock()
	s.load(b, key)
	b.used[key] = value
	delete(b.old, key)
	b.changed = true
}

// Save writes what was put since the store was opened. An error leaves the files as they were.
func (s *Store) Save() error {
	if s == nil {
		return nil
	}
	var errs []error
	for i := range s.buckets {
		if err := s.save(i); err != nil {
			errs = append(errs, err)
		}
	}
	if now := time.Now(); os.Chtimes(s.dir, now, now) == nil {
		s.removeUnused(now)
	}
	return errors.Join(errs...)
}

func (s *Store) bucket(key Key) *bucket { return &s.buckets[key[0]%buckets] }

func (s *Store) path(i int) string { return filepath.Join(s.dir, fmt.Sprintf("%02d", i)) }

func (s *Store) load(b *bucket, key Key) {
	if b.loaded {
		return
	}
	b.loaded, b.used = true, map[Key][]byte{}
	b.old = readBucket(s.path(int(key[0]%buckets)), s.secret)
}

// readBucket returns the values of a bucket file, as far as it is sound and sealed with the secret.
func readBucket(path string, secret []byte) map[Key][]byte {
	values := map[Key][]byte{}
	content, err := os.ReadFile(path)
	if err != nil || len(content) > 2*maxBucket {
		return values
	}
	rest, ok := bytes.CutPrefix(content, []byte(header))
	mac := hmac.New(sha256.New, secret)
	for ok && len(rest) >= fixedSize {
		var key Key
		copy(key[:], rest)
		size := int64(binary.LittleEndian.Uint32(rest[sha256.Size:]))
		if size > int64(len(rest)-fixedSize) {
			break
		}
		value := rest[fixedSize : fixedSize+size]
		if !hmac.Equal(seal(mac, key, value), rest[sha256.Size+4:fixedSize]) {
			break
		}
		values[key] = value
		rest = rest[fixedSize+size:]
	}
	return values
}

// seal returns what proves that an entry was written by somebody who knows the secret of mac.
func seal(mac hash.Hash, key Key, value []byte) []byte {
	mac.Reset()
	mac.Write(key[:])
	mac.Write(value)
	return mac.Sum(nil)[:sealSize]
}

// save writes bucket i when it has new values: first those of this run, then others while there is
// room.
func (s *Store) save(i int) error {
	b := &s.buckets[i]
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.changed {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	content := []byte(header)
	mac := hmac.New(sha256.New, s.secret)
	add := func(values map[Key][]byte) {
		for key, value := range values {
			if len(content)+fixedSize+len(value) > maxBucket {
				continue
			}
			content = append(content, key[:]...)
			content = binary.LittleEndian.AppendUint32(content, uint32(len(value)))
			content = append(content, seal(mac, key, value)...)
			content = append(content, value...)
		}
	}
	add(b.used)
	for key, value := range readBucket(s.path(i), s.secret) { // another process may have added some
		if _, known := b.used[key]; !known {
			b.old[key] = value
		}
	}
	add(b.old)
	f, err := os.CreateTemp(s.dir, "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), s.path(i))
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	b.changed = false
	return nil
}

// removeUnused removes the stores of other versions beside this one that were not used for long.
func (s *Store) removeUnused(now time.Time) {
	parent := filepath.Dir(s.dir)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || len(e.Name()) != 16 || e.Name() == filepath.Base(s.dir) || now.Sub(info.ModTime()) < keepUnused {
			continue
		}
		removeStore(filepath.Join(parent, e.Name()))
	}
}

// removeStore removes the files of a store and its folder, and nothing that does not look like one.
func removeStore(dir string) {
	for i := range buckets {
		path := filepath.Join(dir, fmt.Sprintf("%02d", i))
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			os.Remove(path)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
	os.Remove(dir) // fails when there is more in it
}
