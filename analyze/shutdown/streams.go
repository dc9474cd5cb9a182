package shutdown

import (
	"fmt"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// StreamKind is a protocol, or a use of one, that a shutdown can break in its own way.
type StreamKind string

// The kinds of stream.
const (
	HTTP2Stream StreamKind = "http2"     // a request over HTTP/2, on a connection that is drained by GOAWAY
	GRPC        StreamKind = "grpc"      // a call of the health service, and who watches it
	WebSocket   StreamKind = "websocket" // a connection that was upgraded
	SSE         StreamKind = "sse"       // an answer of events that has no end of its own
	Chunked     StreamKind = "chunked"   // an answer that is sent in parts
	Upload      StreamKind = "upload"    // a request that is sent in parts
	Pipelined   StreamKind = "pipelined" // a second request right behind one in flight
	Connect     StreamKind = "connect"   // a tunnel through a proxy
)

// StreamType is a kind of stream with what it is in a few words, and whether it takes a path.
type StreamType struct {
	Kind StreamKind
	Help string
	Path bool
}

// StreamKinds are all kinds.
var StreamKinds = []StreamType{
	{HTTP2Stream, "a request over HTTP/2: GOAWAY, and the stream to its end", true},
	{GRPC, "a gRPC call, and the health service", false},
	{WebSocket, "a WebSocket on this path", true},
	{SSE, "server-sent events of this path", true},
	{Chunked, "an answer of this path that takes a second or more", true},
	{Upload, "a body that is sent in parts", true},
	{Pipelined, "a request right behind one in flight", true},
	{Connect, "a tunnel through a proxy", false},
}

// StreamOutcome is the end of a stream.
type StreamOutcome string

// The outcomes. The zero outcome belongs to a stream that could not be tried, or was open when the
// observation was interrupted.
const (
	Finished   StreamOutcome = "finished" // it came to its own end
	SaidGo     StreamOutcome = "closed"   // it was ended as its protocol provides: a close frame, a last chunk, an announcement
	Cut        StreamOutcome = "cut"      // it broke off
	LeftOpen   StreamOutcome = "open"     // it outlived the observation
	CutByKill  StreamOutcome = "killed"   // it ended with the process that snag killed
	NotStarted StreamOutcome = ""
)

// Stream is what became of one stream that was under way when the signal came.
type Stream struct {
	Kind StreamKind `json:"kind"`
	Path string     `json:"path,omitempty"`
	// Reason says why it could not be tried; the rest is empty then.
	Reason  string        `json:"reason,omitempty"`
	Outcome StreamOutcome `json:"outcome"`
	Ended   *Millis       `json:"ended_ms"`
	// How is fin, reset, or what else ended it.
	How string `json:"how,omitempty"`
	// Code is the status code of a close frame of a WebSocket, 0 for none.
	Code int `json:"code,omitempty"`
	// Goaways are the frames of HTTP/2 that announce the end of a connection.
	Goaways []Goaway `json:"goaways,omitempty"`
	// NotServing is when the health service of gRPC said so to who watches it.
	NotServing *Millis `json:"not_serving_ms,omitempty"`
	// Watched reports whether the health service could be watched.
	Watched bool `json:"watched,omitempty"`
}

// Goaway is a GOAWAY frame: RFC 9113 section 6.8.
type Goaway struct {
	At Millis `json:"t_ms"`
	// Last is the highest stream that the server will answer; 2³¹-1 announces a second frame.
	Last uint32 `json:"last_stream"`
	Code uint32 `json:"code"`
}

// anyStream is the Last of a GOAWAY that only announces.
const anyStream = 1<<31 - 1

// Text says what became of the stream, in a few words.
func (s Stream) Text() string {
	if s.Reason != "" {
		return "not tested: " + s.Reason
	}
	text := string(s.Outcome)
	if s.Outcome == NotStarted {
		text = "still under way"
	}
	if s.Code != 0 {
		text += fmt.Sprintf(" with %d", s.Code)
	}
	if s.Ended != nil {
		text += " after " + s.Ended.String()
	}
	if s.How != "" && s.Outcome == Cut {
		text += " (" + s.How + ")"
	}
	switch s.Kind {
	case HTTP2Stream, GRPC:
		text += ", " + judge.Plural(len(s.Goaways), "GOAWAY frame")
	}
	if s.Watched {
		if s.NotServing != nil {
			text += ", NOT_SERVING after " + s.NotServing.String()
		} else {
			text += ", never NOT_SERVING"
		}
	}
	return text
}

// streamNames are the kinds in the middle of a sentence.
var streamNames = map[StreamKind]string{
	HTTP2Stream: "a request over HTTP/2", GRPC: "a gRPC call", WebSocket: "a WebSocket", SSE: "a stream of events",
	Chunked: "an answer that was sent in parts", Upload: "an upload", Pipelined: "a pipelined request", Connect: "a tunnel",
}

// streams judges what became of the streams under way.
func (j *inquiry) streams() {
	for _, s := range j.Streams {
		if s.Reason != "" {
			continue // what was asked for and not tested leaves the verdict open
		}
		switch {
		case s.Outcome == Cut:
			j.cut(s)
		case s.Outcome == CutByKill && slices.Contains([]StreamKind{WebSocket, SSE, Connect}, s.Kind):
			j.find(RuleStreamHolds, judge.Error, CauseStream, j.server, "%s was left open until the process was killed after %s", streamNames[s.Kind], j.Grace)
		case s.Outcome == CutByKill:
			j.find(RuleStreamCut, judge.Error, CauseStream, j.server, "%s was still under way when the process was killed after %s", streamNames[s.Kind], j.Grace)
		case s.Outcome == SaidGo && s.Kind == WebSocket && s.Code != 1001 && s.Code != 1012:
			j.fact("the WebSocket was closed with %d; 1001 (going away) or 1012 (restart) would tell clients to connect again", s.Code)
		}
		if s.Kind == HTTP2Stream || s.Kind == GRPC {
			j.goaways(s)
		}
	}
}

// untested says which stream could not be tried and why, "" when all could.
func (j *inquiry) untested() string {
	for _, s := range j.Streams {
		if s.Reason != "" {
			return streamNames[s.Kind] + " was not tested: " + s.Reason
		}
	}
	return ""
}

// decided reports whether a stream that has an end was followed to it, which tells as much as a request.
func (j *inquiry) decided() bool {
	return slices.ContainsFunc(j.Streams, func(s Stream) bool {
		return s.Outcome == Finished || s.Outcome == Cut && !slices.Contains([]StreamKind{WebSocket, SSE}, s.Kind)
	})
}

// held names the streams that were open shortly before end.
func (j *inquiry) held(end Millis) string {
	var names []string
	for _, s := range j.Streams {
		if s.Reason == "" && (s.Ended == nil || *s.Ended > end-togetherness) {
			names = append(names, streamNames[s.Kind])
		}
	}
	return strings.Join(names, ", ")
}

// cut judges a stream that broke off. What has an end of its own is a request that was lost; what has none is
// opened again by its client, which should be told.
func (j *inquiry) cut(s Stream) {
	level, cause := judge.Error, CauseStream
	if slices.Contains([]StreamKind{WebSocket, SSE, Connect}, s.Kind) {
		level = judge.Warning
	}
	switch s.Kind {
	case WebSocket:
		cause = CauseWebSocket
	case SSE:
		cause = CauseEvents
	case Pipelined:
		level, cause = judge.Note, CauseKeepAliveRace
	}
	at := ""
	if s.Ended != nil {
		at = fmt.Sprintf(", %s after the signal", *s.Ended)
	}
	j.find(RuleStreamCut, level, cause, j.server, "%s was cut (%s)%s", streamNames[s.Kind], s.How, at)
}

// goaways judges how a connection of HTTP/2 was drained.
func (j *inquiry) goaways(s Stream) {
	switch {
	case j.has(RuleGoaway), s.Outcome == CutByKill, s.Outcome == LeftOpen, s.Outcome == Cut && len(s.Goaways) == 0 && j.Exit.At != nil && *j.Exit.At < j.soon():
	case len(s.Goaways) == 0:
		j.find(RuleGoaway, judge.Warning, CauseGoaway, j.server, "the connection of HTTP/2 ended without GOAWAY: clients cannot tell which requests may be sent again")
	case s.Goaways[0].Last != anyStream:
		j.find(RuleGoaway, judge.Note, CauseGoaway, j.server, "the first GOAWAY already ended the connection for streams after %d: requests that cross it are refused", s.Goaways[0].Last)
	default:
		j.fact("the connection of HTTP/2 was announced to end by GOAWAY after %s", s.Goaways[0].At)
	}
	if s.Watched && s.NotServing == nil && s.Outcome == Finished {
		j.find(RuleHealth, judge.Warning, CauseHealth, j.server, "the health service never said NOT_SERVING to who watches it")
	}
}
