package locate

import (
	"strings"

	"snag/analyze/block/pool"
	"snag/analyze/lazyregexp"
)

var (
	// javaServed are frames of servers that run handlers on a thread for each request.
	javaServed = lazyregexp.New(`\sat (?:[\w.@]+/)?(?:sun\.net\.httpserver|(?:javax|jakarta)\.servlet|org\.apache\.(?:catalina|coyote)|org\.eclipse\.jetty)\.`)
	// javaResting are waits for a time, and calls of the system, of threads that have nothing to do: threads of pools
	// that wait for a task, what cleans up, selectors and those that accept connections.
	javaResting = lazyregexp.New(`ThreadPoolExecutor\.getTask|ForkJoinPool\.awaitWork|ReferenceQueue\.remove|Reference\.waitForReferencePendingList|KeepAliveCache\.run|StandardServer\.await|` +
		`(?:EPoll|KQueue|WEPoll)\.(?:wait|poll)|(?:Net|Socket\w*)\.(?:a|implA|platformA)ccept0?\(|"(?:server-timer|idle-timeout-task|Catalina-utility-\d+|container-\d+)" `)
	// javaLater are threads that do something for others in time, or that others wait for without a thread of their own.
	javaLater = lazyregexp.New(`DelayedWorkQueue|VirtualThread|\sat (?:io\.netty|org\.xnio|io\.vertx|reactor)\.`)
	// javaUsual are such threads of a server that ends no request.
	javaUsual = lazyregexp.New(`^"Catalina-utility-\d+" `)
)

// javaOutlook reads in a dump of threads what so many requests wait for that are not answered. They wait for nothing that
// comes by itself where each has a thread that waits without a limit, and no other thread can do anything: none runs, is
// in a call of the system, or waits for a time. Whatever else is there may end the wait.
func javaOutlook(dump string, unanswered int) pool.Outlook {
	standing := 0
	for block := range strings.SplitSeq(dump, "\n\n") {
		head := javaHead.FindStringSubmatch(block)
		switch {
		case head == nil || !strings.Contains(block, "\n\tat "):
		case javaLater.MatchString(block) && !javaUsual.MatchString(block):
			return pool.Something
		case head[1] == "BLOCKED" || head[1] == "WAITING":
			if javaServed.MatchString(block) && !javaResting.MatchString(block) {
				standing++
			}
		case !javaResting.MatchString(block):
			return pool.Something
		}
	}
	if standing < max(unanswered, 1) {
		return pool.Something
	}
	return pool.Nothing
}
