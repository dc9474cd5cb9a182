package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

var (
	errCodeUnits = errors.New("regexp2 matches code points, and the pattern or the attack is about surrogates")
	errModifiers = errors.New("regexp2 is not given patterns with modifiers")
)

// lineTerminators are those of ECMAScript; regexp2 knows \n, and \r in places.
const lineTerminators = `\n\r\u2028\u2029`

// translate writes a valid ECMAScript pattern so that regexp2 in its ECMAScript mode means the same
// by it. Known remainders: regexp2 folds case in its own way, and keeps captures from one iteration
// to the next.
func translate(job Job) (string, regexp2.RegexOptions, error) {
	options := regexp2.RegexOptions(regexp2.ECMAScript)
	for _, flag := range job.Pattern.Flags {
		switch flag {
		case 'i':
			options |= regexp2.IgnoreCase
		case 'u':
			options |= regexp2.Unicode
		case 'v':
			return "", 0, errors.New("regexp2 does not know the v flag")
		case 'd', 'g', 'm', 's', 'y':
		default:
			return "", 0, fmt.Errorf("regexp2 does not know the %c flag", flag)
		}
	}
	unicode := options&regexp2.Unicode != 0
	a := job.Verdict.Attack
	texts := []string{job.Pattern.Text, a.Suffix}
	for _, p := range a.Pumps {
		texts = append(texts, p.Prefix, p.Pump)
	}
	for _, text := range texts {
		for _, r := range wtf8.Decode(text) {
			if wtf8.IsSurrogate(r) || r > 0xFFFF && !unicode {
				return "", 0, errCodeUnits
			}
		}
	}
	t := translator{in: wtf8.Decode(job.Pattern.Text), flags: job.Pattern.Flags, unicode: unicode}
	if err := t.run(); err != nil {
		return "", 0, err
	}
	pattern := t.out.String()
	switch mode := job.mode(); {
	case mode == syntax.Full:
		pattern = `\G(?:` + pattern + `)(?![^])`
	case mode == syntax.Prefix, strings.Contains(job.Pattern.Flags, "y"):
		pattern = `\G(?:` + pattern + `)`
	}
	return pattern, options, nil
}

type translator struct {
	in      []rune
	flags   string
	unicode bool
	out     strings.Builder
	names   []string // of capture n at n-1
}

func (t *translator) run() error {
	if err := t.nameGroups(); err != nil {
		return err
	}
	inClass := false
	for i := 0; i < len(t.in); i++ {
		switch c := t.in[i]; {
		case c == '\\' && i+1 < len(t.in):
			size, err := t.escape(t.in[i:], inClass)
			if err != nil {
				return err
			}
			i += size - 1
		case inClass:
			if c == '[' { // or regexp2 reads a subtraction or a POSIX class
				t.out.WriteByte('\\')
			}
			inClass = c != ']'
			t.out.WriteRune(c)
		case c == '[':
			inClass = true
			t.out.WriteRune(c)
			// Of [^] and [] the bracket closes the class at once.
			if i+1 < len(t.in) && t.in[i+1] == '^' {
				t.out.WriteByte('^')
				i++
			}
		case c == '.' && strings.Contains(t.flags, "s"):
			t.out.WriteString(`[^]`)
		case c == '.':
			t.out.WriteString(`[^` + lineTerminators + `]`)
		case c == '^' && strings.Contains(t.flags, "m"):
			t.out.WriteString(`(?<![^` + lineTerminators + `])`)
		case c == '$' && strings.Contains(t.flags, "m"):
			t.out.WriteString(`(?![^` + lineTerminators + `])`)
		case c == '(':
			size, err := t.group(t.in[i:])
			if err != nil {
				return err
			}
			i += size - 1
		default:
			t.out.WriteRune(c)
		}
	}
	return nil
}

// nameGroups fills names. regexp2 numbers named groups after all others, so names are replaced by
// numbers everywhere.
func (t *translator) nameGroups() error {
	inClass := false
	for i := 0; i < len(t.in); i++ {
		switch c := t.in[i]; {
		case c == '\\':
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '(':
			name, named := groupName(t.in[i:])
			if named && slices.Contains(t.names, name) {
				return errors.New("regexp2 does not know duplicate group names as ECMAScript does")
			}
			if named || i+1 < len(t.in) && t.in[i+1] != '?' {
				t.names = append(t.names, name)
			}
		}
	}
	return nil
}

// groupName returns the name of the group that opens at the start of in.
func groupName(in []rune) (name string, ok bool) {
	if len(in) < 4 || in[1] != '?' || in[2] != '<' || in[3] == '=' || in[3] == '!' {
		return "", false
	}
	end := slices.Index(in, '>')
	if end < 0 {
		return "", false
	}
	return string(in[3:end]), true
}

// group writes the opening of the group at the start of in and returns how many characters it is.
func (t *translator) group(in []rune) (size int, err error) {
	if name, ok := groupName(in); ok {
		t.out.WriteByte('(')
		return len("(?<>") + len([]rune(name)), nil
	}
	if len(in) > 2 && in[1] == '?' && strings.ContainsRune("ims-", in[2]) {
		return 0, errModifiers
	}
	t.out.WriteByte('(')
	if len(in) > 1 && in[1] == '?' {
		t.out.WriteByte('?')
		return 2, nil
	}
	return 1, nil
}

// escape writes the escape at the start of in and returns how many characters it is.
func (t *translator) escape(in []rune, inClass bool) (size int, err error) {
	c := in[1]
	switch {
	case !t.unicode && strings.ContainsRune("aeAGzZpP", c):
		// They mean themselves.
		t.out.WriteRune(c)
		return 2, nil
	case c == 'k' && !inClass:
		end := slices.Index(in, '>')
		if len(in) < 3 || in[2] != '<' || end < 0 || !slices.ContainsFunc(t.names, func(s string) bool { return s != "" }) {
			t.out.WriteByte('k')
			return 2, nil
		}
		index := slices.Index(t.names, string(in[3:end]))
		if index < 0 {
			return 0, errors.New("a reference to a group that is not there")
		}
		t.out.WriteString(`(?:\` + strconv.Itoa(index+1) + `)`)
		return end + 1, nil
	case c == 'u' && len(in) >= 6 && strings.ContainsRune("dD", in[2]) && strings.ContainsRune("89abcdefABCDEF", in[3]):
		return 0, errCodeUnits
	}
	t.out.WriteByte('\\')
	t.out.WriteRune(c)
	return 2, nil
}
