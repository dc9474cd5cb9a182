package process

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/shutdown"
)

// errNoProcess is what /proc answers when the process goes away between open and read.
var errNoProcess = unix.ESRCH

// Handle refers to one process by a pidfd. The kernel ties it to that process for ever, so that a
// signal never reaches another one that got the PID later. The caller closes it.
type Handle struct {
	watched
	fd     int
	wake   *os.File
	closed sync.Once
	poller sync.WaitGroup
}

// Open returns a handle of the process. It fails with [ErrGone] when there is none and with
// [ErrReused] when the process with that PID is not the one meant.
func Open(id ID) (*Handle, error) {
	fd, err := unix.PidfdOpen(id.PID, 0)
	if errors.Is(err, unix.ESRCH) {
		return nil, fmt.Errorf("%d: %w", id.PID, ErrGone)
	}
	if err != nil {
		return nil, fmt.Errorf("pidfd of %d: %w", id.PID, err)
	}
	// The pidfd is fixed from here on: if the start time read now is the right one, then the pidfd
	// is of a process that had the PID at that time, and a later owner would have a later start.
	info, err := readStat(id.PID)
	if err == nil && id.Start != 0 && info.Start != id.Start {
		err = fmt.Errorf("%d: %w", id.PID, ErrReused)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	id.Start = info.Start
	read, write, err := os.Pipe()
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	h := &Handle{watched: watched{id: id, done: make(chan struct{})}, fd: fd, wake: write}
	h.poller.Go(func() {
		defer read.Close()
		h.poll(int32(read.Fd()))
	})
	return h, nil
}

// poll waits until the process ends or the handle is closed. A thread of its own sits in poll, so
// that the end is noticed when it happens and not when a timer fires.
func (h *Handle) poll(wake int32) {
	for {
		fds := []unix.PollFd{{Fd: int32(h.fd), Events: unix.POLLIN}, {Fd: wake, Events: unix.POLLIN}}
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		if fds[0].Revents != 0 {
			h.at = time.Now()
			close(h.done)
			return
		}
		if fds[1].Revents != 0 {
			return
		}
	}
}

// Signal sends the signal to the process and to no other. It returns [ErrGone] when the process
// has ended and been waited for.
func (h *Handle) Signal(number int) error {
	err := unix.PidfdSendSignal(h.fd, unix.Signal(number), nil, 0)
	if errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("%d: %w", h.id.PID, ErrGone)
	}
	if err != nil {
		return fmt.Errorf("%s to %d: %w", SignalName(number), h.id.PID, err)
	}
	return nil
}

// Close gives the handle back. The process goes on.
func (h *Handle) Close() {
	h.closed.Do(func() {
		h.wake.Close()
		h.poller.Wait()
		unix.Close(h.fd)
	})
}

// Status returns the exit of a process that has ended and is not a child of snag. The kernel gives
// it from Linux 6.15 on, once the parent has waited for it; before, a zombie shows it to those who
// may trace it. Else the kind is unknown and the reason says why. It waits up to limit.
func (h *Handle) Status(limit time.Duration) shutdown.Exit {
	const pause = 2 * time.Millisecond
	supported := true
	for deadline := time.Now().Add(limit); ; time.Sleep(pause) {
		info := unix.PidfdInfo{Mask: unix.PIDFD_INFO_EXIT}
		err := unix.IoctlPidfdInfo(h.fd, &info)
		if err == nil && info.Mask&unix.PIDFD_INFO_EXIT != 0 {
			exit := shutdown.FromWaitStatus(uint32(info.Exit_code), SignalName)
			exit.Source = "pidfd"
			return exit
		}
		if errors.Is(err, unix.ENOTTY) || errors.Is(err, unix.EINVAL) {
			supported = false
		}
		if status, ok := zombieStatus(h.id); ok {
			exit := shutdown.FromWaitStatus(status, SignalName)
			exit.Source = "proc"
			return exit
		}
		if time.Now().After(deadline) || !supported {
			break
		}
	}
	exit := shutdown.Exit{Kind: shutdown.UnknownExit}
	switch info, err := readStat(h.id.PID); {
	case err == nil && info.Start == h.id.Start && info.Zombie():
		exit.Reason = "its parent has not waited for it yet, and the kernel tells the status only then"
	case !supported:
		exit.Reason = "it is not a child of snag, and this kernel does not tell the status of others (Linux 6.15 does)"
	default:
		exit.Reason = "it is not a child of snag, and the kernel did not tell its status"
	}
	return exit
}
