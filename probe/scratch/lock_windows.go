package scratch

import (
	"os"
	"strconv"

	"golang.org/x/sys/windows"
)

// hold opens a folder. There is no lock of one here: the PID in its name shows whether it is in use.
func hold(dir string) (*os.File, error) { return os.Open(os.DevNull) }

// abandoned reports whether no process has the PID in the name of the folder.
func abandoned(_, owner string) (release func(), ok bool) {
	pid, err := strconv.ParseUint(owner, 10, 32)
	if err != nil {
		return nil, false
	}
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err == windows.ERROR_INVALID_PARAMETER { // which stands for: no such process
		return func() {}, true
	}
	if err == nil {
		windows.CloseHandle(process)
	}
	return nil, false
}
