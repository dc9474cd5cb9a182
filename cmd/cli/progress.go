package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"snag/cmd/report"
)

// Progress shows on a terminal's stderr how far a run has come, once it has taken a second. With
// --verbose it prints a line for each thing that is begun instead, wherever stderr goes; else it prints
// nothing elsewhere, and nothing with --quiet. The zero progress and the nil one are silent.
type Progress struct {
	stdio *Stdio
	mu    sync.Mutex
	text  string
	shown bool
	last  string // what --verbose has printed
	done  chan struct{}
	wait  sync.WaitGroup
}

const (
	progressDelay    = time.Second
	progressInterval = 100 * time.Millisecond
	eraseLine        = "\r\x1b[K"
)

// NewProgress begins to show progress. Call stop before anything else is written to a terminal.
func NewProgress(io *Stdio) *Progress {
	p := &Progress{stdio: io}
	if !IsTerminal(io.Err) || io.Quiet || io.Verbose {
		return p
	}
	p.done = make(chan struct{})
	p.wait.Go(p.show)
	return p
}

func (p *Progress) show() {
	delay := time.NewTimer(progressDelay)
	defer delay.Stop()
	select {
	case <-delay.C:
	case <-p.done:
		return
	}
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for before := ""; ; {
		p.mu.Lock()
		text := p.text
		p.mu.Unlock()
		if text != before {
			fmt.Fprint(p.stdio.Err, eraseLine+text)
			p.shown, before = true, text
		}
		select {
		case <-tick.C:
		case <-p.done:
			return
		}
	}
}

// Set says how far the run has come: done of total (0: unknown) things, and what is going on.
func (p *Progress) Set(done, total int, what string) {
	if p != nil && p.stdio != nil && p.stdio.Verbose {
		p.log(what)
		return
	}
	if p == nil || p.done == nil {
		return
	}
	var b strings.Builder
	if total > 0 {
		fmt.Fprintf(&b, "%d/%d ", done, total)
	} else if done > 0 {
		fmt.Fprintf(&b, "%d ", done)
	}
	// A line that wraps could not be erased.
	runes := []rune(report.Visible(what))
	b.WriteString(string(runes[:min(len(runes), 60)]))
	p.mu.Lock()
	p.text = b.String()
	p.mu.Unlock()
}

// log prints what is going on, once.
func (p *Progress) log(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what != p.last {
		p.last = what
		fmt.Fprintf(p.stdio.Err, "snag: %s\n", report.Visible(what))
	}
}

// Stop erases the progress. It may be called more than once.
func (p *Progress) Stop() {
	if p == nil || p.done == nil {
		return
	}
	close(p.done)
	p.wait.Wait()
	p.done = nil
	if p.shown {
		fmt.Fprint(p.stdio.Err, eraseLine)
	}
}
