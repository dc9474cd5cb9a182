package locate

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// AskJVM returns what a JVM answers to commands of jcmd: over its own socket where it has one, or else by jcmd of a JDK.
// That is a JVM of its own, whose start takes seconds on a busy machine, so it reads all of them at once where it can.
func AskJVM(ctx context.Context, pid int, commands ...string) (answers string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if answers, err = attach(ctx, pid, commands); err == nil {
		return answers, nil
	}
	jcmd, err := exec.LookPath("jcmd")
	if err != nil {
		return "", err
	}
	name := strconv.Itoa(pid)
	calls := []*exec.Cmd{exec.CommandContext(ctx, jcmd, name, "-f", "/dev/stdin")}
	calls[0].Stdin = strings.NewReader(strings.Join(commands, "\n") + "\n")
	if runtime.GOOS == "windows" {
		calls = nil
		for _, command := range commands {
			calls = append(calls, exec.CommandContext(ctx, jcmd, name, command))
		}
	}
	for _, call := range calls {
		call.WaitDelay = 100 * time.Millisecond
		output, err := call.Output()
		if err != nil {
			return "", fmt.Errorf("jcmd: %w", err)
		}
		answers += string(output)
	}
	return answers, nil
}
