package locate

import (
	"bufio"
	"context"
	"os/exec"
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
		{"AbortSignal.timeout(60000).onabort = () => {}", pool.Something},
		{"require('net').connect(s.address().port, '127.0.0.1')", pool.Something},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		c := exec.CommandContext(ctx, "node", "-e", "const s = require('http').createServer().listen(0, '127.0.0.1', () => { "+test.script+"; setTimeout(() => console.log('ready'), 100); });")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewReader(out).ReadString('\n')
		if got := (Suspect{PIDs: []int{c.Process.Pid}}).Outlook(ctx); got != test.want {
			t.Errorf("%s: got %d, want %d", test.script, got, test.want)
		}
		cancel()
		c.Wait()
	}
}
