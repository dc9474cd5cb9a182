package report

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// redacted stands where a credential was.
const redacted = "REDACTED"

// secretName recognises names of headers, query parameters, options and environment variables whose
// values are credentials. Idempotency-Key is not one of them, nor is a bare "key".
var secretName = regexp.MustCompile(`(?i)authorization|cookie|passw(or)?d|passphrase|secret|token|` +
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
		return scheme + " " + redacted
	}
	return redacted
}

// RedactURL returns a URL as it may be shown: without user information and without the values of
// query parameters that are credentials. What is not a URL loses what may stand for these.
func RedactURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return redactMalformed(raw)
	}
	if u.User != nil {
		u.User = url.User(redacted)
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
			raw = scheme + "://" + redacted + raw[i:]
		} else {
			raw = redacted + raw[i:]
		}
	}
	raw = noPort.ReplaceAllString(raw, "${1}"+redacted)
	if asked {
		raw += "?" + redactQuery(query)
	}
	return RedactURLs(raw)
}

// noPort matches what stands where a port belongs, and is none: a password without its host.
var noPort = regexp.MustCompile(`^([^:/]*://[^/:]*:)[^/]*[^/0-9][^/]*`)

// secretParameter reports whether the value of a query parameter is a credential. There, unlike in headers
// and bodies, a key is one.
func secretParameter(name string) bool { return Secret(name) || strings.EqualFold(name, "key") }

// RedactHeaderLine returns a header line as it may be shown. Of one without a colon nothing is known.
func RedactHeaderLine(line string) string {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		name, _, ok = strings.Cut(line, " ")
		if ok || Secret(line) {
			return name + " " + redacted
		}
		return line
	}
	return name + ": " + RedactHeader(strings.TrimSpace(name), strings.TrimSpace(value))
}

// jsonMember matches a member of a JSON object whose value is a scalar.
var jsonMember = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,{}\[\]"]+)`)

// RedactBody returns the body of a request as it may be shown: without the values of the fields of forms
// and JSON that are credentials.
func RedactBody(body string) string {
	if strings.Contains(body, `"`) {
		return RedactURLs(jsonMember.ReplaceAllStringFunc(body, func(member string) string {
			parts := jsonMember.FindStringSubmatch(member)
			if !Secret(parts[1]) {
				return member
			}
			return `"` + parts[1] + `"` + parts[2] + `"` + redacted + `"`
		}))
	}
	if strings.Contains(body, "=") {
		return redactQuery(body)
	}
	return body
}

// RedactedWord writes a text that was redacted as a word for a POSIX shell: a variable stands for what
// was removed.
func RedactedWord(text string) string {
	quoted := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	return strings.ReplaceAll(quoted, redacted, `'"$SECRET"'`)
}

func redactQuery(query string) string {
	params := strings.Split(query, "&")
	for i, p := range params {
		if name, _, ok := strings.Cut(p, "="); ok {
			if plain, err := url.QueryUnescape(name); err != nil || secretParameter(plain) {
				params[i] = name + "=" + redacted
			}
		}
	}
	return strings.Join(params, "&")
}

// urlStart matches the words that are URLs as a whole.
var urlStart = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

var (
	userInfo   = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s"'@]*@`)
	queryParam = regexp.MustCompile(`([?&])([^=&?#\s"']+)=([^&#\s"']*)`)
)

// RedactURLs returns a text with the credentials of the URLs in it removed.
func RedactURLs(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}"+redacted+"@")
	return queryParam.ReplaceAllStringFunc(text, func(param string) string {
		name, _, _ := strings.Cut(param[1:], "=")
		if !secretParameter(name) {
			return param
		}
		return param[:1] + name + "=" + redacted
	})
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
			shown[i] = redacted
		case slices.Contains(credentialOptions, short):
			shown[i] = short + redacted
		case assigned && slices.Contains(credentialOptions, name):
			shown[i] = name + "=" + redacted
		case i > 0 && slices.Contains(bodyOptions, args[i-1]):
			shown[i] = RedactBody(arg)
		case slices.Contains(bodyOptions, short):
			shown[i] = short + RedactBody(arg[2:])
		case assigned && slices.Contains(bodyOptions, name):
			shown[i] = name + "=" + RedactBody(arg[len(name)+1:])
		case strings.Contains(arg, "://") && !strings.ContainsAny(arg, " \t\n'\"") && urlStart.MatchString(arg):
			shown[i] = RedactURL(arg)
		case secretNext && !strings.HasPrefix(arg, "-"):
			shown[i] = redacted
		case assigned && !strings.Contains(name, "://") && Secret(plainName):
			shown[i] = name + "=" + redacted
		case isHeader && Secret(header):
			shown[i] = header + ": " + RedactHeader(header, value)
		default:
			shown[i] = RedactURLs(arg)
		}
		secretNext = !assigned && strings.HasPrefix(arg, "-") && Secret(plainName)
	}
	return shown
}
