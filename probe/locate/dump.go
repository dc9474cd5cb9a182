package locate

import (
	"path/filepath"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
)

// stack is one thread or goroutine in a dump, with the frames of the user's code, innermost first.
type stack struct {
	running bool
	blocked bool // it waits for a lock or for another one
	frames  []Place
}

// hottestOf returns the place at which most of the stacks stand that are wanted, and their share of them.
// Of equals the first counts.
func hottestOf(stacks []stack, wanted func(stack) bool) (Place, bool) {
	counts := map[string]int{}
	key := func(p Place) string { return p.File + ":" + strconv.Itoa(p.Line) }
	total := 0
	var best Place
	for _, s := range stacks {
		if len(s.frames) == 0 || !wanted(s) {
			continue
		}
		total++
		counts[key(s.frames[0])]++
	}
	for _, s := range stacks {
		if len(s.frames) == 0 || !wanted(s) {
			continue
		}
		if n := counts[key(s.frames[0])]; best.Line == 0 || n > counts[key(best)] {
			best = s.frames[0]
			best.Callers = nil
			for _, f := range s.frames[1:min(len(s.frames), 6)] {
				best.Callers = append(best.Callers, f.Function+" "+f.File)
			}
		}
	}
	if best.Line == 0 {
		return Place{}, false
	}
	best.Share = float64(counts[key(best)]) / float64(total)
	return best, true
}

func isRunning(s stack) bool { return s.running }
func isBlocked(s stack) bool { return s.blocked }

var (
	goPosition     = lazyregexp.New(`(?m)^([^\s(][^\n]*)\([^\n]*\)\n\t([^\n]+\.go):(\d+)`)
	goHead         = lazyregexp.New(`^goroutine \d+[^\[\n]*\[([^\],]*)`)
	javaHead       = lazyregexp.New(`(?m)^"[^\n]*\n\s+java\.lang\.Thread\.State: (\w+)`)
	javaPosition   = lazyregexp.New(`(?m)^\s+at (?:[\w.@]+/)?([\w.$]+)\.([\w$<>]+)\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)`)
	javaOthers     = lazyregexp.New(`^(java|javax|jdk|sun|com\.sun|jakarta|kotlin|scala|org\.(apache|springframework|eclipse|jboss|hibernate)|io\.(netty|undertow|vertx|quarkus|micronaut)|com\.zaxxer)\.`)
	spyPosition    = lazyregexp.New(`(?m)^\s+(\S+) \(([^()]+\.py):(\d+)\)`)
	faultPosition  = lazyregexp.New(`(?m)^  File "([^"\n]+)", line (\d+) in (\S+)`)
	pythonLibrary  = lazyregexp.New(`/lib/python|/lib64/python|/(site|dist)-packages/|^<|/bin/`)
	faultHead      = lazyregexp.New(`(?m)^(?:Current thread|Thread) 0x[0-9a-f]+[^\n]*\(most recent call first\):`)
	waitingInGo    = lazyregexp.New(`Mutex|sync\.|semacquire|chan |select`)
	waitingInJava  = lazyregexp.New(`BLOCKED|WAITING`)
	withoutAddress = lazyregexp.New(`\.func\d+(\.\d+)*$`)
)

// goStacks reads the dump that Go writes at SIGQUIT and that net/http/pprof serves with debug=2: the
// goroutines that serve HTTP.
func goStacks(dump string) (stacks []stack) {
	for block := range strings.SplitSeq(dump, "\n\n") {
		head := goHead.FindStringSubmatch(block)
		if head == nil || !strings.Contains(block, "net/http.(*conn).serve") || strings.Contains(block, "net/http/pprof") {
			continue
		}
		s := stack{running: strings.HasPrefix(head[1], "runn"), blocked: waitingInGo.MatchString(head[1])}
		for _, m := range goPosition.FindAllStringSubmatch(block, -1) {
			if !goLibrary.MatchString(m[2]) {
				s.frames = append(s.frames, at(m[2], m[3], withoutAddress.ReplaceAllString(m[1], ""), "goroutine dump"))
			}
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// javaStacks reads what jcmd PID Thread.print and jstack print.
func javaStacks(dump string) (stacks []stack) {
	for block := range strings.SplitSeq(dump, "\n\n") {
		head := javaHead.FindStringSubmatch(block)
		if head == nil {
			continue
		}
		s := stack{running: head[1] == "RUNNABLE", blocked: waitingInJava.MatchString(head[1])}
		for _, m := range javaPosition.FindAllStringSubmatch(block, -1) {
			if javaOthers.MatchString(m[1] + ".") {
				continue
			}
			file := m[3]
			if i := strings.LastIndexByte(m[1], '.'); i >= 0 { // only the name of the file is known
				file = strings.ReplaceAll(m[1][:i], ".", "/") + "/" + file
			}
			s.frames = append(s.frames, at(file, m[4], m[1]+"."+m[2], "thread dump"))
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// pySpyStacks reads what py-spy dump prints.
func pySpyStacks(dump string) (stacks []stack) {
	for block := range strings.SplitSeq(dump, "Thread ") {
		head, _, _ := strings.Cut(block, "\n")
		s := stack{running: strings.Contains(head, "(active"), blocked: strings.Contains(head, "(idle)")}
		for _, m := range spyPosition.FindAllStringSubmatch(block, -1) {
			if !pythonLibrary.MatchString(m[2]) && m[1] != "<module>" {
				s.frames = append(s.frames, at(m[2], m[3], m[1], "py-spy"))
			}
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// faultStacks reads what Python's faulthandler writes. It does not tell who runs: a thread whose
// innermost frame is the user's is taken to run, one in the library to wait.
func faultStacks(dump string) (stacks []stack) {
	heads := faultHead.FindAllStringIndex(dump, -1)
	for i, h := range heads {
		end := len(dump)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		var s stack
		s.blocked = true
		for j, m := range faultPosition.FindAllStringSubmatch(dump[h[1]:end], -1) {
			if pythonLibrary.MatchString(m[1]) || m[3] == "<module>" {
				continue
			}
			s.running = s.running || j == 0
			s.frames = append(s.frames, at(m[1], m[2], m[3], "faulthandler"))
		}
		stacks = append(stacks, s)
	}
	return stacks
}

func at(file, line, function, method string) Place {
	n, _ := strconv.Atoi(line)
	return Place{File: filepath.Clean(file), Line: n, Function: function, Method: method}
}

// goLibrary are paths of Go itself and of modules that were downloaded. A program that was built with -trimpath
// names files by the paths of their packages.
var goLibrary = lazyregexp.New(`/src/runtime/|/src/net/|/src/sync/|/src/internal/|/pkg/mod/|/go/src/|^[^/\s][^\s@]*@v\d|` +
	`^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|encoding|errors|fmt|hash|html|image|internal|io|iter|log|maps|math|mime|net|os|` +
	`reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode|unique|vendor)/`)

// OfGoLibrary reports whether a source file belongs to Go itself or to a module that was downloaded.
func OfGoLibrary(file string) bool { return goLibrary.MatchString(file) }
