package calls

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// modules are Node's core modules with calls that block, and what to use instead.
var modules = map[string]struct {
	blocking *regexp.Regexp
	instead  string
}{
	"fs":            {regexp.MustCompile(`^\w+Sync$`), "the function of node:fs/promises"},
	"crypto":        {regexp.MustCompile(`^(pbkdf2Sync|scryptSync|generateKeyPairSync|generateKeySync|generatePrimeSync|checkPrimeSync|randomFillSync|hkdfSync)$`), "the function of the same name without Sync, with a callback"},
	"zlib":          {regexp.MustCompile(`^\w+Sync$`), "the function without Sync, or a stream"},
	"child_process": {regexp.MustCompile(`^(execSync|execFileSync|spawnSync)$`), "spawn or execFile"},
}

var (
	namePattern    = `[A-Za-z_$][\w$]*`
	requireWhole   = regexp.MustCompile(`(?:const|let|var)\s+(` + namePattern + `)\s*=\s*require\s*\(\s*['"](?:node:)?(\w+)['"]\s*\)\s*(?:\.\s*(` + namePattern + `))?`)
	requireParts   = regexp.MustCompile(`(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*require\s*\(\s*['"](?:node:)?(\w+)['"]\s*\)`)
	importWhole    = regexp.MustCompile(`import\s+(?:\*\s*as\s+)?(` + namePattern + `)\s*(?:,\s*\{([^{}]*)\}\s*)?from\s*['"](?:node:)?(\w+)['"]`)
	importParts    = regexp.MustCompile(`import\s*\{([^{}]*)\}\s*from\s*['"](?:node:)?(\w+)['"]`)
	requireCall    = regexp.MustCompile(`require\s*\(\s*['"](?:node:)?(\w+)['"]\s*\)\s*\.\s*(` + namePattern + `)\s*\(`)
	renamedMember  = regexp.MustCompile(`(?:const|let|var)\s+(` + namePattern + `)\s*=\s*(` + namePattern + `)\s*\.\s*(` + namePattern + `)\s*[;\n,]`)
	renamedMembers = regexp.MustCompile(`(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*(` + namePattern + `)\s*[;\n]`)
	memberCall     = regexp.MustCompile(`(` + namePattern + `)\s*(?:\?\.|\.)\s*(` + namePattern + `)\s*\(`)
	plainCall      = regexp.MustCompile(`(^|[^\w$.])(` + namePattern + `)\s*\(`)
	functionHead   = regexp.MustCompile(`(async\s+)?function\s*\*?\s*(` + namePattern + `)?\s*\(`)
	methodHead     = regexp.MustCompile(`(async\s+)?(` + namePattern + `)\s*\(`)
	assignedTo     = regexp.MustCompile(`(?:(?:const|let|var)\s+)?([\w$.]+)\s*=\s*(?:async\s*)?$`)
	exportedAs     = regexp.MustCompile(`(?:^|[\n;{}])\s*(?:export\s+(?:default\s+)?(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?|module\.exports\s*(?:\.\s*\w+)?\s*=\s*|exports\s*\.\s*\w+\s*=\s*)(?:async\s+)?$`)
	routed         = regexp.MustCompile(`(?:\.\s*(get|post|put|patch|delete|all|use|head|options|route|addHook|handle|on|register)|createServer|createSecureServer|serve|asyncHandler|wrap)\s*\([^()]*(?:\([^()]*\)[^()]*)*$`)
	handlerParams  = regexp.MustCompile(`^\s*(?:_?req|request|ctx|context|event|c|\{\s*(?:req|request|params|body|query)\b[^}]*\})\s*(?::[^,]+)?\s*(?:,\s*(?:_?res|response|reply|next|h|rep|context|callback)\b|$)`)
)

// JavaScript finds blocking calls of Node's core modules in a source file of JavaScript or
// TypeScript.
func JavaScript(src []byte) []Call {
	code := maskJavaScript(src)
	members, functions := imports(src, code)
	if len(members) == 0 && len(functions) == 0 && !requireCall.Match(src) {
		return nil
	}
	scopes := functionScopes(code)
	callers := map[string][]int{}
	for _, m := range plainCall.FindAllSubmatchIndex(code, -1) {
		if strings.HasSuffix(strings.TrimRight(string(code[max(0, m[4]-12):m[4]]), " \t*"), "function") {
			continue
		}
		name := string(code[m[4]:m[5]])
		callers[name] = append(callers[name], m[4])
	}
	for _, m := range memberCall.FindAllSubmatchIndex(code, -1) { // this.load()
		if receiver := string(code[m[2]:m[3]]); receiver == "this" || receiver == "self" {
			name := string(code[m[4]:m[5]])
			callers[name] = append(callers[name], m[4])
		}
	}
	reach(scopes, callers, func(scope) bool { return true })
	var found []Call
	add := func(start, end, paren int, module, function string) {
		what, ok := modules[module]
		blocks := ok && what.blocking.MatchString(function)
		if module == "crypto" && (function == "randomBytes" || function == "randomInt") {
			blocks = !hasCallback(code, paren, function)
		}
		if !blocks {
			return
		}
		at := enclosing(scopes, start)
		inner := within(scopes, start)
		if at < 0 || scopes[inner].reached == "" && scopes[inner].name != "" {
			return
		}
		instead := what.instead
		if function == "randomBytes" || function == "randomInt" {
			instead = "the same function with a callback"
		}
		c := Call{Offset: start, End: end, Name: module + "." + function, Why: scopes[at].reached, Instead: instead}
		c.position(src)
		found = append(found, c)
	}
	for _, m := range memberCall.FindAllSubmatchIndex(code, -1) {
		if module, ok := members[string(code[m[2]:m[3]])]; ok && (m[2] == 0 || code[m[2]-1] != '.') {
			add(m[2], m[5], m[1]-1, module, string(code[m[4]:m[5]]))
		}
	}
	for _, m := range plainCall.FindAllSubmatchIndex(code, -1) {
		if f, ok := functions[string(code[m[4]:m[5]])]; ok {
			add(m[4], m[5], m[1]-1, f[0], f[1])
		}
	}
	for _, m := range requireCall.FindAllSubmatchIndex(src, -1) {
		if code[m[0]] == 'r' {
			add(m[0], m[5], m[1]-1, string(src[m[2]:m[3]]), string(src[m[4]:m[5]]))
		}
	}
	slices.SortFunc(found, func(a, b Call) int { return cmp.Compare(a.Offset, b.Offset) })
	return found
}

// hasCallback tells whether a call has more arguments than it needs to return a value at once.
func hasCallback(code []byte, paren int, function string) bool {
	depth, commas := 0, 0
	callback := false
	for i := paren; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				text := string(code[paren:i])
				callback = strings.Contains(text, "=>") || strings.Contains(text, "function")
				return callback || function == "randomBytes" && commas >= 1 || commas >= 2
			}
		case ',':
			if depth == 1 {
				commas++
			}
		}
	}
	return true
}

// imports returns the names that stand for modules, and those that stand for functions of them.
func imports(src, code []byte) (members map[string]string, functions map[string][2]string) {
	members, functions = map[string]string{}, map[string][2]string{}
	live := func(at int) bool { return code[at] == src[at] && code[at] != ' ' } // not in a comment
	parts := func(list, module string) {
		for part := range strings.SplitSeq(list, ",") {
			part = strings.NewReplacer(" as ", ":", "\n", " ").Replace(strings.TrimSpace(part))
			name, local, renamed := strings.Cut(part, ":")
			name, local = strings.TrimSpace(name), strings.TrimSpace(local)
			if !renamed {
				local = name
			}
			if name == "default" || name == "promises" {
				continue
			}
			if name != "" {
				functions[local] = [2]string{module, name}
			}
		}
	}
	group := func(m []int, i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return string(src[m[2*i]:m[2*i+1]])
	}
	for _, m := range requireWhole.FindAllSubmatchIndex(src, -1) {
		module, known := group(m, 2), false
		if _, known = modules[module]; !known || !live(m[0]) {
			continue
		}
		if member := group(m, 3); member == "" {
			members[group(m, 1)] = module
		} else if member != "promises" {
			functions[group(m, 1)] = [2]string{module, member}
		}
	}
	for _, m := range requireParts.FindAllSubmatchIndex(src, -1) {
		if _, known := modules[group(m, 2)]; known && live(m[0]) {
			parts(group(m, 1), group(m, 2))
		}
	}
	for _, m := range importWhole.FindAllSubmatchIndex(src, -1) {
		if _, known := modules[group(m, 3)]; known && live(m[0]) {
			members[group(m, 1)] = group(m, 3)
			parts(group(m, 2), group(m, 3))
		}
	}
	for _, m := range importParts.FindAllSubmatchIndex(src, -1) {
		if _, known := modules[group(m, 2)]; known && live(m[0]) {
			parts(group(m, 1), group(m, 2))
		}
	}
	for _, m := range renamedMember.FindAllSubmatchIndex(code, -1) {
		if module, ok := members[group(m, 2)]; ok {
			functions[group(m, 1)] = [2]string{module, group(m, 3)}
		}
	}
	for _, m := range renamedMembers.FindAllSubmatchIndex(code, -1) {
		if module, ok := members[group(m, 2)]; ok {
			parts(group(m, 1), module)
		}
	}
	return members, functions
}

// functionScopes finds the functions: by the brace, or the expression, that follows their head.
func functionScopes(code []byte) []scope {
	var scopes []scope
	add := func(headStart, paren int, name string, async bool) {
		closing := matching(code, paren)
		if closing < 0 {
			return
		}
		body := skipBlank(code, closing+1)
		if body < len(code) && code[body] == ':' { // a type of TypeScript
			for body < len(code) && code[body] != '{' && code[body] != ';' && code[body] != '\n' && !strings.HasPrefix(string(code[body:min(body+2, len(code))]), "=>") {
				body++
			}
		}
		s := scope{name: name, async: async}
		switch {
		case body < len(code) && code[body] == '{':
			s.start, s.end = body, matching(code, body)
		case strings.HasPrefix(string(code[min(body, len(code)):min(body+2, len(code))]), "=>"):
			body = skipBlank(code, body+2)
			if s.start = body; body < len(code) && code[body] == '{' {
				s.end = matching(code, body)
			} else {
				s.end = expressionEnd(code, body)
			}
		default:
			return
		}
		if s.end < 0 {
			return
		}
		s.root = rootOf(code, headStart, string(code[paren+1:closing]), &s)
		scopes = append(scopes, s)
	}
	taken := map[int]bool{}
	for _, m := range functionHead.FindAllSubmatchIndex(code, -1) {
		name := ""
		if m[4] >= 0 {
			name = string(code[m[4]:m[5]])
		}
		taken[m[1]-1] = true
		add(m[0], m[1]-1, cmp.Or(name, nameBefore(code, m[0])), m[2] >= 0)
	}
	for _, m := range methodHead.FindAllSubmatchIndex(code, -1) {
		name := string(code[m[4]:m[5]])
		paren := m[1] - 1
		if taken[paren] {
			continue
		}
		closing := matching(code, paren)
		if closing < 0 {
			continue
		}
		next := skipBlank(code, closing+1)
		switch {
		case name == "async":
			add(m[0], paren, nameBefore(code, m[0]), true) // async (...) =>
		case next < len(code) && code[next] == '{' && !slices.Contains([]string{"if", "for", "while", "switch", "catch", "with", "function"}, name):
			add(m[0], paren, name, m[2] >= 0)
		default:
			continue
		}
		taken[paren] = true
	}
	for i := range code { // (...) => and x =>
		if code[i] != '=' || i+1 >= len(code) || code[i+1] != '>' {
			continue
		}
		at := i - 1
		for at >= 0 && code[at] <= ' ' {
			at--
		}
		switch {
		case at >= 0 && code[at] == ')':
			if paren := opening(code, at); paren >= 0 && !taken[paren] {
				taken[paren] = true
				add(paren, paren, nameBefore(code, paren), false)
			}
		case at >= 0 && isName(code[at]):
			start := at
			for start > 0 && isName(code[start-1]) {
				start--
			}
			body := skipBlank(code, i+2)
			s := scope{name: nameBefore(code, start), start: body}
			if body < len(code) && code[body] == '{' {
				s.end = matching(code, body)
			} else {
				s.end = expressionEnd(code, body)
			}
			if s.end > 0 {
				s.root = rootOf(code, start, string(code[start:at+1]), &s)
				scopes = append(scopes, s)
			}
		}
	}
	return scopes
}

// nameBefore returns the name that a function expression is assigned to.
func nameBefore(code []byte, at int) string {
	before := code[max(0, at-200):at]
	if m := assignedTo.FindSubmatch(before); m != nil {
		name := string(m[1])
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	return ""
}

// rootOf tells why a function runs for each request, "" when nothing says so.
func rootOf(code []byte, head int, params string, s *scope) string {
	before := code[max(0, head-300):head]
	trimmed := strings.TrimRight(string(before), " \t\n")
	trimmed = strings.TrimSuffix(trimmed, "async")
	switch {
	case handlerParams.MatchString(params) && (strings.Contains(params, ",") || routed.MatchString(trimmed)):
		return "it handles requests"
	case routed.MatchString(trimmed) && !strings.HasSuffix(strings.TrimSpace(trimmed), "listen("):
		if m := routed.FindStringSubmatch(trimmed); m[1] == "on" || m[1] == "register" || m[1] == "handle" {
			// Listeners of a process or a module are no handlers of requests.
			return ""
		}
		return "it handles requests"
	case exportedAs.Match(append(before, ' ')) || exportedAs.Match(before):
		if s.async || strings.HasSuffix(strings.TrimRight(string(before), " \t\n"), "async") || strings.Contains(string(code[head:min(head+6, len(code))]), "async") {
			return "it is an exported async function"
		}
	}
	return ""
}

func skipBlank(code []byte, i int) int {
	for i < len(code) && code[i] <= ' ' {
		i++
	}
	return i
}

// matching returns the offset of the bracket that closes the one at i, -1 when there is none.
func matching(code []byte, i int) int {
	depth := 0
	for ; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// opening is the reverse of matching.
func opening(code []byte, i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch code[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// expressionEnd returns where an expression ends that is the body of an arrow function.
func expressionEnd(code []byte, i int) int {
	depth := 0
	for ; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return i
			}
		case ',', ';':
			if depth == 0 {
				return i
			}
		}
	}
	return len(code)
}
