package pool

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestDoubt does not take the wait for a processor for that for a place.
func TestDoubt(t *testing.T) {
	if got := (Size{K: 1, Tried: 64}).Doubt(Load{Waited: 1, Processes: 1, Busy: 0.2, Cores: 2, Pressure: 0.95}); got.Unknown == "" {
		t.Errorf("one at a time on a busy machine: got %+v, want unknown", got)
	}
	if got := (Size{K: 1, Tried: 64}).Doubt(Load{Waited: 1, Processes: 1, Busy: 0.9, Cores: 2, Pressure: 0.95}); got.K != 1 {
		t.Errorf("an event loop that computes: got %+v, want 1", got)
	}
	taken := Load{Waited: 1, Processes: 1, Busy: 1.9, Cores: 2, Own: 50 * time.Millisecond}
	for _, test := range []struct {
		name    string
		change  func(*Load)
		unknown bool
	}{
		{"short and computing", func(*Load) {}, true},
		{"long", func(l *Load) { l.Own = 200 * time.Millisecond }, false},
		{"others are served", func(l *Load) { l.Waited = 0 }, false},
		{"processors are free", func(l *Load) { l.Busy = 1.1 }, false},
		{"others compute", func(l *Load) { l.Busy, l.Pressure, l.Own = 0.2, 0.9, time.Second }, true},
		{"others compute a little", func(l *Load) { l.Busy, l.Pressure, l.Own = 0.2, 0.5, time.Second }, false},
		{"others compute, and times vary", func(l *Load) { l.Busy, l.Pressure, l.Waited, l.Varies = 0.2, 0.9, 0, true }, true},
		{"times vary", func(l *Load) { l.Busy, l.Pressure, l.Waited, l.Varies = 0.2, 0.5, 0, true }, false},
		{"short and computing, and times vary", func(l *Load) { l.Busy, l.Waited, l.Varies = 1, 0, true }, true},
		{"long and computing, and times vary", func(l *Load) { l.Busy, l.Waited, l.Varies, l.Own = 1, 0, true, time.Second }, false},
		{"as many processes", func(l *Load) { l.Processes = 5 }, false},
		{"as many processes, others compute, and times vary", func(l *Load) { l.Processes, l.Busy, l.Pressure, l.Varies = 49, 0.03, 0.9, true }, true},
	} {
		l := taken
		test.change(&l)
		if got := (Size{K: 4, Tried: 64}).Doubt(l); (got.Unknown != "") != test.unknown || got.Unknown == "" && got.K != 4 {
			t.Errorf("%s: got %+v, want unknown %t", test.name, got, test.unknown)
		}
	}
}

// TestIsBusy tells a loop that gets little of a busy machine from threads that wake up now and then.
func TestIsBusy(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		used, held, looked time.Duration
		want               bool
	}{
		{380 * ms, 390 * ms, 400 * ms, true}, {15 * ms, 330 * ms, 400 * ms, true}, {30 * ms, 700 * ms, 900 * ms, true},
		{0, 0, 400 * ms, false}, {2 * ms, 160 * ms, 400 * ms, false}, {3 * ms, 250 * ms, 900 * ms, false},
	} {
		if got := IsBusy(test.used, test.held, test.looked); got != test.want {
			t.Errorf("used %s, held %s of %s: got %t, want %t", test.used, test.held, test.looked, got, test.want)
		}
	}
}

// TestIsMoving tells threads that try again from those that wait, beside what a program does that has nothing to do.
func TestIsMoving(t *testing.T) {
	for _, test := range []struct {
		name       string
		late, idle map[int]float64
		want       bool
	}{
		{"all wait", map[int]float64{1: 0, 2: 0, 3: 0}, map[int]float64{1: 0}, false},
		{"an event loop that tries again", map[int]float64{1: 4}, map[int]float64{1: 0}, true},
		{"threads that try again", map[int]float64{1: 2, 2: 15, 3: 12}, map[int]float64{1: 2}, true},
		{"a clock that ticks as ever", map[int]float64{1: 20.3, 2: 0, 3: 0.3}, map[int]float64{1: 19.8, 2: 1}, false},
		{"a clock that ticks as ever, and threads that try again", map[int]float64{1: 20, 2: 4, 3: 4}, map[int]float64{1: 20}, true},
		{"less than before", map[int]float64{1: 3}, map[int]float64{1: 60, 2: 9}, false},
		{"nothing is known", nil, nil, false},
	} {
		if got := IsMoving(test.late, test.idle); got != test.want {
			t.Errorf("%s: late %v, idle %v: got %t, want %t", test.name, test.late, test.idle, got, test.want)
		}
	}
}

// TestIsCrowded tells a target that waits for processors from one that has them.
func TestIsCrowded(t *testing.T) {
	for _, test := range []struct {
		waited, looked time.Duration
		want           bool
	}{{0, time.Second, false}, {10 * time.Millisecond, 20 * time.Second, false}, {100 * time.Millisecond, 20 * time.Second, true}, {2 * time.Second, 20 * time.Second, true}} {
		if got := IsCrowded(test.waited, test.looked); got != test.want {
			t.Errorf("%s of %s: got %t, want %t", test.waited, test.looked, got, test.want)
		}
	}
}

// TestPatience leaves time to look at a target behind the deadline, however slow its requests are.
func TestPatience(t *testing.T) {
	for _, own := range []time.Duration{time.Millisecond, time.Second, 4 * time.Second, time.Minute} {
		for _, requests := range []int{1, 2, 6, 32} {
			if rest := Patience(own, requests) - Deadline(own, requests); rest < 2*time.Second {
				t.Errorf("%d requests of %s: %s remain, want 2 s or more", requests, own, rest)
			}
		}
	}
}

// TestSearch finds every size; when a tenth of those that have room are held up by something else and a
// fifth of the trials say nothing, it still finds nearly all.
func TestSearch(t *testing.T) {
	wrong, all := 0, 0
	for _, k := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32, 64, 0} {
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, uint64(k)))
			s := NewSearch(64)
			requests := 0
			for {
				m, more := s.Next()
				if !more {
					break
				}
				full := k > 0 && m >= k
				held := seed > 0 && random.IntN(10) == 0
				s.Add(Trial{Holds: m, Full: full || held, Weak: seed > 0, Void: seed > 0 && random.IntN(5) == 0})
				requests += m + 1
			}
			got := s.Size()
			if seed == 0 && got.K != k {
				t.Errorf("pool of %d: got %+v", k, got)
			}
			if seed == 0 && k > 0 && k <= 10 && requests > 250 {
				t.Errorf("pool of %d took %d requests", k, requests)
			}
			if all++; got.K != k {
				wrong++
			}
		}
	}
	if wrong*50 > all {
		t.Errorf("%d of %d sizes are wrong", wrong, all)
	}
}

func TestSearchOfFastRequestsSaysNothing(t *testing.T) {
	s := NewSearch(64)
	for {
		m, more := s.Next()
		if !more {
			break
		}
		s.Add(Trial{Holds: m, Void: true})
	}
	if got := s.Size(); got.Unknown == "" {
		t.Errorf("got %+v, want unknown", got)
	}
}

// TestUnfinishedSearchSaysNothing does not take the size that it has not bisected yet.
func TestUnfinishedSearchSaysNothing(t *testing.T) {
	s := NewSearch(64)
	for m, more := s.Next(); more && m < 8; m, more = s.Next() {
		s.Add(Trial{Holds: m})
	}
	for range 2 {
		s.Add(Trial{Holds: 8, Full: true})
	}
	if got := s.Size(); got.Unknown == "" || got.K != 0 {
		t.Errorf("8 is full, and 5 to 7 were not tried: got %+v, want unknown", got)
	}
}

func TestJudgeLimit(t *testing.T) {
	for _, test := range []struct {
		size Size
		load Load
		want Limit
	}{
		{Size{K: 1}, Load{Waited: 1, Processes: 1}, EventLoop}, {Size{K: 1}, Load{Processes: 1}, Serial}, {Size{K: 4}, Load{Processes: 1}, Pool},
		{Size{K: 4}, Load{Waited: 1, Processes: 5}, Processes}, {Size{K: 4}, Load{Waited: 1}, Processes}, {Size{K: 4}, Load{Waited: 1, Processes: 1}, Threads},
		{Size{K: 4}, Load{Waited: 1, Processes: 1, Busy: 2, Cores: 2}, Pool}, {Size{K: 4}, Load{Waited: 1, Processes: 5, Busy: 2, Cores: 2}, Processes},
		{Size{Tried: 64}, Load{Busy: 0.1, Cores: 2}, None}, {Size{Tried: 64}, Load{Busy: -1, Cores: 2}, None}, {Size{Tried: 64}, Load{Busy: 1.9, Cores: 2}, Cores},
		{Size{Unknown: "x"}, Load{}, Unsure},
	} {
		if got := JudgeLimit(test.size, test.load); got != test.want {
			t.Errorf("%+v, %+v: got %s, want %s", test.size, test.load, got, test.want)
		}
	}
}

func TestJudgeFull(t *testing.T) {
	ok, busy, reset := Answer{Status: 200}, Answer{Status: 503}, Answer{Reset: true}
	for _, test := range []struct {
		answers []Answer
		want    WhenFull
	}{
		{[]Answer{ok, ok, ok, ok}, Queues}, {[]Answer{ok, ok, busy, busy}, Sheds},
		{[]Answer{ok, ok, reset}, Resets}, {[]Answer{ok, ok, {Status: 500}}, Fails}, {[]Answer{ok, ok}, NotFilled},
		{[]Answer{ok, ok, {Hung: true}}, Hangs}, {[]Answer{ok, ok, {}}, NotFilled},
	} {
		if got := JudgeFull(2, test.answers); got != test.want {
			t.Errorf("%v: got %s, want %s", test.answers, got, test.want)
		}
	}
}

func TestJudgeContext(t *testing.T) {
	c := JudgeContext(4, []Echo{
		{Sent: "a", Got: []string{"a"}, Where: "header"}, {Sent: "b", Got: []string{"a"}, Where: "header"},
		{Sent: "c", Got: []string{"c", "d"}, Where: "body"}, {Sent: "d", Where: "body"},
	})
	if c.Echoed != 2 || len(c.Mixed) != 1 || c.Mixed[0] != (Mixed{"b", "a", "header"}) || !c.Known() {
		t.Errorf("got %+v", c)
	}
	c = JudgeContext(3, []Echo{{Sent: "a", Got: []string{"a"}, Where: "body"}, {Where: "header"}, {Got: []string{"a"}, Where: "body"}})
	if f := c.Judge("X-Id"); len(f) != 1 || f[0].Message != "A request without X-Id was answered with that of an earlier one: its context stayed behind." {
		t.Errorf("a context that stays: got %+v", f)
	}
	if JudgeContext(2, []Echo{{Sent: "a"}, {Sent: "b"}}).Known() {
		t.Error("without an echo nothing is known")
	}
}

func TestSlowIsNotHung(t *testing.T) {
	if d := Deadline(10*time.Second, 8); d < 90*time.Second {
		t.Errorf("eight requests of 10 s one after the other need 80 s, the deadline is %s", d)
	}
}

// TestJudgeLoop leaves out what stays within the budget.
func TestJudgeLoop(t *testing.T) {
	const budget = 50 * time.Millisecond
	for own, want := range map[time.Duration]int{21 * time.Millisecond: 0, 80 * time.Millisecond: 1} {
		if got := (Size{K: 1}).JudgeLoop(EventLoop, own, budget); len(got) != want {
			t.Errorf("%s of a budget of %s: got %v, want %d findings", own, budget, got, want)
		}
	}
}

// TestOneAtATimeIsRepeated does not say so after two trials.
func TestOneAtATimeIsRepeated(t *testing.T) {
	s := NewSearch(64)
	for i := range 4 {
		if m, more := s.Next(); !more || m != 1 {
			t.Fatalf("after %d trials: got %d, %t, want to try 1 again", i, m, more)
		}
		s.Add(Trial{Holds: 1, Full: true})
	}
	if _, more := s.Next(); more || s.Size().K != 1 {
		t.Errorf("got %+v, want 1", s.Size())
	}
}

// TestHangSaysHowLong claims that requests are never answered only where none is from then on.
func TestHangSaysHowLong(t *testing.T) {
	for _, test := range []struct {
		hang Hang
		want string
	}{
		{Hang{Requests: 4, Stuck: 3, Healthy: true, Permanent: true}, "3 of 4 requests sent at once are never answered, others are served, and a single request hangs from then on"},
		{Hang{Requests: 4, Stuck: 1, Healthy: true, Waited: Outwait}, "1 of 4 requests sent at once are not answered within 32s, others are served; a single request is answered again afterwards"},
		{Hang{Requests: 2, Stuck: 2, Healthy: true, CutOff: true}, "2 of 2 requests sent at once are never answered, others are served; whether a single request is answered afterwards was not seen"},
		{Hang{Requests: 2, Healthy: true, Woken: true}, "some of 2 requests sent at once are not answered until another one is sent, others are served"},
		{Hang{Requests: 1, Stuck: 1, Healthy: true, Waited: Outwait}, "a single request is not answered within 32s, after others were, others are served; a single request is answered again afterwards"},
	} {
		if got := test.hang.String(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.hang, got, test.want)
		}
	}
}

// TestIsStarved tells a target that would compute from one that hangs.
func TestIsStarved(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name              string
		wanted, used, own time.Duration
		requests          int
		want              bool
	}{
		{"it stands still", ms, 20 * ms, 400 * ms, 32, false},
		{"it spins for good", 400 * ms, 8 * time.Second, 5 * ms, 8, false},
		{"it spins for good on a tenth of a processor", 400 * ms, 800 * ms, 5 * ms, 8, false},
		{"it computes for long on a tenth of a processor", 400 * ms, 3 * time.Second, 400 * ms, 32, true},
		{"the system does not tell", 0, 0, 400 * ms, 32, false},
	} {
		if got := IsStarved(test.wanted, test.used, test.own, test.requests); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}
