package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// cgroup is a control group of version 2 that holds one command and all that descends from it. It
// limits nothing: it tells who belongs together, and ends them all at once. Of a nil one, every
// method does nothing.
type cgroup struct {
	dir  string
	path string // as /proc/PID/cgroup names it
	open *os.File
}

// place is the control group that snag is in, when groups can be made below it.
type place struct{ dir, path string }

// ownPlace finds the control group of snag. There is none where version 2 is not mounted, or where
// the groups below would get resources of their own, which would change what is measured.
var ownPlace = sync.OnceValue(func() *place {
	path := groupOf(os.Getpid())
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if path == "" || err != nil {
		return nil
	}
	for line := range strings.Lines(string(mounts)) {
		// The fields are in proc(5): root and mount point are the fourth and fifth, the type follows a hyphen.
		before, after, _ := strings.Cut(line, " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if len(fields) < 5 || len(kind) == 0 || kind[0] != "cgroup2" {
			continue
		}
		rest, ok := strings.CutPrefix(path, strings.TrimSuffix(fields[3], "/"))
		if !ok {
			continue
		}
		at := &place{filepath.Join(fields[4], rest), path}
		shared, err := os.ReadFile(filepath.Join(at.dir, "cgroup.subtree_control"))
		if err != nil || strings.TrimSpace(string(shared)) != "" {
			return nil
		}
		return at
	}
	return nil
})

// groupOf returns the control group of a process, "" when it is not known.
func groupOf(pid int) string {
	data, err := procFile(pid, "cgroup")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if path, ok := strings.CutPrefix(line, "0::"); ok {
			return strings.TrimSuffix(path, "\n")
		}
	}
	return ""
}

// groupPrefix begins the names of the groups, which go on with the identity of the snag that made
// them, so that a later one can tell that they were left behind.
const groupPrefix = "snag-"

var groups atomic.Int64

// newCgroup makes a control group, or returns nil where it cannot.
func newCgroup() *cgroup {
	at := ownPlace()
	if at == nil {
		return nil
	}
	self, err := readStat(os.Getpid())
	if err != nil {
		return nil
	}
	name := fmt.Sprintf("%s%d-%d-%d", groupPrefix, self.PID, self.Start, groups.Add(1))
	g := &cgroup{dir: filepath.Join(at.dir, name), path: filepath.Join(at.path, name)}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil
	}
	if g.open, err = os.Open(g.dir); err != nil {
		os.Remove(g.dir)
		return nil
	}
	return g
}

func (g *cgroup) fd() int { return int(g.open.Fd()) }

// holds reports whether the process is in the group or one below it.
func (g *cgroup) holds(pid int) bool {
	if g == nil {
		return false
	}
	path := groupOf(pid)
	return path == g.path || strings.HasPrefix(path, g.path+"/")
}

// kill ends every process of the group, which Linux does at once from 5.14 on. Errors do not count:
// what is left is looked for one by one afterwards.
func (g *cgroup) kill() {
	if g != nil {
		os.WriteFile(filepath.Join(g.dir, "cgroup.kill"), []byte("1"), 0)
	}
}

// close removes the group, which must be empty to go.
func (g *cgroup) close() {
	if g != nil {
		g.open.Close()
		removeGroup(g.dir)
	}
}

// removeGroup removes a group with those below it. Only empty groups can be removed.
func removeGroup(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if entry.IsDir() {
			removeGroup(filepath.Join(dir, entry.Name()))
		}
	}
	os.Remove(dir)
}

// sweepGroups removes the empty groups of a snag that has ended.
func sweepGroups() {
	at := ownPlace()
	if at == nil {
		return
	}
	entries, _ := os.ReadDir(at.dir)
	for _, entry := range entries {
		name, ours := strings.CutPrefix(entry.Name(), groupPrefix)
		words := strings.Split(name, "-")
		if !ours || !entry.IsDir() || len(words) != 3 {
			continue
		}
		pid, err := strconv.Atoi(words[0])
		if err != nil {
			continue
		}
		if info, err := readStat(pid); err != nil || strconv.FormatUint(info.Start, 10) != words[1] {
			removeGroup(filepath.Join(at.dir, entry.Name()))
		}
	}
}
