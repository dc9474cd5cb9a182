package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/analyze/stats"
	"snag/probe/engine"
)

// Variable names the environment variable that says where verdicts are kept: a folder, or "off".
const Variable = "SNAG_CACHE"

// Verdicts keeps what was decided about patterns, and about whole files, from run to run. What it
// holds is what the analysis would find again: a key has what identifies the program's content in it, and all
// that the analysis depends on. A nil Verdicts holds nothing.
type Verdicts struct {
	store  *Store
	limits []byte // of the analysis
}

// OpenVerdicts returns the cache for an analysis under the limits, nil where there is to be none. The
// roots are the files and folders that are analysed: neither the cache nor the secret of its entries may
// lie in their trees, where a merge request could write them. The error says why there is none.
func OpenVerdicts(limits redos.Limits, roots []string) (*Verdicts, error) {
	dir := os.Getenv(Variable)
	switch dir {
	case "off":
		return nil, nil
	case "":
		home, err := os.UserCacheDir()
		if err != nil {
			return nil, nil
		}
		dir = filepath.Join(home, "snag")
	}
	trees := treesOf(roots)
	if tree := trees.around(dir); tree != "" {
		return nil, fmt.Errorf("the cache %s is in the tree %s: %w", dir, tree, ErrInTree)
	}
	secret, err := readSecret(trees)
	if err != nil {
		return nil, err
	}
	program, err := programID()
	if err != nil {
		return nil, fmt.Errorf("identify the program: %w", err) // a stranger's verdicts are none
	}
	return &Verdicts{Open(dir, program, secret), fmt.Append(nil, limits)}, nil
}

// programID identifies the running program by its content, as nothing else tells builds apart for sure: by the build ID,
// into which the go command puts the content of all that a program is made of, and where the linker was told to leave
// that out, as for releases, by the whole file.
func programID() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	begins := make([]byte, 64<<10) // the go command finds it there in files of every form
	n, err := io.ReadFull(f, begins)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if id := buildID(begins[:n]); id != "" {
		return id, nil
	}
	h := sha256.New()
	h.Write(begins[:n])
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return string(h.Sum(nil)), nil
}

// buildID returns the build ID of the program that begins so, "" when it has none: the text of a note of type 4 by Go in
// files of ELF, and what stands before the first instruction in others (cmd/internal/buildid).
func buildID(program []byte) string {
	const length = 4
	if i := bytes.Index(program, []byte("\x04\x00\x00\x00Go\x00\x00")); i >= length {
		size, text := binary.LittleEndian.Uint32(program[i-length:]), program[i+8:]
		return string(text[:min(uint64(size), uint64(len(text)))])
	}
	_, after, _ := bytes.Cut(program, []byte("\xff Go build ID: \""))
	id, _, _ := bytes.Cut(after, []byte("\"\n \xff"))
	return string(id)
}

// Save keeps what was found. That it cannot be written is no fault of the run: the next one works
// without.
func (c *Verdicts) Save() {
	if c != nil {
		_ = c.store.Save()
	}
}

// Recall returns what the cache has under a key that tells all that the value depends on, but for the program.
func (c *Verdicts) Recall(key [sha256.Size]byte) (value []byte, ok bool) {
	if c == nil {
		return nil, false
	}
	return c.store.Get(key)
}

// Keep keeps a value under such a key.
func (c *Verdicts) Keep(key [sha256.Size]byte, value []byte) {
	if c != nil {
		c.store.Put(key, value)
	}
}

// linear is the value of a pattern that is safe and about which nothing else is known.
var linear = []byte{'L'}

// Decider returns a decider that says what the cache has about a pattern, or asks decide and keeps what
// it says.
func (c *Verdicts) Decider(decide audit.Decider) audit.Decider {
	if c == nil {
		return decide
	}
	return func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		key := NewKey([]byte("pattern"), []byte{byte(p.Dialect), byte(p.Mode)}, []byte(p.Flags), []byte(p.Text), c.limits)
		if value, ok := c.store.Get(key); ok {
			if bytes.Equal(value, linear) {
				return redos.Verdict{Class: redos.Linear}, nil
			}
			var kept cachedVerdict
			if decode(value, &kept) {
				return kept.verdict(p)
			}
		}
		v, err := decide(ctx, p, limits)
		if err != nil {
			return v, err
		}
		if v.IsPlain() {
			c.store.Put(key, linear)
		} else {
			putValue(c.store, key, newCachedVerdict(v))
		}
		return v, nil
	}
}

// Confirm returns what the cache has about a job in an engine, or measures and keeps what shows how the
// engine is: what a busy machine may have caused is not kept. The error is that of ctx.
func (c *Verdicts) Confirm(ctx context.Context, e engine.Engine, job engine.Job) (confirm.Confirmation, error) {
	if c == nil || job.Verdict.Attack == nil || e.Check(ctx) != nil {
		return engine.Confirm(ctx, e, job)
	}
	host, _ := os.Hostname() // times belong to a machine
	p, v := job.Pattern, job.Verdict
	claim := fmt.Appendf(nil, "%d %d %t %+q %v", v.Class, v.Degree, v.Bounded, *v.Attack, v.Cost)
	key := NewKey([]byte("engine"), []byte(e.Name()), []byte(e.Version()), []byte(host), []byte{byte(p.Dialect), byte(p.Mode)},
		[]byte(p.Flags), []byte(p.Text), claim, fmt.Append(nil, job.Limits))
	if value, found := c.store.Get(key); found {
		var kept cachedConfirmation
		if decode(value, &kept) {
			return confirm.Confirmation{Series: kept.Series, Outcome: kept.Outcome, Growth: stats.Growth(kept.Growth), Reason: kept.Reason}, nil
		}
	}
	found, err := engine.Confirm(ctx, e, job)
	if err != nil {
		return found, err
	}
	switch found.Outcome {
	case confirm.Confirmed, confirm.OptimisedAway, confirm.Limited:
		putValue(c.store, key, cachedConfirmation{found.Series, found.Outcome, cachedGrowth(found.Growth), found.Reason})
	}
	return found, nil
}

// cachedVerdict is a verdict whose attack is kept byte by byte: it may hold what JSON cannot. Its cost,
// and the confirmation below, are kept field by field and not as reports show them.
type cachedVerdict struct {
	redos.Verdict
	Attack *cachedAttack
	Cost   cachedCost
}

type cachedCost redos.Cost

// cachedConfirmation is a confirmation before it is explained.
type cachedConfirmation struct {
	confirm.Series
	Outcome confirm.Outcome
	Growth  cachedGrowth
	Reason  string
}

type cachedGrowth stats.Growth

type cachedAttack struct {
	Pumps   [][2][]byte // prefix, pump
	RisesTo []rune      // of each pump, if any
	Suffix  []byte
}

func newCachedVerdict(v redos.Verdict) cachedVerdict {
	kept := cachedVerdict{Verdict: v, Cost: cachedCost(v.Cost)}
	if v.Attack != nil {
		kept.Attack = &cachedAttack{Suffix: []byte(v.Attack.Suffix)}
		for _, p := range v.Attack.Pumps {
			kept.Attack.Pumps = append(kept.Attack.Pumps, [2][]byte{[]byte(p.Prefix), []byte(p.Pump)})
			if v.Attack.Rises() {
				kept.Attack.RisesTo = append(kept.Attack.RisesTo, p.RisesTo)
			}
		}
	}
	kept.Verdict.Attack, kept.Verdict.Tree, kept.Verdict.Cost = nil, nil, redos.Cost{}
	return kept
}

// verdict returns the verdict that was kept about p, with the tree if it is vulnerable. The error is a
// *syntax.Error.
func (k cachedVerdict) verdict(p redos.Pattern) (redos.Verdict, error) {
	v := k.Verdict
	v.Cost = redos.Cost(k.Cost)
	if v.Class >= redos.Polynomial {
		var err error
		if v.Tree, err = p.Parse(); err != nil {
			return v, err
		}
	}
	if k.Attack != nil {
		v.Attack = &attack.Attack{Suffix: string(k.Attack.Suffix)}
		for i, p := range k.Attack.Pumps {
			pump := attack.Pump{Prefix: string(p[0]), Pump: string(p[1])}
			if i < len(k.Attack.RisesTo) {
				pump.RisesTo = k.Attack.RisesTo[i]
			}
			v.Attack.Pumps = append(v.Attack.Pumps, pump)
		}
	}
	return v, nil
}

// cachedResult is what was found out about a pattern of a source file.
type cachedResult struct {
	Text, Flags    []byte
	Dialect        syntax.Dialect
	Mode           syntax.Mode
	At, UsedAt     literal.Range
	Expr           literal.Range
	Hotspot        literal.Range
	Unknown, Doubt string
	Malformed      bool
	Composed       bool
	Holes          []literal.Hole
	Assumed        string
	Invalid        *syntax.Error
	Verdict        cachedVerdict
}

// FileKey is the key of what is in a source file.
func (c *Verdicts) FileKey(language extract.Language, content []byte) Key {
	if c == nil {
		return Key{}
	}
	return NewKey([]byte("file, expressions and holes"), []byte(language.Name), []byte{byte(language.Dialect)}, content, c.limits)
}

// File returns what the cache has about the patterns of a source file.
func (c *Verdicts) File(key Key) (all []audit.Result, ok bool) {
	if c == nil {
		return nil, false
	}
	value, ok := c.store.Get(key)
	if !ok || len(value) == 0 {
		return nil, ok
	}
	var kept []cachedResult
	if !decode(value, &kept) {
		return nil, false
	}
	all = make([]audit.Result, len(kept))
	for i, k := range kept {
		r := &all[i]
		r.Pattern = redos.Pattern{Text: string(k.Text), Flags: string(k.Flags), Dialect: k.Dialect, Mode: k.Mode}
		r.At, r.UsedAt, r.Expr, r.Hotspot = k.At, k.UsedAt, k.Expr, k.Hotspot
		r.Unknown, r.Doubt, r.Malformed, r.Composed, r.Invalid = k.Unknown, k.Doubt, k.Malformed, k.Composed, k.Invalid
		r.Holes, r.Assumed = k.Holes, k.Assumed
		var err error
		if r.Verdict, err = k.Verdict.verdict(r.Pattern); err != nil {
			return nil, false
		}
	}
	return all, true
}

// PutFile keeps what was found in a source file.
func (c *Verdicts) PutFile(key Key, all []audit.Result) {
	if c == nil {
		return
	}
	if len(all) == 0 {
		c.store.Put(key, nil)
		return
	}
	kept := make([]cachedResult, len(all))
	for i, r := range all {
		kept[i] = cachedResult{
			[]byte(r.Text), []byte(r.Flags), r.Dialect, r.Mode, r.At, r.UsedAt, r.Expr, r.Hotspot,
			r.Unknown, r.Doubt, r.Malformed, r.Composed, r.Holes, r.Assumed, r.Invalid, newCachedVerdict(r.Verdict),
		}
	}
	putValue(c.store, key, kept)
}

// putValue keeps v, unless it would not come back exactly as it is.
func putValue[T any](store *Store, key Key, v T) {
	value, err := json.Marshal(v)
	var back T
	if err == nil && decode(value, &back) && reflect.DeepEqual(back, v) {
		store.Put(key, value)
	}
}

func decode(value []byte, v any) bool { return json.Unmarshal(value, v) == nil }
