package process

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"snag/analyze/sorting"
)

// family is what tells the descendants of a command that have left its tree. When a parent dies, its
// children become children of snag, and whose they were is written nowhere: they may have made a
// session of their own and overwritten their environment with a title, as redis and nginx do.
type family struct {
	group    *cgroup      // nil where none can be made
	pipes    []string     // the links in /proc/PID/fd that lead to its stdout and stderr
	seen     map[ID]bool  // everything that was once in the tree
	sessions map[int]bool // theirs
}

// seenLimit bounds what is remembered of a command that starts very many processes.
const seenLimit = 4096

// kin are the commands that run, and the orphans whose command is known. The lock is held while a
// command is started: until it is in the list it looks like an orphan.
var kin = struct {
	sync.Mutex
	open  []*Child
	owner map[ID]*Child
}{owner: map[ID]*Child{}}

// start starts what command returns, in a control group of its own where that is possible. It calls
// command again to start it without one.
func (c *Child) start(command func() (*exec.Cmd, error)) (*exec.Cmd, error) {
	c.family = family{group: newCgroup(), seen: map[ID]bool{}, sessions: map[int]bool{}}
	for _, pipe := range c.pipes {
		if info, err := pipe.Stat(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				c.family.pipes = append(c.family.pipes, "pipe:["+strconv.FormatUint(stat.Ino, 10)+"]")
			}
		}
	}
	kin.Lock()
	defer kin.Unlock()
	cmd, err := command()
	if err != nil {
		c.family.group.close()
		return nil, err
	}
	if c.family.group != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, c.family.group.fd()
		if err = startClean(cmd, c.ended); err != nil {
			c.family.group.close()
			c.family.group = nil
			if cmd, err = command(); err != nil {
				return nil, err
			}
			err = startClean(cmd, c.ended)
		}
	} else {
		err = startClean(cmd, c.ended)
	}
	if err == nil {
		err = c.look(cmd)
	}
	if err != nil {
		c.family.group.close()
		return nil, err
	}
	kin.open = append(kin.open, c)
	return cmd, nil
}

// claim looks at the orphans that have become children of snag and finds out whose they are. It is
// called when the command itself has ended, so that one that tells nothing else is taken for its own.
func (c *Child) claim() {
	kin.Lock()
	defer kin.Unlock()
	c.claimLocked(true)
}

func (c *Child) claimLocked(justEnded bool) {
	self, session := os.Getpid(), ownSession()
	for _, pid := range children(self) {
		info, err := readStat(pid)
		if err != nil || info.Parent != self || info.Session == session || kin.owner[info.ID] != nil ||
			slices.ContainsFunc(kin.open, func(o *Child) bool { return o.Root.PID == pid }) {
			continue
		}
		owner := ownerOf(info)
		if owner == nil && justEnded && info.Start >= c.Root.Start {
			owner = c
		}
		if owner != nil {
			kin.owner[info.ID] = owner
			owner.family.sessions[info.Session] = true
		}
	}
}

// ownSession returns the session that snag shares with the programs that it starts for itself.
var ownSession = sync.OnceValue(func() int {
	session, err := unix.Getsid(0)
	if err != nil {
		return 0
	}
	return session
})

// ownerOf returns the command that an orphan most likely belongs to, or nil when nothing tells.
func ownerOf(info Info) *Child {
	var able []*Child
	for _, c := range kin.open {
		if info.Start >= c.Root.Start {
			able = append(able, c)
		}
	}
	for _, belongs := range []func(*Child) bool{
		func(c *Child) bool { return c.family.group.holds(info.PID) },
		func(c *Child) bool {
			return info.Session == c.Root.PID || c.family.seen[info.ID] || c.family.sessions[info.Session]
		},
		func(c *Child) bool { return environment(info.PID, c.marker) },
		func(c *Child) bool { return opens(info.PID, c.family.pipes) },
	} {
		if at := slices.IndexFunc(able, belongs); at >= 0 {
			return able[at]
		}
	}
	// Only what a command left behind comes here, so with one command there is one answer. Of several,
	// those whose first process lives have lost no child of it; daemons come up soon after their start.
	if len(able) == 1 {
		return able[0]
	}
	var latest *Child
	for _, c := range able {
		if !c.handle.Alive() && (latest == nil || c.Root.Start >= latest.Root.Start) {
			latest = c
		}
	}
	return latest
}

// opens reports whether a descriptor of the process leads to one of the files.
func opens(pid int, links []string) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(entry os.DirEntry) bool {
		target, err := os.Readlink(dir + "/" + entry.Name())
		return err == nil && slices.Contains(links, target)
	})
}

// remember notes who was in the tree, to know them again when they have left it.
func (c *Child) remember(tree []Info) {
	kin.Lock()
	defer kin.Unlock()
	if len(c.family.seen) > seenLimit {
		clear(c.family.seen)
		clear(c.family.sessions)
	}
	for _, info := range tree {
		c.family.seen[info.ID] = true
		c.family.sessions[info.Session] = true
	}
}

// forget ends what is kept of a command that was closed.
func (c *Child) forget() {
	kin.Lock()
	defer kin.Unlock()
	kin.open = slices.DeleteFunc(kin.open, func(o *Child) bool { return o == c })
	for id, owner := range kin.owner {
		if owner == c {
			delete(kin.owner, id)
		}
	}
	c.family.group.close()
}

// killGroup kills the control group of the command at once.
func (c *Child) killGroup() { c.family.group.kill() }

// orphans returns the identities of those that have left the tree and belong to the command.
func (c *Child) orphans() map[ID]bool {
	kin.Lock()
	defer kin.Unlock()
	c.claimLocked(false)
	found := map[ID]bool{}
	for id, owner := range kin.owner {
		if owner == c {
			found[id] = true
		}
	}
	return found
}

// strays returns the descendants that are no longer below the process, since a parent of theirs
// has died.
func (c *Child) strays(tree []Info) []Info {
	var found []Info
	for id := range c.orphans() {
		if slices.ContainsFunc(tree, func(i Info) bool { return i.PID == id.PID }) {
			continue
		}
		if info, err := Read(id.PID); err == nil && info.Start == id.Start {
			found = append(append(found, info), descendants(id.PID)...)
		}
	}
	sorting.Stable(found, func(a, b Info) int { return a.PID - b.PID })
	return found
}

// everything returns the process and all that descends from it by looking at every process of the
// system. That takes longer than following the lists of children, which the kernel does not promise
// to be complete while children come and go (proc(5)).
func (c *Child) everything() []Info {
	orphans := c.orphans()
	return below(allProcesses(), func(info Info) bool {
		return info.ID == c.Root.ID || info.Session == c.Root.PID && info.Start >= c.Root.Start || orphans[info.ID]
	})
}

// below returns the processes that are wanted and all their descendants.
func below(all []Info, wanted func(Info) bool) []Info {
	member := map[int]bool{}
	var found []Info
	// Parents come after their children when PIDs wrap around, so this repeats until nothing is new.
	for grown := true; grown; {
		grown = false
		for _, info := range all {
			if !member[info.PID] && (member[info.Parent] || wanted(info)) {
				member[info.PID], grown = true, true
				found = append(found, info)
			}
		}
	}
	return found
}
