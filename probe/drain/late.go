package drain

import "time"

// tooLate is the reason of a stream that broke off because snag kept the server waiting.
const tooLate = "this machine was too busy: snag sent the rest too late"

// late reports whether the stream was waiting for snag at its end, or had been, after the time when all should
// have been sent.
func (s *stream) late(end, due time.Time) bool {
	return s.halved && end.After(due) && (s.completed.IsZero() || s.completed.After(due))
}

// complete notes that snag now sends what it held back.
func (l *Load) complete(s *stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.completed = time.Now()
}
