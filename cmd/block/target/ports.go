package target

import (
	"context"
	"net"
	"strconv"
	"time"

	"snag/probe/endpoint"
	"snag/probe/service"
	"snag/probe/sockets"
	"snag/probe/wire"
)

// mostSecond bounds how long a command is given to listen on a port that answers in HTTP, after one that does not.
const mostSecond = 3 * time.Second

// at is the URL of a listener, without a path.
func at(l sockets.Listener) string {
	host := "127.0.0.1"
	if ip := net.ParseIP(l.IP); ip != nil && ip.IsLoopback() {
		host = l.IP
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(l.Port))
}

// moved turns to another port of the started command, where nobody named one and the first does not answer in HTTP: a
// program may take mail or the like on it. It reports whether there is such a port.
func (t *Target) moved(ctx context.Context) bool {
	if t.Child == nil || t.path == "" {
		return false
	}
	before := portOf(t.Wire.Address)
	var url string
	err := service.Await(ctx, t.Child.Done(), 100*time.Millisecond, mostSecond, func() bool {
		for _, l := range service.Listeners(t.Child.Tree(), 0) {
			if strconv.Itoa(l.Port) != before && answers(ctx, at(l)) {
				url = at(l) + t.path
				return true
			}
		}
		return false
	})
	if err != nil {
		return false
	}
	t.URL = url
	return t.address() == nil
}

// answers reports whether somebody answers at a URL in HTTP.
func answers(ctx context.Context, base string) bool {
	one := Target{URL: base, mayReach: func(string) bool { return true }}
	if one.address() != nil {
		return false
	}
	client := wire.NewClient(one.Wire)
	defer client.Close()
	return client.Do(ctx, wire.Request{Method: "GET", Path: endpoint.NoRoute}.Bytes(one.Wire), time.Second).Outcome == wire.Answered
}
