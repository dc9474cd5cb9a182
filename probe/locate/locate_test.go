package locate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/snagtest"
	"snag/probe/sockets"
	"snag/probe/wire"
	"snag/probe/wire/wiretest"
)

// lineOf returns the number of the first line of a file that contains the text.
func lineOf(t *testing.T, file, text string) int {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(content), "\n") {
		if strings.Contains(line, text) {
			return i + 1
		}
	}
	t.Fatalf("%s has no %q", file, text)
	return 0
}

// startServer starts a server as snag does and waits until it listens.
func startServer(t *testing.T, argv ...string) Suspect {
	t.Helper()
	snagtest.Needs(t, argv[0])
	child, err := process.Start(process.Command{Argv: argv, Env: Revealing()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Close() })
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		listeners, _ := sockets.Listeners(child.Tree())
		if len(listeners) == 0 {
			select {
			case <-child.Done():
				_, stderr := child.Output()
				t.Fatalf("%q ended: %s", argv, stderr)
			default:
			}
			continue
		}
		target := wiretest.Target(t, fmt.Sprintf("http://127.0.0.1:%d", listeners[0].Port))
		s := Suspect{Target: target, Child: child}
		for _, info := range child.Tree() {
			s.PIDs = append(s.PIDs, info.PID)
		}
		return s
	}
	t.Fatalf("%q does not listen", argv)
	return Suspect{}
}

// send sends requests at once and leaves them.
func (s Suspect) send(t *testing.T, count int, path string) {
	for range count {
		conn, err := s.Target.Dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		conn.Write(wire.Request{Method: "GET", Path: path}.Bytes(s.Target))
	}
	time.Sleep(500 * time.Millisecond)
}

// wrongly returns an error unless the place is the line of the file that contains the text.
func wrongly(t *testing.T, got Place, err error, file, text string) error {
	t.Helper()
	if want := lineOf(t, file, text); err != nil || filepath.Base(got.File) != filepath.Base(file) || got.Line != want {
		return fmt.Errorf("got %+v, %v, want line %d of %s", got, err, want, file)
	}
	return nil
}

func check(t *testing.T, got Place, err error, file, text string) {
	t.Helper()
	if err := wrongly(t, got, err, file, text); err != nil {
		t.Error(err)
	}
}

// TestStuckNode stops a loop and a regex that do not end by themselves.
func TestStuckNode(t *testing.T) {
	snagtest.Long(t)
	for path, text := range map[string]string{"/regex?n=60": "regex: (n) =>", "/permute?n=14": "function permute"} {
		s := startServer(t, "node", "../../testdata/block/server.js")
		s.send(t, 1, path)
		got, err := s.Stuck(t.Context())
		check(t, got, err, "../../testdata/block/server.js", text)
	}
}

// TestStuckIdleNode finds the function that waits, in a process in which nothing runs.
func TestStuckIdleNode(t *testing.T) {
	snagtest.Long(t)
	const file = "../../testdata/block/server.js"
	s := startServer(t, "node", file)
	s.send(t, 2, "/abba")
	got, err := s.Stuck(t.Context())
	check(t, got, err, file, "async function take")
}

func TestStuckGo(t *testing.T) {
	snagtest.Linux(t)
	const file = "../../testdata/block/gosrv/hangs.go"
	s := startServer(t, snagtest.Build(t, "testdata/block/gosrv"))
	s.send(t, 2, "/abba")
	snagtest.InThree(t, func() error { // a busy machine may need more time until both wait
		got, err := s.Stuck(t.Context()) // it serves /debug/pprof
		return wrongly(t, got, err, file, "second.Lock()")
	})
	got, err := s.LastWords()
	check(t, got, err, file, "second.Lock()")
}

func TestStuckPython(t *testing.T) {
	snagtest.Long(t)
	s := startServer(t, "python3", "../../testdata/block/server.py")
	s.send(t, 4, "/notify")
	got, err := s.LastWords()
	check(t, got, err, "../../testdata/block/server.py", "condition.wait()")
}

func TestStuckJava(t *testing.T) {
	snagtest.Long(t)
	s := startServer(t, "java", "../../testdata/block/Server.java")
	s.send(t, 2, "/abba")
	got, err := s.Stuck(t.Context())
	check(t, got, err, "../../testdata/block/Server.java", "synchronized (second)")
}

func TestLocatePython(t *testing.T) {
	snagtest.Long(t)
	if _, err := exec.LookPath("py-spy"); err == nil {
		t.Skip("py-spy is installed, so faulthandler is not asked")
	}
	s := startServer(t, "python3", "../../testdata/block/server.py")
	client := wire.NewClient(s.Target)
	defer client.Close()
	got, err := s.Locate(t.Context(), func() { client.Do(t.Context(), wiretest.GetRequest(s.Target, "/square?n=6000"), time.Minute) })
	if err != nil || filepath.Base(got.File) != "server.py" || got.Function != "loop" {
		t.Errorf("got %+v, %v, want loop in server.py", got, err)
	}
}

func TestLocateGo(t *testing.T) {
	snagtest.Long(t)
	s := startServer(t, snagtest.Build(t, "testdata/block/gosrv"))
	client := wire.NewClient(s.Target)
	defer client.Close()
	got, err := s.Locate(t.Context(), func() { client.Do(t.Context(), wiretest.GetRequest(s.Target, "/fib?n=40"), time.Minute) })
	if err != nil || filepath.Base(got.File) != "main.go" || !strings.HasSuffix(got.Function, "fib") {
		t.Errorf("got %+v, %v, want fib in main.go", got, err)
	}
}

// TestDumps reads dumps as the tools print them.
func TestDumps(t *testing.T) {
	for _, test := range []struct {
		name, dump string
		read       func(string) []stack
		want       string // file:line of what is stuck
	}{
		{"Java", `"http-1" #23 prio=5 os_prio=0 cpu=1.21ms elapsed=3.02s tid=0x1 nid=0x2 waiting for monitor entry  [0x3]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at com.shop.Orders.pay(Orders.java:31)
	- waiting to lock <0x4> (a java.lang.Object)
	at com.shop.Api$Handler.handle(Api.java:12)
	at jdk.httpserver@17.0.15/sun.net.httpserver.ServerImpl.run(ServerImpl.java:851)

"main" #1 prio=5 tid=0x5 nid=0x6 in Object.wait()  [0x7]
   java.lang.Thread.State: WAITING (on object monitor)
	at java.lang.Object.wait(java.base@17.0.15/Native Method)

`, javaStacks, "com/shop/Orders.java:31"},
		{"Go at SIGQUIT", "SIGQUIT: quit\n\ngoroutine 1 gp=0xc0 m=nil [IO wait]:\nmain.main()\n\t/src/a/main.go:9 +0x1\n\ngoroutine 7 gp=0xc1 m=nil [sync.Mutex.Lock, 2 minutes]:\nsync.(*Mutex).Lock(...)\n\t/usr/local/go/src/sync/mutex.go:46\nmain.pay.func1({0x1, 0x2}, 0x3)\n\t/src/a/pay.go:31 +0x1\nnet/http.(*conn).serve(0x1)\n\t/usr/local/go/src/net/http/server.go:2103 +0x1\n", goStacks, "/src/a/pay.go:31"},
		{"py-spy", "Process 7: python3 a.py\n\nThread 7 (idle): \"MainThread\"\n    select (/usr/lib/python3.11/selectors.py:416)\n    <module> (/src/a.py:99)\nThread 8 (idle): \"Thread-1\"\n    wait (/usr/lib/python3.11/threading.py:320)\n    pay (/src/a.py:31)\n", pySpyStacks, "/src/a.py:31"},
		{"faulthandler", "Fatal Python error: Aborted\n\nThread 0x00007f (most recent call first):\n  File \"/usr/lib/python3.11/threading.py\", line 320 in wait\n  File \"/src/a.py\", line 31 in pay\n\nCurrent thread 0x00008f (most recent call first):\n  File \"/usr/lib/python3.11/selectors.py\", line 416 in select\n  File \"/src/a.py\", line 99 in <module>\n", faultStacks, "/src/a.py:31"},
		{"nothing", "Segmentation fault", goStacks, ":0"},
	} {
		got, _ := stuckIn(test.read(test.dump))
		if place := fmt.Sprintf("%s:%d", filepath.ToSlash(got.File), got.Line); place != test.want {
			t.Errorf("%s: got %s, want %s", test.name, place, test.want)
		}
	}
}

func FuzzDumps(f *testing.F) {
	f.Add("goroutine 1 [running]:\nmain.f()\n\t/a.go:1\nnet/http.(*conn).serve(0x1)\n\t/b.go:2\n")
	f.Add("\"a\"\n   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n")
	f.Add("Thread 0x1 (most recent call first):\n  File \"a.py\", line 1 in f\n")
	f.Fuzz(func(t *testing.T, dump string) {
		for _, read := range []func(string) []stack{goStacks, javaStacks, pySpyStacks, faultStacks} {
			if place, ok := stuckIn(read(dump)); ok && (place.File == "" || place.Share <= 0 || place.Share > 1) {
				t.Errorf("%q: %+v", dump, place)
			}
		}
	})
}

func TestOfGoLibrary(t *testing.T) {
	for file, want := range map[string]bool{
		"/usr/local/go/src/runtime/sema.go": true, "/home/u/go/pkg/mod/golang.org/x/net@v0.5.0/http2/server.go": true, "/home/u/shop/main.go": false,
		"internal/sync/mutex.go": true, "golang.org/x/net@v0.5.0/http2/server.go": true, "example.org/shop/main.go": false, "shop/net/main.go": false, // -trimpath
	} {
		if got := OfGoLibrary(file); got != want {
			t.Errorf("OfGoLibrary(%q) = %t, want %t", file, got, want)
		}
	}
}

// TestAskJVM asks a JVM where there is no JDK, and leaves no file behind.
func TestAskJVM(t *testing.T) {
	snagtest.Long(t)
	if runtime.GOOS != "linux" {
		t.Skip("its socket is used on Linux only")
	}
	s := startServer(t, "java", "../../testdata/block/Server.java")
	t.Setenv("PATH", "") // no jcmd
	pid := last(s.PIDs, shutdown.JVM)
	for range 2 { // the second time it listens already
		if got, err := AskJVM(t.Context(), pid, "Thread.print"); err != nil || len(javaStacks(got)) == 0 {
			t.Errorf("got %q, %v, want threads", got, err)
		}
	}
	if got, err := AskJVM(t.Context(), pid, "GC.run", "GC.heap_info"); err != nil || !strings.Contains(got, "used") {
		t.Errorf("got %q, %v, want the heap", got, err)
	}
	if _, err := AskJVM(t.Context(), os.Getpid(), "Thread.print"); err == nil {
		t.Error("what is no JVM answers")
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf(".attach_pid%d", pid))); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
