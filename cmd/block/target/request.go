package target

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
	"snag/cmd/report"
)

// Request is what flags say of the request that a command sends, beside its address and headers.
type Request struct {
	Method, Data string
	Form         []string
}

// Flags adds the flags to a command. body says what becomes of --data.
func (r *Request) Flags(c *cobra.Command, body string) {
	f := c.Flags()
	f.StringVarP(&r.Method, "request", "X", "", "use this `method` (default GET, or POST with a body)")
	f.StringVarP(&r.Data, "data", "d", "", body)
	f.StringArrayVarP(&r.Form, "form", "F", nil, "send this `field` (name=value) of a multipart body; may be repeated")
}

// Check says what is wrong with the values of the flags.
func (r *Request) Check() error {
	if len(r.Form) > 0 && r.Data != "" {
		return cli.Usagef("--form and --data exclude each other")
	}
	return nil
}

// File reads the file that --data names as @FILE. ok is false where it names none.
func (r *Request) File() (content []byte, ok bool, err error) {
	name, ok := strings.CutPrefix(r.Data, "@")
	if !ok {
		return nil, false, nil
	}
	if content, err = os.ReadFile(name); err != nil {
		return nil, false, cli.Usagef("--data: %w", err)
	}
	return content, true, nil
}

// Words are the flags that ask for the same request again, with headers and without credentials.
func (r *Request) Words(headers []string) (words []string) {
	if r.Method != "" {
		words = append(words, "-X", r.Method)
	}
	for _, line := range headers {
		words = append(words, "-H", report.RedactHeaderLine(line))
	}
	if r.Data != "" {
		words = append(words, "-d", report.RedactBody(r.Data))
	}
	for _, field := range r.Form {
		words = append(words, "-F", report.RedactBody(field))
	}
	return words
}
