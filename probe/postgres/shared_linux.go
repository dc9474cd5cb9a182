package postgres

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// forgetShared marks the segment of shared memory of a server for removal, so that it goes with the last process
// of the server, however that ends. The file is its postmaster.pid, whose seventh line names the segment.
func forgetShared(file string) {
	content, err := os.ReadFile(file)
	if err != nil {
		return
	}
	lines := strings.Split(string(content), "\n")
	if len(lines) < 7 {
		return
	}
	if words := strings.Fields(lines[6]); len(words) == 2 {
		if id, err := strconv.Atoi(words[1]); err == nil {
			unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		}
	}
}
