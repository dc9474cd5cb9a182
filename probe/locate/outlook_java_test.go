package locate

import (
	"strings"
	"testing"

	"snag/analyze/block/pool"
)

// TestJavaOutlook tells JVMs in which nothing will happen by itself from those in which something may.
func TestJavaOutlook(t *testing.T) {
	thread := func(name, state string, frames ...string) string {
		return "\"" + name + "\" #1 prio=5\n   java.lang.Thread.State: " + state + "\n\tat " + strings.Join(frames, "\n\tat ") + "\n"
	}
	const park, http, exchange = "jdk.internal.misc.Unsafe.park(java.base@17/Native Method)", "com.sun.net.httpserver.Filter$Chain.doFilter(jdk.httpserver@17/Filter.java:95)", "sun.net.httpserver.ServerImpl$Exchange.run(jdk.httpserver@17/ServerImpl.java:831)"
	request := func(state string) string {
		return thread("pool-1-thread-1", state, park, "App.take(App.java:7)", http, exchange)
	}
	const waits = "WAITING (parking)"
	selector := thread("HTTP-Dispatcher", "RUNNABLE", "sun.nio.ch.EPoll.wait(java.base@17/Native Method)", "sun.net.httpserver.ServerImpl$Dispatcher.run(ServerImpl.java:471)")
	idle := []string{selector,
		"\"C2 CompilerThread0\" #7 daemon\n   java.lang.Thread.State: RUNNABLE\n   No compile task\n",
		thread("Common-Cleaner", "TIMED_WAITING (on object monitor)", "java.lang.Object.wait(java.base@17/Native Method)", "java.lang.ref.ReferenceQueue.remove(java.base@17/ReferenceQueue.java:155)"),
		thread("pool-1-thread-9", "TIMED_WAITING (parking)", park, "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17/ThreadPoolExecutor.java:1061)"),
		thread("idle-timeout-task", "TIMED_WAITING (on object monitor)", "java.util.TimerThread.mainLoop(java.base@17/Timer.java:563)"),
		thread("Catalina-utility-1", "TIMED_WAITING (parking)", park, "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(ScheduledThreadPoolExecutor.java:1)"),
		thread("main", "RUNNABLE", "sun.nio.ch.Net.accept(java.base@17/Native Method)", "App.main(App.java:3)"),
	}
	for _, test := range []struct {
		name       string
		unanswered int
		threads    []string
		want       pool.Outlook
	}{
		{"two wait without a limit", 2, []string{request(waits), request("BLOCKED (on object monitor)")}, pool.Nothing},
		{"a servlet does", 1, []string{thread("http-nio-1", waits, park, "App.doGet(App.java:7)", "javax.servlet.http.HttpServlet.service(HttpServlet.java:1)")}, pool.Nothing},
		{"one of two is not seen", 2, []string{request(waits)}, pool.Something},
		{"one waits for a time", 2, []string{request(waits), request(waits), request("TIMED_WAITING (parking)")}, pool.Something},
		{"one computes", 1, []string{request(waits), request("RUNNABLE")}, pool.Something},
		{"a task of a pool sleeps", 1, []string{request(waits), thread("worker", "TIMED_WAITING (sleeping)", "java.lang.Thread.sleep(Native Method)", "App.lambda$0(App.java:9)", "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:1)")}, pool.Something},
		{"a consumer runs", 1, []string{request(waits), thread("worker", "RUNNABLE", "App.accept(App.java:9)")}, pool.Something},
		{"a task is due later", 1, []string{request(waits), thread("pool-2-thread-1", "TIMED_WAITING (parking)", park, "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take(ScheduledThreadPoolExecutor.java:1)")}, pool.Something},
		{"a loop may have timers", 1, []string{request(waits), thread("nio-1", "RUNNABLE", "sun.nio.ch.EPoll.wait(Native Method)", "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:1)")}, pool.Something},
		{"threads that are not shown", 1, []string{request(waits), thread("VirtualThread-unparker", waits, park, "java.lang.Thread.run(Thread.java:1)")}, pool.Something},
		{"a thread of its own waits, and no request", 1, []string{thread("queue", waits, park, "App.take(App.java:7)")}, pool.Something},
	} {
		dump := "Full thread dump\n\n" + strings.Join(append(idle[:len(idle):len(idle)], test.threads...), "\n")
		if got := javaOutlook(dump, test.unanswered); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
	if got := javaOutlook("", 1); got != pool.Something {
		t.Errorf("no dump: got %d, want %d", got, pool.Something)
	}
}
