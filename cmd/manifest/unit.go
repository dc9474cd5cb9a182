package manifest

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"snag/analyze/lazyregexp"
	"snag/analyze/shutdown"
	"snag/cmd/cli"
)

// assignment is a line of a unit: KEY=VALUE in a section.
type assignment struct {
	section, key, value string
	file                string
	line                int
}

// assignments reads a unit as systemd.syntax(7) describes: sections, comments with # and ;, and lines that
// a backslash continues.
func assignments(file, text string) ([]assignment, error) {
	var all []assignment
	section, held, from := "", "", 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if begin := strings.TrimLeft(line, " \t"); begin == "" && held == "" || strings.HasPrefix(begin, "#") || strings.HasPrefix(begin, ";") {
			continue // also between lines that are continued
		}
		if held == "" {
			from = i + 1
		}
		if strings.HasSuffix(line, `\`) {
			held += strings.TrimSuffix(line, `\`) + " "
			continue
		}
		line, held = strings.TrimSpace(held+line), ""
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			section = line[1 : len(line)-1]
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			if line == "" {
				continue
			}
			return nil, cli.Usagef("%s:%d: %q is neither a [Section] nor KEY=VALUE", file, from, clip(line))
		}
		all = append(all, assignment{section, strings.TrimSpace(key), strings.TrimSpace(value), file, from})
	}
	return all, nil
}

// unit is what a unit and its drop-ins say.
type unit struct {
	file    string
	section int // the line of [Service]
	all     []assignment
}

// Unit reads a service of systemd with its drop-ins, the files in the folder FILE.d.
func Unit(file string, stdin io.Reader) (Deployment, error) {
	text, err := read(file, stdin)
	if err != nil {
		return Deployment{}, err
	}
	texts := map[string]string{file: string(text)}
	files := []string{file}
	if file != "-" {
		drops, _ := filepath.Glob(filepath.Join(escapeGlob(file)+".d", "*.conf")) // sorted, as systemd does
		for _, drop := range drops[:min(len(drops), 64)] {
			more, err := read(drop, nil)
			if err != nil {
				return Deployment{}, err
			}
			files, texts[drop] = append(files, drop), string(more)
		}
	}
	u := unit{file: file, section: 1}
	for _, f := range files {
		more, err := assignments(f, texts[f])
		if err != nil {
			return Deployment{}, err
		}
		u.all = append(u.all, more...)
	}
	if i := strings.Index(texts[file], "[Service]"); i >= 0 {
		u.section = strings.Count(texts[file][:i], "\n") + 1
	}
	return u.deployment(strings.TrimSuffix(filepath.Base(file), ".service"))
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// last returns the last assignment of a key, which counts. One to nothing takes the default back.
func (u unit) last(key string) (assignment, bool) {
	for _, a := range slices.Backward(u.all) {
		if a.section == "Service" && a.key == key {
			return a, a.value != ""
		}
	}
	return assignment{}, false
}

// list returns the assignments of a key that add up; one to nothing takes those before it back.
func (u unit) list(key string) []assignment {
	var all []assignment
	for _, a := range u.all {
		switch {
		case a.section != "Service" || a.key != key:
		case a.value == "":
			all = nil
		default:
			all = append(all, a)
		}
	}
	return all
}

// setting makes a setting of a key, or of its default.
func (u unit) setting(role shutdown.Role, key, otherwise string) shutdown.Setting {
	if a, ok := u.last(key); ok {
		return shutdown.Setting{Role: role, Key: key, Value: a.value, File: a.file, Line: a.line}
	}
	return shutdown.Setting{Role: role, Key: key, Value: otherwise, File: u.file, Line: u.section, Default: true}
}

// bad is the error of an assignment.
func (a assignment) bad(err error) error {
	return cli.Usagef("%s:%d: %s: %w", a.file, a.line, a.key, err)
}

const unitGrace = 90 * time.Second // DefaultTimeoutStopSec

// killModes are those of systemd.kill(5).
var killModes = []string{"control-group", "mixed", "process", "none"}

// deployment reads what the unit says about its end.
func (u unit) deployment(name string) (Deployment, error) {
	if !slices.ContainsFunc(u.all, func(a assignment) bool { return a.section == "Service" }) {
		return Deployment{}, cli.WithHint(cli.Usagef("%s: not a unit of a service: it has no section [Service]", u.file), "give a file such as web.service")
	}
	d := Deployment{Continue: true, Platform: shutdown.Platform{Kind: shutdown.Systemd, Name: "unit " + name, Grace: shutdown.Of(unitGrace)}}
	signal := u.setting(shutdown.RoleSignal, "KillSignal", "SIGTERM")
	var err error
	if d.Signal, err = signalNamed(signal.Value); err != nil {
		return d, cli.Usagef("%s:%d: KillSignal: %w", signal.File, signal.Line, err)
	}
	mode := u.setting(shutdown.RoleKillMode, "KillMode", "control-group")
	if !slices.Contains(killModes, mode.Value) {
		return d, cli.WithHint(cli.Usagef("%s:%d: KillMode: %q is none", mode.File, mode.Line, clip(mode.Value)), "it is "+strings.Join(killModes, ", "))
	}
	d.Tree, d.Alone = mode.Value == "control-group", mode.Value == "process"
	d.Settings = append(d.Settings, signal, mode)
	if err := u.times(&d); err != nil {
		return d, err
	}
	if a, ok := u.last("FinalKillSignal"); ok {
		if d.Final, err = signalNamed(a.value); err != nil {
			return d, a.bad(err)
		}
		d.Settings = append(d.Settings, u.setting(shutdown.RoleKill, "FinalKillSignal", ""))
	}
	if a, ok := u.last("SendSIGKILL"); ok && no(a.value) {
		d.Endless = true
		d.Settings = append(d.Settings, u.setting(shutdown.RoleKill, "SendSIGKILL", ""))
	}
	if a, ok := u.last("SendSIGHUP"); ok {
		d.Hangup = yes(a.value)
	}
	kind := u.setting(shutdown.RoleStart, "Type", "simple")
	d.Notify, d.Forking = kind.Value == "notify" || kind.Value == "notify-reload", kind.Value == "forking"
	if a, ok := u.last("PIDFile"); ok {
		d.PIDFile = a.value
	}
	d.Settings = append(d.Settings, kind)
	if a, ok := u.last("RemainAfterExit"); ok && yes(a.value) {
		d.Settings = append(d.Settings, u.setting(shutdown.RoleStart, "RemainAfterExit", ""))
	}
	var status []string
	for _, a := range u.list("SuccessExitStatus") {
		status = append(status, strings.Fields(a.value)...)
	}
	success := u.setting(shutdown.RoleStatus, "SuccessExitStatus", "")
	success.Value = strings.Join(status, " ")
	d.Settings = append(d.Settings, success)
	return d, u.commands(&d)
}

func yes(value string) bool {
	return slices.Contains([]string{"1", "yes", "y", "true", "t", "on"}, strings.ToLower(value))
}

func no(value string) bool {
	return slices.Contains([]string{"0", "no", "n", "false", "f", "off"}, strings.ToLower(value))
}

// times reads how long systemd waits: TimeoutStopSec, or TimeoutSec, whichever comes last.
func (u unit) times(d *Deployment) error {
	key := "TimeoutStopSec"
	for _, a := range slices.Backward(u.all) {
		if a.section == "Service" && (a.key == "TimeoutStopSec" || a.key == "TimeoutSec") {
			key = a.key
			break
		}
	}
	s := u.setting(shutdown.RoleGrace, key, "90s")
	grace, endless, err := Span(s.Value)
	if err != nil {
		return cli.WithHint(cli.Usagef("%s:%d: %s: %w", s.File, s.Line, key, err), "write it like 30, 1min 30s or infinity")
	}
	if grace == 0 {
		endless, grace = true, unitGrace // 0 stands for infinity: systemd.service(5)
	}
	d.Endless, d.Grace = d.Endless || endless, shutdown.Of(grace)
	d.Settings = append(d.Settings, s)
	return nil
}

// commands reads what the unit runs.
func (u unit) commands(d *Deployment) error {
	variables := map[string]string{}
	for _, a := range u.list("Environment") {
		words, err := unitWords(a.value)
		if err != nil {
			return a.bad(err)
		}
		for _, w := range words {
			if name, value, ok := strings.Cut(w, "="); ok && name != "" && !strings.ContainsRune(value, 0) {
				d.Environment = append(d.Environment, w)
				variables[name] = value
			}
		}
	}
	for _, a := range u.list("EnvironmentFile") {
		d.Unplayed = append(d.Unplayed, "the variables of EnvironmentFile="+clip(a.value))
	}
	for _, key := range []string{"User", "DynamicUser", "RootDirectory"} {
		if a, ok := u.last(key); ok && !no(a.value) {
			d.Unplayed = append(d.Unplayed, "the unit runs with "+key+"="+clip(a.value))
		}
	}
	if a, ok := u.last("WorkingDirectory"); ok && filepath.IsAbs(a.value) {
		d.Directory = a.value
	}
	for _, a := range u.list("ExecStop") {
		h := hookOf(strings.Fields(strings.TrimLeft(a.value, "-@:+!")))
		switch {
		case h.signal != "" && h.rest == "":
			if d.Signal != h.signal && !strings.Contains(a.value, "--retry") {
				d.Unplayed = append(d.Unplayed, fmt.Sprintf("%s comes as soon as ExecStop=%s at %s:%d has ended", d.Signal, clip(a.value), a.file, a.line))
			}
			d.Signal, d.Tree = h.signal, false
			d.Settings[0] = shutdown.Setting{Role: shutdown.RoleSignal, Key: a.key, Value: clip(a.value), File: a.file, Line: a.line}
		case h.rest != "":
			d.Unplayed = append(d.Unplayed, fmt.Sprintf("ExecStop=%s at %s:%d, which comes before %s", clip(a.value), a.file, a.line, d.Signal))
			d.Settings = append(d.Settings, shutdown.Setting{Role: shutdown.RoleHook, Key: a.key, Value: clip(a.value), File: a.file, Line: a.line})
		}
	}
	starts := u.list("ExecStart")
	if len(starts) == 0 {
		return nil
	}
	a := starts[len(starts)-1]
	command := shutdown.Setting{Role: shutdown.RoleCommand, Key: "ExecStart", Value: clip(a.value), File: a.file, Line: a.line}
	words, err := unitWords(strings.TrimLeft(a.value, "-:+!|"))
	if err != nil {
		return a.bad(err)
	}
	if strings.HasPrefix(strings.TrimLeft(a.value, "-:+!|"), "@") && len(words) > 1 {
		words[0] = words[0][1:]
		words = append(words[:1], words[2:]...) // the second word is the name that ps shows
	}
	command.Shell = shellForm(words)
	d.Settings = append(d.Settings, command)
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ReplaceAll(w, "%%", ""), "%") }) {
		d.Unplayed = append(d.Unplayed, "the specifiers (%) in ExecStart")
		return nil // the command must be given
	}
	d.Command = substitute(words, variables)
	return nil
}

// braced is a variable inside of a word.
var braced = lazyregexp.New(`\$\$|\$\{[A-Za-z_][A-Za-z0-9_]*\}`)

// substitute puts variables into the words of a command: ${NAME} inside of a word, and $NAME as a word of its
// own, which is split: systemd.service(5).
func substitute(words []string, variables map[string]string) []string {
	var all []string
	for _, w := range words {
		w = strings.ReplaceAll(w, "%%", "%")
		if name, ok := strings.CutPrefix(w, "$"); ok && name != "" && !strings.ContainsAny(name, "{}$") {
			all = append(all, strings.Fields(variables[name])...)
			continue
		}
		all = append(all, braced.ReplaceAllStringFunc(w, func(found string) string {
			if found == "$$" {
				return "$"
			}
			return variables[found[2:len(found)-1]]
		}))
	}
	return all
}

// unitWords splits a line as systemd does, with quotes around whole words and escapes of C.
func unitWords(line string) ([]string, error) {
	var words []string
	rest := strings.TrimSpace(line)
	for rest != "" {
		var b strings.Builder
		quote := byte(0)
		i := 0
		for ; i < len(rest); i++ {
			c := rest[i]
			switch {
			case c == '\\' && i+1 < len(rest):
				n, r := unescape(rest[i+1:])
				if n == 0 {
					return nil, fmt.Errorf("%q is no escape", rest[i:min(i+4, len(rest))])
				}
				b.WriteString(r)
				i += n
			case quote != 0 && c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			case quote == 0 && (c == ' ' || c == '\t'):
				goto done
			default:
				b.WriteByte(c)
			}
		}
	done:
		if quote != 0 {
			return nil, fmt.Errorf("a quote is not closed")
		}
		words = append(words, b.String())
		rest = strings.TrimLeftFunc(rest[i:], unicode.IsSpace)
	}
	return words, nil
}

// unescape reads what follows a backslash. It returns how many bytes that were, 0 when it is no escape.
func unescape(text string) (int, string) {
	if plain, ok := map[byte]string{
		'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '\\': "\\", '"': "\"", '\'': "'", 's': " ", ' ': " ", '$': "$", ';': ";",
	}[text[0]]; ok {
		return 1, plain
	}
	digits, base, skip := 3, 8, 0
	switch text[0] {
	case 'x':
		digits, base, skip = 2, 16, 1
	case 'u':
		digits, base, skip = 4, 16, 1
	}
	if len(text) < skip+digits {
		return 0, ""
	}
	n, err := strconv.ParseUint(text[skip:skip+digits], base, 16)
	if err != nil || n == 0 || n > unicode.MaxRune {
		return 0, ""
	}
	if base == 8 || digits == 2 {
		return skip + digits, string([]byte{byte(n)})
	}
	return skip + digits, string(rune(n))
}
