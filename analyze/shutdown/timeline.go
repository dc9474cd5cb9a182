// Package shutdown judges how a process ends: what a signal would do to it at rest, and what a
// signal under load did to its requests, its connections, its listener, its children and itself.
package shutdown

import "time"

// Millis is a time in milliseconds. On a [Timeline] it counts from the moment the signal was sent
// and is negative before it; a nil *Millis is something that did not happen.
type Millis float64

// At returns the time from origin to moment.
func At(origin, moment time.Time) Millis {
	return Millis(float64(moment.Sub(origin).Microseconds()) / 1000)
}

// Of returns the length of d.
func Of(d time.Duration) Millis { return Millis(float64(d.Microseconds()) / 1000) }

// Duration returns m as a duration.
func (m Millis) Duration() time.Duration {
	return time.Duration(float64(m) * float64(time.Millisecond))
}

// Timeline is everything that was observed of one shutdown. It holds facts only; [Judge] says what
// they mean.
type Timeline struct {
	Target   Target   `json:"process"`
	Delivery Delivery `json:"signal"`
	// Grace is the time that the process was given before it was killed.
	Grace Millis `json:"grace_ms"`
	// Events are in order of time.
	Events      []Event        `json:"timeline"`
	InFlight    InFlight       `json:"inflight"`
	Connections []Connection   `json:"connections"`
	New         NewConnections `json:"new_connections"`
	// Streams are those that were asked for, in the order in which they were named.
	Streams []Stream `json:"streams,omitempty"`
	// Endpoints are the readiness and health checks that were polled, readiness first.
	Endpoints []Endpoint `json:"endpoints"`
	Listener  Listener   `json:"listener"`
	Exit      Exit       `json:"exit"`
	Children  Children   `json:"children"`
	Port      Port       `json:"port"`
	// Work is what the caller's own probe found, nil when there was none.
	Work *Work `json:"work,omitempty"`
	// Without are repeats in which connections were left out, to learn what the process waited for.
	Without []Ablation `json:"without,omitempty"`
	// Platform is what the deployment says, nil when none was named, and Alternatives are repeats in which it
	// said something else.
	Platform     *Platform     `json:"platform,omitempty"`
	Alternatives []Alternative `json:"alternatives,omitempty"`
	// Notified is what was told over the socket of sd_notify, nil without one.
	Notified *Notified `json:"notified,omitempty"`
	// Restarted is the process that took the place of the one that ended, started by a supervisor.
	Restarted *Restart `json:"restarted,omitempty"`
	// Partial reports whether the observation was interrupted and that what is missing means nothing.
	Partial bool `json:"partial"`
}

// Restart is a process that a supervisor started in place of the one that had ended.
type Restart struct {
	Process
	At         Millis  `json:"t_ms"` // when it was first seen
	Supervisor Process `json:"supervisor"`
}

// Ablation is what a repeat without some connections showed.
type Ablation struct {
	Kinds []Kind `json:"kinds"` // those that were left out
	// Waited is the time from the last answer, or the signal, to the end of the process.
	Waited Millis `json:"waited_ms"`
	// Killed reports whether it had not ended when the grace period ran out.
	Killed bool `json:"killed"`
}

// Waited is the time from the last answer to a request in flight, or the signal, to the end of the process. It is
// false when the process did not end.
func (t Timeline) Waited() (Millis, bool) {
	if t.Exit.At == nil {
		return 0, false
	}
	last := Millis(0)
	for _, r := range t.InFlight.Requests {
		if r.Ended != nil {
			last = max(last, *r.Ended)
		}
	}
	return *t.Exit.At - last, true
}

// Explains reports whether the process of the timeline waited for what the repeat left out: without it, it ended
// in half of the time or less, or at all.
func (a Ablation) Explains(t Timeline) bool {
	waited, ended := t.Waited()
	return !a.Killed && (!ended || t.Exit.KilledByUs || a.Waited <= waited/2)
}

// Ablate is what this timeline shows as a repeat without the kinds.
func (t Timeline) Ablate(kinds []Kind) Ablation {
	waited, ended := t.Waited()
	return Ablation{Kinds: kinds, Waited: waited, Killed: !ended || t.Exit.KilledByUs}
}

// Protocol is how the load talked to the target.
type Protocol string

// The protocols. The zero Protocol means that the target listened on nothing.
const (
	NoListener Protocol = ""
	HTTP       Protocol = "http"
	HTTP2      Protocol = "http2" // over which requests are kept in flight, for what speaks no HTTP/1.1
	TCP        Protocol = "tcp"   // connections only, nothing is said on them
)

// Requests reports whether requests can be kept in flight over the protocol.
func (p Protocol) Requests() bool { return p == HTTP || p == HTTP2 }

// Target is the process under test.
type Target struct {
	Process
	Protocol Protocol `json:"protocol"`
	// Address is the host:port that the load used, empty without a listener.
	Address string `json:"address,omitempty"`
	// Launched reports whether snag started the process; else it was attached to.
	Launched bool `json:"launched"`
	// Container is the container that the engine stopped, such as docker://web, empty for a process.
	Container string `json:"container,omitempty"`
	// Daemon reports whether the command that snag started made itself a daemon, which is the target.
	Daemon bool `json:"daemon,omitempty"`
	// Server is the process that owns the listener when that is not the target itself.
	Server *Process `json:"server,omitempty"`
	// AtRest is what the process that got the signal would do with it by what the system shows.
	AtRest Disposition `json:"at_rest"`
	// Output is the end of what a launched process wrote to stdout and stderr.
	Output string `json:"output,omitempty"`
}

// Process identifies one process of the tree.
type Process struct {
	PID    int `json:"pid"`
	Parent int `json:"parent,omitempty"`
	// Start tells two processes with one PID apart. Its unit is the system's own.
	Start   uint64   `json:"start"`
	Argv    []string `json:"argv"`
	Runtime Runtime  `json:"runtime"`
	// Inner is the PID in the innermost PID namespace, 0 when that is not known or the same.
	Inner int `json:"inner_pid,omitempty"`
	// Ended is when the process was seen to have ended, for those that outlived the target.
	Ended *Millis `json:"ended_ms,omitempty"`
	// Listening reports whether the process held the listener when it was looked at.
	Listening bool `json:"listening,omitempty"`
}

// Delivery is what was sent, and to whom.
type Delivery struct {
	// Name is the signal, such as SIGTERM.
	Name   string `json:"name"`
	Number int    `json:"number"`
	To     string `json:"to"`
	PIDs   []int  `json:"pids"`
	// Second is when the second signal was sent, nil when there was none.
	Second *Millis `json:"second_ms,omitempty"`
	// Pending reports whether the signal was still waiting to be delivered 200 ms after it was sent: it
	// is blocked and nothing reads it.
	Pending bool `json:"pending,omitempty"`
	// Stopped reports whether the process was stopped and gets no signal before it is continued.
	Stopped bool `json:"stopped,omitempty"`
}

// Event is one moment of a timeline.
type Event struct {
	At   Millis `json:"t_ms"`
	What string `json:"event"`
}

// InFlight is what became of the requests that were under way when the signal came.
type InFlight struct {
	// Via says how they were kept under way: "slow-path" or "held-body". It is empty when there
	// are none, and Reason says why.
	Via      string    `json:"via,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Requests []Request `json:"requests"`
}

// Count returns how many requests ended with the outcome.
func (f InFlight) Count(outcome Outcome) int {
	n := 0
	for _, r := range f.Requests {
		if r.Outcome == outcome {
			n++
		}
	}
	return n
}

// Started returns how many requests were under way when the signal came: all but those that the
// server had answered by then.
func (f InFlight) Started() int { return len(f.Requests) - f.Count(Early) }

// Outcome is the end of a request.
type Outcome string

// The outcomes. The zero Outcome belongs to a request that was still under way when the
// observation was interrupted.
const (
	Pending     Outcome = ""
	Completed   Outcome = "completed"    // answered in full
	ServerError Outcome = "server-error" // answered with a 5xx that it does not give otherwise
	Truncated   Outcome = "truncated"    // the answer began and broke off
	Dropped     Outcome = "dropped"      // the connection ended without an answer
	Early       Outcome = "early"        // answered before the signal, so not in flight
)

// Request is one request in flight.
type Request struct {
	Method  string  `json:"method"`
	Path    string  `json:"path"`
	Sent    Millis  `json:"sent_ms"`
	Ended   *Millis `json:"ended_ms"`
	Outcome Outcome `json:"outcome"`
	// Status is the HTTP status, 0 without an answer.
	Status int `json:"status,omitempty"`
	// How tells how a connection ended that gave no full answer: fin, reset, timeout, killed or an
	// error's text. "killed" means that snag killed the process while the request was under way.
	How string `json:"how,omitempty"`
	// Late reports whether the request was lost when snag itself should have completed its body long
	// before and had not, so that the loss says nothing about the server.
	Late bool `json:"late,omitempty"`
}

// Kind is the purpose of a connection.
type Kind string

// The kinds of connection.
const (
	Idle   Kind = "idle"   // kept alive after one answer, silent from then on
	Active Kind = "active" // kept alive, a request every 50 ms
	Silent Kind = "silent" // connected, nothing ever sent
)

// Connection is the fate of one connection that was open when the signal came.
type Connection struct {
	Kind Kind `json:"kind"`
	// Reason says why the connection could not be made or kept before the signal; the rest is
	// empty then.
	Reason string  `json:"reason,omitempty"`
	Ended  *Millis `json:"ended_ms"`
	// How is fin, reset, timeout, or answered (the server said something and then ended it). It is
	// open when the connection outlived the observation, and killed when it ended with the process
	// that snag killed.
	How string `json:"how,omitempty"`
	// Announced is when the first answer with "Connection: close" came.
	Announced *Millis `json:"connection_close_ms,omitempty"`
	// Answered and Lost count the requests on an active connection after the signal.
	Answered int `json:"answered_after,omitempty"`
	Lost     int `json:"lost_after,omitempty"`
}

// Connection returns the connection of the kind, and whether it was open when the signal came.
func (t Timeline) Connection(kind Kind) (Connection, bool) {
	for _, c := range t.Connections {
		if c.Kind == kind && c.Reason == "" {
			return c, true
		}
	}
	return Connection{}, false
}

// NewConnections sums up the connections opened one after the other. Those opened before the
// signal are only in Before.
type NewConnections struct {
	Before      int `json:"ok_before"`
	OK          int `json:"ok"`
	Unavailable int `json:"unavailable"` // answered with a 5xx
	Refused     int `json:"refused"`
	// Broken were accepted and then ended without an answer.
	Broken int `json:"accepted_then_broken"`
	// BrokenOver is the time between the first of those and the last.
	BrokenOver Millis `json:"broken_over_ms"`
	TimedOut   int    `json:"timed_out"`
	// Unsettled were still waiting at the end of the observation.
	Unsettled int            `json:"unsettled"`
	BrokenHow map[string]int `json:"broken_how,omitempty"`
	LastOK    *Millis        `json:"last_ok_ms"`
	// FirstFailed is when the first connection was begun after the signal that got no answer, or a 5xx.
	FirstFailed  *Millis `json:"first_failed_ms"`
	FirstRefused *Millis `json:"first_refused_ms"`
}

// Endpoint is a polled readiness or health check.
type Endpoint struct {
	Path      string `json:"path"`
	Readiness bool   `json:"readiness"`
	// Before is the status before the signal.
	Before int `json:"before"`
	// Turned is when the first answer other than 2xx came, or the first connection failed.
	Turned *Millis `json:"first_unready_ms"`
	// As is what that was: a status such as 503, or refused, reset, fin, timeout.
	As string `json:"as,omitempty"`
}

// Listener is the fate of the listening socket.
type Listener struct {
	Closed *Millis `json:"closed_ms"`
	// Method is how it was watched, and Resolution the time between two looks.
	Method     string `json:"method,omitempty"`
	Resolution Millis `json:"resolution_ms,omitempty"`
	// Reopened is when the port was listened on again.
	Reopened *Millis `json:"reopened_ms,omitempty"`
}

// Children are the other processes of the tree.
type Children struct {
	Before []Process `json:"before"`
	// Orphans were alive when the target had ended. Those with Ended set ended later by themselves.
	Orphans []Process `json:"orphans"`
	// Zombies had ended without being waited for by a parent in the tree.
	Zombies []Process `json:"zombies"`
	// Replaced reports whether after the signal children ended and new ones took their place while the
	// target lived on: a reload.
	Replaced bool `json:"replaced,omitempty"`
}

// Remaining returns the orphans that never ended by themselves.
func (c Children) Remaining() []Process {
	var left []Process
	for _, p := range c.Orphans {
		if p.Ended == nil {
			left = append(left, p)
		}
	}
	return left
}

// Port is whether the address could be listened on again after the end.
type Port struct {
	// Tested is false when there was no address or no end to test after.
	Tested   bool `json:"tested"`
	Released bool `json:"released"`
	// How says how it was tested or why not.
	How string `json:"how,omitempty"`
	// HeldBy are the processes of the tree that still listen.
	HeldBy []int `json:"held_by,omitempty"`
}

// Work is what a probe command of the caller found before the signal and after it.
type Work struct {
	Argv   []string `json:"argv"`
	Before WorkRun  `json:"before"`
	After  WorkRun  `json:"after"`
	// Restarted reports whether the target was started again for the second run.
	Restarted bool `json:"restarted"`
}

// WorkRun is one run of the probe command.
type WorkRun struct {
	Exit   Exit   `json:"exit"`
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr,omitempty"`
	// Error says why the command could not be run.
	Error string `json:"error,omitempty"`
}
