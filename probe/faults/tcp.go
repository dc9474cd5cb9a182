package faults

import (
	"time"

	"snag/analyze/retry/backoff"
)

// firstBytes is how long a connection may take to say something before it counts as one that waits
// for the server to speak first.
const firstBytes = 150 * time.Millisecond

// playTCP makes the fault of a plain connection happen. What the client sends first names the
// operation; a fault that is about the whole request happens when those bytes were read.
func (c *conn) playTCP() {
	s := c.server
	a := backoff.Attempt{Conn: c.number, Phase: backoff.PhaseConnect, Start: s.since(c.since)}
	if !s.begin() {
		c.reset()
		return
	}
	buffer := make([]byte, 4096)
	c.SetReadDeadline(time.Now().Add(firstBytes))
	n, _ := c.Read(buffer)
	c.SetReadDeadline(time.Time{})
	if n > 0 {
		a.Phase, a.BodyLength = backoff.PhaseRequest, int64(n)
		a.BodyHash = shortText(string(buffer[:n]))
		a.Target = "begins " + shortText(string(buffer[:min(n, 8)]))
		a.Method = backoff.PlainMethod
	}
	a.Fault = s.next("")
	s.config.Barrier.Wait(s.done)
	at := time.Now()
	switch a.Fault.Kind {
	case backoff.ResetAfterHeaders, backoff.ResetAfterRequest:
		c.reset()
	case backoff.Silence:
		for {
			if _, err := c.Read(buffer); err != nil {
				break
			}
		}
		at = time.Now()
	default:
		c.Close()
	}
	s.finish(a, at)
}
