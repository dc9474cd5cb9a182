package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"snag/analyze"
	"snag/analyze/extract"
	"snag/analyze/syntax"
	"snag/cmd/report"
	"snag/probe/cache"
)

// cacheVariable names the environment variable that says where verdicts are kept: a folder, or "off".
const cacheVariable = "SNAG_CACHE"

// verdictCache keeps what was decided about patterns, and about whole files, from run to run. What it
// holds is what the analysis would find again: a key has the program itself in it, byte for byte, and
// all that the analysis depends on. A nil verdictCache holds nothing.
type verdictCache struct {
	store  *cache.Store
	limits []byte
}

// openVerdictCache returns the cache for an analysis under the limits, nil where there can be none.
func openVerdictCache(limits analyze.Limits) *verdictCache {
	dir := os.Getenv(cacheVariable)
	switch dir {
	case "off":
		return nil
	case "":
		home, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(home, "snag")
	}
	program, err := programHash()
	if err != nil {
		return nil // a stranger's verdicts are none
	}
	return &verdictCache{cache.Open(dir, program), fmt.Append(nil, limits)}
}

// programHash identifies the running program by its content: nothing else tells builds apart for sure.
func programHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return string(h.Sum(nil)), nil
}

// save keeps what was found. That it cannot be written is no fault of the run: the next one works
// without.
func (c *verdictCache) save() {
	if c != nil {
		_ = c.store.Save()
	}
}

// linear is the value of a pattern that is safe and about which nothing else is known.
var linear = []byte{'L'}

// judge returns what the cache has about a pattern, or asks j and keeps what it says.
func (c *verdictCache) judge(j judge) judge {
	if c == nil {
		return j
	}
	return func(ctx context.Context, p analyze.Pattern, limits analyze.Limits) (analyze.Verdict, error) {
		key := cache.NewKey([]byte("pattern"), []byte{byte(p.Dialect), byte(p.Mode)}, []byte(p.Flags), []byte(p.Text), c.limits)
		if value, ok := c.store.Get(key); ok {
			if bytes.Equal(value, linear) {
				return analyze.Verdict{Class: analyze.Linear}, nil
			}
			var v analyze.Verdict
			if decode(value, &v) {
				return v, nil
			}
		}
		v, err := j(ctx, p, limits)
		if err != nil {
			return v, err
		}
		if isPlain(v) {
			c.store.Put(key, linear)
		} else if value, ok := encode(v); ok {
			c.store.Put(key, value)
		}
		return v, nil
	}
}

// isPlain tells that the verdict is linear and says nothing else.
func isPlain(v analyze.Verdict) bool {
	return v.Class == analyze.Linear && !v.ByDesign && v.Attack == nil && v.Reason == "" && len(v.Hotspots)+len(v.Ways)+len(v.Cost.Points) == 0
}

// cachedPattern is an audited pattern of a source file, without the name of the file.
type cachedPattern struct {
	Pattern           analyze.Pattern
	At, Hotspot       [2]report.Position
	Unknown, Doubt    string
	Malformed, Narrow bool
	Invalid           *syntax.Error
	Verdict           analyze.Verdict
}

// fileKey is the key of what is in a source file.
func (c *verdictCache) fileKey(language extract.Language, content []byte) cache.Key {
	return cache.NewKey([]byte("file"), []byte(language.Name), []byte{byte(language.Dialect)}, content, c.limits)
}

// file returns what the cache has about a source file that goes by the name.
func (c *verdictCache) file(key cache.Key, name string) (all []audited, ok bool) {
	value, ok := c.store.Get(key)
	if !ok {
		return nil, false
	}
	if len(value) == 0 {
		return nil, true
	}
	var patterns []cachedPattern
	if !decode(value, &patterns) {
		return nil, false
	}
	for _, p := range patterns {
		a := audited{
			subject: subject{
				Pattern: p.Pattern, location: report.Location{File: name, Start: p.At[0], End: p.At[1]},
				unknown: p.Unknown, doubt: p.Doubt, malformed: p.Malformed,
			},
			verdict: p.Verdict, invalid: p.Invalid,
		}
		a.id = a.location.String()
		if p.Narrow {
			a.hotspot = report.Location{File: name, Start: p.Hotspot[0], End: p.Hotspot[1]}
		}
		all = append(all, a)
	}
	return all, true
}

// putFile keeps what was found in a source file.
func (c *verdictCache) putFile(key cache.Key, all []audited) {
	if len(all) == 0 {
		c.store.Put(key, nil)
		return
	}
	patterns := make([]cachedPattern, len(all))
	for i, a := range all {
		patterns[i] = cachedPattern{
			Pattern: a.Pattern, At: [2]report.Position{a.location.Start, a.location.End},
			Hotspot: [2]report.Position{a.hotspot.Start, a.hotspot.End}, Narrow: !a.hotspot.IsZero(),
			Unknown: a.unknown, Doubt: a.doubt, Malformed: a.malformed, Invalid: a.invalid, Verdict: a.verdict,
		}
	}
	if value, ok := encode(patterns); ok {
		c.store.Put(key, value)
	}
}

func encode(v any) ([]byte, bool) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err == nil
}

func decode(value []byte, v any) bool {
	return gob.NewDecoder(bytes.NewReader(value)).Decode(v) == nil
}
