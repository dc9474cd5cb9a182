package link

import (
	"path"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
)

// Package is what a package tells about itself.
type Package struct {
	// Folder is where its manifest stands, File the path of the manifest.
	Folder, File string
	Name         string
	// Published reports whether others can install it: it has a name and a version, and is not private.
	Published bool
	// Exports are the files that an import of the package means; those that exist.
	Exports []string
	// subpaths are the names behind that of the package by which the exports of package.json name some of them, and hides
	// says that these name all files that can be imported.
	subpaths map[string]string
	hides    bool
	// Bins are the files of its commands; those that exist.
	Bins []string
	// Dependencies are the names of the packages that it needs when it runs, DevDependencies of those that
	// only its development needs.
	Dependencies, DevDependencies []string
	// Installed reports whether it lies in a folder of installed packages.
	Installed bool
	// Scripts are the files that its scripts run, as far as these name them, without extensions.
	Scripts []string
	// browser are the files that stand in place of others in browsers.
	browser []string
}

// PackageOf returns the package that a file belongs to.
func (l *Linker) PackageOf(file string) (*Package, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found *Package
	up(path.Dir(file), func(folder string) string {
		found = l.packageAt(folder)
		if found != nil || slices.Contains(installations, path.Base(folder)) {
			return "."
		}
		return ""
	})
	if found == nil && path.Ext(file) == ".py" && slices.Contains(pythonInstallations, path.Base(path.Dir(file))) {
		found = l.installedModule(file)
	}
	return found, found != nil
}

// installations are the names of folders with installed packages.
var installations = []string{"node_modules", "site-packages", "dist-packages", "vendor", "gems"}

// Installs reports whether a folder of a name holds installed packages.
func Installs(name string) bool { return slices.Contains(installations, name) }

func isInstalled(file string) bool {
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		if Installs(part) {
			return true
		}
	}
	return false
}

// packageAt returns the package whose manifest stands in a folder, nil for none.
func (l *Linker) packageAt(folder string) *Package {
	p, known := l.packages[folder]
	if known {
		return p
	}
	switch m := l.manifest(folder); {
	case m != nil && m.isPackage():
		p = l.nodePackage(m)
	case l.files.Exists(path.Join(folder, "pyproject.toml")):
		p = l.pythonPackage(folder, "pyproject.toml")
	case l.files.Exists(path.Join(folder, "setup.cfg")):
		p = l.pythonPackage(folder, "setup.cfg")
	case l.files.Exists(path.Join(folder, "setup.py")):
		p = l.pythonPackage(folder, "setup.py")
	case l.files.Exists(path.Join(folder, "composer.json")):
		p = l.phpPackage(folder)
	case slices.Contains(pythonInstallations, path.Base(path.Dir(folder))) && l.files.Exists(path.Join(folder, "__init__.py")):
		p = l.installedPython(folder)
	default:
		if file := l.gemspecIn(folder); file != "" {
			p = l.rubyPackage(file)
		}
	}
	l.packages[folder] = p
	return p
}

// isPackage reports whether a package.json is more than a note about the kind of modules beside it.
func (m *manifest) isPackage() bool {
	for _, key := range []string{"name", "version", "dependencies", "devDependencies", "scripts", "workspaces", "private"} {
		if slices.Contains(m.names(), key) {
			return true
		}
	}
	return false
}

func (l *Linker) nodePackage(m *manifest) *Package {
	p := &Package{
		Folder: m.folder, File: path.Join(m.folder, "package.json"), Name: m.get("name").text,
		Dependencies:    slices.Concat(m.get("dependencies").names(), m.get("peerDependencies").names(), m.get("optionalDependencies").names()),
		DevDependencies: m.get("devDependencies").names(),
		Installed:       isInstalled(path.Join(m.folder, "package.json")),
	}
	p.Published = p.Name != "" && m.get("version").isText && !m.get("private").isTrue
	p.add(&p.Exports, l.inPackage(m, "", m.get("type").text == "module"))
	l.readExports(m, p)
	for _, key := range []string{"main", "module"} {
		if text := m.get(key).text; text != "" {
			p.add(&p.Exports, l.within(m.folder, text))
		}
	}
	browser := m.get("browser").texts()
	for _, f := range m.get("browser").fields {
		browser = append(browser, f.value.texts()...)
	}
	for _, text := range browser {
		if file := l.within(m.folder, text); !slices.Contains(p.Exports, file) {
			p.add(&p.browser, file)
		}
	}
	for _, f := range m.get("scripts").fields {
		for word := range strings.FieldsSeq(f.value.text) {
			if file, inside := below(m.folder, strings.Trim(word, `"'`)); inside && isScript(file) {
				p.Scripts = append(p.Scripts, strings.TrimSuffix(file, path.Ext(file)))
			}
		}
	}
	bins := m.get("bin").texts()
	for _, f := range m.get("bin").fields {
		bins = append(bins, f.value.texts()...)
	}
	for _, bin := range bins {
		p.add(&p.Bins, l.within(m.folder, bin))
	}
	return p
}

// readExports adds the files that the exports of package.json name to those that an import means.
func (l *Linker) readExports(m *manifest, p *Package) {
	all := m.get("exports")
	add := func(targets []string, subpath string) {
		for _, target := range targets {
			if p.hides = p.hides && !strings.Contains(target, "*"); strings.Contains(target, "*") {
				continue
			}
			file := l.within(m.folder, target)
			if subpath != "" && !slices.Contains(p.Exports, file) {
				p.subpaths[file] = ModuleName(subpath)
			}
			p.add(&p.Exports, file)
		}
	}
	p.hides, p.subpaths = len(all.targets(0)) > 0, map[string]string{}
	add(all.texts(), "")
	for _, inside := range []bool{false, true} { // a file that is the package too has its name
		for _, f := range all.fields {
			if subpath, ok := strings.CutPrefix(f.name, "./"); ok && inside {
				add(f.value.targets(0), subpath)
			} else if !ok && !inside && f.name != "types" {
				add(f.value.targets(0), "")
			}
		}
	}
}

// ModuleName returns the name of a module of JavaScript without what an import may leave out.
func ModuleName(module string) string {
	return strings.TrimSuffix(strings.TrimSuffix(module, ".js"), "/index")
}

// ModuleOf returns by what name others import a file of the package, "" for one that its manifest does not offer.
func (p *Package) ModuleOf(file string) string {
	switch subpath := p.subpaths[file]; {
	case !slices.Contains(p.Exports, file):
		return ""
	case subpath != "":
		return p.Name + "/" + subpath
	}
	return p.Name
}

// Hides reports whether no import gets at a module of the package, as its manifest names all that can be imported.
func (p *Package) Hides(module string) bool {
	if !p.hides || module == p.Name {
		return false
	}
	for _, subpath := range p.subpaths {
		if module == p.Name+"/"+subpath {
			return false
		}
	}
	return true
}

// scriptNames are the names of files that build programs, if the scripts of their packages run them: others of the
// same names publish messages and make things.
var scriptNames = []string{"make", "build", "release", "publish", "webpack"}

func isScript(file string) bool {
	name := path.Base(file)
	switch ext := path.Ext(name); ext {
	case "", ".js", ".mjs", ".cjs", ".ts":
		return slices.Contains(scriptNames, strings.TrimSuffix(name, ext))
	}
	return false
}

// Builds reports whether a file is one that builds the package: its name and a script of the package say so.
func (p *Package) Builds(file string) bool {
	return isScript(file) && slices.Contains(p.Scripts, strings.TrimSuffix(file, path.Ext(file)))
}

// Loads reports whether a file is one that a program which has the package installed can load by its name: all below lib
// in Ruby.
func (p *Package) Loads(file string) bool {
	return path.Ext(p.File) == gemspec && strings.HasPrefix(file, path.Join(p.Folder, "lib")+"/")
}

func (p *Package) add(list *[]string, file string) {
	if file != "" && !slices.Contains(*list, file) {
		*list = append(*list, file)
	}
}

// targets returns all files that the exports of a package name.
func (v value) targets(depth int) []string {
	if depth > 8 {
		return nil
	}
	all := v.texts()
	for _, e := range v.list {
		if !e.isText {
			all = append(all, e.targets(depth+1)...)
		}
	}
	for _, f := range v.fields {
		if f.name != "types" && f.name != "typings" {
			all = append(all, f.value.targets(depth+1)...)
		}
	}
	return all
}

// What the files of Python packages say, line by line: they are not parsed, since setup.py is a program.
var (
	pythonName    = lazyregexp.New(`(?m)(?:^|[\s(,])name\s*=\s*["']?([A-Za-z0-9._-]+)`)
	pythonVersion = lazyregexp.New(`(?m)(?:^|[\s(,])(?:version\s*=|dynamic\s*=.*version)`)
	pythonPrivate = lazyregexp.New(`Private ::|package-mode\s*=\s*false`)
	pythonNeeds   = lazyregexp.New(`(?ms)^\s*(?:dependencies|install_requires)\s*=\s*\[(.*?)^?\s*\]`)
	quotedName    = lazyregexp.New(`["']([A-Za-z0-9][A-Za-z0-9._-]*)`)
	poetryNeeds   = lazyregexp.New(`(?m)^\[tool\.poetry\.dependencies\]\s*\n((?:[^\[\n].*\n?|\n)*)`)
	lineName      = lazyregexp.New(`(?m)^([A-Za-z0-9][A-Za-z0-9._-]*)\s*=`)
)

func (l *Linker) pythonPackage(folder, name string) *Package {
	file := path.Join(folder, name)
	text := string(l.read(file))
	p := &Package{Folder: folder, File: file, Installed: isInstalled(file)}
	if m := pythonName.FindStringSubmatch(text); m != nil {
		p.Name = m[1]
	}
	p.Published = p.Name != "" && pythonVersion.MatchString(text) && !pythonPrivate.MatchString(text)
	if m := pythonNeeds.FindStringSubmatch(text); m != nil {
		for _, n := range quotedName.FindAllStringSubmatch(m[1], -1) {
			p.Dependencies = append(p.Dependencies, n[1])
		}
	}
	if m := poetryNeeds.FindStringSubmatch(text); m != nil {
		for _, n := range lineName.FindAllStringSubmatch(m[1], -1) {
			if n[1] != "python" {
				p.Dependencies = append(p.Dependencies, n[1])
			}
		}
	}
	module := strings.ToLower(strings.NewReplacer("-", "_", ".", "/").Replace(p.Name))
	for _, root := range []string{"", "src", "lib"} {
		p.add(&p.Exports, l.pythonModule(path.Join(folder, root), strings.ReplaceAll(module, "/", ".")))
	}
	return p
}

// pythonInstallations are those of [installations] in which packages of Python lie beside what describes them.
var pythonInstallations = []string{"site-packages", "dist-packages"}

// What describes an installed package of Python, in a folder whose name begins with that of the package.
var (
	installedAs = lazyregexp.New(`^([A-Za-z0-9._]+?)-[^/]*\.(?:dist-info/METADATA|egg-info/PKG-INFO)$`)
	requires    = lazyregexp.New(`(?m)^Requires-Dist:\s*([A-Za-z0-9][A-Za-z0-9._-]*)`)
)

// installedPython returns the package of Python that a folder among those of installed ones is. Its name is the one that
// programs import, and so are those of its dependencies, as far as these are called what they are installed as.
func (l *Linker) installedPython(folder string) *Package {
	return l.installedFrom(folder, path.Join(folder, "__init__.py"))
}

// installedModule returns the package of Python that a file among installed ones is alone.
func (l *Linker) installedModule(file string) *Package {
	p, known := l.packages[file]
	if !known {
		p = l.installedFrom(strings.TrimSuffix(file, ".py"), file)
		l.packages[file] = p
	}
	return p
}

func (l *Linker) installedFrom(folder, file string) *Package {
	p := &Package{Folder: folder, File: file, Name: path.Base(folder), Published: true, Exports: []string{file}, Installed: true}
	for _, m := range requires.FindAllStringSubmatch(string(l.read(l.described(path.Dir(folder), p.Name))), -1) {
		p.add(&p.Dependencies, importedAs(m[1]))
	}
	return p
}

// importedAs is how the modules of a package of Python are called mostly.
func importedAs(of string) string {
	return strings.ToLower(strings.NewReplacer("-", "_", ".", "_").Replace(of))
}

// described returns the file that describes the package in a folder of installed ones whose modules have a name, ""
// where none is called so.
func (l *Linker) described(among, name string) string {
	if l.descriptions == nil {
		l.descriptions = map[string]string{}
		for _, file := range slices.Concat(l.files.Named("METADATA"), l.files.Named("PKG-INFO")) {
			info := path.Dir(file)
			if m := installedAs.FindStringSubmatch(path.Base(info) + "/" + path.Base(file)); m != nil {
				l.descriptions[path.Join(path.Dir(info), importedAs(m[1]))] = file
			}
		}
	}
	return l.descriptions[path.Join(among, strings.ToLower(name))]
}

func (l *Linker) phpPackage(folder string) *Package {
	file := path.Join(folder, "composer.json")
	v := decode(l.read(file))
	p := &Package{
		Folder: folder, File: file, Name: v.get("name").text, Installed: isInstalled(file),
		Dependencies: v.get("require").names(), DevDependencies: v.get("require-dev").names(),
	}
	p.Published = p.Name != "" && !slices.Contains([]string{"project"}, v.get("type").text)
	for _, bin := range v.get("bin").texts() {
		if f, inside := join(folder, bin); inside {
			p.add(&p.Bins, l.first(f))
		}
	}
	return p
}

// gemNeeds are the dependencies in a gemspec.
var gemNeeds = lazyregexp.New(`\.add_(development_|runtime_)?dependency\s*\(?\s*["']([^"']+)`)

// gemspecIn returns the file in a folder that describes a package of Ruby, "" for none: that with the name of the folder
// where several are there.
func (l *Linker) gemspecIn(folder string) string {
	if l.gemspecs == nil {
		l.gemspecs = map[string]string{}
		for _, file := range l.files.Named("*" + gemspec) {
			at := path.Dir(file)
			if name := path.Base(file); l.gemspecs[at] == "" || name == path.Base(at)+gemspec {
				l.gemspecs[at] = file
			}
		}
	}
	return l.gemspecs[folder]
}

func (l *Linker) rubyPackage(file string) *Package {
	folder, name := path.Dir(file), strings.TrimSuffix(path.Base(file), gemspec)
	p := &Package{Folder: folder, File: file, Name: name, Published: true, Installed: isInstalled(file)}
	for _, m := range gemNeeds.FindAllStringSubmatch(string(l.read(file)), -1) {
		if m[1] == "development_" {
			p.DevDependencies = append(p.DevDependencies, m[2])
		} else {
			p.Dependencies = append(p.Dependencies, m[2])
		}
	}
	p.add(&p.Exports, l.first(path.Join(folder, "lib", name+".rb"), path.Join(folder, "lib", strings.ReplaceAll(name, "-", "/")+".rb")))
	return p
}
