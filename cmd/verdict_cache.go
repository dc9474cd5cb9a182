package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/cmd/report"
	"snag/probe/cache"
	"snag/probe/engine"
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
func openVerdictCache(limits redos.Limits) *verdictCache {
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
func (c *verdictCache) judge(j decider) decider {
	if c == nil {
		return j
	}
	return func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		key := cache.NewKey([]byte("pattern"), []byte{byte(p.Dialect), byte(p.Mode)}, []byte(p.Flags), []byte(p.Text), c.limits)
		if value, ok := c.store.Get(key); ok {
			if bytes.Equal(value, linear) {
				return redos.Verdict{Class: redos.Linear}, nil
			}
			var kept cachedVerdict
			if decode(value, &kept) {
				return kept.verdict(p)
			}
		}
		v, err := j(ctx, p, limits)
		if err != nil {
			return v, err
		}
		if isPlain(v) {
			c.store.Put(key, linear)
		} else {
			putValue(c.store, key, newCachedVerdict(v))
		}
		return v, nil
	}
}

// confirm returns what the cache has about a job in an engine, or measures and keeps what shows how the
// engine is: what a busy machine may have caused is not kept. The error is that of ctx.
func (c *verdictCache) confirm(ctx context.Context, e engine.Engine, job engine.Job) (confirm.Confirmation, error) {
	if c == nil || job.Verdict.Attack == nil || e.Check(ctx) != nil {
		return engine.Confirm(ctx, e, job)
	}
	host, _ := os.Hostname() // times belong to a machine
	p, v := job.Pattern, job.Verdict
	claim := fmt.Appendf(nil, "%d %d %t %+q %v", v.Class, v.Degree, v.Bounded, *v.Attack, v.Cost)
	key := cache.NewKey([]byte("engine"), []byte(e.Name()), []byte(e.Version()), []byte(host), []byte{byte(p.Dialect), byte(p.Mode)},
		[]byte(p.Flags), []byte(p.Text), claim, fmt.Append(nil, job.Limits))
	if value, found := c.store.Get(key); found {
		var known confirm.Confirmation
		if decode(value, &known) {
			return known, nil
		}
	}
	found, err := engine.Confirm(ctx, e, job)
	if err != nil {
		return found, err
	}
	switch found.Outcome {
	case confirm.Confirmed, confirm.OptimisedAway, confirm.Limited:
		putValue(c.store, key, found)
	}
	return found, nil
}

// isPlain reports whether the verdict is linear and says nothing else.
func isPlain(v redos.Verdict) bool {
	v.Tree = nil
	return reflect.DeepEqual(v, redos.Verdict{Class: redos.Linear})
}

// cachedVerdict is a verdict whose attack is kept byte by byte: it may hold what JSON cannot.
type cachedVerdict struct {
	redos.Verdict
	Attack *cachedAttack
}

type cachedAttack struct {
	Pumps  [][2][]byte // prefix, pump
	Suffix []byte
}

func newCachedVerdict(v redos.Verdict) cachedVerdict {
	kept := cachedVerdict{Verdict: v}
	if v.Attack != nil {
		kept.Attack = &cachedAttack{Suffix: []byte(v.Attack.Suffix)}
		for _, p := range v.Attack.Pumps {
			kept.Attack.Pumps = append(kept.Attack.Pumps, [2][]byte{[]byte(p.Prefix), []byte(p.Pump)})
		}
	}
	kept.Verdict.Attack, kept.Verdict.Tree = nil, nil
	return kept
}

// verdict returns the verdict that was kept about p, with the tree if it is vulnerable. The error is a
// *syntax.Error.
func (k cachedVerdict) verdict(p redos.Pattern) (redos.Verdict, error) {
	v := k.Verdict
	if v.Class >= redos.Polynomial {
		var err error
		if v.Tree, err = p.Parse(); err != nil {
			return v, err
		}
	}
	if k.Attack != nil {
		v.Attack = &attack.Attack{Suffix: string(k.Attack.Suffix)}
		for _, p := range k.Attack.Pumps {
			v.Attack.Pumps = append(v.Attack.Pumps, attack.Pump{Prefix: string(p[0]), Pump: string(p[1])})
		}
	}
	return v, nil
}

// cachedPattern is an audited pattern of a source file, without the name of the file.
type cachedPattern struct {
	Text, Flags       []byte
	Dialect           syntax.Dialect
	Mode              syntax.Mode
	At, Hotspot       [2]report.Position
	Unknown, Doubt    string
	Malformed, Narrow bool
	Invalid           *syntax.Error
	Verdict           cachedVerdict
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
		pattern := redos.Pattern{Text: string(p.Text), Flags: string(p.Flags), Dialect: p.Dialect, Mode: p.Mode}
		verdict, err := p.Verdict.verdict(pattern)
		if err != nil {
			return nil, false
		}
		a := audited{
			subject: subject{
				Pattern:  pattern,
				location: report.Location{File: name, Start: p.At[0], End: p.At[1]},
				unknown:  p.Unknown, doubt: p.Doubt, malformed: p.Malformed,
			},
			verdict: verdict, invalid: p.Invalid,
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
			Text: []byte(a.Text), Flags: []byte(a.Flags), Dialect: a.Dialect, Mode: a.Mode, At: [2]report.Position{a.location.Start, a.location.End},
			Hotspot: [2]report.Position{a.hotspot.Start, a.hotspot.End}, Narrow: !a.hotspot.IsZero(),
			Unknown: a.unknown, Doubt: a.doubt, Malformed: a.malformed, Invalid: a.invalid, Verdict: newCachedVerdict(a.verdict),
		}
	}
	putValue(c.store, key, patterns)
}

// putValue keeps v, unless it would not come back exactly as it is.
func putValue[T any](store *cache.Store, key cache.Key, v T) {
	value, err := json.Marshal(v)
	var back T
	if err == nil && decode(value, &back) && reflect.DeepEqual(back, v) {
		store.Put(key, value)
	}
}

func decode(value []byte, v any) bool { return json.Unmarshal(value, v) == nil }
