package shutdown

// Cause is why a shutdown is not as it should be, as far as the timeline shows it. The advice
// hangs on the cause and on the runtime.
type Cause string

// The causes.
const (
	CauseNoHandler     Cause = "no-handler"        // the signal's default action ended the process
	CauseExitsAtOnce   Cause = "exits-at-once"     // it ended by itself without waiting for requests
	CauseCutsAtOnce    Cause = "cuts-at-once"      // it cut the requests and ended later
	CauseOwnLimit      Cause = "own-limit"         // it waited, but less long than the requests took
	CauseQueue         Cause = "queue"             // what was being worked on was finished, the rest not
	CauseNotFinished   Cause = "not-finished"      // requests were still under way at the end of the grace period
	CauseAnswersErrors Cause = "answers-errors"    // requests under way were answered with a server error
	CauseReloads       Cause = "reloads"           // the signal means reload, not end
	CauseSwallowed     Cause = "swallowed"         // the signal is handled or ignored and nothing follows
	CausePID1          Cause = "pid-1"             // the kernel discards default actions for PID 1
	CauseBlocked       Cause = "blocked"           // the signal is blocked and never read
	CauseStopped       Cause = "stopped"           // the process was stopped
	CauseNotForwarded  Cause = "not-forwarded"     // a wrapper kept the signal for itself
	CauseSilent        Cause = "silent-connection" // it waits for a connection on which nothing was sent
	CauseKeepAlive     Cause = "keep-alive"        // it waits for an idle connection
	CauseHangs         Cause = "hangs"             // it waits for something that cannot be seen from outside
	CauseOrphans       Cause = "orphans"           // children live on
	CauseLeavesEarly   Cause = "leaves-early"      // it ends before its children
	CauseZombies       Cause = "zombies"           // children are not waited for
	CauseListensOn     Cause = "listens-on"        // connections are accepted that nobody will answer
	CauseNotReadiness  Cause = "readiness"         // the readiness check does not turn first
	CauseKeepAliveRace Cause = "keep-alive-race"   // connections end without an announcement
	CauseExitStatus    Cause = "exit-status"       // a code other than 0
	CauseCrashes       Cause = "crashes"           // it dies of another signal
	CauseLosesWork     Cause = "loses-work"        // acknowledged work is gone
	CauseSecondSignal  Cause = "second-signal"     // the second signal cut the drain short
	CauseSecondIgnored Cause = "second-ignored"    // the second signal changed nothing
	CauseStream        Cause = "stream"            // a stream under way is lost
	CauseWebSocket     Cause = "websocket"         // a WebSocket is cut without a close frame
	CauseEvents        Cause = "events"            // a stream of events is cut without an end
	CauseGoaway        Cause = "goaway"            // a connection of HTTP/2 is not announced to end
	CauseHealth        Cause = "health"            // the health service goes on saying that it serves
	CauseRestarted     Cause = "restarted"         // a supervisor starts it again
	CauseTraffic       Cause = "traffic"           // connections fail that the platform still sends
	CauseGrace         Cause = "grace"             // the times of the platform do not suffice
	CauseSetting       Cause = "setting"           // a setting of the platform does not fit
	CausePipe          Cause = "sigpipe"           // SIGPIPE has its default action
	CauseUnobserved    Cause = "unobserved"        // something could not be observed
	CauseDiesSilently  Cause = "dies-silently"     // a crash leaves no message on stderr
	CauseDiesHappily   Cause = "dies-happily"      // a crash leaves exit code 0
	CauseDoesNotDie    Cause = "does-not-die"      // it goes on although it cannot work
)

// addressed is what to change in programs of a runtime.
type addressed struct {
	to   Runtime
	text string
}

// advice is what to change for a cause; the entry of [Other] serves every runtime without its own.
var advice = []struct {
	cause Cause
	texts []addressed
}{
	{CauseNoHandler, []addressed{
		{Other, "handle the signal: stop accepting, finish what is in flight, then exit"},
		{Node, "add process.once('SIGTERM', ...) that calls server.close(), and closeAllConnections() after a limit; exit when the server has closed"},
		{Go, "wait on signal.NotifyContext(ctx, syscall.SIGTERM) and call http.Server.Shutdown with a deadline; return from main only after it returned"},
		{JVM, "stop the server in a shutdown hook and wait there for what is in flight (server.shutdown=graceful in Spring Boot; HttpServer.stop(seconds))"},
		{Python, "install signal.signal(signal.SIGTERM, ...) that stops the server, let daemon_threads be False so that handlers are joined; or serve with gunicorn or uvicorn"},
		{PHP, "the built-in server is for development: serve with php-fpm, whose SIGQUIT is graceful (process_control_timeout)"},
		{Ruby, "trap('TERM') and stop the server gracefully, or serve with puma"},
		{Shell, "the shell dies of the signal: start the server with exec, so that it gets the signal itself"},
	}},
	{CauseExitsAtOnce, []addressed{
		{Other, "wait for the requests in flight before exiting"},
		{Node, "process.exit() in the handler drops what is in flight: call it in the callback of server.close()"},
		{Go, "main returned before Shutdown did, or Close was called in place of Shutdown: ListenAndServe returns at once, so wait in main for Shutdown's own return"},
		{JVM, "the shutdown hooks end the VM before the server has drained: stop the server first and wait for it"},
		{Nginx, "nginx ends at once on SIGTERM and SIGINT: have SIGQUIT sent (STOPSIGNAL SIGQUIT, KillSignal=SIGQUIT), and set worker_shutdown_timeout"},
		{Apache, "apache ends at once on SIGTERM: have SIGWINCH sent (STOPSIGNAL SIGWINCH), and set GracefulShutdownTimeout"},
		{HAProxy, "haproxy ends at once on SIGTERM: have SIGUSR1 sent (KillSignal=SIGUSR1), and set hard-stop-after"},
		{Lighttpd, "lighttpd ends at once on SIGTERM: have SIGINT sent, and set server.graceful-shutdown-timeout"},
		{Caddy, "caddy ends at once on SIGQUIT: send SIGTERM, which drains within grace_period"},
		{Gunicorn, "SIGINT and SIGQUIT are the quick shutdown: send SIGTERM"},
		{Postgres, "SIGQUIT is the immediate shutdown: send SIGTERM (wait for clients) or SIGINT (end their transactions)"},
		{Python, "sys.exit in the handler drops what is in flight: stop accepting, join the handlers, then return"},
	}},
	{CauseCutsAtOnce, []addressed{
		{Other, "requests are cut as soon as the signal comes: let them finish before connections are closed"},
		{UWSGI, "die-on-term ends the workers at once: use hook-master-start = unix_signal:15 gracefully_kill_them_all instead"},
		{Apache, "apache ends at once on SIGTERM: have SIGWINCH sent (STOPSIGNAL SIGWINCH), and set GracefulShutdownTimeout"},
		{Go, "http.Server.Close cuts requests: call Shutdown with a deadline and Close only when that has passed"},
		{Node, "closeAllConnections() right after close() cuts requests: call it only after a limit"},
	}},
	{CauseOwnLimit, []addressed{
		{Other, "the server's own time limit for draining is shorter than its requests: raise it, up to the grace period"},
		{Node, "the drain gives up before the requests end (http-terminator's gracefulTerminationTimeout is 1 s by default, a setTimeout around process.exit does the same): raise the limit towards the grace period"},
		{Go, "the deadline given to Shutdown is shorter than the requests: raise it towards the grace period"},
		{UWSGI, "die-on-term ends the workers without waiting: use hook-master-start = unix_signal:15 gracefully_kill_them_all and raise worker-reload-mercy"},
		{Gunicorn, "raise --graceful-timeout"},
		{Puma, "raise force_shutdown_after (worker_shutdown_timeout in cluster mode)"},
		{Uvicorn, "raise --timeout-graceful-shutdown"},
		{Nginx, "raise worker_shutdown_timeout"},
		{Caddy, "raise grace_period"},
	}},
	{CauseQueue, []addressed{
		{Other, "requests that waited to be accepted are reset when the listener closes: close it first in the load balancer (readiness), then signal"},
		{Gunicorn, "more requests than workers: those in the accept queue are reset when the workers leave; use --worker-class gthread with --threads, and let readiness fail before the signal is sent"},
	}},
	{CauseNotFinished, []addressed{
		{Other, "bound what a request may take to less than the grace period, or raise the grace period"},
	}},
	{CauseAnswersErrors, []addressed{
		{Other, "requests that were accepted before the signal deserve their answer: refuse new work only for requests that come later"},
		{Uvicorn, "a second SIGINT cancels the tasks in flight: send one signal only"},
	}},
	{CauseReloads, []addressed{
		{Other, "this signal means reload here: send the one that means end"},
		{UWSGI, "uwsgi reloads on TERM: set die-on-term = true, or better hook-master-start = unix_signal:15 gracefully_kill_them_all"},
	}},
	{CauseSwallowed, []addressed{
		{Other, "the signal is caught or ignored and nothing follows: close the server in the handler and exit when it has drained"},
		{Node, "a listener for the signal removes Node's own exit: call server.close() in it and let the process end"},
		{Go, "signal.Notify or NotifyContext takes the signal away from the runtime: wait on it in main and call Shutdown"},
		{Redis, "the signal is ignored: send SIGTERM"},
	}},
	{CausePID1, []addressed{
		{Other, "default actions do not apply to PID 1 of a container: install a handler for the signal, or start it under an init (docker run --init, tini -g)"},
		{Shell, "the shell is PID 1 and discards the signal: start the server with exec, or under tini -g"},
	}},
	{CauseBlocked, []addressed{
		{Other, "unblock the signal in at least one thread, or read it with sigwait or signalfd; a mask is inherited across exec, so look at what starts the process too"},
	}},
	{CauseStopped, []addressed{
		{Other, "continue the process (SIGCONT) after the signal, as systemd does"},
	}},
	{CauseNotForwarded, []addressed{
		{Other, "the wrapper does not pass the signal on: exec the server, or signal the whole group"},
		{Shell, "the shell wrapper does not forward: exec it (sh -c 'exec server ...'; exec \"$@\" at the end of an entry point)"},
		{NPM, "npm starts the script through a shell that does not forward: start the server itself (CMD [\"node\", \"server.js\"])"},
		{Tini, "tini signals only its direct child, and that does not forward: use tini -g, or exec in the shell below it"},
		{DumbInit, "the child of dumb-init does not forward: exec in the shell below it"},
	}},
	{CauseSilent, []addressed{
		{Other, "the server waits for a connection on which nothing was ever sent (browsers and load balancers open such): close connections without a request, or all of them after a limit below the grace period"},
		{Node, "server.close() waits for the silent connection, which closeIdleConnections() does not close: call closeAllConnections() after N seconds"},
		{Go, "Shutdown waits 5 s for connections without a first request: keep the grace period above that, or close them from ConnState (StateNew) when shutting down"},
		{Caddy, "caddy waits about 5 s for connections without a first request: keep the grace period above that"},
		{Nginx, "nginx waits for the silent connection until client_header_timeout (60 s): set worker_shutdown_timeout below the grace period"},
		{Gunicorn, "a worker waits for the silent connection until --graceful-timeout (30 s): lower it below the grace period, and buffer with a proxy in front"},
		{HAProxy, "haproxy waits for the silent connection: set hard-stop-after, and timeout http-request"},
		{Lighttpd, "lighttpd waits for the silent connection: set server.graceful-shutdown-timeout"},
		{Postgres, "SIGTERM is the smart shutdown, which waits for every client: have SIGINT sent (fast; STOPSIGNAL SIGINT)"},
	}},
	{CauseKeepAlive, []addressed{
		{Other, "the server waits for idle keep-alive connections: close them when shutting down"},
		{Node, "server.close() waits for open connections: call closeIdleConnections() and, after N seconds, closeAllConnections()"},
		{Postgres, "SIGTERM is the smart shutdown, which waits for every client: have SIGINT sent (fast; STOPSIGNAL SIGINT)"},
		{JVM, "stop waits for open connections: give HttpServer.stop a limit in seconds"},
	}},
	{CauseHangs, []addressed{
		{Other, "something else keeps the process alive (timers, pools, threads that are joined): end them too, and exit after a limit of your own below the grace period"},
		{Node, "something else keeps the event loop alive (timers, database pools, sockets): close them, or call process.exit() after a limit; process.getActiveResourcesInfo() names them"},
		{JVM, "a thread that is not a daemon keeps the VM alive: shut executors down"},
		{Python, "a thread that is not a daemon is joined at the end: stop it"},
		{Postgres, "SIGTERM is the smart shutdown, which waits for every client: have SIGINT sent (fast; STOPSIGNAL SIGINT)"},
	}},
	{CauseOrphans, []addressed{
		{Other, "end and wait for the children before exiting, or signal the whole group (KillMode=control-group, tini -g)"},
		{Nginx, "a killed master leaves its workers serving: send it SIGQUIT or SIGTERM in place of SIGKILL"},
	}},
	{CauseLeavesEarly, []addressed{
		{Other, "wait for the children before exiting"},
		{Shell, "exec the server in place of waiting for it in a shell"},
		{Tini, "tini leaves with its direct child: exec in the shell below it"},
		{NPM, "start the server itself in place of npm"},
	}},
	{CauseZombies, []addressed{
		{Other, "wait for children that end (an init such as tini does, as PID 1)"},
	}},
	{CauseListensOn, []addressed{
		{Other, "close the listener as soon as nobody accepts from it any more"},
		{Gunicorn, "the master keeps the listener open until its workers have left: let readiness fail before the signal is sent, or use --worker-class gthread"},
		{Node, "call server.close() before anything else when shutting down"},
		{UWSGI, "the master keeps the socket open while its workers end: let readiness fail before the signal is sent"},
	}},
	{CauseNotReadiness, []addressed{
		{Other, "let readiness answer 503 on the signal, go on accepting for as long as the load balancer needs to notice, then close the listener"},
	}},
	{CauseKeepAliveRace, []addressed{
		{Other, `answer with "Connection: close" while draining before closing kept-alive connections`},
		{Node, `set the header "Connection: close" on answers once the signal has come`},
		{Go, "call SetKeepAlivesEnabled(false) and let a moment pass before Shutdown"},
	}},
	{CauseExitStatus, []addressed{
		{Other, "exit with 0 after a shutdown that was asked for"},
		{Go, "ListenAndServe returns http.ErrServerClosed after Shutdown: that is no error (log.Fatal exits with 1)"},
	}},
	{CauseCrashes, []addressed{
		{Other, "find out what crashes during the shutdown: its stderr and core image tell"},
	}},
	{CauseLosesWork, []addressed{
		{Other, "make acknowledged work durable before the process ends"},
		{Redis, "turn on persistence (appendonly yes, or a save rule): without one everything is lost on exit"},
	}},
	{CauseSecondSignal, []addressed{
		{Other, "a second signal ends the process at once: intended for people who press Ctrl-C twice, so make sure that the platform sends one only"},
	}},
	{CauseSecondIgnored, []addressed{
		{Other, "let a second signal end the process at once, for people who press Ctrl-C twice"},
		{Go, "call stop() of signal.NotifyContext after the first signal, so that the second has its default action"},
	}},
	{CauseStream, []addressed{
		{Other, "keep track of what is sent in parts, end it as its protocol provides when the signal comes, and wait for what has an end"},
		{Node, "server.close() waits for it and closeAllConnections() cuts it: keep a set of open responses and sockets, end() them on the signal, and cut after a limit"},
		{Go, "Shutdown waits neither for hijacked connections nor ends what has no end: use RegisterOnShutdown to end them, and wait for them yourself"},
	}},
	{CauseWebSocket, []addressed{
		{Other, "send a close frame with 1001 (going away) to every WebSocket on the signal, and wait a moment for the answer"},
		{Node, "on the signal: for (const client of wss.clients) client.close(1001); server.close() ends none of them"},
		{Go, "Shutdown does not know hijacked connections: keep them in a set, and close each with 1001 from RegisterOnShutdown"},
	}},
	{CauseEvents, []addressed{
		{Other, "end the response on the signal, so that its last chunk is sent: EventSource connects again by itself"},
		{Node, "keep the open responses in a set and call end() on each when the signal comes"},
		{Go, "let the handler return when a context that RegisterOnShutdown cancels is done"},
	}},
	{CauseGoaway, []addressed{
		{Other, "let the HTTP/2 server shut down gracefully, which sends GOAWAY twice and finishes its streams"},
		{Node, "server.close() of http2 closes no session: call session.close() on each, which sends GOAWAY and finishes the streams"},
	}},
	{CauseHealth, []addressed{
		{Other, "set the health service to NOT_SERVING on the signal, then stop gracefully"},
		{Go, "call Shutdown() of health.Server before GracefulStop()"},
	}},
	{CauseRestarted, []addressed{
		{Other, "have the supervisor end it (systemctl stop, supervisorctl stop, pm2 stop): a signal to the process alone is a crash to it, so check the supervisor's own shutdown with its PID"},
	}},
	{CauseTraffic, []addressed{
		{Other, "let a preStop hook sleep for that long, inside a grace period that has room for it and for what comes after the signal; or go on accepting for that long in the handler of the signal"},
	}},
	{CauseGrace, []addressed{
		{Other, "raise the grace period above the hook and what the process needs, with room to spare"},
	}},
	{CauseSetting, []addressed{
		{Other, "change the line"},
	}},
	{CausePipe, []addressed{
		{Other, "ignore SIGPIPE and check the errors of write, or write to sockets with MSG_NOSIGNAL"},
		{Go, "a Go program dies of SIGPIPE only when it is written to stdout or stderr, or sent: signal.Ignore(syscall.SIGPIPE)"},
	}},
	{CauseUnobserved, []addressed{
		{Other, "name an endpoint that takes a second or two with --slow-path"},
	}},
	{CauseDiesSilently, []addressed{
		{Other, "write what went wrong to stderr before exiting"},
	}},
	{CauseDiesHappily, []addressed{
		{Other, "exit with a code other than 0 when the program cannot do its work: supervisors go by it"},
		{Node, "set process.exitCode = 1, or throw; process.exit() without a code is 0"},
		{Go, "end with os.Exit(1) or log.Fatal when ListenAndServe returns an error other than http.ErrServerClosed"},
	}},
	{CauseDoesNotDie, []addressed{
		{Other, "a server that cannot listen, or a flag that nobody knows, should end the process"},
		{Node, "listen to 'error' on the server, and exit"},
		{Go, "check the error of ListenAndServe in the goroutine that calls it"},
	}},
}

// Advice returns what to change for the cause on the runtime.
func Advice(cause Cause, runtime Runtime) (text string) {
	for _, one := range advice {
		if one.cause != cause {
			continue
		}
		for _, a := range one.texts {
			switch {
			case a.to == runtime:
				return a.text
			case a.to == Other:
				text = a.text
			}
		}
	}
	return text
}
