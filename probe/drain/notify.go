package drain

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/scratch"
)

// notifySocket is the other end of sd_notify(3): a datagram socket to which a service says how it is. A nil
// one was not asked for.
type notifySocket struct {
	path   string
	conn   *net.UnixConn
	remove func()
	ready  chan struct{} // closed when READY=1 has come

	mu       sync.Mutex
	isReady  bool
	stopping time.Time
	extended []time.Time
}

func listenNotify() (*notifySocket, error) {
	dir, remove, err := scratch.Dir("notify")
	if err != nil {
		return nil, err
	}
	n := &notifySocket{path: filepath.Join(dir, "s"), remove: remove, ready: make(chan struct{})}
	if n.conn, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: n.path, Net: "unixgram"}); err != nil {
		remove()
		return nil, err
	}
	go n.read()
	return n, nil
}

// read takes messages until the socket is closed.
func (n *notifySocket) read() {
	const longest, most = 4096, 1000
	buffer := make([]byte, longest)
	for range most {
		size, err := n.conn.Read(buffer)
		if err != nil {
			return
		}
		now := time.Now()
		n.mu.Lock()
		for line := range strings.Lines(string(buffer[:size])) {
			switch line = strings.TrimSpace(line); {
			case line == "READY=1" && !n.isReady:
				n.isReady = true
				close(n.ready)
			case line == "STOPPING=1" && n.stopping.IsZero():
				n.stopping = now
			case strings.HasPrefix(line, "EXTEND_TIMEOUT_USEC="):
				n.extended = append(n.extended, now)
			}
		}
		n.mu.Unlock()
	}
}

// told is what was said until now, with its times counted from the signal.
func (n *notifySocket) told(origin time.Time) *shutdown.Notified {
	if n == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	t := &shutdown.Notified{Ready: n.isReady}
	if !n.stopping.IsZero() {
		at := shutdown.At(origin, n.stopping)
		t.Stopping = &at
	}
	for _, at := range n.extended {
		if at.After(origin) {
			t.Extended++
		}
	}
	return t
}

func (n *notifySocket) close() {
	if n != nil {
		n.conn.Close()
		n.remove()
	}
}

// awaitReady waits until the service says that it is ready, ends, or has had its time.
func (c *check) awaitReady(ctx context.Context) {
	c.Progress("waiting for READY=1")
	select {
	case <-ctx.Done():
	case <-c.subject.notify.ready:
	case <-c.subject.handle.Done():
	case <-time.After(c.Startup):
	}
}
