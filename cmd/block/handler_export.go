package block

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"snag/analyze/lazyregexp"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/wire"
)

// exportChoices are the programs that a request is written for.
var exportChoices = []cli.Choice{
	{Name: "curl", Help: "a command line of curl"},
	{Name: "k6", Help: "a script for k6: the request again and again, and a canary beside it"},
	{Name: "vegeta", Help: "a target for vegeta attack -format=json"},
	{Name: "oha", Help: "a command line of oha"},
}

// shownRequest is a request from which credentials were removed.
type shownRequest struct {
	Method, URL string
	Header      []wire.Field
	Body        string
}

// shownRequestOf removes the credentials from a request to a host.
func shownRequestOf(tls bool, host string, r wire.Request) shownRequest {
	scheme := "http"
	if tls {
		scheme = "https"
	}
	shown := shownRequest{Method: r.Method, URL: report.RedactURL(scheme + "://" + host + r.Path)}
	for _, h := range r.Header {
		shown.Header = append(shown.Header, wire.Field{Name: h.Name, Value: report.RedactHeader(h.Name, h.Value)})
	}
	if len(r.Body) > 0 {
		shown.Body = report.RedactBody(string(r.Body))
	}
	return shown
}

// curl returns a command line that sends the request. Only where it matters is curl told to leave the URL as it is, to
// await no body, and to name no type of its own.
func (s shownRequest) curl(version []string) string {
	words := append([]string{"curl"}, version...)
	if strings.ContainsAny(s.URL, "[]{}") {
		words = append(words, "--globoff")
	}
	if strings.Contains(s.URL, "/.") {
		words = append(words, "--path-as-is")
	}
	if s.Method == "HEAD" {
		words = append(words, "--head", s.URL)
	} else {
		words = append(words, "-X", s.Method, s.URL)
	}
	words = append(words, s.headerWords()...)
	if s.Body != "" {
		typed := func(h wire.Field) bool { return strings.EqualFold(h.Name, "Content-Type") }
		if !slices.ContainsFunc(s.Header, typed) {
			words = append(words, "-H", "Content-Type:")
		}
		words = append(words, "--data-raw", s.Body)
	}
	return cli.RedactedLine(words)
}

// oha returns a command line that sends the request 20 times, one at a time.
func (s shownRequest) oha() string {
	words := append([]string{"oha", "-n", "20", "-c", "1", "-m", s.Method}, s.headerWords()...)
	switch {
	case strings.HasPrefix(s.Body, "-"):
		words = append(words, "-d="+s.Body) // which would else be an option
	case s.Body != "":
		words = append(words, "-d", s.Body)
	}
	return cli.RedactedLine(append(words, s.URL))
}

func (s shownRequest) headerWords() []string {
	var words []string
	for _, h := range s.Header {
		words = append(words, "-H", h.Name+": "+h.Value)
	}
	return words
}

// variable matches a name that stands for a credential.
var variable = lazyregexp.New(`\$SECRET(_\d+)?`)

// vegeta returns the request as a line of the JSON format of vegeta.
func (s shownRequest) vegeta() (string, error) {
	secrets := newSecrets("$SECRET%s", s.text())
	target := struct {
		Method string      `json:"method"`
		URL    string      `json:"url"`
		Header http.Header `json:"header,omitempty"`
		Body   string      `json:"body,omitempty"`
	}{Method: s.Method, URL: secrets.name(s.URL), Header: http.Header{}}
	for _, h := range s.Header {
		target.Header.Add(h.Name, secrets.name(h.Value))
	}
	if strings.Contains(s.Body, report.Redacted) {
		return "", cli.WithHint(cli.Usagef("--export vegeta: the body holds a credential, and targets of vegeta hold bodies in base64"), "--export k6 or curl takes it from the environment")
	}
	target.Body = base64.StdEncoding.EncodeToString([]byte(s.Body))
	text, err := json.Marshal(target)
	return string(text), err
}

// k6 returns a script that sends the request one at a time beside a canary.
func (s shownRequest) k6(canary string) (string, error) {
	secrets := newSecrets("${__ENV.SECRET%s}", s.text())
	quote := func(text string) string {
		text = strings.NewReplacer(`\`, `\\`, "`", "\\`", "${", "\\${", "\r", `\r`).Replace(text)
		return "`" + secrets.name(text) + "`"
	}
	address := quote(s.URL)
	headers := make([]string, 0, len(s.Header))
	for _, h := range s.Header {
		headers = append(headers, "    ["+quote(h.Name)+"]: "+quote(h.Value)+",\n")
	}
	body := "null"
	imports := ""
	switch {
	case s.Body == "":
	case utf8.ValidString(s.Body):
		body = quote(s.Body)
	default:
		if strings.Contains(s.Body, report.Redacted) {
			return "", cli.Usagef("--export k6: the body holds a credential and is not text")
		}
		imports = "import encoding from 'k6/encoding';\n"
		body = "encoding.b64decode('" + base64.StdEncoding.EncodeToString([]byte(s.Body)) + "')"
	}
	return fmt.Sprintf(`// One request again and again, and requests for a canary at fixed times beside it: http_req_duration of the
// canary tells how long others wait. k6 run handler.js
import http from 'k6/http';
%sexport const options = {
  scenarios: {
    suspect: { executor: 'shared-iterations', exec: 'suspect', vus: 1, iterations: 20, maxDuration: '2m' },
    canary: { executor: 'constant-arrival-rate', exec: 'canary', rate: 100, timeUnit: '1s', duration: '30s', preAllocatedVUs: 200 },
  },
  thresholds: { 'http_req_duration{scenario:canary}': ['p(99)<50'] },
};

export function suspect() {
  http.request(%s, %s, %s, { headers: {
%s  } });
}

export function canary() {
  http.get(%s);
}
`, imports, quote(s.Method), address, body, strings.Join(headers, ""), quote(canary)), nil
}

// text is all of the request that may hold credentials.
func (s shownRequest) text() string {
	parts := []string{s.URL, s.Body}
	for _, h := range s.Header {
		parts = append(parts, h.Value)
	}
	return strings.Join(parts, "\n")
}

// secrets names the credentials of a request, in the order in which they are met: as of one in a command line.
type secrets struct {
	format string
	all, n int
}

func newSecrets(format, text string) *secrets {
	return &secrets{format: format, all: strings.Count(text, report.Redacted)}
}

// name puts names in the place of the credentials of a text.
func (s *secrets) name(text string) string {
	for strings.Contains(text, report.Redacted) {
		suffix := ""
		if s.n++; s.all > 1 {
			suffix = "_" + strconv.Itoa(s.n)
		}
		text = strings.Replace(text, report.Redacted, fmt.Sprintf(s.format, suffix), 1)
	}
	return text
}

// longestWord is how long a word of a command line may be, in bytes: MAX_ARG_STRLEN of Linux, 128 KiB.
const longestWord = 128 << 10

// exportRequest writes the request for another program. It sends nothing.
func (o *handlerOptions) exportRequest(out *cli.Output) error {
	if len(o.Command) > 0 || o.PID != 0 || !strings.Contains(o.URL, "://") {
		return cli.WithHint(cli.Usagef("--export: the URL must have a host, and no command is started"), "such as http://127.0.0.1:3000/report?rows={{n}}")
	}
	attacks, err := o.attacks()
	if err != nil {
		return err
	}
	input, err := o.input(attacks[0])
	if err != nil {
		return err
	}
	request, err := input.Request(max(o.size, o.from), o.seed)
	if err != nil {
		return cli.Usagef("--export: %w", err)
	}
	if long := max(len(request.Body), len(request.Path)); long > longestWord && (o.export.Value == "curl" || o.export.Value == "oha") {
		return cli.WithHint(cli.Usagef("--export: %d bytes are too long for a command line", long), "--export k6 and vegeta write files; --size makes it smaller")
	}
	shown := shownRequestOf(input.URL.Scheme == "https", input.URL.Host, request)
	text := ""
	switch o.export.Value {
	case "curl":
		text = shown.curl(nil) + "\n"
	case "oha":
		text = shown.oha() + "\n"
	case "vegeta":
		text, err = shown.vegeta()
		text += "\n"
	case "k6":
		canary := *input.URL
		canary.Path, canary.RawPath, canary.RawQuery, canary.User = "/", "", "", nil
		if o.Canary != "" {
			canary.Path = o.Canary
		}
		text, err = shown.k6(canary.String())
	}
	if err != nil {
		return err
	}
	if names := slices.Compact(variable.FindAllString(text, -1)); o.export.Value == "vegeta" && len(names) > 0 {
		fmt.Fprintf(o.stdio.Err, "note: vegeta reads no variables: envsubst '%s' <target.json | vegeta attack -format=json\n", strings.Join(names, " "))
	}
	return out.CloseText(text)
}
