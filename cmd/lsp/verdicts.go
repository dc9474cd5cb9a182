package lsp

import (
	"context"
	"errors"
	"sync"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// mostVerdicts is how many verdicts a generation of a memory has, unless one document has more regexes, and
// mostOfDocument how many it has then.
const (
	mostVerdicts   = 20_000
	mostOfDocument = 200_000
)

// memory keeps what was decided about patterns, so that typing elsewhere decides nothing anew. It holds two
// generations: what is asked for moves to the younger one, and when that is full the older one is forgotten.
type memory struct {
	mu         sync.Mutex
	young, old map[asked]answer
	most       int // verdicts of a generation
}

// asked is a pattern under a budget.
type asked struct {
	pattern redos.Pattern
	steps   int64
}

type answer struct {
	verdict redos.Verdict
	err     error // that the pattern is not valid
}

func newMemory() *memory { return &memory{young: map[asked]answer{}, most: mostVerdicts} }

// hold makes room for the regexes of a document: with less of it each change would decide all of them anew.
func (m *memory) hold(regexes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.most = max(m.most, min(regexes, mostOfDocument))
}

// decide is an audit.Decider that asks decide about what is not known.
func (m *memory) decider(decide audit.Decider) audit.Decider {
	return func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		key := asked{p, limits.Steps}
		if a, ok := m.get(key); ok {
			return a.verdict, a.err
		}
		v, err := decide(ctx, p, limits)
		if _, invalid := errors.AsType[*syntax.Error](err); err == nil || invalid {
			m.put(key, answer{v, err})
		}
		return v, err
	}
}

func (m *memory) get(key asked) (answer, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.young[key]
	if !ok {
		if a, ok = m.old[key]; ok {
			m.keep(key, a)
		}
	}
	return a, ok
}

func (m *memory) put(key asked, a answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, a)
}

func (m *memory) keep(key asked, a answer) {
	if len(m.young) >= m.most {
		m.old, m.young = m.young, map[asked]answer{}
	}
	m.young[key] = a
}
