package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var testSecret = []byte("what nobody knows")

func key(i int) Key { return NewKey(fmt.Append(nil, i)) }

func value(i int) []byte { return bytes.Repeat([]byte{byte(i)}, i%50) }

// check tells which of the values 0 to n-1 the store has, and that each is right.
func check(t *testing.T, s *Store, n int) (have int) {
	t.Helper()
	for i := range n {
		got, ok := s.Get(key(i))
		if ok && !bytes.Equal(got, value(i)) {
			t.Fatalf("value %d: got %v, want %v", i, got, value(i))
		}
		if ok {
			have++
		}
	}
	return have
}

func filled(t *testing.T, dir, version string, n int) {
	t.Helper()
	s := Open(dir, version, testSecret)
	for i := range n {
		s.Put(key(i), value(i))
	}
	if err := s.Save(); err != nil {
		t.Fatal(err)
	}
}

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "below", "cache")
	if got := check(t, Open(dir, "1", testSecret), 1000); got != 0 {
		t.Errorf("a new store has %d values", got)
	}
	filled(t, dir, "1", 1000)
	if got := check(t, Open(dir, "1", testSecret), 1100); got != 1000 {
		t.Errorf("got %d values back, want 1000", got)
	}
	if got := check(t, Open(dir, "2", testSecret), 1000); got != 0 {
		t.Errorf("another version has %d values", got)
	}
	var none *Store
	none.Put(key(1), value(1))
	if got := check(t, none, 10); got != 0 || none.Save() != nil {
		t.Errorf("no store has %d values", got)
	}
}

func TestKeysDependOnTheDivision(t *testing.T) {
	if NewKey([]byte("ab"), []byte("c")) == NewKey([]byte("a"), []byte("bc")) || NewKey() == NewKey(nil) {
		t.Error("different parts have the same key")
	}
}

// TestDamagedFiles changes every bucket file in some way: values that are not sound are not there.
func TestDamagedFiles(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"empty":   func([]byte) []byte { return nil },
		"flipped": func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"other":   func([]byte) []byte { return []byte("something else\n") },
		"length":  func(b []byte) []byte { b[len(header)+32] = 0xFF; b[len(header)+35] = 0xFF; return b },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			filled(t, dir, "1", 1000)
			files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
			if len(files) != buckets {
				t.Fatalf("%d files, want %d", len(files), buckets)
			}
			for _, f := range files {
				content, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f, damage(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := Open(dir, "1", testSecret)
			if got := check(t, s, 1000); got >= 1000 {
				t.Errorf("%d values came through the damage", got)
			}
			for i := range 1000 {
				s.Put(key(i), value(i))
			}
			if err := s.Save(); err != nil {
				t.Fatal(err)
			}
			if got := check(t, Open(dir, "1", testSecret), 1000); got != 1000 {
				t.Errorf("%d values after the repair, want 1000", got)
			}
		})
	}
}

// TestStoresAtOnce lets stores add different values at the same time.
func TestStoresAtOnce(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for p := range 4 {
		group.Go(func() {
			s := Open(dir, "1", testSecret)
			for i := p; i < 400; i += 4 {
				s.Put(key(i), value(i))
			}
			if err := s.Save(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	// Of each bucket there are at least the values of the store that wrote it last.
	counts := map[byte]*[4]int{}
	for i := range 400 {
		b := key(i)[0] % buckets
		if counts[b] == nil {
			counts[b] = new([4]int)
		}
		counts[b][i%4]++
	}
	want := 0
	for _, c := range counts {
		want += min(c[0], c[1], c[2], c[3])
	}
	if got := check(t, Open(dir, "1", testSecret), 400); got < want {
		t.Errorf("%d values are left, want at least %d", got, want)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestBounded puts more than a bucket holds: what was not used makes room.
func TestBounded(t *testing.T) {
	dir := t.TempDir()
	big := func(i int) (Key, []byte) {
		k := key(i)
		k[0] = 0
		return k, bytes.Repeat([]byte{byte(i)}, maxBucket/8)
	}
	for round := range 3 {
		s := Open(dir, "1", testSecret)
		for i := 5 * round; i < 5*round+5; i++ {
			s.Put(big(i))
		}
		if err := s.Save(); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(filepath.Join(Open(dir, "1", testSecret).dir, "00"))
	if err != nil || info.Size() > maxBucket {
		t.Errorf("the bucket has %v bytes (%v), want at most %d", info.Size(), err, maxBucket)
	}
	s := Open(dir, "1", testSecret)
	for i := 10; i < 15; i++ {
		k, want := big(i)
		if got, ok := s.Get(k); !ok || !bytes.Equal(got, want) {
			t.Errorf("value %d of the last run is gone", i)
		}
	}
}

func TestOldVersionsGo(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir, "old", 10)
	filled(t, dir, "recent", 10)
	other := filepath.Join(dir, "0123456789abcdef")
	if err := os.MkdirAll(filepath.Join(other, "not ours"), 0o700); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-keepUnused - time.Hour)
	for _, d := range []string{Open(dir, "old", testSecret).dir, other} {
		if err := os.Chtimes(d, past, past); err != nil {
			t.Fatal(err)
		}
	}
	filled(t, dir, "new", 10)
	for version, want := range map[string]int{"old": 0, "recent": 10, "new": 10} {
		if got := check(t, Open(dir, version, testSecret), 10); got != want {
			t.Errorf("version %s has %d values, want %d", version, got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(other, "not ours")); err != nil {
		t.Errorf("what is not ours was removed: %v", err)
	}
}

func FuzzReadBucket(f *testing.F) {
	f.Add([]byte(header))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "00")
		if err := os.WriteFile(path, append([]byte(header), content...), 0o600); err != nil {
			t.Fatal(err)
		}
		for key, value := range readBucket(path, testSecret) {
			if len(value) > len(content) || len(key) == 0 {
				t.Errorf("%x: a value of %d bytes", key, len(value))
			}
		}
	})
}
