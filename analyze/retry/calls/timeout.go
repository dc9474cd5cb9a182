package calls

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"snag/analyze/lazyregexp"
	"snag/analyze/reach/calling"
	"snag/analyze/source/tree"
)

// state is whether a call has an option.
type state uint8

const (
	unknown state = iota
	absent
	present
	removed // it is there, and says that there is no timeout
)

// timeout judges whether a request ends by itself.
func (f *finder) timeout(r *request) {
	if f.defaults[r.module] {
		return
	}
	has := optionOf(r.Call, r.client)
	if has == absent && r.maker != "" {
		has = f.maker(r)
	}
	lacks := has == absent && !r.bounded || has == removed
	if !lacks || r.Browser() || r.Within(limits) {
		return
	}
	if r.name == "aiohttp.ClientSession" && limitsRequests(r.File.Text) || local(r) {
		return
	}
	if signal := signalOf(r.Call); signal != "" && slices.Contains(r.keys, "signal") && has == absent {
		f.add(r.Call, Call{Name: r.name, Rule: RuleSignal, Why: fmt.Sprintf("%s does not get the AbortSignal %q that the function was given: it goes on when nobody waits any more.", plain(r.name), signal),
			Instead: "pass {signal} on"})
		return
	}
	why := r.waits
	if has == removed && !r.bounded {
		why = "waits for ever with timeout " + "None"
	}
	f.add(r.Call, Call{Name: plain(r.name), Rule: RuleTimeout, Minor: r.minor, Why: fmt.Sprintf("%s has no timeout: it %s.", plain(r.name), why), Instead: r.instead})
}

// limitsRequests reports whether the requests in a file of Python may have timeouts of their own.
func limitsRequests(text []byte) bool {
	return slices.ContainsFunc([]string{"ClientTimeout", "timeout=timeout", `"timeout"`, "'timeout'"}, func(option string) bool {
		return bytes.Contains(text, []byte(option))
	})
}

// local reports whether the request goes to no other service: its URL holds the data, names some in memory, or is
// relative, which only browsers resolve.
func local(r *request) bool {
	url := r.Graph.Tree.Kid(1)
	if url == nil || url.Op != tree.String {
		return false
	}
	return strings.HasPrefix(url.Text, "data:") || strings.HasPrefix(url.Text, "blob:") || r.name == "fetch" && url.Text != "" && !strings.Contains(url.Text, ":")
}

// plain is a name for people.
func plain(name string) string { return strings.ReplaceAll(name, "()", "") }

// maker returns whether what made the client of a request set the option.
func (f *finder) maker(r *request) state {
	makers := r.Makers()
	known := false
	for _, m := range makers {
		if !slices.Contains(m.Names, r.maker) {
			continue
		}
		known = true
		c := r.client
		c.options = min(c.options, 0)
		if s := optionOf(m, c); s != absent {
			return s
		}
	}
	if !known {
		return unknown
	}
	return absent
}

// optionOf returns whether a call has one of the options of a client.
func optionOf(c *calling.Call, k client) state {
	args := c.Graph.Tree.Kids[min(1, len(c.Graph.Tree.Kids)):]
	if k.position >= 0 && len(args) > k.position && args[k.position] != nil && args[k.position].Op != tree.Keyword {
		return present
	}
	for _, a := range args {
		switch {
		case a == nil:
		case a.Op == tree.Spread:
			return unknown
		case a.Op == tree.Keyword && slices.Contains(k.keys, a.Text):
			return valueOf(a.Kid(0))
		}
	}
	if k.options < 0 {
		return absent
	}
	if k.options >= len(args) {
		return requestOf(c, args, k)
	}
	return memberOf(c, args[k.options], k)
}

// inputs are names of what a function gets that takes a request as well as a URL.
var inputs = lazyregexp.New(`(?i)(input|req|request|opts|options|config|params)$`)

// requestOf returns whether the only argument, a request with options of its own, has one.
func requestOf(c *calling.Call, args []*tree.Node, k client) state {
	switch {
	case k.options != 1 || len(args) == 0 || args[0] == nil:
	case args[0].Op == tree.Object:
		return memberOf(c, args[0], k)
	case inputs.MatchString(args[0].Text), args[0].Op == tree.Call && args[0].Kid(0) != nil && inputs.MatchString(args[0].Kid(0).Text):
		return unknown
	case args[0].Op == tree.New && len(args[0].Kids) > 2:
		return memberOf(c, args[0].Kids[2], k)
	}
	return absent
}

// memberOf returns whether an object has one of the options.
func memberOf(c *calling.Call, n *tree.Node, k client) state {
	switch {
	case n == nil:
		return unknown
	case n.Op == tree.String || n.Op == tree.Template:
		if k.options == 0 && len(c.Graph.Tree.Kids) > 2 { // axios(url, config), request(url, options)
			k.options = -2
			return memberOf(c, c.Graph.Tree.Kids[2], k)
		}
		return absent
	case n.Op != tree.Object:
		return unknown
	}
	found := absent
	for _, p := range n.Kids {
		switch {
		case p == nil:
		case p.Op != tree.Pair || p.Text == "":
			found = unknown
		case slices.Contains(k.keys, p.Text):
			return valueOf(p.Kid(1))
		}
	}
	return found
}

// valueOf returns what the value of an option says.
func valueOf(n *tree.Node) state {
	if n != nil && (n.Op == tree.Constant && n.Text == "null" || n.Op == tree.Number && n.Text == "0" || n.Op == tree.Name && n.Text == "undefined") {
		return removed
	}
	return present
}

// signalOf returns the name of the parameter by which the function around a call gets an AbortSignal, "" for none.
func signalOf(c *calling.Call) string {
	for _, name := range c.Params() {
		if name == "signal" || name == "abortSignal" {
			return name
		}
	}
	return ""
}

// setOnce returns the modules for all of whose requests the program sets a timeout.
func (f *finder) setOnce() map[string]bool {
	set := map[string]bool{}
	f.program.Calls(func(c *calling.Call) {
		for _, name := range c.Names {
			switch name {
			case "socket.setdefaulttimeout":
				set["socket"] = true
			case "requests.Session().mount", "requests.session().mount":
				set["requests.Session"] = true
			}
		}
	})
	for _, file := range f.program.Files {
		for _, s := range file.Graph.Stores {
			if s.Field == "timeout" && file.Graph.Language == tree.JavaScript && file.IsMember(s.Object, "defaults") {
				set["axios"] = true
			}
			if s.Field == "request" && file.Graph.Language == tree.Python {
				set["requests.Session"] = true // session.request = partial(session.request, timeout=10)
			}
		}
	}
	return set
}
