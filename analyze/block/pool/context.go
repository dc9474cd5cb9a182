package pool

// Echo is one request with an id of its own, and the ids that came back.
type Echo struct {
	// Sent is the id, "" for a request that was sent without one after the others had been answered.
	Sent string
	// Got are the ids of its burst that were found in the answer, in the order of the places; of a request without
	// an id, those of all bursts before.
	Got   []string
	Where string // "header", "body" or "log"
}

// Mixed is a request that was answered with the context of another.
type Mixed struct {
	Sent  string `json:"sent"`
	Got   string `json:"got"`
	Where string `json:"where"`
}

// Context is the judgement of many echoes.
type Context struct {
	Requests int
	Echoed   int // requests whose own id came back
	Mixed    []Mixed
}

// Known reports whether anything follows: with no echo nothing does.
func (c Context) Known() bool { return c.Echoed > 0 || len(c.Mixed) > 0 }

// JudgeContext looks for requests that got the id of another.
func JudgeContext(requests int, echoes []Echo) Context {
	c := Context{Requests: requests}
	echoed, mixed := map[string]bool{}, map[string]bool{} // several places may show one request
	for _, e := range echoes {
		own := false
		other := ""
		for _, id := range e.Got {
			if id == e.Sent {
				own = true
			} else if other == "" {
				other = id
			}
		}
		switch {
		case other != "" && (!own || e.Where != "body"):
			if !mixed[e.Sent] {
				c.Mixed = append(c.Mixed, Mixed{e.Sent, other, e.Where})
			}
			mixed[e.Sent] = true
		case own && !echoed[e.Sent]:
			c.Echoed++
			echoed[e.Sent] = true
		}
	}
	return c
}
