package drain

import (
	"net"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/snagtest"
)

// TestRestarted signals a server below a loop that starts it again: the loop is named, and the port that the
// successor holds is no defect of its own.
func TestRestarted(t *testing.T) {
	f := fixture{T: t, dir: t.TempDir(), port: snagtest.FreePort(t)}
	loop := exec.Command("sh", "-c", "while :; do "+f.shell(f.golang("none"))+" & echo $!; wait; done")
	loop.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := loop.StdoutPipe()
	if err == nil {
		err = loop.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-loop.Process.Pid, syscall.SIGKILL)
		loop.Wait()
	})
	line := make([]byte, 32)
	n, err := out.Read(line)
	pid, bad := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", "127.0.0.1:"+f.number()); err == nil {
			conn.Close()
			break
		}
	}
	tl, err := Check(t.Context(), Options{PID: pid, Grace: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	r := tl.Restarted
	if r == nil || r.Supervisor.PID != loop.Process.Pid || r.PID == pid || r.Runtime != shutdown.Go {
		t.Fatalf("restarted %+v, want by %d", r, loop.Process.Pid)
	}
	var rules []string
	for _, finding := range shutdown.Judge(tl).Findings {
		rules = append(rules, finding.Rule)
	}
	if got := strings.Join(rules, " "); !strings.Contains(got, shutdown.RuleNoEffect) || strings.Contains(got, shutdown.RulePort) {
		t.Errorf("rules %s, want %s and not %s", got, shutdown.RuleNoEffect, shutdown.RulePort)
	}
}
