package regex

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/reach/model"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/source"
)

// reached is what is known of who can send a text to a pattern.
type reached struct {
	reach.Result
	steps [][]report.Location // of each way
	// disarmed are the places of what takes the danger from the texts of each way, nil for a way of which it does not.
	disarmed [][]report.Location
}

// projectMarks are files that stand at the top of a project.
var projectMarks = []string{
	".git", "package.json", "pyproject.toml", "setup.py", "requirements.txt", "composer.json", "Gemfile", "pom.xml", "build.gradle", "build.gradle.kts",
}

// program returns the files in which values are followed, whatever part of them is audited, and what of the
// program is not among them.
func (o *regexOptions) program(ctx context.Context) (names, missing []string) {
	roots := slices.DeleteFunc(slices.Clone(o.paths), func(p string) bool { return p == "-" })
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, root := range roots {
		whole := root == "."
		for _, mark := range projectMarks {
			_, err := os.Lstat(filepath.Join(root, mark))
			whole = whole || err == nil
		}
		if !whole {
			missing = append(missing, "files outside of "+worktree.DisplayPath(root))
		}
	}
	for f := range o.walk(ctx, roots) {
		switch {
		case f.Skip == nil && !f.Dir:
			names = append(names, worktree.DisplayPath(f.Path))
		case f.Skip != nil && (f.Skip.Reason == source.Excluded || f.Skip.Reason == source.TooLarge || f.Skip.Err != nil):
			missing = append(missing, "files that are left out")
		}
	}
	slices.Sort(missing)
	return names, slices.Compact(missing)
}

// followReach finds out who can send texts to the vulnerable patterns of source files. known is what is known of
// frameworks.
func (o *regexOptions) followReach(ctx context.Context, all []audited, known *model.Model) error {
	asked := followed(all)
	if len(asked) == 0 {
		return nil
	}
	p, tree, err := o.openProgram(ctx, known)
	if err != nil {
		return err
	}
	defer tree.Close()
	p.follow(ctx, asked)
	return nil
}

// openProgram returns the files in which values are followed. The tree that reads them is to be closed.
func (o *regexOptions) openProgram(ctx context.Context, known *model.Model) (*Program, *source.Tree, error) {
	names, missing := o.program(ctx)
	folder, inside := worktree.CommonFolder(names)
	p := &Program{Missing: missing, Jobs: o.jobs, Model: known, inside: inside, outside: map[string]string{}}
	for _, name := range names {
		p.Paths = append(p.Paths, inside(name))
		p.outside[inside(name)] = name
	}
	tree, err := source.NewTree(folder, p.Paths)
	if err != nil {
		return nil, nil, fmt.Errorf("values were not followed: %w", err)
	}
	p.Files = tree
	return p, tree, nil
}

// followed are the patterns for which somebody who can send a text is looked for.
func followed(all []audited) []*audited {
	var asked []*audited
	for i := range all {
		a := &all[i]
		if l, ok := extract.ByPath(a.file); ok && reach.Follows(l) && a.file != "" && a.IsVulnerable() {
			asked = append(asked, a)
		}
	}
	return asked
}

// Program is the files of a program in which values are followed to the matches of regexes.
type Program struct {
	// Paths are the files, with slashes, relative to the folder of the program. Files reads them.
	Paths []string
	Files link.Files
	// Missing names what of the program is not among Paths.
	Missing []string
	// Model is what is known of frameworks.
	Model *model.Model
	// Jobs is how many files are read at once; 0 for one for each processor.
	Jobs int

	ways    int                      // that are kept for each regex, 0 for a few
	inside  func(name string) string // the path of a file that reports call by a name; nil where these are the same
	outside map[string]string        // the names that reports call files by, where they are others than their paths
}

func (p *Program) input() reach.Input {
	return reach.Input{Paths: p.Paths, Files: p.Files, Missing: p.Missing, Jobs: p.Jobs, Model: p.Model, MaxWays: p.ways}
}

func (p *Program) placer() *placer {
	return &placer{files: p.Files, lines: map[string]*literal.Lines{}, outside: p.outside}
}

// follow finds out who can send texts to patterns, unless ctx ends.
func (p *Program) follow(ctx context.Context, asked []*audited) {
	in := p.input()
	for _, a := range asked {
		file := a.file
		if p.inside != nil {
			file = p.inside(file)
		}
		in.Regexes = append(in.Regexes, reach.Regex{
			File: file, Start: a.Expr.Start.Offset, End: a.Expr.End.Offset, TextStart: a.At.Start.Offset, TextEnd: a.At.End.Offset,
		})
	}
	places := p.placer()
	found, _ := cli.ValueUnlessDone(ctx, func() []reach.Result { return reach.Find(in) })
	for i, r := range found {
		x := &reached{Result: r}
		for _, w := range r.Ways {
			x.steps = append(x.steps, places.all(w.Trace))
			x.disarmed = append(x.disarmed, nil)
			if asked[i].disarms(ctx, w) {
				x.disarmed[len(x.disarmed)-1] = places.all(w.Edited)
			}
		}
		asked[i].reach = x
	}
}

// placer turns offsets into places.
type placer struct {
	files   link.Files
	lines   map[string]*literal.Lines
	outside map[string]string // the names that the report calls files by
}

// one returns a place as reports have it.
func (p *placer) one(t reach.Place) report.Location {
	l := p.lines[t.File]
	if l == nil {
		text, err := p.files.Read(t.File)
		if err != nil {
			text = nil
		}
		lines := literal.NewLines(text)
		l = &lines
		p.lines[t.File] = l
	}
	name := t.File
	if n, ok := p.outside[t.File]; ok {
		name = n
	}
	return report.Location{File: name, Start: position(l.Position(t.Start)), End: position(l.Position(t.End))}
}

// all returns the places of a trace.
func (p *placer) all(trace []reach.Place) []report.Location {
	var all []report.Location
	for _, t := range trace {
		at := p.one(t)
		if n := len(all); n > 0 && all[n-1].File == at.File && all[n-1].Start.Line == at.Start.Line {
			all[n-1] = at // of several steps on a line the last one is shown
			continue
		}
		all = append(all, at)
	}
	return all
}

// disarms reports whether what a program does to the texts of a way leaves none that takes the pattern more than
// linear time.
func (a *audited) disarms(ctx context.Context, w reach.Way) bool {
	tree, err := a.Pattern.Parse()
	if err != nil {
		return false
	}
	harmless, err := redos.Disarmed(ctx, tree, a.Mode, w.Edits, redos.DefaultLimits)
	return harmless && err == nil
}

// longestInput is the length at which a time is told of what nothing bounds: a megabyte.
const longestInput = 1 << 20

// blocked is how long one text that comes by a way takes the pattern's engine.
func (a *audited) blocked(w reach.Way) confirm.Time {
	length := w.MaxLength
	if length == reach.NoLimit || length > math.MaxInt32 {
		length = longestInput
	}
	return confirm.TimeAt(a.Verdict, a.Dialect, length, a.Confirmed...)
}

// worstWay is the way by which a text can do most, of the ways of the highest level by which one can do anything; nil
// for none.
func (a *audited) worstWay() (way *reach.Way, steps []report.Location, took confirm.Time) {
	if a.reach == nil {
		return nil, nil, took
	}
	for i := range a.reach.Ways {
		w := &a.reach.Ways[i]
		if way != nil && w.Level != way.Level {
			break
		}
		if a.reach.disarmed[i] != nil {
			continue
		}
		if t := a.blocked(*w); way == nil || t.Millis > took.Millis {
			way, steps, took = w, a.reach.steps[i], t
		}
	}
	return way, steps, took
}

// level is how far away somebody may be who can do harm: that of the ways that are not disarmed, if there are any.
func (a *audited) level() reach.Level {
	if w, _, _ := a.worstWay(); w != nil {
		return w.Level
	}
	return a.reach.Level
}

// disarmedAt is the place of what takes the danger from the texts of all ways, nil where there is none.
func (a *audited) disarmedAt() *report.Location {
	var at *report.Location
	for _, places := range a.reach.disarmed {
		if len(places) == 0 {
			return nil
		}
		at = &places[len(places)-1]
	}
	return at
}

// reachItem is the reach of a pattern in JSON.
type reachItem struct {
	Level string `json:"level"`
	Role  string `json:"role"`
	// Kind, Framework, Method, Route and Input tell what somebody sends.
	Kind      string `json:"kind,omitempty"`
	Framework string `json:"framework,omitempty"`
	Method    string `json:"method,omitempty"`
	Route     string `json:"route,omitempty"`
	Input     string `json:"input,omitempty"`
	// MaxLength is the length of the text at the match, null where nothing was found that bounds it.
	MaxLength *int     `json:"max_length"`
	BlockedMs *float64 `json:"blocked_ms"`
	// Disarmed is what takes the danger from all texts that get to the match.
	Disarmed *report.JSONLocation `json:"disarmed,omitempty"`
	// Basis says what BlockedMs rests on: measured, followed or computed.
	Basis       string                 `json:"basis,omitempty"`
	Trace       []*report.JSONLocation `json:"trace"`
	Ways        int                    `json:"ways"`
	NotFollowed []string               `json:"not_followed"`
}

func (a *audited) reachItem() *reachItem {
	if a.reach == nil {
		return nil
	}
	item := &reachItem{Level: a.level().String(), Role: a.reach.Role, Ways: len(a.reach.Ways) + a.reach.More, Trace: []*report.JSONLocation{}, NotFollowed: a.reach.NotFollowed}
	if item.NotFollowed == nil {
		item.NotFollowed = []string{}
	}
	if at := a.disarmedAt(); at != nil {
		item.Disarmed = at.JSON()
	}
	w, steps, took := a.worstWay()
	if w == nil {
		return item
	}
	item.Kind, item.Framework, item.Method, item.Route, item.Input = w.Kind, w.Framework, w.Method, w.Route, w.Input
	if w.MaxLength != reach.NoLimit {
		item.MaxLength = &w.MaxLength
	}
	if took.Basis != confirm.NoTime {
		millis := min(math.Round(took.Millis*1000)/1000, longest)
		item.BlockedMs, item.Basis = &millis, took.Basis.String()
	}
	for _, s := range steps {
		item.Trace = append(item.Trace, s.JSON())
	}
	return item
}

// reachDetails tells people who can send the attack, and along which way.
func (a *audited) reachDetails() []report.Detail {
	w, steps, took := a.worstWay()
	if w == nil {
		return nil
	}
	text := "from " + wayWords(w)
	if w.MaxLength != reach.NoLimit {
		text += ", up to " + lengthWords(w.MaxLength)
	}
	if words := a.timeWords(w, took); words != "" {
		text += ": " + words
	}
	switch n := len(a.reach.Ways) + a.reach.More; n {
	case 1:
	case 2:
		text += "; and by another way"
	default:
		text += fmt.Sprintf("; and by %d other ways", n-1)
	}
	details := []report.Detail{{Label: "reached", Text: text, Short: true}}
	if len(steps) > 1 {
		names := make([]string, len(steps))
		for i, s := range steps {
			names[i] = s.File + ":" + fmt.Sprint(s.Start.Line)
		}
		details = append(details, report.Detail{Label: "by", Text: strings.Join(names, " → "), Short: true})
	}
	return details
}

// timeWords say what the texts that come by a way cost: how long the longest one takes, or with which length a
// second is reached, "" where no time is known.
func (a *audited) timeWords(w *reach.Way, took confirm.Time) string {
	if took.Basis == confirm.NoTime {
		return ""
	}
	engine := engineName(a.series(took.Engine))
	about := "about "
	if took.Basis == confirm.Measured {
		about = ""
	}
	length := w.MaxLength
	if length == reach.NoLimit || length > longestInput {
		length = longestInput
	}
	const second = 1000
	if took.Millis > second {
		if n, ok := confirm.LengthFor(a.Verdict, a.Dialect, second, length, a.Confirmed...); ok {
			return fmt.Sprintf("%s hold %s for %s1 s", cli.Plural(n, "character"), engine, about)
		}
	}
	return fmt.Sprintf("%s hold %s for %s%s", cli.Plural(length, "character"), engine, about, spent(time.Duration(min(took.Millis, longest)*float64(time.Millisecond))))
}

// series is what an engine was measured as, for its version.
func (a *audited) series(engine string) confirm.Series {
	for _, c := range a.Confirmed {
		if c.Engine == engine {
			return c.Series
		}
	}
	return confirm.Series{Engine: engine}
}

// lengthWords say a length as people do: in KB and MB where it is a round number of them.
func lengthWords(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<18) == 0:
		return fmt.Sprintf("%.3g MB", float64(n)/(1<<20))
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return cli.Plural(n, "character")
}

// wayWords say who sends what.
func wayWords(w *reach.Way) string {
	switch w.Level {
	case reach.Library:
		return "callers of " + w.Input
	case reach.Local:
		return "the machine: " + strings.TrimSpace(w.Input+" ("+w.Kind+")")
	}
	words := strings.TrimSpace(w.Method + " " + w.Route)
	if words == "" {
		words = "a request"
	}
	words += ", " + w.Input
	if w.Kind != "" && !strings.HasPrefix(w.Input, w.Kind) {
		words += " (" + w.Kind + ")"
	}
	if w.Level == reach.RemotePossible {
		words += ", perhaps"
	}
	return words
}

// rankByReach orders findings by who can send the attack, and then by what it costs there.
func (a *audited) rankByReach(f *report.Finding) {
	if a.reach == nil {
		return
	}
	const tier = 1e10
	_, _, took := a.worstWay()
	f.Weight = tier*float64(a.level()) + min(max(a.weight(), took.Millis/1000), tier/2)
	_, f.Trace, _ = a.worstWay()
	f.Rank = math.Round(15*float64(a.level()) + min(2*math.Log10(1+took.Millis), 10))
}

// grade makes a finding a note where nobody who was found can do harm by it, and all was followed: only
// constants get there, or texts that are so short that they stay within the budget. It says in a clause in which
// of these ways.
func (a *audited) grade(f *judge.Finding, most time.Duration) string {
	if a.reach == nil || len(a.reach.NotFollowed) > 0 || a.reach.More > 0 {
		return ""
	}
	why, minor := "", "reached by short texts alone"
	switch {
	case a.reach.Level == reach.Constant:
		why, minor = "reached by constants alone", "reached by constants alone"
	case len(a.reach.Ways) == 0:
		return ""
	default:
		longest, took := 0, confirm.Time{}
		for i, w := range a.reach.Ways {
			if a.reach.disarmed[i] != nil {
				continue
			}
			t := a.blocked(w)
			if w.MaxLength == reach.NoLimit || t.Basis == confirm.NoTime || t.AtLeast || max(t.High, t.Millis) > float64(most)/float64(time.Millisecond) {
				return ""
			}
			if longest = max(longest, w.MaxLength); t.Millis >= took.Millis {
				took = t
			}
		}
		if at := a.disarmedAt(); at != nil {
			minor = "disarmed before the match"
			why = fmt.Sprintf("disarmed: %s:%d leaves no text that takes it more than linear time", at.File, at.Start.Line)
			break
		}
		why = fmt.Sprintf("reached by at most %s: %s", cli.Plural(longest, "character"), spent(time.Duration(took.Millis*float64(time.Millisecond))))
	}
	f.Level = judge.Note
	f.Message = cli.Sentence(why) + ". " + f.Message
	return minor
}

// isReached reports whether somebody of a level or a higher one can keep the engine busy for a time or longer.
func (a *audited) isReached(level reach.Level, least time.Duration) bool {
	if a.reach == nil {
		return false
	}
	for i, w := range a.reach.Ways {
		if t := a.blocked(w); a.reach.disarmed[i] == nil && w.Level >= level && (t.Basis == confirm.NoTime || t.Millis >= float64(least)/float64(time.Millisecond)) {
			return true
		}
	}
	return false
}
