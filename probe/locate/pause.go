package locate

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
)

// pauseNode stops the JavaScript that a Node process runs at this moment, through the inspector, and
// returns the innermost line of the user's code. The process goes on afterwards. A loop and a regex
// stop, a function of the engine such as JSON.parse does not. An idle process runs nothing: that is an
// error.
func pauseNode(ctx context.Context, pid int) (Place, error) {
	in, err := OpenInspector(ctx, pid)
	if err != nil {
		return Place{}, err
	}
	defer in.Close()
	// The process answers from its main thread, in the middle of what that runs.
	const limit = 3 * time.Second
	if err := in.Call("Debugger.enable", struct{}{}, nil, limit); err != nil {
		return Place{}, err
	}
	if err := in.Call("Debugger.pause", struct{}{}, nil, limit); err != nil {
		return Place{}, err
	}
	defer in.Call("Debugger.resume", struct{}{}, nil, time.Second)
	var paused struct {
		Frames []struct {
			Function string `json:"functionName"`
			Location struct {
				Script string `json:"scriptId"`
				Line   int    `json:"lineNumber"` // from 0
			} `json:"location"`
		} `json:"callFrames"`
	}
	if err := in.Await("Debugger.paused", &paused, time.Second); err != nil {
		return Place{}, errors.New("the process runs no JavaScript that can be stopped: the engine itself is at work")
	}
	var place Place
	for _, f := range paused.Frames {
		url := in.scripts[f.Location.Script]
		if !ofUser(url) {
			continue
		}
		name := cmp.Or(f.Function, "(anonymous)")
		if place.Line == 0 {
			place = Place{File: filePath(url), Line: f.Location.Line + 1, Function: name, Share: 1, Method: "paused in the inspector"}
		} else if len(place.Callers) < 5 {
			place.Callers = append(place.Callers, name+" "+filePath(url))
		}
	}
	if place.Line == 0 {
		return Place{}, errIdle
	}
	return place, nil
}

// ofUser reports whether a script is neither Node's own nor a package's.
func ofUser(url string) bool {
	return url != "" && !strings.HasPrefix(url, "node:") && !strings.HasPrefix(url, "evalmachine") && !strings.Contains(url, "/node_modules/")
}
