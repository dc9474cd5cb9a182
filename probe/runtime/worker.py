# Measures JSON in Python: a request in JSON a line on stdin, an answer a line on stdout.
import json, os, platform, sys, threading, time

try:
    import resource
except ImportError:
    resource = None


try:
    scheduled = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
except OSError:
    scheduled = None  # not on Linux


def waited():
    """How long this thread was ready to run and had no processor so far, 0 where the kernel does not tell."""
    return int(os.pread(scheduled, 64, 0).split()[1]) / 1e9 if scheduled is not None else 0


def spent(work):
    """What some work takes without the waits for a processor, and how long those are. Those outside of it are no longer
    than what asking took."""
    asked, before = time.perf_counter(), waited()
    start = time.perf_counter()
    work()
    end = time.perf_counter()
    lost = waited() - before
    lost = max(lost - (start - asked) - (time.perf_counter() - end), 0)
    return (end - start - lost) * 1000, lost * 1000


def timed(q, work):
    """What each of several runs took and lost. The limit is for what they take, the clock for all of it."""
    begun, runs, took = time.perf_counter(), [], 0
    while len(runs) < q["reps"] or time.perf_counter() < begun + 0.01 and len(runs) < q["most"]:  # short ones more often
        runs.append(spent(work))
        took += runs[-1][0]
        if len(runs) > 1 and (took > q["limit"] or time.perf_counter() > begun + q["clock"] / 1000):
            break
    return runs


def heartbeat(work):
    """The longest gap of a thread that wakes up every millisecond: what other threads wait."""
    gap, stop, ready = [0.0], threading.Event(), threading.Event()

    def beat():
        last = time.perf_counter()
        ready.set()
        while not stop.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            gap[0], last = max(gap[0], now - last), now

    thread = threading.Thread(target=beat)
    thread.start()
    ready.wait()
    work()
    stop.set()
    thread.join()
    return max(gap[0] * 1000 - 1, 0)


def answer(q):
    if q["do"] == "version":
        return {"version": platform.python_version()}
    with open(q["file"], encoding="utf-8") as f:
        text = f.read()
    out, value = {"length": len(text)}, [None]

    def parse():
        value[0] = json.loads(text)

    out["parse"] = timed(q, parse)
    out["search"] = timed(q, lambda: text.find("nomatch"))
    if q.get("stringify"):
        out["stringify"] = timed(q, lambda: json.dumps(value[0]))
    if q.get("beat"):
        value[0] = None
        out["beat"] = heartbeat(parse)
    if resource:
        out["rss"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return out


for line in sys.stdin:
    try:
        q = json.loads(line)
        if q["do"] == "depth":  # here and not in a function, which would use up a level
            value = json.loads(q["open"] * q["n"] + q.get("leaf", "") + q["close"] * q["n"])
            if q.get("stringify"):
                json.dumps(value)
            result = {"ok": True}
        else:
            result = answer(q)
    except Exception as e:
        result = {"error": type(e).__name__ + ": " + str(e)[:200]}
    sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()
