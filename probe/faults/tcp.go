package faults

import (
	"bufio"
	"io"
	"time"

	"snag/analyze/retry/experiment"
)

// firstBytes is how long a connection may take to say something before it counts as one that waits
// for the server to speak first.
const firstBytes = 150 * time.Millisecond

// playTCP makes the fault of a plain connection happen. The protocol, or what the client sends first where
// that is not known, names the operation. A fault that is about the handshake happens when the connection
// may be used, one that is about the whole request when the first command, or those bytes, were read.
func (c *conn) playTCP() {
	s, in := c.server, bufio.NewReader(c)
	a := experiment.Attempt{Conn: c.number, Phase: experiment.PhaseConnect, Start: s.since(c.since)}
	if !s.begin() {
		c.reset()
		return
	}
	if !c.greets() {
		c.SetReadDeadline(time.Now().Add(firstBytes))
		in.Peek(1)
		c.SetReadDeadline(time.Time{})
	}
	a.Fault = s.next("")
	if n := in.Buffered(); n > 0 {
		first, _ := in.Peek(n)
		a.Phase, a.Method, a.BodyLength, a.BodyHash = experiment.PhaseRequest, experiment.PlainMethod, int64(n), shortText(string(first))
		a.Target = "begins " + shortText(string(first[:min(n, 8)]))
	}
	if !c.converse(&a, in) {
		s.finish(a, time.Now()) // the client went away before
		return
	}
	s.config.Barrier.Wait(s.done)
	at := time.Now()
	switch {
	case a.Fault.Kind == experiment.ResetAfterHeaders, a.Fault.Kind == experiment.ResetAfterRequest:
		c.reset()
	case a.Fault.Silent():
		io.Copy(io.Discard, in)
		at = time.Now()
	default:
		c.Close()
	}
	s.finish(a, at)
}

// converse carries out the handshake of the protocol that the connection speaks, as far as the fault goes. It
// returns whether the client stayed. Where no protocol is known, what is about the handshake is about the
// first bytes.
func (c *conn) converse(a *experiment.Attempt, in *bufio.Reader) bool {
	command := true
	switch a.Fault.Kind {
	case experiment.CloseAfterHandshake, experiment.ResetAfterHeaders:
		command = false
	case experiment.ResetAfterRequest, experiment.CloseAfterRequest, experiment.SilenceAfterHandshake:
	default:
		return true
	}
	name, err := c.shake(in, command)
	switch {
	case name == "" && a.Fault.Kind == experiment.CloseAfterHandshake:
		a.Fault.Kind = experiment.CloseAfterRequest
	case name == "" && a.Fault.Kind == experiment.SilenceAfterHandshake:
		a.Fault.Kind = experiment.Silence
	case name != "":
		a.Method, a.Target, a.Phase = experiment.PlainMethod, name, experiment.PhaseHeaders
		if command && err == nil {
			a.Phase, a.Read = experiment.PhaseRequest, c.server.since(time.Now())
		}
	}
	return name == "" || err == nil
}
