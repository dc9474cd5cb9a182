package memory

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// service is what a made-up service holds after so many requests and distinct keys, and a time of rest.
type service func(requests, keys int, rest time.Duration) float64

// observe makes the readings of a service with a noise in bytes, as the plan asks for them.
func observe(f service, measure Measure, noise float64, seed uint64) Series {
	return observeMost(f, measure, noise, seed, 0)
}

// observeMost is observe with so many requests at most, 0 for as many as a plan has without being told.
func observeMost(f service, measure Measure, noise float64, seed uint64, most int) Series {
	random := rand.New(rand.NewPCG(seed, 1))
	s := Series{Measure: measure}
	requests, keys, warm, p := 0, 1, 0, Plan{Most: most}
	at := time.Duration(0)
	read := func(rest time.Duration) Reading {
		return Reading{Requests: requests, Keys: keys, Bytes: int64(20e6 + f(requests, keys, rest) + noise*random.NormFloat64()), At: at + rest}
	}
	for {
		phase, count, more := p.Next(warm, s)
		if !more {
			break
		}
		requests, at = requests+count, at+time.Second
		switch phase {
		case Warm:
			warm++
		case Control:
			s.Control = append(s.Control, read(0))
		case After:
			s.After = append(s.After, read(0))
		default:
			keys += count
			s.Keys = append(s.Keys, read(0))
		}
	}
	for rest := time.Second; rest <= 16*time.Second; rest *= 2 {
		s.Rest = append(s.Rest, read(rest))
	}
	return s
}

func TestJudge(t *testing.T) {
	lru := func(entries, bytes int) service {
		return func(_, keys int, _ time.Duration) float64 { return float64(min(keys, entries) * bytes) }
	}
	// What a compiler takes, in the midst of the rounds with one key.
	once := func(f service) service {
		return func(requests, keys int, rest time.Duration) float64 {
			if requests >= 2700 {
				return f(requests, keys, rest) + 260e3
			}
			return f(requests, keys, rest)
		}
	}
	// What a runtime takes for long in the rounds with one key, and what it gives back in them.
	warming := func(f service) service {
		return func(requests, keys int, rest time.Duration) float64 {
			return f(requests, keys, rest) + min(float64(requests)*100, 350e3)
		}
	}
	giving := func(f service) service {
		return func(requests, keys int, rest time.Duration) float64 {
			return f(requests, keys, rest) - min(float64(requests)*150, 525e3)
		}
	}
	// What is kept for each key beside what the first new ones fill.
	behind := func(once, perKey float64) service {
		return func(_, keys int, _ time.Duration) float64 {
			return min(float64(keys-1)*10_000, once) + perKey*float64(keys)
		}
	}
	for _, test := range []struct {
		name    string
		service service
		measure Measure
		noise   float64
		kind    Kind
		bytes   float64 // for each key or request
		keys    int     // at which it levels off
	}{
		{"flat", func(int, int, time.Duration) float64 { return 0 }, Heap, 20e3, Flat, 0, 0},
		{"flat by the kernel", func(int, int, time.Duration) float64 { return 0 }, Private, 100e3, Flat, 0, 0},
		{"noise", func(int, int, time.Duration) float64 { return 0 }, Private, 5e6, Undetermined, 0, 0},
		{"200 bytes a key", lru(math.MaxInt32, 200), Heap, 20e3, ByKey, 200, 0},
		{"1 KB a key", lru(math.MaxInt32, 1024), Heap, 30e3, ByKey, 1024, 0},
		{"1 KB a key by the kernel", lru(math.MaxInt32, 1024), Private, 300e3, ByKey, 1024, 0},
		{"500 bytes a key, and some once", once(lru(math.MaxInt32, 500)), Heap, 10e3, ByKey, 500, 0},
		{"1000 entries, and some once", once(lru(1000, 2048)), Heap, 10e3, Bounded, 0, 1000},
		{"600 bytes a request, and some once", once(func(requests, _ int, _ time.Duration) float64 { return float64(600 * requests) }), Heap, 10e3, ByRequest, 600, 0},
		{"an end behind most of the keys", lru(7500, 1024), Heap, 10e3, Bounded, 0, 7500},
		{"300 entries", lru(300, 4096), Heap, 10e3, Bounded, 0, 0},
		{"1000 entries", lru(1000, 1024), Heap, 20e3, Bounded, 0, 1000},
		{"5000 entries", lru(5000, 1024), Heap, 20e3, Bounded, 0, 5000},
		{"a runtime that warms up for long", func(requests, _ int, _ time.Duration) float64 { return min(float64(requests)*100, 350e3) }, Heap, 10e3, Flat, 0, 0},
		{"200 bytes a request", func(requests, _ int, _ time.Duration) float64 { return float64(200 * requests) }, Heap, 20e3, ByRequest, 200, 0},
		{"500 bytes a request", func(requests, _ int, _ time.Duration) float64 { return float64(500 * requests) }, Heap, 20e3, ByRequest, 500, 0},
		{"200 bytes a key, while a runtime warms up", warming(lru(math.MaxInt32, 200)), Heap, 20e3, ByKey, 200, 0},
		{"200 bytes a request, while a runtime warms up", warming(func(requests, _ int, _ time.Duration) float64 { return float64(200 * requests) }), Heap, 20e3, ByRequest, 200, 0},
		{"200 bytes a request, while a runtime gives back", giving(func(requests, _ int, _ time.Duration) float64 { return float64(200 * requests) }), Heap, 20e3, ByRequest, 200, 0},
		{"1 KB a key by the kernel, while a runtime warms up", warming(lru(math.MaxInt32, 1024)), Private, 200e3, ByKey, 1024, 0},
		{"more for each key than for each request", func(requests, keys int, _ time.Duration) float64 { return float64(200*requests + 700*keys) }, Heap, 20e3, ByKey, 700, 0},
		{"more for each request than for each key", func(requests, keys int, _ time.Duration) float64 { return float64(700*requests + 500*keys) }, Heap, 20e3, ByRequest, 700, 0},
		{"1000 entries, and 300 bytes a request", func(requests, keys int, _ time.Duration) float64 { return float64(300*requests + 300*min(keys, 1000)) }, Heap, 10e3, ByRequest, 300, 0},
		{"1000 entries, while a runtime warms up", warming(lru(1000, 1024)), Heap, 10e3, Bounded, 0, 1000},
		{"a runtime that warms up slowly", func(requests, _ int, _ time.Duration) float64 { return 25 * float64(requests) }, Heap, 10e3, Flat, 0, 0},
		{"100 entries", lru(100, 8192), Heap, 10e3, Bounded, 0, 0},
		{"200 bytes a key behind a small cache that is full", behind(4e6, 200), Heap, 20e3, ByKey, 200, 0},
		{"800 bytes a key behind a small cache that is full", behind(4e6, 800), Heap, 20e3, ByKey, 800, 0},
		{"800 bytes a key behind what is loaded once, by the kernel", behind(4e6, 800), Private, 30e3, ByKey, 800, 0},
		{"a small cache, and what its table takes", behind(4e6, 20), Heap, 20e3, Bounded, 0, 0},
		{"1000 entries of 4 KB by the kernel", lru(1000, 4096), Private, 30e3, Bounded, 0, 1000},
		{"a time to live", func(_, keys int, rest time.Duration) float64 {
			if rest > 5*time.Second {
				return 0
			}
			return float64(1000 * keys)
		}, Heap, 20e3, Returns, 0, 0},
		{"a time to live that leaves a table behind", func(_, keys int, rest time.Duration) float64 {
			if rest > 5*time.Second {
				return float64(150 * keys)
			}
			return float64(1000 * keys)
		}, Heap, 20e3, Returns, 0, 0},
		{"a time to live that one entry of five does not have", func(_, keys int, rest time.Duration) float64 {
			if rest > 5*time.Second {
				return float64(250 * keys)
			}
			return float64(1000 * keys)
		}, Heap, 20e3, ByKey, 250, 0},
		{"500 bytes a key beside a time to live", func(_, keys int, rest time.Duration) float64 {
			if rest > 5*time.Second {
				return float64(500 * keys)
			}
			return float64(3500 * keys)
		}, Heap, 20e3, ByKey, 500, 0},
	} {
		wrong := 0
		for seed := range uint64(20) {
			v := Judge(observe(test.service, test.measure, test.noise, seed))
			rate := max(v.PerKey, v.PerRequest)
			switch {
			case v.Kind != test.kind,
				test.bytes > 0 && math.Abs(rate/test.bytes-1) > 0.15,
				test.keys > 0 && (10*v.LevelKeys < 7*test.keys || 10*v.LevelKeys > 13*test.keys):
				if wrong++; wrong > 1 {
					t.Errorf("%s: got %s (%.0f bytes, %d keys), want %s of %.0f", test.name, v, rate, v.LevelKeys, test.kind, test.bytes)
				}
			}
		}
	}
}

// TestFewKeys calls nothing bounded of which as much is kept for more keys as matters, or would not show, where few were
// sent.
func TestFewKeys(t *testing.T) {
	for _, test := range []struct {
		once, perKey float64 // what the first keys fill, and what each keeps beside it
		measure      Measure
		bounded      bool
	}{
		{1.7e6, 300, Private, false}, {1.7e6, 500, Private, false}, {4e6, 200, Private, false}, {4e6, 0, Private, false}, {4e6, 500, Heap, false},
		{1.7e6, 200, Heap, false}, {1.7e6, 0, Heap, true}, {4e6, 0, Heap, true},
	} {
		for seed := range uint64(20) {
			s := observeMost(func(_, keys int, _ time.Duration) float64 {
				return min(float64(keys-1)*10_000, test.once) + test.perKey*float64(keys)
			}, test.measure, 20e3, seed, 7000)
			if v := Judge(s); (v.Kind == Bounded) != test.bounded || v.Kind == Flat {
				t.Errorf("%.0f bytes once and %.0f a key by the %s, %d: got %s, want bounded %t", test.once, test.perKey, test.measure, seed, v, test.bounded)
			}
		}
	}
}

// TestReused tells what is let go of, and not given back to the kernel, from what is kept.
func TestReused(t *testing.T) {
	for _, test := range []struct {
		left float64 // of what was kept, when new keys come again
		room int64   // what the heap has free at the last reading of the keys, in bytes
		want Kind
	}{{0, 0, Returns}, {0.9, 0, ByKey}, {1, 0, ByKey}, {0.1, 5 << 20, ByKey}} {
		s := observe(func(_, keys int, _ time.Duration) float64 { return float64(2000 * keys) }, Private, 20e3, 3)
		for i := range s.Rest {
			s.Rest[i].Bytes += test.room
		}
		s.Keys[len(s.Keys)-1].Bytes += test.room
		last := s.Rest[len(s.Rest)-1]
		again := last
		again.Keys += 3000
		again.Bytes += int64(2000 * 3000 * test.left)
		s.Again = []Reading{last, again}
		if v := Judge(s); v.Kind != test.want {
			t.Errorf("new keys take %.0f%%: got %s, want %s", test.left*100, v, test.want)
		}
	}
}

// TestGarbage takes growth that garbage would explain as well for growth only where new keys did not take its place.
func TestGarbage(t *testing.T) {
	const perKey = 2000
	for _, test := range []struct {
		name  string
		lazy  bool
		again []float64 // of what each of some rounds of 5,000 new keys takes, how much the memory grew by
		want  Kind
	}{
		{"freed at once, and nothing sent again", false, nil, ByKey},
		{"nothing sent again", true, nil, Undetermined},
		{"too few", true, []float64{1, 1}, Undetermined},
		{"as much as is held", true, []float64{1, 1, 1}, ByKey},
		{"collected in the last round but one", true, []float64{1, 1, 0.1, 0}, Returns},
		{"collected at once", true, []float64{0, 0.1}, Returns},
	} {
		s := observe(func(_, keys int, _ time.Duration) float64 { return float64(perKey * keys) }, Private, 20e3, 3)
		s.Lazy = test.lazy
		last := s.Rest[len(s.Rest)-1]
		if s.Again = nil; test.again != nil {
			s.Again = []Reading{last}
		}
		for _, share := range test.again {
			last.Keys += 5000
			last.Bytes += int64(share * 5000 * perKey)
			s.Again = append(s.Again, last)
		}
		if v := Judge(s); v.Kind != test.want || (v.Kind == Undetermined) != (v.Reason != "") {
			t.Errorf("%s: got %s, want %s", test.name, v, test.want)
		}
	}
}

// TestGarbageOfOneKey blames no request for garbage that only those after the new keys leave.
func TestGarbageOfOneKey(t *testing.T) {
	for _, test := range []struct {
		before float64 // bytes that grow for each request before the new keys
		want   Kind
	}{{0, Undetermined}, {4000, ByRequest}} {
		s := observe(func(requests, keys int, _ time.Duration) float64 {
			return test.before*float64(min(requests, 3500)) + 4000*float64(max(requests-3500, 0))
		}, Private, 20e3, 3)
		s.Lazy = true
		if v := Judge(s); v.Kind != test.want {
			t.Errorf("%.0f bytes before: got %s, want %s", test.before, v, test.want)
		}
	}
}

// TestLeaksExplainMemory leaves it open what is kept beside descriptors and threads that hold memory themselves.
func TestLeaksExplainMemory(t *testing.T) {
	for _, test := range []struct {
		name     string
		each     int // requests for one thread or descriptor more
		perThing float64
		threads  bool
		oneKey   bool // it is also held for requests with the one key
		want     Kind
	}{
		{"a descriptor with its object", 1, 400, false, false, Undetermined},
		{"a descriptor with a large buffer", 1, 60e3, false, false, ByKey},
		{"a thread with its stack", 20, 40e3, true, false, Undetermined},
		{"a thread with its stack for requests with any key", 20, 40e3, true, true, ByRequest},
	} {
		s := observe(func(requests, keys int, _ time.Duration) float64 {
			if test.oneKey {
				return test.perThing * float64(requests/test.each)
			}
			return test.perThing * float64(keys/test.each)
		}, Private, 20e3, 3)
		for _, readings := range [][]Reading{s.Control, s.Keys, s.After, s.Rest} {
			for i := range readings {
				if count := readings[i].Requests / test.each; test.threads {
					readings[i].Threads = count
				} else {
					readings[i].Descriptors = count
				}
			}
		}
		if v := Judge(s); v.Kind != test.want || len(v.Leaks) != 1 {
			t.Errorf("%s: got %s and %v, want %s", test.name, v, v.Leaks, test.want)
		}
	}
}

// TestBoth tells what is kept for each key from what is kept for each request beside, and bounds the rounds for it.
func TestBoth(t *testing.T) {
	for _, perKey := range []float64{0, 300, 700} {
		s := observe(func(requests, keys int, _ time.Duration) float64 { return float64(requests)*300 + float64(keys)*perKey }, Heap, 10e3, 7)
		v := Judge(s)
		if math.Abs(v.PerKey-perKey) > 100 || math.Abs(v.PerRequest-300) > 100 {
			t.Errorf("%.0f bytes a key and 300 a request: got %s", perKey, v)
		}
		last, first := s.Keys[len(s.Keys)-1], s.Control[len(s.Control)-1]
		if sent := s.After[len(s.After)-1].Requests - last.Requests; 2*sent > last.Requests-first.Requests || 2*len(s.After) > len(s.Control)+len(s.Keys) {
			t.Errorf("%d rounds of %d requests came after %d", len(s.After), sent, last.Requests)
		}
	}
	s := observe(func(requests, _ int, _ time.Duration) float64 { return float64(requests) * 900 }, Heap, 10e3, 7)
	s.Keys, s.After = s.Keys[:4], nil
	for _, late := range []bool{false, true} {
		if phase, _, more := (Plan{Late: late}).Next(warmRounds, s); !more || late != (phase == After) {
			t.Errorf("late %t: the next phase is %d, %t", late, phase, more)
		}
	}
	if s := observe(func(int, int, time.Duration) float64 { return 0 }, Heap, 10e3, 7); len(s.After) > 0 {
		t.Errorf("%d rounds came after the keys of a service that keeps nothing", len(s.After))
	}
}

// TestUneven judges readings in which a runtime takes and gives back memory of its own in the rounds with one key.
func TestUneven(t *testing.T) {
	for _, test := range []struct {
		name                 string
		control, keys, after []int64 // KB
		want                 Kind
		doubt                bool
	}{
		{"sessions, while code is compiled", []int64{9399, 9474, 9523, 9820, 9763}, []int64{10120, 9979, 10478, 10926, 11269, 11702, 12879}, nil, ByEither, true},
		{"keys that are kept", []int64{9399, 9474, 9460, 9480, 9470}, []int64{9620, 9760, 10030, 10310, 10870, 11430, 12550}, nil, ByKey, false},
		{"a cache of 3,000 entries while code is compiled", []int64{8450, 8620, 8630, 8800, 8820}, []int64{9000, 9200, 9500, 9850, 10050, 10080, 10100}, nil, Bounded, false},
		{"sessions, one for each request", []int64{8900, 9200, 9180, 9500, 9480}, []int64{9620, 9770, 10050, 10330, 10900, 11470, 12600}, nil, ByRequest, false},
		{"keys that are kept, and some once afterwards", []int64{5483, 5498, 5522, 5526, 5786}, []int64{5805, 5796, 6137, 6608, 7105, 7493, 8691}, []int64{8616, 8603, 8597, 8863, 8857}, ByKey, false},
		{"sessions, and some given back before", []int64{9979, 10148, 10095, 10379, 10353}, []int64{10842, 10818, 11325, 11652, 12046, 12538, 13771}, []int64{13595, 13967, 14059, 14475, 14691}, ByRequest, false},
		{"sessions, and less time afterwards", []int64{9994, 10189, 10341, 10551, 10551}, []int64{10606, 10951, 11452, 11501, 12032, 12528, 13770}, []int64{13674, 13957, 14193}, ByRequest, false},
	} {
		var s Series
		for i, kb := range test.control {
			s.Control = append(s.Control, Reading{Requests: 1500 + 500*i, Keys: 1, Bytes: kb * 1000})
		}
		for i, keys := range []int{500, 1000, 2000, 3000, 5000, 7000, 11000} {
			s.Keys = append(s.Keys, Reading{Requests: 3500 + keys, Keys: 1 + keys, Bytes: test.keys[i] * 1000})
		}
		for i, kb := range test.after {
			s.After = append(s.After, Reading{Requests: 15600 + 1100*i, Keys: 11001, Bytes: kb * 1000})
		}
		s.Measure = Heap
		if v := Judge(s); v.Kind != ByEither && v.PerKey > 0 && v.PerRequest > 0 || v.Kind != test.want || (v.Reason != "") != test.doubt {
			t.Errorf("%s: got %s, want %s", test.name, v, test.want)
		}
	}
}

func TestUntil(t *testing.T) {
	for _, test := range []struct {
		verdict     Verdict
		limit, held int64
		want        int64
	}{
		{Verdict{Kind: ByKey, PerKey: 1000}, 512e6, 112e6, 400_000}, {Verdict{Kind: ByRequest, PerRequest: 500}, 512e6, 112e6, 800_000},
		{Verdict{Kind: ByKey, PerKey: 700, PerRequest: 300}, 512e6, 112e6, 400_000}, {Verdict{Kind: ByEither, PerKey: 1000, PerRequest: 300}, 512e6, 112e6, 400_000},
		{Verdict{Kind: ByKey, PerKey: 1000}, 0, 112e6, 0}, {Verdict{Kind: Flat}, 512e6, 0, 0}, {Verdict{Kind: ByKey, PerKey: 1}, 5, 9, 0},
	} {
		if got := test.verdict.Until(test.limit, test.held); got != test.want {
			t.Errorf("%+v until %d: got %d, want %d", test.verdict, test.limit, got, test.want)
		}
	}
}

// TestLeaks counts what is not given back, and nothing that varies.
func TestLeaks(t *testing.T) {
	for _, test := range []struct {
		descriptors []int
		want        int
	}{{[]int{20, 21, 20, 22, 20, 21}, 0}, {[]int{20, 520, 1020, 1520, 2020}, 1}, {[]int{20, 20, 20, 60, 60, 60}, 0}} {
		var s Series
		for i, n := range test.descriptors {
			s.Keys = append(s.Keys, Reading{Requests: 500 * i, Descriptors: n, Threads: 8})
		}
		if got := Judge(s).Leaks; len(got) != test.want {
			t.Errorf("%v: got %v, want %d leaks", test.descriptors, got, test.want)
		}
	}
}

// TestTableThatDoubles takes no set for one with an end whose table doubles between two readings and not in the last
// ones, and blames no key for what the rounds with one key cannot show.
func TestTableThatDoubles(t *testing.T) {
	of := func(control []int64, keys []Reading) Series {
		s := Series{Measure: Heap}
		for i, bytes := range control {
			s.Control = append(s.Control, Reading{Requests: 1500 + 500*i, Keys: 1, Bytes: bytes})
		}
		s.Keys = keys
		return s
	}
	read := func(keys int, bytes int64) Reading { return Reading{Requests: 3500 + keys, Keys: keys, Bytes: bytes} }
	for _, test := range []struct {
		name   string
		series Series
		kind   Kind
		doubt  bool
	}{
		{"a set", of([]int64{5509911, 5474527, 5531607, 5537775, 5506383},
			[]Reading{read(501, 5541183), read(1001, 5822647), read(2001, 5866015), read(3001, 5838463), read(5001, 6071551), read(7001, 6118647), read(11001, 6510943)}), ByEither, true},
		{"a set with an end", of([]int64{5509911, 5474527, 5531607, 5537775, 5506383},
			[]Reading{read(501, 5541183), read(1001, 5822647), read(2001, 6066015), read(3001, 6338463), read(5001, 6371551), read(7001, 6368647), read(11001, 6380943)}), Bounded, false},
		{"a large value for a key", of([]int64{5509911, 5474527, 5531607, 5537775, 5506383},
			[]Reading{read(501, 6041183), read(1001, 6522647), read(2001, 7566015), read(3001, 8538463), read(5001, 10571551), read(7001, 12518647), read(11001, 16510943)}), ByKey, false},
	} {
		v := Judge(test.series)
		if gated := len(v.Judge(0, 0)) > 0; gated != (v.Kind == ByKey || v.Kind == ByEither) {
			t.Errorf("%s: %s is a finding: %t", test.name, v, gated)
		}
		if v.Kind != test.kind || (v.Reason != "") != test.doubt {
			t.Errorf("%s: got %s with the doubt %q, want %s, and a doubt: %t", test.name, v.Kind, v.Reason, test.kind, test.doubt)
		}
	}
}

// TestSlowedAtTheEnd promises no growth without an end where the last round grew by less than half of what each before
// did, as was read of caches of 2,000 and 2,500 entries on a machine too busy to send many more keys.
func TestSlowedAtTheEnd(t *testing.T) {
	of := func(control int64, keys ...[2]int64) Series {
		s := Series{Measure: Private}
		for i := range 5 {
			s.Control = append(s.Control, Reading{Requests: 800 + 180*i, Keys: 1, Bytes: control + int64(i)*4096})
		}
		for _, k := range keys {
			s.Keys = append(s.Keys, Reading{Requests: 1600 + int(k[0]), Keys: int(k[0]), Bytes: k[1]})
		}
		return s
	}
	for name, series := range map[string]Series{
		"a cache of Python": of(15147008, [2]int64{183, 15982592}, [2]int64{365, 16748544}, [2]int64{729, 18280448}, [2]int64{1093, 19787776}, [2]int64{1821, 22839296}, [2]int64{2549, 23642112}),
		"a cache of Ruby":   of(9641984, [2]int64{501, 11161600}, [2]int64{1001, 12697600}, [2]int64{2001, 15769600}, [2]int64{3001, 18833408}, [2]int64{5001, 22790144}, [2]int64{7001, 28925952}, [2]int64{11001, 33648640}),
	} {
		if v := Judge(series); v.Kind != Undetermined || v.Reason == "" {
			t.Errorf("%s: got %s, want it undetermined", name, v)
		}
	}
}
