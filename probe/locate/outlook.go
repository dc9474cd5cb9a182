package locate

import (
	"context"
	"time"

	"snag/analyze/block/pool"
	"snag/analyze/shutdown"
	"snag/probe/sockets"
)

// Outlook asks what the processes of a target wait for while so many requests are not answered, all of which are of Node,
// or a JVM. Of a JVM something is expected where it cannot be asked: its threads wake now and then, whatever they wait for.
func (s Suspect) Outlook(ctx context.Context, unanswered int) pool.Outlook {
	if machine := last(s.PIDs, shutdown.JVM); machine != 0 {
		if len(s.PIDs) > 1 || sockets.Connects(machine) {
			return pool.Something
		}
		return javaOutlook(threads(ctx, machine), unanswered)
	}
	nodes := all(s.PIDs, shutdown.Node)
	if len(nodes) == 0 || len(nodes) != len(s.PIDs) {
		return pool.Unclear
	}
	seen := pool.Nothing
	for _, pid := range nodes {
		switch one := outlookOf(ctx, pid); {
		case one == pool.Unclear:
			return pool.Unclear
		case one == pool.Something:
			seen = pool.Something
		}
	}
	return seen
}

// outlookOf asks a process of Node.
func outlookOf(ctx context.Context, pid int) pool.Outlook {
	const (
		limit = 5 * time.Second
		// timers are objects of a class that has no name outside, also those that keep no process alive.
		class = `{ const t = setTimeout(() => {}, 1); clearTimeout(t); Object.getPrototypeOf(t) }`
		// Servers have timers of their own, and so have connections without a request, and the date in answers. They are told
		// by what holds them: those of connections are anonymous and bound, as one that a handler sets may be.
		expects = `function () {
	const handles = process._getActiveHandles(), still = ['Timeout', 'TCPServerWrap', 'TCPSocketWrap', 'PipeWrap', 'TTYWrap'];
	const own = new Set(handles.filter((h) => !h._httpMessage).flatMap((h) => Object.getOwnPropertySymbols(h).map((name) => h[name])));
	const date = /^function resetCache\(\) \{\s*utcCache = undefined;?\s*\}$/;
	return this.some((t) => !t._destroyed && t._onTimeout && !own.has(t) && !date.test(t._onTimeout)) ||
		process.getActiveResourcesInfo().some((r) => !still.includes(r)) ||
		handles.some((h) => /Socket$/.test(h.constructor.name) && !h.server && !(h.fd <= 2));
}`
	)
	in, err := OpenInspector(ctx, pid)
	if err != nil {
		return pool.Unclear
	}
	defer in.Close()
	var prototype, answer struct {
		Result struct {
			ID    string `json:"objectId"`
			Value *bool  `json:"value"`
		} `json:"result"`
	}
	var timers struct {
		Objects struct {
			ID string `json:"objectId"`
		} `json:"objects"`
	}
	if in.Call("Runtime.evaluate", map[string]any{"expression": class}, &prototype, limit) != nil ||
		in.Call("Runtime.queryObjects", map[string]any{"prototypeObjectId": prototype.Result.ID}, &timers, limit) != nil ||
		in.Call("Runtime.callFunctionOn", map[string]any{"objectId": timers.Objects.ID, "functionDeclaration": expects, "returnByValue": true}, &answer, limit) != nil ||
		answer.Result.Value == nil {
		return pool.Unclear
	}
	if *answer.Result.Value {
		return pool.Something
	}
	return pool.Nothing
}

// IsJava reports whether a JVM runs one of the processes.
func (s Suspect) IsJava() bool { return last(s.PIDs, shutdown.JVM) != 0 }
