package locate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/probe/process"
)

// errNoMachine says that a process is no HotSpot, or cannot be asked.
var errNoMachine = errors.New("no JVM that listens to others")

// attach asks a JVM as jcmd does: it listens on a socket in its folder for temporary files, once a file beside that and
// SIGQUIT have told it to. Other JVMs than HotSpot write a file at that signal, and what does not catch it ends.
func attach(ctx context.Context, pid int, commands []string) (answers string, err error) {
	info, err := process.Read(pid)
	if err != nil {
		return "", err
	}
	root := "/proc/" + strconv.Itoa(pid)
	inner := info.Inner
	if inner == 0 {
		inner = pid
	}
	path := fmt.Sprintf("%s/root/tmp/.java_pid%d", root, inner)
	if _, err := os.Stat(path); err != nil {
		if err := awaken(ctx, info, fmt.Sprintf("%s/root/tmp/.attach_pid%d", root, inner), path); err != nil {
			return "", err
		}
	}
	for _, command := range commands {
		answer, err := ask(ctx, path, command)
		if err != nil {
			return "", err
		}
		answers += answer
	}
	return answers, nil
}

// awaken makes a HotSpot listen on its socket: it looks for the file when it gets SIGQUIT, which writes its threads to
// its own output where there is none.
func awaken(ctx context.Context, info process.Info, file, socket string) error {
	const patience = 10 * time.Second
	maps, err := os.ReadFile("/proc/" + strconv.Itoa(info.PID) + "/maps")
	if err != nil || !strings.Contains(string(maps), "/libjvm.so") || strings.Contains(string(maps), "libj9") {
		return errNoMachine
	}
	masks, err := process.Masks(info)
	if err != nil || !slices.Contains(masks.Caught, "SIGQUIT") {
		return errNoMachine
	}
	of, err := os.Stat("/proc/" + strconv.Itoa(info.PID) + "/root/tmp")
	if err != nil || !of.IsDir() {
		return errNoMachine
	}
	mark, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	mark.Close()
	defer os.Remove(file)
	handle, err := process.Open(info.ID)
	if err != nil {
		return err
	}
	defer handle.Close()
	if err := handle.Signal(process.SignalNumber("SIGQUIT")); err != nil {
		return err
	}
	for ended := time.Now().Add(patience); time.Now().Before(ended) && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(socket); err == nil {
			return nil
		}
	}
	return errNoMachine
}

// longestAnswer bounds what is read of an answer, in bytes: who listens there may be anybody.
const longestAnswer = 64 << 20

// ask sends one command over the socket of a HotSpot, in the first version of its protocol, which each one speaks: the
// version, what is asked of it, and three arguments. It answers with a number, 0 for success, and a text.
func ask(ctx context.Context, path, command string) (string, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return "", err
	}
	defer connection.Close()
	if ends, ok := ctx.Deadline(); ok {
		connection.SetDeadline(ends)
	}
	defer context.AfterFunc(ctx, func() { connection.Close() })()
	if _, err := io.WriteString(connection, "1\x00jcmd\x00"+command+"\x00\x00\x00"); err != nil {
		return "", err
	}
	answer, err := io.ReadAll(io.LimitReader(connection, longestAnswer))
	text, ok := strings.CutPrefix(string(answer), "0\n")
	if err == nil && !ok {
		err = errNoMachine
	}
	return text, err
}
