package endpoint

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Imported is a request that somebody wrote down for another tool.
type Imported struct {
	Method, URL, Body string
	Headers           []string // lines of the form "Name: value"
}

// FromCurl takes a request from the words of a curl command line, as shells and browsers write it.
func FromCurl(words []string) (Imported, error) {
	if len(words) > 0 && words[0] == "curl" {
		words = words[1:]
	}
	var c curl
	for i := 0; i < len(words); i++ {
		word := words[i]
		name, value, attached := word, "", false
		switch {
		case strings.HasPrefix(word, "--"):
			name, value, attached = strings.Cut(word, "=")
		case strings.HasPrefix(word, "-") && len(word) > 2 && strings.IndexByte("XHdbuAe", word[1]) >= 0:
			name, value, attached = word[:2], word[2:], true
		}
		switch {
		case name == "-G" || name == "--get":
			c.asQuery = true
		case name == "-I" || name == "--head":
			c.Method = "HEAD"
		case slices.Contains(ofRequest, name) || slices.Contains(ofTransfer, name):
			if !attached {
				if i++; i >= len(words) {
					return c.Imported, fmt.Errorf("%s has no value", name)
				}
				value = words[i]
			}
			if slices.Contains(ofRequest, name) {
				c.set(name, value)
			}
		case strings.HasPrefix(word, "-") && word != "-": // a switch that changes nothing about the request
		default:
			c.URL = word
		}
	}
	return c.request()
}

// ofRequest are the options of curl with a value that say something of the request, ofTransfer others with a value.
var (
	ofRequest = []string{
		"-X", "--request", "-H", "--header", "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode",
		"--json", "-b", "--cookie", "-u", "--user", "-A", "--user-agent", "-e", "--referer", "--url",
	}
	ofTransfer = []string{"-o", "--output", "-m", "--max-time", "--connect-timeout", "-w", "--write-out", "--retry", "-x", "--proxy", "--resolve", "--cacert"}
)

// curl is a command of curl as far as it was read.
type curl struct {
	Imported
	data    []string // which one body is made of
	asQuery bool     // or the end of the URL
}

// set notes what an option of curl says of the request.
func (c *curl) set(name, value string) {
	switch name {
	case "-X", "--request":
		c.Method = value
	case "-H", "--header":
		c.Headers = append(c.Headers, value)
	case "-b", "--cookie":
		c.Headers = append(c.Headers, "Cookie: "+value)
	case "-A", "--user-agent":
		c.Headers = append(c.Headers, "User-Agent: "+value)
	case "-e", "--referer":
		c.Headers = append(c.Headers, "Referer: "+value)
	case "-u", "--user":
		c.Headers = append(c.Headers, "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte(value)))
	case "--url":
		c.URL = value
	case "--data-urlencode":
		key, text, ok := strings.Cut(value, "=")
		if !ok {
			key, text = "", value
		} else {
			key += "="
		}
		c.data = append(c.data, key+url.QueryEscape(text))
	case "--json":
		c.data = append(c.data, value)
		c.Headers = append(c.Headers, "Content-Type: application/json")
	default:
		c.data = append(c.data, value)
	}
}

// request returns the request that the command sends.
func (c *curl) request() (Imported, error) {
	r := c.Imported
	if r.URL == "" {
		return r, errors.New("the command names no URL")
	}
	if !strings.Contains(r.URL, "://") && !strings.HasPrefix(r.URL, "/") {
		r.URL = "http://" + r.URL
	}
	body := strings.Join(c.data, "&")
	switch {
	case c.asQuery && body != "":
		separator := "?"
		if strings.Contains(r.URL, "?") {
			separator = "&"
		}
		r.URL += separator + body
	case body != "":
		r.Body = body
		if !strings.HasPrefix(body, "@") && !hasHeader(r.Headers, "Content-Type") {
			r.Headers = append(r.Headers, "Content-Type: application/x-www-form-urlencoded")
		}
	}
	return r, nil
}

func hasHeader(headers []string, name string) bool {
	for _, h := range headers {
		if n, _, _ := strings.Cut(h, ":"); strings.EqualFold(strings.TrimSpace(n), name) {
			return true
		}
	}
	return false
}

// ReadHAR takes a request from a HAR file: the first entry, or the one after #, counted from 1.
func ReadHAR(name string) (Imported, error) {
	index := 1
	if file, number, ok := strings.Cut(name, "#"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return Imported{}, fmt.Errorf("entry %q is not a number from 1", number)
		}
		name, index = file, n
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return Imported{}, err
	}
	r, err := parseHAR(content, index)
	if err != nil {
		return Imported{}, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// parseHAR takes the request of an entry, counted from 1, from the text of a HAR file.
func parseHAR(content []byte, index int) (Imported, error) {
	var har struct {
		Log struct {
			Entries []struct {
				Request struct {
					Method  string `json:"method"`
					URL     string `json:"url"`
					Headers []struct {
						Name  string `json:"name"`
						Value string `json:"value"`
					} `json:"headers"`
					PostData struct {
						Text string `json:"text"`
					} `json:"postData"`
				} `json:"request"`
			} `json:"entries"`
		} `json:"log"`
	}
	if err := json.Unmarshal(content, &har); err != nil {
		return Imported{}, fmt.Errorf("not a HAR file: %w", err)
	}
	if index > len(har.Log.Entries) {
		return Imported{}, fmt.Errorf("it has %d entries", len(har.Log.Entries))
	}
	q := har.Log.Entries[index-1].Request
	r := Imported{Method: q.Method, URL: q.URL, Body: q.PostData.Text}
	for _, h := range q.Headers {
		switch lower := strings.ToLower(h.Name); {
		case strings.HasPrefix(lower, ":"), lower == "host", lower == "connection", lower == "content-length",
			lower == "transfer-encoding", lower == "accept-encoding":
			// these belong to a connection, or would have the answer compressed
		default:
			r.Headers = append(r.Headers, h.Name+": "+h.Value)
		}
	}
	return r, nil
}
