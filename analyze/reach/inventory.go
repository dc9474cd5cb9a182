package reach

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/limit"
	"snag/analyze/reach/model"
	"snag/analyze/reach/role"
	"snag/analyze/reach/route"
	"snag/analyze/reach/rules"
	"snag/analyze/sorting"
	"snag/analyze/source/extract"
)

// Inventory is what a project lets others send: its routes, and what these read.
type Inventory struct {
	// Routes are in the order of their paths, and then of where they stand.
	Routes []Route
	// NotFollowed names what may hide further routes or inputs, sorted.
	NotFollowed []string
}

// Route is what a framework answers requests with.
type Route struct {
	// Framework is the name of the framework's rules, as "express"; Entry that of the rule, as "express.handler".
	Framework, Entry string
	// Methods are those of HTTP, sorted; empty for any.
	Methods []string
	// Path is the whole path in the form of [route.Normal], with the prefixes of all that the route stands below,
	// and Written the same in the syntax of the framework. Params are the names of its parameters.
	Path, Written string
	Params        []string
	// Message reports whether it is no path but the name of a message, as those of Socket.IO.
	Message bool
	// Known reports whether the whole path is known.
	Known bool
	// At is where the route is registered, Handlers the functions that answer.
	At       Place
	Handlers []Place
	// Code are the functions that run for a request as far as they get the request: the handlers, those inside them,
	// and those that they call.
	Code []Place
	// Role is what the file is for, as in [Result].
	Role string
	// Inputs are what a request of the route gives the program, by name.
	Inputs []RouteInput
}

// RouteInput is a value of a request.
type RouteInput struct {
	// Kind is where it stands: path, query, url, header, cookie, body, file, message.
	Kind string
	// Name begins with the kind and leads to the value, as "body.phone"; it is the kind alone for all of it.
	Name string
	// MaxLength is how long it can be, in units of the language's strings, NoLimit where nothing was found that
	// bounds it.
	MaxLength int
	// Limit is the name of the limit that bounds it, "" for none, and Why where its number comes from: the default
	// of a framework, a setting of the project, or what checks the value.
	Limit, Why string
	// SetAt is where the project sets the limit, zero where it does not.
	SetAt Place
	// Form reports whether the program reads it as a field of a form.
	Form bool
	// Pattern is a regex that the route demands of a parameter of its path, "" for none.
	Pattern string
	// At is where it is read first. A parameter of the path that nothing reads has the place of the route.
	At Place
}

// Routes lists the routes of a project. It reads all files in which values are followed but those of installed
// packages, unless there are no others.
func (p *Project) Routes(ctx context.Context) *Inventory {
	p.open()
	inv := &Inventory{NotFollowed: slices.Clone(p.Missing)}
	for _, u := range p.own() {
		if u.family != "Go" {
			p.routes(ctx, u, inv)
		}
	}
	p.goRoutes(ctx, inv)
	if what := interrupted(ctx); what != "" {
		inv.NotFollowed = append(inv.NotFollowed, what)
	}
	sorting.Stable(inv.Routes, func(a, b Route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), slices.Compare(a.Methods, b.Methods), strings.Compare(a.At.File, b.At.File), a.At.Start-b.At.Start)
	})
	slices.Sort(inv.NotFollowed)
	inv.NotFollowed = slices.Compact(inv.NotFollowed)
	return inv
}

// own returns the files that are no installed packages, or all where there are no others.
func (p *Project) own() []*unit {
	var own, all []*unit
	for _, key := range sortedKeys(p.units) {
		u := p.units[key]
		all = append(all, u)
		if u.name == "" {
			own = append(own, u)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}

// HasPackages reports whether files of installed packages are among those of the project.
func (p *Project) HasPackages() bool {
	p.open()
	for _, u := range p.units {
		if u.name != "" {
			return true
		}
	}
	return false
}

// PathsOf returns the files of the packages, or of the project itself, in which the routes stand and with them their
// code, in the order of the project's files. Files in which no values are followed are among them, and none of languages
// that no route of theirs has, nor what was put aside or not read: none of it was found to be code of a route.
func (p *Project) PathsOf(inv *Inventory) (all []string) {
	p.open()
	routed := map[[2]string]bool{}
	for i := range inv.Routes {
		in := p.belongsTo(inv.Routes[i].At.File)
		routed[in], routed[[2]string{in[0]}] = true, true
	}
	unread := map[string]bool{}
	for _, u := range p.units {
		for _, file := range slices.Concat(u.aside, u.left) {
			unread[file] = true
		}
	}
	for _, file := range p.Paths {
		if routed[p.belongsTo(file)] && !unread[file] {
			all = append(all, file)
		}
	}
	return all
}

// belongsTo returns the folder of the installed package that a file belongs to, "" for one of the project itself, and the
// languages with whose files it has to do, "" where values are not followed.
func (p *Project) belongsTo(file string) (in [2]string) {
	if pkg, ok := p.linker.PackageOf(file); ok && pkg.Installed {
		in[0] = pkg.Folder
	}
	if l, ok := extract.ByPath(file); ok && Follows(l) {
		in[1] = Family(l)
	}
	return in
}

// routes adds the routes of the files of a package.
func (p *Project) routes(ctx context.Context, u *unit, inv *Inventory) {
	if ctx.Err() != nil {
		return
	}
	s, left := p.solve(ctx, u, p.routed)
	files, program := s.files, s.program
	for _, file := range left {
		inv.NotFollowed = append(inv.NotFollowed, path.Base(file)+", which was not read")
	}
	if len(files) == 0 {
		return
	}
	if s.apart > 0 {
		inv.NotFollowed = append(inv.NotFollowed, "files that are not near those which import a framework")
	}
	for _, r := range program.Routes() {
		if ctx.Err() != nil {
			return
		}
		inv.Routes = append(inv.Routes, p.route(u, program, files, r))
	}
	for i := range files {
		if files[i].graph.Skipped > 0 && p.routed(&files[i]) {
			inv.NotFollowed = append(inv.NotFollowed, "code of "+path.Base(files[i].path)+" that was not understood")
		}
	}
}

// routed reports whether a file may have routes: it imports a framework, or its path says so.
func (p *Project) routed(f *parsed) bool {
	l, _ := extract.ByPath(f.path)
	var imports []string
	for _, id := range f.graph.Modules {
		imports = append(imports, f.graph.Nodes[id].Name)
	}
	return p.mayRoute(f.path, model.Language(f.graph.Language), imports) || l.Name == "Ruby" || l.Name == "PHP"
}

// mayRoute reports whether a file in a language that imports some modules may have routes.
func (p *Project) mayRoute(file string, lang model.Language, imports []string) bool {
	for i := range p.Model.Entries {
		e := &p.Model.Entries[i]
		if e.Language != lang {
			continue
		}
		switch {
		case e.Framework == "" && lang != model.JavaScript && lang != model.Python:
			return true
		case e.Framework == "":
		case slices.ContainsFunc(imports, e.IsOf):
			return true
		}
		if e.Files != nil && slices.ContainsFunc(e.Files, func(g string) bool { return g != "**" && strings.Contains(g, "/") && model.MatchFile(g, file) }) {
			return true
		}
	}
	return false
}

func (p *Project) route(u *unit, program *flow.Program, files []parsed, r rules.Route) Route {
	place := func(file int, start, end int32) Place {
		return Place{files[file].path, int(start), int(end), NoLimit}
	}
	framework, _, _ := strings.Cut(r.Rule.Name, ".")
	x := Route{
		Framework: framework, Entry: r.Rule.Name, Methods: slices.Sorted(slices.Values(r.Methods)), Written: r.Path,
		Known: !strings.Contains(r.Path, rules.Ellipsis), At: place(r.File, r.Start, r.End),
	}
	if x.Path, x.Message = r.Path, r.Message; !r.Message {
		x.Path, x.Params = route.Normal(r.Path, r.Rule.Route == "regex")
	}
	for _, h := range r.Handlers {
		start, end := program.Func(h)
		x.Handlers = append(x.Handlers, place(h.File, start, end))
	}
	for _, h := range program.Runs(r) {
		start, end := program.Func(h)
		x.Code = append(x.Code, place(h.File, start, end))
	}
	x.Inputs = p.inputs(u, program, files, r, &x)
	file, _ := role.Of(p.Model, p.linker, x.At.File)
	x.Role = file.String()
	return x
}

// limited says where the number of a limit comes from.
func (p *Project) limited(in *RouteInput, u *unit, program *flow.Program, files []parsed) {
	set, ok := program.Sets(in.Limit)
	if !ok {
		l, _ := p.Model.Limit(in.Limit)
		in.Why = l.Why
		return
	}
	in.Why = "set by the project"
	if set.File >= 0 {
		in.SetAt = Place{files[set.File].path, int(set.Start), int(set.End), NoLimit}
	} else if byFile, ok := u.limits[in.Limit]; ok {
		in.SetAt = byFile.at
	}
}

func firstOf(name string) string {
	first, _, _ := strings.Cut(name, ".")
	return first
}

// inputs returns what a request of a route gives the program.
func (p *Project) inputs(u *unit, program *flow.Program, files []parsed, r rules.Route, x *Route) []RouteInput {
	var all []RouteInput
	for _, in := range program.Inputs(r) {
		if name, of := strings.CutPrefix(in.Name, "path."); of && !slices.Contains(x.Params, firstOf(name)) {
			continue // of another route that the same function handles
		}
		one := RouteInput{
			Kind: in.Kind.String(), Name: in.Name, MaxLength: length(in.Max), Limit: in.Source.Limit,
			At: Place{files[in.File].path, int(in.Start), int(in.End), NoLimit},
		}
		if called := in.Access.String(); in.Kind == model.Body {
			one.Form = strings.Contains(strings.ToLower(called), "form") || strings.Contains(called, "POST") || strings.Contains(called, "$_REQUEST") || strings.HasSuffix(in.Source.Limit, ".form")
		}
		if strings.HasPrefix(one.Name, "query") {
			one.Kind = "query"
		}
		if in.Checked {
			one.Limit, one.Why = "", "a check of the value"
		} else {
			p.limited(&one, u, program, files)
		}
		all = append(all, one)
	}
	for _, name := range x.Params {
		if name == route.Unknown || slices.ContainsFunc(all, func(in RouteInput) bool { return in.Name == "path."+name }) {
			continue
		}
		one := RouteInput{Kind: "path", Name: "path." + name, At: x.At}
		most, source := program.PathMax(r.Rule)
		if one.MaxLength = length(most); source != nil {
			one.Limit = source.Limit
			p.limited(&one, u, program, files)
		}
		all = append(all, one)
	}
	demanded := program.Constraints(r)
	for i := range all {
		in := &all[i]
		if in.Pattern = demanded[strings.TrimPrefix(in.Name, "path.")]; in.Pattern == "" || in.Kind != "path" {
			in.Pattern = ""
		} else if most := length(limit.OfPattern(in.Pattern)); most != NoLimit && (in.MaxLength == NoLimit || most < in.MaxLength) {
			in.MaxLength, in.Limit, in.Why = most, "", "what the route demands of it"
		}
	}
	return all
}
