package shutdown

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// PlatformKind is who ends the process in production.
type PlatformKind string

// The platforms whose files are read.
const (
	Kubernetes PlatformKind = "kubernetes"
	Systemd    PlatformKind = "systemd"
	Compose    PlatformKind = "compose"
	Image      PlatformKind = "image" // a container of an image, ended by its engine
)

// Role is what a setting decides, whatever the platform calls it.
type Role string

// The roles of settings.
const (
	RoleGrace     Role = "grace"      // how long until the process is killed
	RoleSignal    Role = "signal"     // which signal is sent
	RoleHook      Role = "hook"       // what runs before the signal, inside the grace period
	RoleTraffic   Role = "traffic"    // how long new connections still come
	RoleReadiness Role = "readiness"  // who asks whether traffic may come
	RoleCommand   Role = "command"    // which process is started first
	RoleInit      Role = "init"       // whether an init runs above it
	RoleKillMode  Role = "kill-mode"  // which processes of a unit get the signal
	RoleKill      Role = "final-kill" // what follows when the time is over
	RoleStart     Role = "start"      // how the platform knows that the process has started
	RoleStatus    Role = "status"     // which ends count as success
)

// Setting is one thing that a file of a deployment says, or that holds since it says nothing.
type Setting struct {
	Role Role `json:"role"`
	// Key is what the file calls it, and Value what it says, or the default.
	Key   string `json:"key"`
	Value string `json:"value"`
	// File and Line, from 1, are where that stands; of a default, what it would stand in. Line is 0
	// when there is no file.
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Default bool   `json:"default,omitempty"`
	// Shell reports of a command whether a shell reads it, which is the first process then.
	Shell bool `json:"shell,omitempty"`
}

// Where returns the place as file:line, or says that it is a default.
func (s Setting) Where() string {
	switch {
	case s.Line == 0 && s.Default:
		return "default"
	case s.Line == 0:
		return "the engine"
	case s.Default:
		return fmt.Sprintf("default, %s:%d says nothing", s.File, s.Line)
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// Platform is what a deployment does to end a process, and where its files say so.
type Platform struct {
	Kind PlatformKind `json:"kind"`
	// Name is the part of the file that is meant, such as "Deployment web, container app".
	Name string `json:"name,omitempty"`
	// Grace is the time from the order to end to the kill, and Delay the part of it that passes before the
	// signal is sent. What the process has is the difference. A platform that never kills has the Grace 0
	// and Endless set.
	Grace   Millis `json:"grace_ms"`
	Delay   Millis `json:"delay_ms"`
	Endless bool   `json:"endless,omitempty"`
	// Traffic is how long after the order new connections still come.
	Traffic Millis `json:"traffic_ms"`
	// Readiness is the probe that asks whether traffic may come, nil for none.
	Readiness *Readiness `json:"readiness,omitempty"`
	// Settings are in the order in which they take effect.
	Settings []Setting `json:"settings"`
	// Unplayed are the parts of the deployment that the check does not play, in clauses.
	Unplayed []string `json:"unplayed,omitempty"`
}

// Readiness is a probe that asks a process again and again whether traffic may come.
type Readiness struct {
	// Path is requested; it is empty when something else than a request asks.
	Path string `json:"path,omitempty"`
	// Period is the time between two questions, and Failures how many in a row count as no.
	Period   Millis `json:"period_ms"`
	Failures int    `json:"failures"`
}

// Notices is how long after the first no the probe has had its failures.
func (r Readiness) Notices() Millis { return r.Period * Millis(r.Failures) }

// Setting returns the setting of a role, and whether there is one.
func (p *Platform) Setting(role Role) (Setting, bool) {
	if p == nil {
		return Setting{}, false
	}
	i := slices.IndexFunc(p.Settings, func(s Setting) bool { return s.Role == role })
	if i < 0 {
		return Setting{}, false
	}
	return p.Settings[i], true
}

// says reports whether the setting of the role has one of the values.
func (p *Platform) says(role Role, values ...string) bool {
	s, ok := p.Setting(role)
	return ok && slices.Contains(values, s.Value)
}

// stops reports whether a command of the unit ends it, or may.
func (p *Platform) stops() bool {
	s, _ := p.Setting(RoleSignal)
	_, hook := p.Setting(RoleHook)
	return s.Key == "ExecStop" || hook
}

// remains reports whether a unit goes on when its first process has ended.
func (p *Platform) remains() bool {
	return slices.ContainsFunc(p.Settings, func(s Setting) bool { return s.Key == "RemainAfterExit" })
}

// Left is the time that the process has from the signal to the kill.
func (p Platform) Left() time.Duration { return (p.Grace - p.Delay).Duration() }

// lines are how the platforms write a setting; %s stands for its value.
var lines = map[PlatformKind]map[Role]string{
	Kubernetes: {
		RoleGrace: "terminationGracePeriodSeconds: %s", RoleHook: "lifecycle: {preStop: {sleep: {seconds: %s}}}",
		RoleSignal: "lifecycle: {stopSignal: %s}", RoleCommand: "command: %s",
	},
	Systemd: {
		RoleGrace: "TimeoutStopSec=%s", RoleSignal: "KillSignal=%s", RoleKillMode: "KillMode=%s",
		RoleStart: "Type=%s", RoleStatus: "SuccessExitStatus=%s", RoleCommand: "ExecStart=%s", RoleKill: "FinalKillSignal=%s",
	},
	Compose: {
		RoleGrace: "stop_grace_period: %ss", RoleSignal: "stop_signal: %s", RoleCommand: "command: %s", RoleInit: "init: %s",
	},
	Image: {
		RoleGrace: "docker run --stop-timeout %s", RoleSignal: "STOPSIGNAL %s", RoleCommand: "CMD %s", RoleInit: "docker run --init",
	},
}

// lineKeys are the keys in lines for which a file may use another one.
var lineKeys = map[PlatformKind]map[Role]string{
	Kubernetes: {RoleCommand: "command"}, Compose: {RoleCommand: "command"}, Image: {RoleCommand: "CMD"},
	Systemd: {RoleCommand: "ExecStart", RoleKill: "FinalKillSignal", RoleGrace: "TimeoutStopSec"},
}

// Line is how the platform writes the value of a role, "" when it has no such setting.
func (p Platform) Line(role Role, value string) string {
	format := lines[p.Kind][role]
	if key := lineKeys[p.Kind][role]; key != "" {
		if said, ok := p.Setting(role); ok && !said.Default {
			format = strings.Replace(format, key, said.Key, 1)
		}
	}
	if !strings.Contains(format, "%s") {
		return format
	}
	return fmt.Sprintf(format, value)
}

// commandWords writes a command as the platform does.
func (p Platform) commandWords(argv []string) string {
	if p.Kind == Systemd {
		return strings.Join(argv, " ")
	}
	text, _ := json.Marshal(argv) // of strings, which cannot fail
	return strings.ReplaceAll(string(text), `","`, `", "`)
}

// seconds writes a time in whole seconds, rounded up.
func seconds(m Millis) string { return fmt.Sprint(int(math.Ceil(float64(m) / 1000))) }

// Misfit is a setting that does not fit what was measured.
type Misfit struct {
	Setting
	// Should is the line that would fit, "" when no line would do.
	Should string `json:"should,omitempty"`
	// Measured reports whether the check was repeated with that line and was graceful.
	Measured bool `json:"measured,omitempty"`
}

// Alternative is another value of a setting with which the check was repeated.
type Alternative struct {
	Role    Role    `json:"role"`
	Value   string  `json:"value"`
	Verdict Verdict `json:"verdict"`
	// Completed and Started count the requests in flight of the repeat.
	Completed int `json:"completed"`
	Started   int `json:"started"`
	// Ended is when the process of the repeat ended by itself, nil when it was killed.
	Ended *Millis `json:"ended_ms,omitempty"`
}

// Became is the alternative with what its repeat showed.
func (a Alternative) Became(t Timeline) Alternative {
	a.Verdict, a.Completed, a.Started = Judge(t).Verdict, t.InFlight.Count(Completed), t.InFlight.Started()
	if !t.Exit.KilledByUs {
		a.Ended = t.Exit.At
	}
	return a
}

// Notified is what a process told systemd over the socket of sd_notify.
type Notified struct {
	// Ready reports whether READY=1 came while it was started.
	Ready bool `json:"ready"`
	// Stopping is when STOPPING=1 came.
	Stopping *Millis `json:"stopping_ms"`
	// Extended counts the requests for more time, EXTEND_TIMEOUT_USEC, after the signal.
	Extended int `json:"extended,omitempty"`
}
