package locate

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/snagtest"
)

// TestOutlook tells what a Node process waits for whose server waits for its clients.
func TestOutlook(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	for _, test := range []struct {
		script string
		want   pool.Outlook
	}{
		{"new Promise(() => {}).then(() => {})", pool.Nothing},
		{"clearTimeout(setTimeout(() => {}, 60000))", pool.Nothing},
		{"setTimeout(() => {}, 60000)", pool.Something},
		{"setTimeout(() => {}, 60000).unref()", pool.Something},
		{"setTimeout(function () {}.bind(null), 60000)", pool.Something},
		{"setTimeout(function () {}.bind(null), 60000).unref()", pool.Something},
		{"setTimeout(function resetCache() {}, 60000)", pool.Something},
		{"s.on('request', (request, response) => request.setTimeout(60000, () => response.end()))", pool.Something},
		{"s.on('request', (request, response) => response.end())", pool.Nothing}, // the connection stays for another request
		{"AbortSignal.timeout(60000).onabort = () => {}", pool.Something},
		{"require('net').connect(s.address().port, '127.0.0.1')", pool.Something},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		c := exec.CommandContext(ctx, "node", "-e", "const s = require('http').createServer().listen(0, '127.0.0.1', () => { "+test.script+"; setTimeout(() => console.log(s.address().port), 100); });")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		port, _ := bufio.NewReader(out).ReadString('\n')
		connection, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(port))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(test.script, "s.on('request'") {
			fmt.Fprint(connection, "GET / HTTP/1.1\r\nHost: here\r\n\r\n")
			time.Sleep(time.Second) // until it is handled
		}
		if got := (Suspect{PIDs: []int{c.Process.Pid}}).Outlook(ctx, 1); got != test.want {
			t.Errorf("%s: got %d, want %d", test.script, got, test.want)
		}
		connection.Close()
		cancel()
		c.Wait()
	}
}
