package endpoint

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/wire"
)

// ContextConfig says how to look for requests that see each other's context.
type ContextConfig struct {
	Target  wire.Target
	Request wire.Request
	Canary  []byte
	// Field is the header that carries the id of a request.
	Field string
	// Log is a file to which the target writes a line for each request with its path, "" for none.
	Log            string
	Bursts, Across int // bursts of so many requests at once
	Seed           uint64
	// Watch looks for requests that hang.
	Watch HangWatch
}

// Contexts sends bursts of requests at once, each with an id of its own in a header and in the
// query, and returns what ids came back in headers, bodies and lines of the log. The last burst, over the same
// connections, has no ids, so that what comes back stayed behind. It ends at a burst that hangs.
func Contexts(ctx context.Context, c ContextConfig) (requests int, echoes []pool.Echo, hang *pool.Hang) {
	burst := NewBurst(c.Target, c.Canary, pool.Deadline(c.Watch.Own, c.Across))
	defer burst.Close()
	offset := int64(0)
	if info, err := os.Stat(c.Log); c.Log != "" && err == nil {
		offset = info.Size()
	}
	var earlier []string
	for b := 0; b < c.Bursts && ctx.Err() == nil; b++ {
		ids := make([]string, c.Across)
		sent := make([][]byte, c.Across)
		for i := range ids {
			ids[i] = fmt.Sprintf("snag-%x-%02d-%02d", c.Seed, b, i)
			one := c.Request
			one.Header = append(append([]wire.Field{}, c.Request.Header...), wire.Field{Name: c.Field, Value: ids[i]})
			if c.Log != "" {
				separator := "?"
				if strings.Contains(one.Path, "?") {
					separator = "&"
				}
				one.Path += separator + "snag=" + mark(ids[i])
			}
			sent[i] = one.Bytes(c.Target)
		}
		replies, hang := c.Watch.Send(ctx, burst, sent)
		if requests += len(replies); hang != nil {
			return requests, echoes, hang
		}
		for i, r := range replies {
			echoes = append(echoes, echoesIn(r, ids[i], ids)...)
		}
		earlier = append(earlier, ids...)
		if c.Log == "" {
			continue
		}
		time.Sleep(50 * time.Millisecond) // what the target buffers
		text, end := tailOf(c.Log, offset)
		offset = end
		for line := range strings.Lines(text) {
			for _, id := range ids {
				if strings.Contains(line, mark(id)) {
					echoes = append(echoes, pool.Echo{Sent: id, Got: among(ids, line), Where: "log"})
				}
			}
		}
	}
	if ctx.Err() != nil || len(earlier) == 0 {
		return requests, echoes, nil
	}
	bare := make([][]byte, c.Across)
	for i := range bare {
		bare[i] = c.Request.Bytes(c.Target)
	}
	replies, hang := c.Watch.Send(ctx, burst, bare)
	for _, r := range replies {
		echoes = append(echoes, echoesIn(r, "", earlier)...)
	}
	return requests + len(replies), echoes, hang
}

// echoesIn returns which ids came back in an answer.
func echoesIn(r wire.Reply, sent string, ids []string) []pool.Echo {
	if r.Outcome != wire.Answered {
		return nil
	}
	var head strings.Builder
	for _, f := range r.Header {
		head.WriteString(f.Value + "\n")
	}
	return []pool.Echo{{Sent: sent, Got: among(ids, head.String()), Where: "header"}, {Sent: sent, Got: among(ids, string(r.Body)), Where: "body"}}
}

// mark is a form of the id that does not contain it.
func mark(id string) string { return strings.ReplaceAll(id, "-", "_") }

func among(ids []string, text string) (found []string) {
	for _, id := range ids {
		if strings.Contains(text, id) {
			found = append(found, id)
		}
	}
	return found
}

func tailOf(path string, offset int64) (string, int64) {
	f, err := os.Open(path)
	if err != nil {
		return "", offset
	}
	defer f.Close()
	buffer := make([]byte, 4<<20)
	n, _ := f.ReadAt(buffer, offset)
	return string(buffer[:n]), offset + int64(n)
}
