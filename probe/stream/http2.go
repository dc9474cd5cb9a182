package stream

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"snag/probe/wire"
)

// http2Lane is one connection of HTTP/2 of the stream.
type http2Lane struct {
	index    int
	ready    chan struct{} // closed once conn or err is set
	conn     *wire.HTTP2
	err      error
	inFlight []int
	broken   bool // it takes no more canaries
}

// http2Retries is how often a canary is sent again, over a connection of its own, that the server has not
// begun with: nginx for one ends a connection after a thousand requests.
const http2Retries = 3

// multiplex sends a sample as one more request over a connection that may carry others. Beyond the number
// of requests at once that the server allows it waits there, from when it was sent. It is called with the
// lock held.
func (e *portable) multiplex(ctx context.Context, i, retries int) {
	request, err := wire.NewHTTP2Request(e.plan.Target, e.plan.Canary)
	l := e.http2Lane(ctx, retries < http2Retries)
	if err != nil || l == nil {
		e.lose(i, wire.Failed)
		return
	}
	l.inFlight = append(l.inFlight, i)
	if e.plan.Pipelined {
		e.o.Samples[i].Lane = l.index
	}
	number := e.given + i
	e.readers.Go(func() {
		r, err := l.ask(request)
		e.mu.Lock()
		defer e.mu.Unlock()
		i := number - e.given
		if at := slices.Index(l.inFlight, i); at >= 0 {
			l.inFlight = slices.Delete(l.inFlight, at, at+1)
		}
		switch {
		case err == nil:
			s := &e.o.Samples[i]
			s.Done = max(r.Done.Sub(e.start), s.Sent)
			e.o.Statuses[r.Status]++
			if e.plan.Seen != nil {
				e.plan.Seen(*s)
			}
		case e.ending || ctx.Err() != nil: // it is lost with the rest
		case errors.Is(err, wire.ErrUnprocessed) && retries > 0:
			l.broken = true
			e.multiplex(ctx, i, retries-1)
		default:
			l.broken = l.broken || l.conn == nil || l.conn.Err() != nil
			e.lose(i, wire.OutcomeOf(context.Background(), err))
		}
	})
}

// http2Lane returns the connection for the next canary, nil when there are too many. Those of a pipelined
// stream take turns; a canary may have one alone.
func (e *portable) http2Lane(ctx context.Context, alone bool) *http2Lane {
	e.streams = slices.DeleteFunc(e.streams, func(l *http2Lane) bool {
		if !l.broken || len(l.inFlight) > 0 {
			return false
		}
		if l.conn != nil {
			l.conn.Close()
		}
		return true
	})
	index := 0
	if e.plan.Pipelined {
		e.turn++
		index = e.turn % max(e.plan.Lanes, 1)
	}
	for _, l := range e.streams {
		if !alone && !l.broken && l.index == index && (e.plan.Pipelined || len(l.inFlight) == 0) {
			return l
		}
	}
	if len(e.streams) >= maxPortableLanes {
		return nil
	}
	l := &http2Lane{index: index, ready: make(chan struct{}), broken: alone}
	e.streams = append(e.streams, l)
	// A server that is stalled shakes no hands, and the stream goes on meanwhile.
	e.readers.Go(func() {
		conn, err := wire.OpenHTTP2(ctx, e.plan.Target)
		e.mu.Lock()
		defer e.mu.Unlock()
		if l.conn, l.err = conn, err; err == nil && e.ending {
			conn.Close()
		}
		close(l.ready)
	})
	return l
}

func (l *http2Lane) ask(request *http.Request) (r wire.Reply, err error) {
	if <-l.ready; l.err != nil {
		return r, l.err
	}
	err = l.conn.Exchange(request, &r)
	return r, err
}
