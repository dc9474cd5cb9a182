package calls

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// pythonCalls are calls that block the event loop, by their full name.
var pythonCalls = []struct {
	name    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`^time\.sleep$`), "await asyncio.sleep"},
	{regexp.MustCompile(`^requests\.(get|post|put|patch|delete|head|options|request)$`), "httpx.AsyncClient or aiohttp"},
	{regexp.MustCompile(`^urllib\.request\.urlopen$`), "httpx.AsyncClient or aiohttp"},
	{regexp.MustCompile(`^subprocess\.(run|call|check_call|check_output|getoutput|getstatusoutput)$`), "asyncio.create_subprocess_exec"},
	{regexp.MustCompile(`^os\.(system|popen)$`), "asyncio.create_subprocess_shell"},
	{regexp.MustCompile(`^(open|io\.open|pathlib\.Path\.open)$`), "await asyncio.to_thread, or aiofiles"},
	{regexp.MustCompile(`^(shutil\.(copy|copy2|copyfile|copytree|rmtree|move)|socket\.create_connection|socket\.getaddrinfo|socket\.gethostbyname)$`), "await asyncio.to_thread"},
}

var (
	pythonDef    = regexp.MustCompile(`(?m)^([ \t]*)(async[ \t]+)?def[ \t]+(\w+)[ \t]*\(`)
	pythonImport = regexp.MustCompile(`(?m)^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?`)
	pythonFrom   = regexp.MustCompile(`(?m)^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^()]*)\)|([\w ,\t]+))`)
	pythonCall   = regexp.MustCompile(`(^|[^\w.])(\w+(?:\.\w+)*)[ \t]*\(`)
)

// Python finds blocking calls inside async functions of a source file of Python, and in plain
// functions that these call directly.
func Python(src []byte) []Call {
	code := maskPython(src)
	names := map[string]string{"open": "open"} // what a local name stands for
	for _, m := range pythonImport.FindAllSubmatch(code, -1) {
		if alias := string(m[2]); alias != "" {
			names[alias] = string(m[1])
		} else {
			first, _, _ := strings.Cut(string(m[1]), ".")
			names[first] = first
		}
	}
	for _, m := range pythonFrom.FindAllSubmatch(code, -1) {
		for part := range strings.SplitSeq(string(m[2])+string(m[3]), ",") {
			name, local, renamed := strings.Cut(strings.TrimSpace(part), " as ")
			if !renamed {
				local = name
			}
			names[strings.TrimSpace(local)] = string(m[1]) + "." + strings.TrimSpace(name)
		}
	}
	scopes := pythonScopes(code)
	calls := pythonCall.FindAllSubmatchIndex(code, -1)
	callers := map[string][]int{}
	for _, m := range calls {
		if strings.HasSuffix(strings.TrimRight(string(code[max(0, m[4]-8):m[4]]), " \t"), "def") {
			continue
		}
		name := string(code[m[4]:m[5]])
		name = strings.TrimPrefix(name, "self.")
		callers[name] = append(callers[name], m[4])
	}
	reach(scopes, callers, func(s scope) bool { return !s.async })
	var found []Call
	for _, m := range calls {
		first, rest, dotted := strings.Cut(string(code[m[4]:m[5]]), ".")
		full, known := names[first]
		if !known {
			continue
		}
		if dotted {
			full += "." + rest
		}
		i := within(scopes, m[4])
		if i < 0 || scopes[i].reached == "" {
			continue
		}
		for _, what := range pythonCalls {
			if !what.name.MatchString(full) {
				continue
			}
			c := Call{Offset: m[4], End: m[5], Name: full, Why: scopes[i].reached, Instead: what.instead}
			c.position(src)
			found = append(found, c)
			break
		}
	}
	slices.SortFunc(found, func(a, b Call) int { return cmp.Compare(a.Offset, b.Offset) })
	return found
}

// pythonScopes finds the functions by their indentation.
func pythonScopes(code []byte) []scope {
	var scopes []scope
	for _, m := range pythonDef.FindAllSubmatchIndex(code, -1) {
		indent := m[3] - m[2]
		closing := matching(code, m[1]-1)
		if closing < 0 {
			continue
		}
		s := scope{name: string(code[m[6]:m[7]]), start: closing, end: len(code), async: m[4] >= 0}
		if s.async {
			s.root = "it is in an async function"
		}
		at := closing
		for at < len(code) {
			next := at
			for next < len(code) && code[next] != '\n' {
				next++
			}
			line := next + 1
			if line >= len(code) {
				break
			}
			end := line
			for end < len(code) && code[end] != '\n' {
				end++
			}
			text := string(code[line:end])
			trimmed := strings.TrimLeft(text, " \t")
			if strings.TrimSpace(trimmed) != "" && len(text)-len(trimmed) <= indent && trimmed[0] != ')' && trimmed[0] != ']' {
				s.end = line
				break
			}
			at = line
		}
		scopes = append(scopes, s)
	}
	return scopes
}
