package report

import (
	"net/url"
	"regexp"
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
// query parameters that are credentials. What is not a URL is returned as RedactURLs leaves it.
func RedactURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return RedactURLs(raw)
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

func redactQuery(query string) string {
	params := strings.Split(query, "&")
	for i, p := range params {
		if name, _, ok := strings.Cut(p, "="); ok {
			if plain, err := url.QueryUnescape(name); err != nil || Secret(plain) {
				params[i] = name + "=" + redacted
			}
		}
	}
	return strings.Join(params, "&")
}

var (
	userInfo   = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^/?#\s"'@]*@`)
	queryParam = regexp.MustCompile(`([?&])([^=&?#\s"']+)=([^&#\s"']*)`)
)

// RedactURLs returns a text with the credentials of the URLs in it removed.
func RedactURLs(text string) string {
	text = userInfo.ReplaceAllString(text, "${1}"+redacted+"@")
	return queryParam.ReplaceAllStringFunc(text, func(param string) string {
		name, _, _ := strings.Cut(param[1:], "=")
		if !Secret(name) {
			return param
		}
		return param[:1] + name + "=" + redacted
	})
}

// RedactArgs returns the words of a command line as they may be shown: values of options and
// assignments with secret names, credentials in headers given to options, and those in URLs.
func RedactArgs(args []string) []string {
	shown := make([]string, len(args))
	secretNext := false
	for i, arg := range args {
		name, _, assigned := strings.Cut(arg, "=")
		header, value, isHeader := strings.Cut(arg, ": ")
		plainName := strings.TrimLeft(name, "-")
		switch {
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
