package shutdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/judge"
)

// drainsOn are the programs that end at once on SIGTERM, and the signal on which they finish first.
var drainsOn = map[Runtime]string{
	Nginx: "SIGQUIT", Apache: "SIGWINCH", HAProxy: "SIGUSR1", Lighttpd: "SIGINT", PHP: "SIGQUIT", Postgres: "SIGINT",
}

// spare is the part of the grace period that should be left when the process has ended.
const spare = 0.1

// platform judges what the files of a deployment say by what was measured.
func (j *inquiry) platform() {
	if j.Platform == nil {
		return
	}
	j.platformSignal()
	j.platformTree()
	j.platformCommand()
	j.platformTimes()
	j.platformKill()
	j.platformTraffic()
	j.platformReadiness()
	j.platformStart()
	j.platformStatus()
	for _, u := range j.Platform.Unplayed {
		j.fact("not played: %s", u)
	}
}

// misfit adds a finding about a setting. The value is what it should be, "" when that is not known.
func (j *inquiry) misfit(rule string, level judge.Level, cause Cause, role Role, value, format string, args ...any) {
	s, _ := j.Platform.Setting(role)
	m := &Misfit{Setting: s}
	if value != "" {
		m.Should = j.Platform.Line(role, value)
		m.Measured = j.measured(role, value)
	}
	message := fmt.Sprintf(format, args...)
	for _, a := range j.Alternatives {
		if a.Role == role && a.Value == value && value != "" {
			message += fmt.Sprintf("; in a repeat with %s %d of %d requests in flight completed", value, a.Completed, a.Started)
			if a.Verdict == Graceful {
				message += ", and it was graceful"
			}
		}
	}
	j.find(rule, level, cause, j.Target.Runtime, "%s", message)
	last := &j.findings[len(j.findings)-1]
	e := last.Evidence.(Evidence)
	e.Setting = m
	last.Evidence = e
	if m.Should != "" {
		last.Help = "write " + m.Should
		if cause != CauseSetting {
			last.Help += ": " + Advice(cause, j.Target.Runtime)
		}
	}
}

// measured reports whether the check was graceful when it was repeated with the value.
func (j *inquiry) measured(role Role, value string) bool {
	return slices.ContainsFunc(j.Alternatives, func(a Alternative) bool {
		return a.Role == role && a.Value == value && a.Verdict == Graceful
	})
}

// has reports whether there is a finding of one of the rules until now.
func (j *inquiry) has(rules ...string) bool {
	return slices.ContainsFunc(j.findings, func(f judge.Finding) bool { return slices.Contains(rules, f.Rule) })
}

// caused reports whether there is a finding for one of the causes until now.
func (j *inquiry) caused(causes ...Cause) bool {
	return slices.ContainsFunc(j.findings, func(f judge.Finding) bool {
		return slices.Contains(causes, f.Evidence.(Evidence).Cause)
	})
}

// platformSignal finds a signal on which the program cuts what another one lets it finish.
func (j *inquiry) platformSignal() {
	if !j.has(RuleDropped, RuleNoEffect, RuleNotExited) {
		return
	}
	signal, runtime := j.Timeline.drains()
	switch {
	case signal != "":
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleSignal, signal, "%s gets %s, and finishes what it has begun on %s alone", runtime, j.Delivery.Name, signal)
	case j.has(RuleDropped, RuleNoEffect):
		other := otherSignal(j.Delivery.Name)
		level := judge.Error
		if !j.measured(RoleSignal, other) {
			if j.Delivery.Name == "SIGTERM" {
				return // it is the program that does not handle what every platform sends
			}
			other, level = "", judge.Warning
		}
		j.misfit(RulePlatform, level, CauseSetting, RoleSignal, other, "the process gets %s, which does not end it gracefully", j.Delivery.Name)
	}
}

// otherSignal is the signal to try instead of one that does not end a process gracefully.
func otherSignal(name string) string {
	if name == "SIGTERM" {
		return "SIGINT" // Ctrl-C is what some programs handle alone
	}
	return "SIGTERM"
}

// drains returns the signal on which the program of the timeline finishes what it has begun, if that is
// another one than was sent, and the program.
func (t Timeline) drains() (string, Runtime) {
	runtimes := []Runtime{t.Target.Runtime}
	if t.Target.Server != nil {
		runtimes = append(runtimes, t.Target.Server.Runtime)
	}
	for _, r := range runtimes {
		if signal := drainsOn[r]; signal != "" && signal != t.Delivery.Name {
			return signal, r
		}
	}
	return "", Other
}

// Candidates are the values of settings that may do better than what the platform of the timeline says,
// to be tried in repeats: none for a graceful shutdown, or without a platform.
func (t Timeline) Candidates() []Alternative {
	if t.Platform == nil || t.Partial || Judge(t).Verdict == Graceful {
		return nil
	}
	var all []Alternative
	lost := t.InFlight.Count(Completed) < t.InFlight.Started()
	found := func(rule string) bool {
		return t.Exit.KilledByUs && slices.ContainsFunc(Judge(t).Findings, func(f judge.Finding) bool { return f.Rule == rule })
	}
	stuck := found(RuleNotExited)
	if signal, _ := t.drains(); signal != "" {
		all = append(all, Alternative{Role: RoleSignal, Value: signal})
	} else if t.Delivery.Name != "SIGTERM" || !stuck && (lost || t.Exit.KilledByUs) {
		all = append(all, Alternative{Role: RoleSignal, Value: otherSignal(t.Delivery.Name)})
	}
	if t.Platform.Kind == Systemd && len(t.Delivery.PIDs) > 1 && lost {
		all = append(all, Alternative{Role: RoleKillMode, Value: "mixed"})
	}
	if t.Platform.says(RoleKillMode, "process", "none") && len(t.Children.Remaining()) > 0 {
		all = append(all, Alternative{Role: RoleKillMode, Value: "control-group"})
	}
	if given := min(max(roomy, 4*t.Grace), roomiest); (stuck || found(RuleNoEffect) && t.Grace < roomy) && !t.Platform.Endless && given > t.Grace {
		all = append(all, Alternative{Role: RoleGrace, Value: seconds(t.Platform.Delay + given)})
	}
	return all
}

// A process that was killed within its period is given four times of that in a repeat, to learn how much it needs,
// and a time between these.
const (
	roomy    Millis = 30_000
	roomiest Millis = 120_000
)

// Given is the time from the signal to the kill that an alternative of the platform leaves, when the alternative is
// another grace period.
func (a Alternative) Given(p Platform) time.Duration {
	total, _ := strconv.Atoi(a.Value) // made by Candidates of a number
	return (Millis(total)*1000 - p.Delay).Duration()
}

// platformTree judges which processes of a unit get the signal.
func (j *inquiry) platformTree() {
	p := j.Platform
	switch {
	case p.Kind != Systemd:
	case p.says(RoleKillMode, "none") && !p.stops():
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleKillMode, "mixed", "systemd sends no signal and leaves the process running; the check sent %s itself", j.Delivery.Name)
	case p.says(RoleKillMode, "process", "none") && len(j.Children.Remaining()) > 0:
		value := "mixed"
		if j.measured(RoleKillMode, "control-group") {
			value = "control-group"
		}
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleKillMode, value, "systemd leaves %s of the unit running", judge.Plural(len(j.Children.Remaining()), "process"))
	case len(j.Delivery.PIDs) > 1 && j.has(RuleDropped) && j.measured(RoleKillMode, "mixed"):
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleKillMode, "mixed", "each of the %d processes of the unit gets %s itself, before the first one can end them in order", len(j.Delivery.PIDs), j.Delivery.Name)
	}
}

// platformCommand judges what is started first.
func (j *inquiry) platformCommand() {
	command, ok := j.Platform.Setting(RoleCommand)
	init := j.Platform.says(RoleInit, "true")
	wrapped := j.Target.Server != nil && j.Target.Runtime.wraps()
	switch {
	case ok && wrapped && (j.caused(CauseNotForwarded) && (j.Platform.Kind != Systemd || j.has(RuleOrphan)) || j.caused(CausePID1)):
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleCommand, j.Platform.commandWords(j.Target.Server.Argv),
			"the first process is %s, which keeps the signal for itself", j.Target.Runtime)
	case j.caused(CausePID1) && !init && lines[j.Platform.Kind][RoleInit] != "":
		j.misfit(RulePlatform, judge.Warning, CauseSetting, RoleInit, "true", "the process is PID 1 and handles no %s, so nothing happens; an init above it would pass it on, which ends it at once", j.Delivery.Name)
	case !ok || j.Platform.Kind == Systemd && !j.has(RuleOrphan):
	case command.Shell && j.Target.Runtime != Shell:
		j.misfit(RulePlatform, judge.Warning, CauseSetting, RoleCommand, j.Platform.execForm(command.Value),
			"%s is in shell form: the first process of the container is a shell, and whether it passes a signal on depends on which; the check started the server itself", command.Key)
	}
}

// execForm is a command line without a shell, "" when it needs one.
func (p Platform) execForm(line string) string {
	if strings.ContainsAny(line, "|&;<>()$`\\\"'*?[]#~=%!{}\n") {
		return ""
	}
	return p.commandWords(strings.Fields(line))
}

// platformTimes compares the grace period with what it must hold.
func (j *inquiry) platformTimes() {
	p := j.Platform
	hook, hooked := p.Setting(RoleHook)
	switch {
	case p.Endless:
		j.fact("%s never kills the process", p.Kind)
	case p.Grace == 0:
		j.misfit(RuleGrace, judge.Error, CauseGrace, RoleGrace, seconds(j.needed()), "a grace period of 0 sends SIGKILL at once: nothing is finished")
	case hooked && p.Delay >= p.Grace:
		j.misfit(RuleGrace, judge.Error, CauseGrace, RoleGrace, seconds(p.Delay+j.needed()), "the hook at %s takes %s of a grace period of %s, which leaves nothing for the process", hook.Where(), p.Delay, p.Grace)
	case j.Exit.KilledByUs && j.has(RuleNotExited):
		j.platformTooShort()
	case j.Exit.At != nil && !j.Exit.KilledByUs && p.Delay+*j.Exit.At > p.Grace*(1-spare):
		j.misfit(RuleGrace, judge.Warning, CauseGrace, RoleGrace, seconds(p.Delay+j.needed()), "the process needed %s of the %s that it has", *j.Exit.At, p.Grace-p.Delay)
	}
}

// platformTooShort judges a grace period that was over before the process had ended, by what a repeat with a longer
// one showed.
func (j *inquiry) platformTooShort() {
	p := j.Platform
	left := p.Grace.String()
	if p.Delay > 0 {
		left = fmt.Sprintf("%s that the hook leaves of %s", p.Grace-p.Delay, p.Grace)
	}
	i := slices.IndexFunc(j.Alternatives, func(a Alternative) bool { return a.Role == RoleGrace })
	switch {
	case j.endsLater():
		a := j.Alternatives[i]
		j.misfit(RuleGrace, judge.Error, CauseGrace, RoleGrace, seconds(p.Delay+needs(*a.Ended)),
			"the process had not ended after the %s; in a repeat with %s s it ended %s after the signal, and %d of %d requests in flight completed", left, a.Value, *a.Ended, a.Completed, a.Started)
	case i >= 0:
		j.fact("in a repeat with a grace period of %s s the process had not ended either: no longer one is known to fit", j.Alternatives[i].Value)
	case j.caused(CauseNotFinished):
		j.misfit(RuleGrace, judge.Error, CauseGrace, RoleGrace, "", "requests were still under way after the %s", left)
	}
}

// endsLater reports whether the process ended by itself in a repeat with a longer grace period. What still served at
// the end of the shorter one may have been draining.
func (j *inquiry) endsLater() bool {
	return slices.ContainsFunc(j.Alternatives, func(a Alternative) bool { return a.Role == RoleGrace && a.Ended != nil })
}

// needs is twice the time that a process took from the signal to its end, at least ten seconds: requests in
// production take longer than those of the check.
func needs(end Millis) Millis { return max(10_000, 2*end) }

// needed is what the process of the timeline needs.
func (j *inquiry) needed() Millis {
	if j.Exit.At == nil || j.Exit.KilledByUs {
		return needs(j.Grace)
	}
	return needs(*j.Exit.At)
}

// platformKill judges what follows when the time is over.
func (j *inquiry) platformKill() {
	p := j.Platform
	s, ok := p.Setting(RoleKill)
	switch {
	case !ok || !j.Exit.KilledByUs:
	case s.Key == "SendSIGKILL":
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleKill, "yes", "systemd leaves the process running, which had not ended after %s", j.Grace)
	case !sameSignal(j.Exit.Signal, s.Value) && j.Exit.Signal == "SIGKILL":
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleKill, "SIGKILL", "the process survived %s, which comes when the time is over, and systemd sends nothing after it", s.Value)
	}
}

// platformStart judges how systemd learns that the process has started.
func (j *inquiry) platformStart() {
	n := j.Notified
	switch {
	case j.Target.Daemon && j.Platform.Kind == Systemd && !j.Platform.says(RoleStart, "forking") && !j.Platform.remains():
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleStart, "forking",
			"the command makes itself a daemon and exits, which is the end of the unit to systemd: it ends what is left as well, or with KillMode=process or none loses it; the check followed %s, as Type=forking does",
			describe([]Process{j.Target.Process}))
	case n != nil && !n.Ready:
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleStart, "exec", "systemd waits for READY=1, which the process did not send: the unit would not start")
	}
	if n != nil && n.Extended > 0 {
		j.fact("the process asked for more time %d times (EXTEND_TIMEOUT_USEC), which the check did not grant", n.Extended)
	}
	if j.Platform.says(RoleStart, "forking") && j.Target.Launched && !j.Target.Daemon {
		j.misfit(RulePlatform, judge.Error, CauseSetting, RoleStart, "exec", "systemd waits for the process to fork and exit, and it stays in the foreground: the unit would not start")
	}
}

// cleanSignals are those by which a service may end that systemd asked to: systemd.service(5).
var cleanSignals = []string{"SIGHUP", "SIGINT", "SIGTERM", "SIGPIPE"}

// platformStatus judges whether systemd takes the end for a failure.
func (j *inquiry) platformStatus() {
	if j.Platform.Kind != Systemd || j.Exit.KilledByUs {
		return
	}
	value := ""
	switch {
	case j.Exit.Kind == Exited && j.Exit.Code != 0:
		value = fmt.Sprint(j.Exit.Code)
	case j.Exit.Kind == Signaled && !slices.Contains(cleanSignals, j.Exit.Signal):
		value = j.Exit.Signal
	default:
		return
	}
	listed := ""
	if s, ok := j.Platform.Setting(RoleStatus); ok {
		listed = s.Value
	}
	if words := strings.Fields(listed); slices.Contains(words, value) || slices.ContainsFunc(words, func(w string) bool { return sameSignal(w, value) }) {
		return
	}
	j.misfit(RulePlatform, judge.Warning, CauseSetting, RoleStatus, strings.TrimSpace(listed+" "+value), "systemd takes the end of the unit for a failure (%s)", j.Exit)
}
