package reach

import (
	"strings"
	"testing"
)

// TestRunElsewhere hands texts to functions that a thread, a loop or a timer calls with them.
func TestRunElsewhere(t *testing.T) {
	const (
		python = "-- app.py --\nimport asyncio, functools, re, threading\nfrom anyio import to_thread\nfrom fastapi import FastAPI, BackgroundTasks\nfrom starlette.concurrency import run_in_threadpool\n" +
			"app = FastAPI()\nALL = {'a': re.compile('x(a+)+$')}\ndef check(s): return re.match('(a+)+$', s)\ndef second(a, s): return re.match('(a+)+$', s)\ndef meet(s, p): return p.match(s)\n" +
			"@app.get('/')\nasync def index(q: str, tasks: BackgroundTasks):\n    BODY\n"
		script = "-- app.js --\nconst app = require('express')()\nconst check = s => /(a+)+$/.test(s), second = (a, s) => /(a+)+$/.test(s), meet = (s, p) => p.test(s)\nconst all = new Map([['a', /x(a+)+$/]])\n" +
			"app.get('/', ({ query: { q } }) => { BODY })\n"
	)
	for _, test := range []struct {
		program, body string
		want          Level
	}{
		{python, "await asyncio.to_thread(check, q)", Remote},
		{python, "await asyncio.to_thread(second, 1, q)", Remote},
		{python, "await asyncio.to_thread(second, q, 'x')", Unknown},
		{python, "await to_thread.run_sync(check, q)", Remote},
		{python, "await run_in_threadpool(second, 1, q)", Remote},
		{python, "await asyncio.get_running_loop().run_in_executor(None, check, q)", Remote},
		{python, "await asyncio.get_running_loop().run_in_executor(None, second, q, 'x')", Unknown},
		{python, "pool.submit(second, 1, q)", Remote},
		{python, "tasks.add_task(check, q)", Remote},
		{python, "asyncio.get_running_loop().call_later(3, check, q)", Remote},
		{python, "threading.Thread(target=check, args=(q,)).start()", Remote},
		{python, "threading.Thread(target=second, args=('x', q), daemon=True).start()", Remote},
		{python, "threading.Thread(target=second, args=(q, 'x')).start()", Unknown},
		{python, "threading.Timer(3, second, ['x', q]).start()", Remote},
		{python, "list(map(second, ['x'], [q]))", Remote},
		{python, "list(map(second, [q], ['x']))", Unknown},
		{python, "list(pool.map(check, [q]))", Remote},
		{python, "functools.reduce(second, [q], '')", Remote},
		{python, "functools.reduce(second, ['x'], q)", Unknown},
		{python, "[meet(q, p) for p in ALL.values()]", Remote},
		{python, "[meet('x', p) for p in ALL.values()]", Unknown},
		{script, "setTimeout(check, 3, q)", Remote},
		{script, "setTimeout(second, 3, 'x', q)", Remote},
		{script, "setTimeout(second, 3, q, 'x')", Unknown},
		{script, "setImmediate(second, 'x', q)", Remote},
		{script, "meet(q, all.get('a'))", Remote},
		{script, "meet('x', all.get('a'))", Unknown},
	} {
		paths, texts, files := archive(strings.Replace(test.program, "BODY", test.body, 1))
		got := Unknown
		for _, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexesIn(paths, texts)) {
			if r.Level > got && r.Level >= RemotePossible {
				got = r.Level
			}
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.body, got, test.want)
		}
	}
}
