package report

import (
	"net/url"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
)

// Redacted stands where a credential was.
const Redacted = "REDACTED"

// secretName recognises names of headers, query parameters, options and environment variables whose
// values are credentials. Idempotency-Key is not one of them, nor is a bare "key".
var secretName = lazyregexp.New(`(?i)authorization|cookie|passw(or)?d|passphrase|secret|token|` +
	`api[-_]?key|access[-_]?key|private[-_]?key|credential|signature|^(sig|auth|pwd|pass)$|session[-_]?id|^sid$`)

// Secret reports whether a value under this name is a credential.
func Secret(name string) bool { return secretName.MatchString(name) }

// RedactHeader returns the value of a header as it may be shown.
func RedactHeader(name, value string) string {
	if !Secret(name) {
		return RedactURLs(value)
	}
	// The scheme of an Authorization header is worth knowing and no secret.
	if scheme, _, ok := strings.Cut(value, " "); ok && strings.HasSuffix(strings.ToLower(name), "authorization") {
		return scheme + " " + Redacted
	}
	return Redacted
}

// RedactURL returns a URL as it may be shown: without user information and without the values of
// query parameters that are credentials. What is not a URL loses what may stand for these.
func RedactURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || strings.Contains(raw, " ") { // which would be escaped
		return redactMalformed(raw)
	}
	if u.User != nil {
		u.User = url.User(Redacted)
	}
	u.RawQuery = redactQuery(u.RawQuery)
	if strings.Contains(u.Fragment, "=") {
		u.Fragment = redactQuery(u.Fragment)
		u.RawFragment = ""
	}
	return u.String()
}

// redactMalformed returns what is not a URL without all that may be user information, and without the
// values of its query that are credentials.
func redactMalformed(raw string) string {
	raw, query, asked := strings.Cut(raw, "?")
	if i := strings.LastIndexByte(raw, '@'); i >= 0 {
		scheme, _, ok := strings.Cut(raw, "://")
		if ok && len(scheme) < i {
			raw = scheme + "://" + Redacted + raw[i:]
		} else {
			raw = Redacted + raw[i:]
		}
	}
	raw = noPort.ReplaceAllString(raw, "${1}"+Redacted)
	if asked {
		raw += "?" + redactQuery(query)
	}
	return RedactURLs(raw)
}

// noPort matches what stands where a port belongs, and is none: a password without its host.
var noPort = lazyregexp.New(`^([^:/]*://[^/:]*:)[^/]*[^/0-9][^/]*`)

// secretParameter reports whether the value of a query parameter is a credential. There, unlike in headers
// and bodies, a key is one.
func secretParameter(name string) bool { return Secret(name) || strings.EqualFold(name, "key") }

// RedactHeaderLine returns a header line as it may be shown. Of one without a colon nothing is known.
func RedactHeaderLine(line string) string {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		name, _, ok = strings.Cut(line, " ")
		if ok || Secret(line) {
			return name + " " + Redacted
		}
		return line
	}
	return name + ": " + RedactHeader(strings.TrimSpace(name), strings.TrimSpace(value))
}

// jsonMember matches a member of a JSON object whose value is a scalar.
var jsonMember = lazyregexp.New(`"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,{}\[\]"]+)`)

// RedactBody returns the body of a request as it may be shown: without the values of the fields of forms
// and JSON that are credentials.
func RedactBody(body string) string {
	if strings.Contains(body, `"`) {
		return RedactURLs(jsonMember.ReplaceAllStringFunc(body, func(member string) string {
			parts := jsonMember.FindStringSubmatch(member)
			if !Secret(parts[1]) {
				return member
			}
			return `"` + parts[1] + `"` + parts[2] + `"` + Redacted + `"`
		}))
	}
	if strings.Contains(body, "=") {
		return redactQuery(body)
	}
	return body
}

func redactQuery(query string) string {
	params := strings.Split(query, "&")
	for i, p := range params {
		if name, _, ok := strings.Cut(p, "="); ok {
			if plain, err := url.QueryUnescape(name); err != nil || secretParameter(plain) {
				params[i] = name + "=" + Redacted
			}
		}
	}
	return strings.Join(params, "&")
}

// urlStart matches the words that are URLs as a whole.
var urlStart = lazyregexp.New(`^[A-Za-z][A-Za-z0-9+.-]*://`)

var (
	userInfo   = lazyregexp.New(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s"'@]*@`)
	queryParam = lazyregexp.New(`([?&])([^=&?#\s"']+)=([^&#\s"']*)`)
)

// RedactURLs returns a text with the credentials of the URLs in it removed.
func RedactURLs(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}"+Redacted+"@")
	return queryParam.ReplaceAllStringFunc(text, func(param string) string {
		name, _, _ := strings.Cut(param[1:], "=")
		if !secretParameter(name) {
			return param
		}
		return param[:1] + name + "=" + Redacted
	})
}

var (
	// assignment matches a name with its value, as in shells, YAML, headers and what programs print.
	assignment = lazyregexp.New(`([A-Za-z][A-Za-z0-9_.-]*)(["']?\s*[=:]\s*["']?)((?:(?:Bearer|Basic|Digest|Token)\s+)?[^\s"'&;,(){}\[\]]+)`)
	// optionValue matches an option of a command line with the word after it.
	optionValue = lazyregexp.New(`(^|\s)(--?[A-Za-z][A-Za-z0-9-]*)(\s+["']?)([^\s"'-][^\s"']*)`)
)

// RedactText returns a text of any kind, such as code for a shell, a line of a file or the output of a program, with
// the values removed that stand under names of credentials, and the credentials of URLs.
func RedactText(text string) string {
	text = redactAssignments(text)
	text = optionValue.ReplaceAllStringFunc(text, func(found string) string {
		parts := optionValue.FindStringSubmatch(found)
		if !slices.Contains(credentialOptions, parts[2]) && !Secret(strings.TrimLeft(parts[2], "-")) {
			return found
		}
		return parts[1] + parts[2] + parts[3] + Redacted
	})
	return RedactURLs(text)
}

// redactAssignments removes the values of assignments to names of credentials. A value may be an assignment itself.
func redactAssignments(text string) string {
	var out strings.Builder
	for {
		at := assignment.FindStringSubmatchIndex(text)
		if at == nil {
			return out.String() + text
		}
		name, between, value := text[at[2]:at[3]], text[at[4]:at[5]], text[at[6]:at[7]]
		out.WriteString(text[:at[6]])
		text = text[at[6]:]
		// Prose has colons too: "unexpected token: }".
		if Secret(name) && (!strings.Contains(between, ":") || len(value) >= 4) {
			out.WriteString(Redacted)
			text = text[len(value):]
		}
	}
}

// Options of clients of HTTP whose value is a credential, or a body.
var (
	credentialOptions = []string{"-u", "--user", "-U", "--proxy-user", "-b", "--cookie", "--http-user", "--http-password", "--oauth2-bearer", "--key-pass", "--pass"}
	bodyOptions       = []string{"-d", "--data", "--data-raw", "--data-ascii", "--data-binary", "--data-urlencode", "--json", "-F", "--form", "--post-data", "--body-data"}
)

// RedactArgs returns the words of a command line as they may be shown: values of options and
// assignments with secret names, credentials in headers and bodies given to options, and those in URLs.
func RedactArgs(args []string) []string {
	shown := make([]string, len(args))
	secretNext := false
	for i, arg := range args {
		name, _, assigned := strings.Cut(arg, "=")
		header, value, isHeader := strings.Cut(arg, ": ")
		plainName := strings.TrimLeft(name, "-")
		short := ""
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			short = arg[:2]
		}
		switch {
		case i > 0 && slices.Contains(credentialOptions, args[i-1]):
			shown[i] = Redacted
		case slices.Contains(credentialOptions, short):
			shown[i] = short + Redacted
		case assigned && slices.Contains(credentialOptions, name):
			shown[i] = name + "=" + Redacted
		case i > 0 && slices.Contains(bodyOptions, args[i-1]):
			shown[i] = RedactBody(arg)
		case slices.Contains(bodyOptions, short):
			shown[i] = short + RedactBody(arg[2:])
		case assigned && slices.Contains(bodyOptions, name):
			shown[i] = name + "=" + RedactBody(arg[len(name)+1:])
		case strings.Contains(arg, "://") && !strings.ContainsAny(arg, " \t\n'\"") && urlStart.MatchString(arg):
			shown[i] = RedactURL(arg)
		case secretNext && !strings.HasPrefix(arg, "-"):
			shown[i] = Redacted
		case assigned && !strings.Contains(name, "://") && Secret(plainName):
			shown[i] = name + "=" + Redacted
		case isHeader && Secret(header):
			shown[i] = header + ": " + RedactHeader(header, value)
		case strings.ContainsAny(arg, " \t\n"): // code for a shell or another interpreter
			shown[i] = RedactText(arg)
		default:
			shown[i] = RedactURLs(arg)
		}
		secretNext = !assigned && strings.HasPrefix(arg, "-") && Secret(plainName)
	}
	return shown
}
