package process

import (
	"context"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"snag/probe/scratch"
)

// job holds snag and everything that it starts. The system ends what is in it when the last handle is
// closed, which is that of snag, however snag ends. It is never closed before.
var job windows.Handle

var enterJob = sync.OnceFunc(func() {
	handle, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(handle, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = windows.AssignProcessToJobObject(handle, windows.CurrentProcess())
	}
	if err != nil {
		windows.CloseHandle(handle)
		return
	}
	job = handle
})

// Enter has nothing to do here.
func Enter() (status int, done bool) { return 0, false }

// Supervise puts snag into a job object whose end is the end of everything in it. Work goes on in
// this process: it always returns false.
func Supervise(context.Context) (status int, done bool) {
	scratch.Sweep()
	enterJob()
	return 0, false
}
