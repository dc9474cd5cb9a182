package retry

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/retry/experiment"
	"snag/probe/process"
)

// watchOrder is what the driver asks of the watcher in the namespace, as JSON on its stdin.
type watchOrder struct {
	Command process.Command
	Port    int
	Limit   int
	Timeout time.Duration
}

// watchReport is what the watcher saw, as JSON on its stdout.
type watchReport struct {
	Attempts []watchedAttempt
	Duration time.Duration
	CutOff   string
	ExitCode int
	Failure  string // why nothing could be watched
	Started  bool
}

// watchedAttempt is one SYN to the closed port and the end of the kernel's refusal.
type watchedAttempt struct{ Start time.Duration }

// refused runs the client in a network namespace of its own where nothing listens and the loopback is
// watched. That needs no privilege where the system lets users make namespaces.
func (d *Driver) refused(ctx context.Context, s experiment.Scenario, limit int, trace *experiment.Trace) error {
	if len(d.client.Namespace) == 0 {
		trace.Unobservable = "there is no watcher"
		return nil
	}
	port, err := closedPort()
	if err != nil {
		return err
	}
	scheme := "http"
	if d.client.TLS != nil {
		scheme = "https"
	}
	if d.client.TCP {
		scheme = "tcp"
	}
	order := watchOrder{
		Command: d.command(fmt.Sprintf("%s://127.0.0.1:%d/", scheme, port), port, 1),
		Port:    port, Limit: limit, Timeout: s.Timeout,
	}
	report, err := d.watch(ctx, order, true)
	if report.Failure != "" && !report.Started && os.Geteuid() == 0 && ctx.Err() == nil {
		report, err = d.watch(ctx, order, false) // root needs no user namespace
	}
	if err != nil {
		return err
	}
	if report.Failure != "" {
		if report.Started {
			return fmt.Errorf("%w: %s", ErrStart, report.Failure)
		}
		trace.Unobservable = report.Failure
		return nil
	}
	trace.Duration, trace.CutOff, trace.ExitCode = report.Duration, report.CutOff, report.ExitCode
	for i, a := range report.Attempts {
		trace.Attempts = append(trace.Attempts, experiment.Attempt{
			N: i + 1, Conn: i + 1, Phase: experiment.PhaseConnect, Start: a.Start, End: a.Start, Fault: s.Script[0],
		})
	}
	return ctx.Err()
}

// watch starts the watcher in its namespaces and waits for its report.
func (d *Driver) watch(ctx context.Context, order watchOrder, userNamespace bool) (watchReport, error) {
	text, err := json.Marshal(order)
	if err != nil {
		return watchReport{}, err
	}
	executable, err := os.Executable()
	if err != nil {
		return watchReport{}, err
	}
	cmd := exec.CommandContext(ctx, executable)
	cmd.Args = d.client.Namespace
	cmd.Stdin = bytes.NewReader(text)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	// The end of snag, whatever its cause, ends the watcher, and that ends the client. The signal is
	// that of the thread that starts it, so the thread stays.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET, Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if userNamespace {
		attr := cmd.SysProcAttr
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN, unix.CAP_NET_RAW}
	}
	// The watcher ends its client and reports when it is asked to end.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 3 * time.Second
	if err := cmd.Start(); err != nil {
		return watchReport{Failure: fmt.Sprintf("a network namespace could not be made: %v", err)}, nil
	}
	err = cmd.Wait()
	var report watchReport
	if decodeErr := json.Unmarshal(out.Bytes(), &report); decodeErr != nil {
		if ctx.Err() != nil {
			return report, ctx.Err()
		}
		return watchReport{Failure: strings.TrimSpace(fmt.Sprintf("the watcher failed: %v %s", err, complaint.String()))}, nil
	}
	return report, nil
}

// WatchClosedPort is the work of the watcher: it runs in a network namespace of its own, starts the
// client that the order on in describes, counts its attempts to connect, and writes a report to out.
// The end of the context ends the client.
func WatchClosedPort(ctx context.Context, in io.Reader, out io.Writer) error {
	var order watchOrder
	if err := json.NewDecoder(in).Decode(&order); err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	report := watchClosedPort(ctx, order)
	return json.NewEncoder(out).Encode(report)
}

func watchClosedPort(ctx context.Context, order watchOrder) watchReport {
	fail := func(err error) watchReport { return watchReport{Failure: err.Error()} }
	if err := loopbackUp(); err != nil {
		return fail(fmt.Errorf("the loopback of the namespace could not be started: %w", err))
	}
	socket, err := packetSocket()
	if err != nil {
		return fail(fmt.Errorf("the loopback could not be watched: %w", err))
	}
	file := os.NewFile(uintptr(socket), "loopback")
	defer file.Close()
	seen := make(chan time.Time, 1024)
	go watchSYN(file, order.Port, seen)
	child, err := startWithoutRights(order.Command)
	if err != nil {
		return watchReport{Started: true, Failure: err.Error()}
	}
	defer child.Close()
	began := time.Now()
	report := watchReport{Started: true, ExitCode: -1}
	timeout := time.NewTimer(order.Timeout)
	defer timeout.Stop()
	for {
		select {
		case at := <-seen:
			report.Attempts = append(report.Attempts, watchedAttempt{at.Sub(began)})
			if len(report.Attempts) < order.Limit {
				continue
			}
			report.CutOff = fmt.Sprintf("stopped after %d attempts", order.Limit)
		case <-child.Done():
			report.ExitCode = exitCode(child.Ended())
			time.Sleep(20 * time.Millisecond) // the last packets
			for len(seen) > 0 && len(report.Attempts) < order.Limit {
				report.Attempts = append(report.Attempts, watchedAttempt{(<-seen).Sub(began)})
			}
		case <-timeout.C:
			report.CutOff = fmt.Sprintf("still running after %s", order.Timeout)
		case <-ctx.Done():
			report.CutOff = "interrupted"
		}
		report.Duration = time.Since(began)
		return report
	}
}

// startWithoutRights starts the client without the capabilities that the watcher has in its
// namespace.
func startWithoutRights(c process.Command) (*process.Child, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return nil, err
	}
	return process.Start(c)
}

func loopbackUp() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, request)
}

// packetSocket reads the packets of the namespace's loopback from the network layer on.
func packetSocket() (int, error) {
	const protocol = unix.ETH_P_IP<<8 | unix.ETH_P_IP>>8 // in network order
	s, err := unix.Socket(unix.AF_PACKET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, protocol&0xffff)
	if err == nil {
		err = unix.SetsockoptInt(s, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1)
	}
	return s, err
}

// arrived is when the kernel saw a packet, from the messages that came with it, on the clock of the
// process. It is now when they do not tell.
func arrived(control []byte) time.Time {
	now := time.Now()
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return now
	}
	for _, m := range messages {
		if m.Header.Level == unix.SOL_SOCKET && m.Header.Type == unix.SCM_TIMESTAMPNS && len(m.Data) >= 16 {
			seconds, nanoseconds := binary.NativeEndian.Uint64(m.Data), binary.NativeEndian.Uint64(m.Data[8:])
			late := now.UnixNano() - int64(seconds)*int64(time.Second) - int64(nanoseconds)
			return now.Add(-time.Duration(late))
		}
	}
	return now
}

// watchSYN sends the time of every first packet of a connection to the port until the socket is
// closed. The kernel answers each with a reset, so the client does not repeat it by itself. Packets
// on the loopback are seen when they are sent and again when they arrive; only the latter count.
func watchSYN(file *os.File, port int, seen chan<- time.Time) {
	raw, err := file.SyscallConn()
	if err != nil {
		return
	}
	packet, control := make([]byte, 256), make([]byte, 256)
	for {
		var n, controlled int
		var from unix.Sockaddr
		var receiveErr error
		err := raw.Read(func(fd uintptr) bool {
			n, controlled, _, from, receiveErr = unix.Recvmsg(int(fd), packet, control, 0)
			return !errors.Is(receiveErr, unix.EAGAIN)
		})
		if err != nil || receiveErr != nil {
			return
		}
		if link, ok := from.(*unix.SockaddrLinklayer); !ok || link.Pkttype == unix.PACKET_OUTGOING {
			continue
		}
		if isSYN(packet[:n], port) {
			seen <- arrived(control[:controlled])
		}
	}
}

// isSYN reports whether an IPv4 packet asks for a connection to the port.
func isSYN(packet []byte, port int) bool {
	const tcp = 6
	if len(packet) < 20 || packet[0]>>4 != 4 || packet[9] != tcp {
		return false
	}
	header := int(packet[0]&0xf) * 4
	if len(packet) < header+14 {
		return false
	}
	segment := packet[header:]
	flags := segment[13]
	return int(binary.BigEndian.Uint16(segment[2:])) == port && flags&0x12 == 0x02
}
