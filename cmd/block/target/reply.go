package target

import (
	"fmt"
	"net/http"
	"strings"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/wire"
)

// Unmeasured says why a reply tells nothing about the work of a request, "" when it does.
func Unmeasured(method string, reply wire.Reply) string {
	to := reply.Get("Location")
	switch {
	case reply.Outcome != wire.Answered:
		return report.RedactURLs(reply.String())
	case reply.Status >= 400, reply.Status < 200, reply.Status == http.StatusNotModified:
		return "answered with " + cli.StatusReason(reply.Status)
	case reply.Status/100 == 3 && (method == "GET" || method == "HEAD" || AsksForLogin(to)):
		return fmt.Sprintf("a redirect to %s, which is not followed: %s", report.Visible(report.RedactURL(to)), cli.StatusReason(reply.Status))
	}
	return ""
}

// AsksForLogin reports whether the target of a redirect is a page to log in on, going by its name.
func AsksForLogin(location string) bool {
	location = strings.ToLower(location)
	for _, word := range []string{"login", "logon", "log_in", "signin", "sign_in", "sign-in", "auth", "sso", "session"} {
		if strings.Contains(location, word) {
			return true
		}
	}
	return false
}
