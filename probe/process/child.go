package process

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Command is a process to start.
type Command struct {
	Argv []string
	// Dir is the working directory, empty for snag's own.
	Dir string
	// Env are assignments added to snag's environment.
	Env []string
	// AsPID1 starts it as PID 1 of a PID namespace of its own (Linux only).
	AsPID1 bool
	// User is whom it runs as, nil for snag's own user. Only root may name another; Windows ignores it.
	User *User
}

// User is a user of a Unix system.
type User struct{ UID, GID uint32 }

// Child is a process that snag started, with everything that descends from it. It runs in a
// session of its own, with every signal at its default action and none blocked, and with an empty
// stdin. The caller ends it with Close.
type Child struct {
	Root Info
	// marker is an assignment in the environment that every descendant inherits, by which those
	// that have left the tree are known again.
	marker string
	family family
	handle *Handle
	output *tail
	stderr *tail
	pipes  []*os.File
	ended  chan struct{}
	end    Ended // set before ended is closed
}

// markerName is the environment variable that carries the marker.
const markerName = "SNAG_SHUTDOWN"

// Start starts the command. What it cannot start, it returns as the error.
func Start(c Command) (*Child, error) {
	child := &Child{
		marker: markerName + "=" + rand.Text(),
		output: &tail{whole: make(chan struct{})}, stderr: &tail{whole: make(chan struct{})}, ended: make(chan struct{}),
	}
	// The pipes are read here and not by os/exec, whose Wait would last as long as any descendant
	// keeps them open.
	var writers []*os.File
	defer func() {
		for _, w := range writers {
			w.Close()
		}
	}()
	for _, stream := range []*tail{child.output, child.stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		child.pipes = append(child.pipes, r)
		writers = append(writers, w)
		go stream.copyFrom(r)
	}
	cmd, err := child.start(func() (*exec.Cmd, error) {
		cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
		cmd.Dir = c.Dir
		cmd.Env = append(append(os.Environ(), c.Env...), child.marker)
		cmd.Stdout, cmd.Stderr = writers[0], writers[1]
		if err := isolate(cmd, c.AsPID1); err != nil {
			return nil, err
		}
		runAs(cmd, c.User)
		return cmd, nil
	})
	if err != nil {
		child.closePipes()
		if c.AsPID1 && errors.Is(err, syscall.EPERM) {
			return nil, fmt.Errorf("%w: %w", ErrNamespace, err)
		}
		return nil, err
	}
	go func() {
		cmd.Wait() // the error is the status, which is read from ProcessState
		child.end = Ended{Exit: waitStatus(cmd.ProcessState), At: time.Now()}
		select {
		case <-child.handle.Done():
			child.end.At = child.handle.At()
		case <-time.After(50 * time.Millisecond):
		}
		child.claim() // what it left behind has only now become an orphan
		close(child.ended)
	}()
	return child, nil
}

// look reads who the process is that was started, which cannot be gone: it is waited for later.
func (c *Child) look(cmd *exec.Cmd) error {
	info, err := Read(cmd.Process.Pid)
	if err == nil {
		c.Root = info
		c.handle, err = Open(info.ID)
	}
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		close(c.ended)
		return fmt.Errorf("look at %d: %w", cmd.Process.Pid, err)
	}
	return nil
}

// Handle returns the handle of the child, which Close closes.
func (c *Child) Handle() *Handle { return c.handle }

// Done is closed when the process that was started has ended and its status is known.
func (c *Child) Done() <-chan struct{} { return c.ended }

// Ended returns the end of the process once Done is closed.
func (c *Child) Ended() Ended { return c.end }

// Output returns the end of what the process and its descendants wrote to stdout and stderr. When
// the process has ended it waits a moment for what is still in the pipes.
func (c *Child) Output() (stdout, stderr string) {
	select {
	case <-c.ended:
		// A descendant that lives may keep the pipes open.
		deadline := time.Now().Add(100 * time.Millisecond)
		for _, stream := range []*tail{c.output, c.stderr} {
			select {
			case <-stream.whole:
			case <-time.After(time.Until(deadline)):
			}
		}
	default:
	}
	return c.output.String(), c.stderr.String()
}

// Tree returns the process and everything that descends from it, also what has left the tree when
// a parent died. The first is the process itself while it lives.
func (c *Child) Tree() []Info {
	tree, _ := Tree(c.Root.ID)
	tree = append(tree, c.strays(tree)...)
	c.remember(tree)
	return tree
}

// Close kills whatever is left of the process and its descendants, and waits for them. It returns
// those that could not be ended.
func (c *Child) Close() []Info {
	left := c.killAll(2 * time.Second)
	select {
	case <-c.ended:
	case <-time.After(time.Second):
	}
	c.handle.Close()
	c.closePipes()
	c.forget()
	return left
}

func (c *Child) closePipes() {
	for _, pipe := range c.pipes {
		pipe.Close()
	}
}

// killAll kills the process and all that descends from it until nothing is left or the limit has
// passed. It repeats, since a process may fork while the others are killed.
func (c *Child) killAll(limit time.Duration) []Info {
	c.killGroup()
	for deadline := time.Now().Add(limit); ; time.Sleep(2 * time.Millisecond) {
		var left []Info
		for _, info := range c.everything() {
			if info.Zombie() {
				// The first thread of a process may be one while others still hold its sockets. The
				// process itself is waited for elsewhere.
				if info.PID == c.Root.PID || !reap(info.ID) {
					left = append(left, info)
				}
				continue
			}
			left = append(left, info)
			if handle, err := Open(info.ID); err == nil {
				handle.Signal(SignalNumber("SIGKILL"))
				handle.Close()
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
	}
}

// tail keeps the end of a stream.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	whole chan struct{} // closed at the end of the stream
}

const tailLimit = 64 << 10 // the stacks of a server with many threads

func (t *tail) copyFrom(r *os.File) {
	buffer := make([]byte, 4096)
	for {
		n, err := r.Read(buffer)
		t.mu.Lock()
		t.kept = append(t.kept, buffer[:n]...)
		if len(t.kept) > 2*tailLimit {
			t.kept = append([]byte(nil), t.kept[len(t.kept)-tailLimit:]...)
		}
		t.mu.Unlock()
		if err != nil {
			close(t.whole)
			return
		}
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-tailLimit):])
}
