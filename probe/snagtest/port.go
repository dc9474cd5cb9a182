package snagtest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
)

var nextPort atomic.Int32

func init() { nextPort.Store(20000 + rand.Int32N(8000)) }

// FreePort returns a port of the loopback on which nothing listens. It lies outside the range from
// which the system takes the ports of clients, so that none of them takes it meanwhile.
func FreePort(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := int(nextPort.Add(1))
		if l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}
