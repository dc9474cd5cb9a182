// Package calls finds calls in the source of servers that block the thread that serves everybody, and
// that run for each request rather than once at the start.
package calls

// Call is a blocking call in code that runs for each request.
type Call struct {
	Offset, End int    // of the call's name in bytes
	Line        int    // from 1
	Column      int    // in code points from 1
	Column16    int    // in UTF-16 units from 1
	Name        string // as documented, such as "fs.readFileSync"
	// Why says what makes the code run for each request, in a clause.
	Why string
	// Instead says what to use in its place.
	Instead string
}

// scope is a function in a source file.
type scope struct {
	name       string
	start, end int    // of its body in bytes
	root       string // why it runs for each request, "" when that is not known
	reached    string // the same, or through whom it is called
	async      bool
}

// within returns the index of the innermost scope around an offset, -1 at the top level.
func within(scopes []scope, at int) int {
	best := -1
	for i, s := range scopes {
		if s.start <= at && at < s.end && (best < 0 || s.start >= scopes[best].start) {
			best = i
		}
	}
	return best
}

// reach marks the scopes that are called by name from one that is reached, until nothing changes.
// callers lists for each name the offsets at which it is called.
func reach(scopes []scope, callers map[string][]int, through func(s scope) bool) {
	for i := range scopes {
		scopes[i].reached = scopes[i].root
	}
	for changed := true; changed; {
		changed = false
		for i := range scopes {
			s := &scopes[i]
			if s.reached != "" || s.name == "" || !through(*s) {
				continue
			}
			for _, at := range callers[s.name] {
				if from := enclosing(scopes, at); from >= 0 && from != i {
					s.reached = "it is called from " + label(scopes[from])
					changed = true
					break
				}
			}
		}
	}
}

// enclosing returns the innermost scope around an offset that runs for each request, -1 for none.
func enclosing(scopes []scope, at int) int {
	best := -1
	for i, s := range scopes {
		if s.start <= at && at < s.end && s.reached != "" && (best < 0 || s.start >= scopes[best].start) {
			best = i
		}
	}
	return best
}

func label(s scope) string {
	if s.name != "" {
		return s.name
	}
	return "a request handler"
}

// position fills in where a call stands.
func (c *Call) position(src []byte) {
	c.Line, c.Column, c.Column16 = 1, 1, 1
	for _, r := range string(src[:c.Offset]) {
		switch {
		case r == '\n':
			c.Line++
			c.Column, c.Column16 = 1, 1
			continue
		case r > 0xFFFF:
			c.Column16++
		}
		c.Column++
		c.Column16++
	}
}
