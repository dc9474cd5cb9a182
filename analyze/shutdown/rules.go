package shutdown

import "snag/analyze/judge"

// The rules of a check and of failed starts.
const (
	RuleDropped       = "shutdown/dropped-requests"
	RuleFailed        = "shutdown/failed-requests"
	RuleNotExited     = "shutdown/not-exited"
	RuleNoEffect      = "shutdown/no-effect"
	RuleOrphan        = "shutdown/orphan"
	RulePort          = "shutdown/port-held"
	RuleZombie        = "shutdown/zombie"
	RuleBroken        = "shutdown/broken-connections"
	RuleHanging       = "shutdown/hanging-connections"
	RuleSlowExit      = "shutdown/waits-for-connection"
	RuleReadiness     = "shutdown/readiness"
	RuleKeepAlive     = "shutdown/keep-alive-race"
	RuleExitStatus    = "shutdown/exit-status"
	RuleCrashed       = "shutdown/crashed"
	RuleLostWork      = "shutdown/lost-work"
	RuleSecondSignal  = "shutdown/second-signal"
	RuleStreamCut     = "shutdown/stream-cut"
	RuleStreamHolds   = "shutdown/stream-holds"
	RuleGoaway        = "shutdown/goaway"
	RuleHealth        = "shutdown/health-not-serving"
	RuleTraffic       = "shutdown/traffic-after-signal"
	RuleGrace         = "shutdown/grace-period"
	RulePlatform      = "shutdown/platform-setting"
	RulePipe          = "shutdown/dies-of-sigpipe"
	RuleUnknown       = "shutdown/unknown"
	RuleCrashSilent   = "shutdown/crash-without-message"
	RuleCrashStatus   = "shutdown/crash-without-status"
	RuleCrashSurvived = "shutdown/crash-unnoticed"
)

// Rules are the rules of processes that end.
var Rules = []judge.Rule{
	{
		ID: RuleDropped, Name: "DroppedRequests", Level: judge.Error,
		Short: "A shutdown loses requests that were in flight.",
		Full:  `Requests that the server had accepted before the signal got no answer, or half of one. Their clients see a reset or an end of file and cannot tell whether the work was done. The finding says how many were lost, when, and how the process ended: an exit code of 0 does not make up for it.`,
		Help:  "On the signal close the listener, let what is in flight finish, then exit.",
	},
	{
		ID: RuleFailed, Name: "FailedRequests", Level: judge.Error,
		Short: "A shutdown answers requests in flight with server errors.",
		Full:  `Requests that the server had accepted before the signal were answered with a 5xx that the endpoint does not give otherwise. Work that was begun is given up although there was time to finish it.`,
		Help:  "Refuse only requests that come after the signal.",
	},
	{
		ID: RuleNotExited, Name: "NotExited", Level: judge.Error,
		Short: "A process does not end within its grace period.",
		Full:  `The process stopped accepting and had not ended when the grace period ran out. The platform kills it then, with whatever it was doing. Often it waits for a connection that nobody will use again: one that was opened and never written to is enough for several servers. The finding names what was still open.`,
		Help:  "Put a limit of your own, below the grace period, on everything that the shutdown waits for.",
	},
	{
		ID: RuleNoEffect, Name: "NoEffect", Level: judge.Error,
		Short: "The signal has no effect, or means something else.",
		Full:  `The process went on serving until the grace period ran out. The signal is swallowed by a handler, blocked, discarded because the process is PID 1 of a container, kept by a wrapper, or it means reload.`,
		Help:  "Handle the signal, have the right one sent, or let the server itself get it.",
	},
	{
		ID: RuleOrphan, Name: "OrphanedChildren", Level: judge.Error,
		Short: "Children live on when the process has ended.",
		Full:  `The process that got the signal ended and left children behind. Outside a container they go on serving and keep the port; in one they are killed at that moment, without having been asked to finish. Wrappers such as npm and sh -c are the usual reason.`,
		Help:  "Let the server get the signal: exec it in the wrapper, or signal the whole group.",
	},
	{
		ID: RulePort, Name: "PortHeld", Level: judge.Error,
		Short: "The port is still listened on when the process has ended.",
		Full:  `Listening on the same address again fails, although SO_REUSEADDR lets it pass over connections in TIME_WAIT. Something left behind holds the socket, and a successor cannot start.`,
		Help:  "End the children that inherited the socket.",
	},
	{
		ID: RuleZombie, Name: "ZombieChildren", Level: judge.Warning,
		Short: "Children that ended are not waited for.",
		Full:  `A child has ended and its parent, which lives, does not wait for it. Each such zombie keeps its PID; in a container they add up until no process can be started.`,
		Help:  "Wait for children, or run under an init such as tini.",
	},
	{
		ID: RuleBroken, Name: "BrokenConnections", Level: judge.Warning,
		Short: "New connections are accepted after the signal and then broken.",
		Full:  `The listener stayed open although nobody was going to serve what it accepted. The kernel completes such connections, and they are reset when the process ends. One or two are lost in the closing of any server; the finding counts more.`,
		Help:  "Close the listener as soon as nobody accepts from it.",
	},
	{
		ID: RuleHanging, Name: "HangingConnections", Level: judge.Warning,
		Short: "New connections are accepted after the signal and never answered.",
		Full:  `The listener stayed open while nobody served what it accepted, for longer than most clients wait. Each such client loses its time as well as its request; one that had been refused would have gone to another server at once.`,
		Help:  "Close the listener as soon as nobody accepts from it, or go on serving until it is closed.",
	},
	{
		ID: RuleSlowExit, Name: "WaitsForConnection", Level: judge.Warning,
		Short: "The exit waits for a connection that nobody uses.",
		Full:  `All requests were answered, and the process ended only when a silent or an idle connection was closed. Browsers and load balancers keep such connections open; with a shorter grace period the process is killed.`,
		Help:  "Close connections without a request on the signal, or after a limit.",
	},
	{
		ID: RuleReadiness, Name: "ReadinessTooLate", Level: judge.Warning,
		Short: "Readiness does not turn before the listener closes.",
		Full:  `Load balancers go on sending requests until the readiness check fails. When the listener closes first, these are refused.`,
		Help:  "Answer readiness with 503 on the signal, and close the listener some seconds later.",
	},
	{
		ID: RuleKeepAlive, Name: "KeepAliveRace", Level: judge.Note,
		Short: "Kept-alive connections are closed without an announcement.",
		Full:  `A connection in use was closed between two requests and no answer had said "Connection: close". A client that sends at that moment loses the request, and may not repeat it unless it is idempotent.`,
		Help:  `Answer with "Connection: close" while draining.`,
	},
	{
		ID: RuleExitStatus, Name: "ShutdownStatus", Level: judge.Warning,
		Short: "A shutdown that was asked for ends with a failure status.",
		Full:  `The process ended with an exit code other than 0 and other than 128 plus the signal's number. Supervisors take that for a crash, restart it or raise an alarm.`,
		Help:  "Exit with 0 after a shutdown that was asked for.",
	},
	{
		ID: RuleCrashed, Name: "CrashedShutdown", Level: judge.Error,
		Short: "A process crashes while it shuts down.",
		Full:  `The process died of another signal than the one that was sent, or left a core image.`,
		Help:  "Find the crash in its stderr or in the core image.",
	},
	{
		ID: RuleLostWork, Name: "LostWork", Level: judge.Error,
		Short: "Acknowledged work is gone after a restart.",
		Full:  `The command given with --probe did work that the target acknowledged before the signal, and did not find it after the target was started again. A clean exit code is no proof of durable work.`,
		Help:  "Make work durable before acknowledging it, or before exiting.",
	},
	{
		ID: RuleSecondSignal, Name: "SecondSignalIgnored", Level: judge.Note,
		Short: "A second signal while draining changes nothing.",
		Full:  `People who press Ctrl-C a second time, and supervisors that repeat the signal, expect it to end the process at once.`,
		Help:  "Give the signal its default action back once the first has come.",
	},
	{
		ID: RuleStreamCut, Name: "StreamCut", Level: judge.Error,
		Short: "A stream under way breaks off in a shutdown.",
		Full:  `An upload, an answer in parts or a request over HTTP/2 or gRPC that had begun before the signal was cut, which loses it as any other request in flight. A WebSocket, a stream of events or a tunnel has no end of its own; the finding is a warning when it was cut without the end that its protocol provides (a close frame with 1001, a last chunk), by which clients know that they should connect again.`,
		Help:  "Finish what has an end, and end the rest as its protocol provides.",
	},
	{
		ID: RuleStreamHolds, Name: "StreamHoldsExit", Level: judge.Error,
		Short: "A stream without an end keeps the process from ending.",
		Full:  `A WebSocket, a stream of events or a tunnel was open from the signal to the end of the grace period. Servers that wait for open requests wait for these as well, and nobody ends them.`,
		Help:  "End such streams on the signal.",
	},
	{
		ID: RuleGoaway, Name: "NoGoaway", Level: judge.Warning,
		Short: "A connection of HTTP/2 ends without being announced.",
		Full:  `RFC 9113 section 6.8: a server that goes away sends GOAWAY, first with the highest stream possible and then, after a round trip, with the last one that it answers. Without the first, requests that are on their way are refused; without any, clients cannot tell which requests were begun.`,
		Help:  "Let the HTTP/2 server shut down gracefully: it sends GOAWAY twice and finishes its streams.",
	},
	{
		ID: RuleHealth, Name: "HealthServing", Level: judge.Warning,
		Short: "The health service of gRPC does not say NOT_SERVING.",
		Full:  `Clients that balance load by themselves watch grpc.health.v1.Health, and go on sending calls until it says NOT_SERVING or the connection ends. Some servers wait for these watchers when they stop gracefully, and never end.`,
		Help:  "Set the health service to NOT_SERVING on the signal (health.Server.Shutdown in Go), then stop gracefully.",
	},
	{
		ID: RuleTraffic, Name: "TrafficAfterSignal", Level: judge.Error,
		Short: "New connections fail while the platform still sends them.",
		Full:  `Kubernetes takes a pod out of its endpoints and ends it at the same time. It takes seconds until every node and load balancer knows, and connections that come in between fail at every rollout when the server has already closed its listener. The time is --traffic, 5 s unless it is given; a preStop hook that sleeps delays the signal by as much.`,
		Help:  "Let a preStop hook sleep, or go on serving for some seconds after the signal.",
	},
	{
		ID: RuleGrace, Name: "GracePeriodTooShort", Level: judge.Error,
		Short: "The times that a deployment gives do not suffice.",
		Full:  `From the order to end to SIGKILL there is one period, and a preStop hook spends a part of it. What was measured, or the hook alone, does not fit into it, or barely.`,
		Help:  "Raise the grace period above the hook and the time that the process needs.",
	},
	{
		ID: RulePlatform, Name: "PlatformSetting", Level: judge.Warning,
		Short: "A line of a deployment does not fit what was measured.",
		Full:  `The manifest, unit, compose file or image says something that goes against the process that it starts: another signal than the one that drains it, a shell in front of it, signals to processes that should not get them, an end that counts as a failure. The finding names the line, and the line that would fit; where it says that this was measured, the check was repeated with it.`,
		Help:  "Change the line.",
	},
	{
		ID: RulePipe, Name: "DiesOfSigpipe", Level: judge.Warning,
		Short: "SIGPIPE ends the process.",
		Full:  `Writing to a peer that has gone away raises SIGPIPE, whose default action ends the process. One client that disconnects takes the server with it.`,
		Help:  "Ignore SIGPIPE and handle the error of the write.",
	},
	{
		ID: RuleUnknown, Name: "ShutdownUnknown", Level: judge.Warning,
		Short: "Whether the shutdown is graceful could not be observed.",
		Full:  `No request could be kept in flight, or the target speaks something that snag does not, so the decisive question stays open. Nothing is claimed.`,
		Help:  "Name a slow endpoint with --slow-path, or a command with --probe.",
	},
	{
		ID: RuleCrashSilent, Name: "SilentCrash", Level: judge.Error,
		Short: "A failed start leaves no message on stderr.",
		Full:  `The process was started with something wrong and ended without saying so on stderr. Whoever looks for the reason finds nothing.`,
		Help:  "Write what went wrong to stderr before exiting.",
	},
	{
		ID: RuleCrashStatus, Name: "CrashStatus", Level: judge.Error,
		Short: "A failed start ends with exit code 0.",
		Full:  `The process was started with something wrong and reported success. Supervisors and CI jobs go by the status and see nothing.`,
		Help:  "Exit with a code other than 0 when the program cannot do its work.",
	},
	{
		ID: RuleCrashSurvived, Name: "CrashUnnoticed", Level: judge.Warning,
		Short: "A process goes on although it was started wrongly.",
		Full:  `The process neither ended nor said anything although its port was taken, its configuration was missing, or a flag was unknown.`,
		Help:  "End the process when it cannot do its work.",
	},
}
