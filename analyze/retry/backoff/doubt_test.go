package backoff

import (
	"math/rand/v2"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// TestFloorFreeOfBase gives the gaps of a client whose floor is not its base: 250 ms, doubled, halved by
// chance, never less than 500 ms. The answer is right or is none.
func TestFloorFreeOfBase(t *testing.T) {
	t.Parallel()
	want, err := ParsePolicy("exponential:base=250ms,factor=2,jitter=equal,floor=500ms")
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 1))
		runs := played(want, rng, 8, 4, exponential(2))
		in := Infer(runs, Options{})
		if in.Certain() && mistaken(want, in.Policy, 4) {
			t.Errorf("seed %d: Infer(%v) = %v with certainty, want %v", seed, runs, in.Policy, want)
		}
		if p := in.Policy; p.Shape == Exponential && p.Jitter == Equal && p.Floor > 480*time.Millisecond && p.Base < 300*time.Millisecond {
			right++
		}
	}
	if right < 2 {
		t.Errorf("%d of 3 sets are recognised as %v", right, want)
	}
}

// TestStarting gives the gaps of clients that double 100 ms, in a virtual machine that was still starting before
// the first retry, and in none.
func TestStarting(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		first  []int // ms, by run
		wanted bool  // whether the answer is certain
	}{
		{"a program that runs", []int{101, 103, 102, 101, 104, 102}, true},
		{"one that starts", []int{381, 395, 362, 388, 401, 379}, false},
		{"one that starts quickly", []int{205, 209, 204, 206, 211, 205}, false},
	} {
		var runs [][]time.Duration
		for i, first := range test.first {
			runs = append(runs, []time.Duration{millis(float64(first)), millis(201 + float64(i%3)), millis(402 - float64(i%2)), millis(801 + float64(i%3))})
		}
		in := Infer(runs, Options{})
		if got := in.Certain(); got != test.wanted {
			t.Errorf("%s: Infer(%v) = %v, certain: %v (%s), want %v", test.name, runs, in.Policy, got, in.Doubt, test.wanted)
		}
	}
}

// TestPunctualStart gives delays of which the first is what the later ones say, within the lateness of timers.
func TestPunctualStart(t *testing.T) {
	t.Parallel()
	want := Policy{Shape: Exponential, Jitter: NoJitter, Base: 200 * time.Millisecond, Factor: 1.5}
	rng := rand.New(rand.NewPCG(1, 7))
	var runs [][]time.Duration
	for range 8 {
		sampler := want.Sampler(rng)
		var run []time.Duration
		for range 4 {
			run = append(run, sampler.Next()+millis(0.3+3*rng.Float64()))
		}
		runs = append(runs, run)
	}
	if in := Infer(runs, Options{}); !in.Certain() || in.Policy.Shape != Exponential || in.Policy.Jitter != NoJitter {
		t.Errorf("Infer(%v) = %v, certain: %v (%s), want %v with certainty", runs, in.Policy, in.Certain(), in.Doubt, want)
	}
}

// TestLevelRetries gives delays of one length in many runs. Two retries in a run may both lie at a floor under
// which a law grows, however many runs there are.
func TestLevelRetries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		retries int
		wanted  bool // whether the answer is certain
	}{{2, false}, {3, true}, {5, true}} {
		var runs [][]time.Duration
		for i := range 16 {
			var run []time.Duration
			for k := range test.retries {
				run = append(run, millis(500+float64((i+k)%3)))
			}
			runs = append(runs, run)
		}
		in := Infer(runs, Options{})
		if got := in.Certain(); got != test.wanted || in.Policy.Shape != Fixed {
			t.Errorf("%d retries: Infer(%v) = %v, certain: %v (%s), want a fixed delay, certain: %v", test.retries, runs, in.Policy, got, in.Doubt, test.wanted)
		}
	}
}

// TestSameLawLater gives the gaps of a client that waits 150 ms and 1.7 times longer each time. That the first delay is
// late changes nothing about what is said of it.
func TestSameLawLater(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{
		{160.3, 261.4, 436, 738.2, 1256.1}, {157.4, 255.9, 434.4, 739.2, 1254.7}, {161.3, 256.8, 434.7, 739.2, 1254.8},
		{162.6, 257.7, 435.3, 741.4, 1256.1}, {164.1, 255.8, 434.9, 739.6, 1254.9}, {159.6, 256.8, 436.8, 739.5, 1257.2},
		{161.3, 256.7, 435.1, 738.5, 1256.7}, {154.7, 256.6, 435.3, 738.4, 1256},
	})
	in := Infer(runs, Options{})
	if p := in.Policy; !in.Certain() || p.Shape != Exponential || p.Base != 150*time.Millisecond {
		t.Errorf("Infer(%v) = %v, %s, want exponential from 150ms with certainty", runs, p, in.Doubt)
	}
}

// TestTwoDelaysBelowCap gives two delays and then a cap. Twice the first is the second delay of several laws that people
// choose, and only other factors tell the law.
func TestTwoDelaysBelowCap(t *testing.T) {
	t.Parallel()
	sets := uint64(snagtest.Sized(4, 12))
	for _, test := range []struct {
		delays []float64
		wanted bool // whether the answer is certain for some of the lateness of timers, and not for none
	}{
		{[]float64{100, 200, 250, 250, 250}, false},
		{[]float64{100, 200, 300, 300, 300}, false}, // 300 is the third of a linear law, or the cap
		{[]float64{100, 400, 500, 500, 500}, false},
		{[]float64{100, 150, 200, 200, 200}, true},
	} {
		certain := 0
		for seed := range sets {
			rng := rand.New(rand.NewPCG(seed, 3))
			var runs [][]time.Duration
			for range 12 {
				var run []time.Duration
				for _, d := range test.delays {
					run = append(run, millis(d+1+rng.ExpFloat64()))
				}
				runs = append(runs, run)
			}
			if in := Infer(runs, Options{Seed: seed}); in.Certain() && in.Policy.Shape != Steps {
				certain++
			}
		}
		if (certain > 0) != test.wanted {
			t.Errorf("a law is certain for %d of %d sets of delays of %v ms, want some: %v", certain, sets, test.delays, test.wanted)
		}
	}
}

// TestOneDelayBelowCap gives one delay and then a cap, which follow from any law.
func TestOneDelayBelowCap(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{
		{151.662569, 556.899045, 558.795458, 562.399139, 557.765254, 556.825792},
		{147.633805, 565.049741, 561.264235, 560.021221, 559.262919, 561.684306},
	})
	if in := Infer(runs, Options{}); in.Certain() && in.Policy.Shape != Steps {
		t.Errorf("Infer(%v) = %v with certainty, want a doubt", runs, in.Policy)
	}
}

// TestSlowStart gives what clients on a busy machine did, whose first delay was longer than their policy says.
func TestSlowStart(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		policy string
		gaps   [][]float64 // ms, by run
	}{
		{"linear:base=200ms,increment=200ms", [][]float64{{343.8, 435.9, 633.7, 836.0}, {327.7, 446.5, 636.0, 835.5}, {319.1, 441.1, 623.5, 837.3}}},
		{"exponential:base=100ms,factor=3,cap=500ms", [][]float64{{192.2, 341.5, 547.6, 534.9}, {193.6, 333.8, 520.4, 505.6}, {170.1, 308.7, 518.1, 520.4}, {259.2, 336.5, 537.8, 539.2},
			{240.8, 331.0, 537.2, 515.2}, {247.0, 339.0, 527.8, 521.8}, {217.0, 328.3, 516.6, 568}, {239.8, 334.2, 506.9, 565.4}}},
	} {
		want, err := ParsePolicy(test.policy)
		if err != nil {
			t.Fatal(err)
		}
		for _, noise := range []time.Duration{0, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond} {
			if in := Infer(repeated(test.gaps...), Options{Noise: noise}); in.Certain() && mistaken(want, in.Policy, 4) {
				t.Errorf("Infer(%v) at a noise of %v = %v with certainty, want %v", test.gaps, noise, in.Policy, want)
			}
		}
	}
}

// TestRestless gives the gaps of a client that waits 300 ms, on a machine whose timers were late by turns, and the
// same lateness under delays that are long.
func TestRestless(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{
		{612.9, 381.3, 345.4, 384.3}, {590.2, 384.3, 343.6, 504.3}, {436.8, 486.4, 317.2, 375.5}, {892.7, 424.9, 335.8, 374},
		{851.4, 573.3, 326.4, 479.3}, {985.2, 381.2, 369.5, 343.2}, {921.3, 424.6, 356.8, 397.5}, {775.4, 402.1, 347.3, 351.1},
	})
	if in := Infer(runs, Options{Noise: 40 * time.Millisecond}); in.Certain() {
		t.Errorf("Infer(%v) = %v with certainty, from timers that are late by 40ms", runs, in.Policy)
	}
	runs = nil
	for range 4 {
		runs = append(runs, []time.Duration{millis(2020), millis(4015), millis(8031), millis(16010)})
	}
	if in := Infer(runs, Options{Noise: 12 * time.Millisecond}); !in.Certain() || in.Policy.Shape != Exponential {
		t.Errorf("Infer(%v) = %v, certain: %v (%s), want exponential delays that are long enough", runs, in.Policy, in.Certain(), in.Doubt)
	}
}

// TestBusyMachine gives the gaps of clients without jitter on a machine that is late by anything to 10 ms.
func TestBusyMachine(t *testing.T) {
	t.Parallel()
	for seed, law := range []string{"exponential:base=240ms", "exponential:base=330ms", "fibonacci:base=400ms"} {
		p, err := ParsePolicy(law)
		if err != nil {
			t.Fatal(err)
		}
		runs := played(p, rand.New(rand.NewPCG(uint64(seed), 11)), 6, 5, busy)
		in := Infer(runs, Options{})
		if in.Certain() && in.Policy.Jitter != NoJitter {
			t.Errorf("Infer(%v) = %v with certainty, want %s or a doubt", runs, in.Policy, law)
		}
		if in.Varies() {
			t.Errorf("Infer(%v) = %v, which varies with a probability of %v, want no certainty of that", runs, in.Policy, 1-in.Steady)
		}
	}
	p, err := ParsePolicy("exponential:base=240ms,jitter=+100ms")
	if err != nil {
		t.Fatal(err)
	}
	runs := played(p, rand.New(rand.NewPCG(3, 11)), 8, 4, busy)
	if in := Infer(runs, Options{}); !in.Certain() || in.Policy.Jitter != Additive {
		t.Errorf("Infer(%v) = %v, %s, want %v with certainty", runs, in.Policy, in.Doubt, p)
	}
}

// TestLateAtOnce gives the gaps of a client that retries at once, and then by a table under equal jitter, on a busy
// machine: what it is late by first is no delay that later ones grow from.
func TestLateAtOnce(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{
		{9.2, 36.1, 37.5, 124.6, 207, 277.8, 270.2}, {9.5, 53.8, 35, 88.9, 306.2, 225.7, 305.8},
		{6.6, 38.1, 46.1, 161.2, 289, 218.5, 205.4}, {2.8, 38.8, 57.1, 128.3, 344.5, 195.9, 345},
		{8.2, 50.8, 50.6, 151.7, 292.1, 239.6, 322.6},
	})
	if in := Infer(runs, Options{}); in.Certain() {
		t.Errorf("Infer(%v) = %v with certainty, want a doubt", runs, in.Policy)
	}
}

// TestOverrun gives the gaps of a client with full jitter on 250 ms, none of which came near the longest delays but a
// first one. Longer than the law allows, it ends certainty.
func TestOverrun(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{
		{128.7, 54.7, 408.6, 1621.6, 196.6}, {95, 183.7, 46.6, 424.7, 860.7}, {171.8, 387.1, 22.4, 274.7, 3103.7},
		{207.8, 262.8, 553.6, 66.1, 2623.7}, {154.6, 88.7, 412.1, 511, 1587.7}, {1, 245.8, 135.9, 734.5, 1483.3},
		{123, 84.5, 254.6, 40.8, 110.1}, {243.1, 375.6, 188.4, 495.3, 463.7},
	})
	if in := Infer(runs, Options{}); in.Certain() && in.Policy.Base < 235*time.Millisecond {
		t.Errorf("Infer(%v) = %v with certainty, want 250ms or a doubt", runs, in.Policy)
	}
}

// TestLawsOfOthers gives the gaps of clients whose laws no model here describes. The nearest of them is not certain.
func TestLawsOfOthers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		gaps [][]float64 // ms, by run
	}{
		{"200ms, doubled, up to 80ms less or more, never more than 2s", [][]float64{
			{274.1, 411.6, 742.1, 1569.1, 1991.3, 2074}, {186, 378.3, 727.9, 1583.2, 2058.9, 1936.3}, {165.8, 380.4, 878.5, 1628.6, 2074.2, 2025.6},
			{160.5, 356.5, 880.5, 1636.2, 2008.2, 1948.1}, {306.7, 411.8, 742.9, 1568.7, 1946.6, 1988.9}, {266.7, 397.5, 764, 1611.4, 2023.5, 2018.2},
			{212.6, 461.9, 857.1, 1651, 2037, 1955.4}, {274.7, 381.7, 839.3, 1611.9, 2059.6, 2079.3}}},
		{"full jitter over 80ms, three times, seven times, and so on", [][]float64{
			{32.1, 29.3, 157.9, 255.1, 723, 736.5, 3881.4}, {15.1, 129.6, 70.3, 561.6, 2113.7, 731.1, 471.1}, {45.2, 19.2, 118.9, 1082.5, 1154, 1731.3, 4734.8},
			{56.7, 63.9, 546.5, 1134.7, 2190.3, 3242.3, 9468.3}, {12.3, 98.4, 173.8, 266.1, 1980.9, 5054.6, 5713.3}, {23.4, 4.3, 166.6, 697.3, 1640.6, 4877, 5417.3},
			{131.3, 69.7, 376.7, 1182.6, 1010.2, 1080, 9288.4}, {76.8, 208, 299.2, 64.5, 2429.6, 504.4, 9669.9}}},
		{"a slot of 68ms: none or one, then up to three, and so on", [][]float64{
			{5.7, 205.7, 135.9, 882.2, 745.6}, {0.4, 1.6, 340.4, 136.7, 1291}, {1, 137.6, 406.7, 948.3, 475.2}, {0.9, 68.4, 1.8, 610.4, 2031.7},
			{69, 203.9, 409.5, 68.6, 1016}, {0.8, 68.9, 203.8, 1015.9, 1289.6}, {69.7, 68.4, 69.4, 746.2, 949.6}}},
		{"full jitter over the same law, in four runs", [][]float64{
			{9.5, 98.6, 158.7, 747.7, 10.3, 4152.1, 6235.2}, {32.9, 71.7, 228.9, 1029.4, 277.1, 1161.4, 8210.9},
			{32.7, 213, 315.4, 562.8, 2183.6, 651, 7680.6}, {55.3, 193.8, 114.7, 435.4, 665.5, 4161.4, 1174.3}}},
		{"a slot of 47ms, of which most were none", [][]float64{{6.7, 3}, {9.1, 4.3}, {0.5, 0.6}, {2.2, 1}, {52.6, 141.5}, {1.2, 2.9}, {5.7, 47.2}}},
		{"jitter of the first delay alone, in two runs", [][]float64{{672.1, 1343.1, 2685, 5366.4, 10735.3, 21464.8}, {95.2, 1342.8, 2683.9, 5367.4, 10733.4, 21465}}},
		{"jitter of the first delay alone", [][]float64{
			{133.6, 362.2, 723.3, 1447.4, 2892.5, 5784.6}, {92.5, 363.2, 724.4, 1447.4, 2898.9, 5785.7}, {139.1, 366.9, 723.8, 1447.2, 2893, 5785.3},
			{139.3, 365.3, 726.7, 1446.1, 2893.4, 5786.8}, {107.3, 365.5, 723.8, 1448.8, 2892, 5787}}},
		{"jitter of the first delay alone, in ten runs", [][]float64{
			{61, 186.4, 372.2, 737.1, 1474}, {76.3, 185.3, 369.3, 740.9, 1476.4}, {76.1, 187.9, 370.7, 745.3, 1475.1},
			{49.3, 189.4, 368.8, 744, 1474.7},
			{95.2, 188.5, 369.1, 738, 1477.6},
			{92.1, 185.3, 370.2, 737.4, 1474.4},
			{57.4, 193.8, 370, 737.5, 1474.8},
			{54.8, 190.6, 371.9, 743.3, 1478.5},
			{92.3, 185.8, 370.2, 749.3, 1477.2},
			{53.3, 191.2, 368.8, 739.4, 1473.7}}},
		{"chance that stays in all later delays", [][]float64{
			{3509.3, 7628.1, 19845.3, 9922, 30520.9, 111134.6}, {4688.9, 14912.6, 36339, 139149.7, 404982.1, 788671.1},
			{3256.2, 6029.4, 5630.4, 11230.6, 31686.4, 40393.2},
			{5315.1, 13294, 44186.4, 137857.1, 303070.9, 730735.3},
			{2043.9, 6070, 20089.8, 34846.5, 69469.8, 181041.7},
			{1091.2, 1922.2, 5326.6, 16888.3, 39161.2, 109672.6},
			{2737.7, 10711.9, 22905.1, 56802.6, 105308, 240966.6},
			{4268.6, 12391.8, 45431.4, 131957.4, 342479.8, 981389.2},
			{2913.2, 6459.1, 21000.8, 66057.5, 204648.9, 226778.2}}},
		{"full jitter over the same law, in ten runs", [][]float64{
			{37.5, 77.1, 62, 659.2, 1203.8, 1098.7, 5210.6}, {26.1, 32.6, 295.9, 699.8, 1398.8, 2646.5, 3470.4},
			{6, 49.9, 150.8, 276.5, 411.5, 2413.7, 2640},
			{50.3, 128.3, 341.4, 270.5, 792.9, 2390, 2538.6},
			{2.5, 142.5, 276.4, 570.2, 72.1, 692.4, 3411},
			{35.7, 49, 20, 335.6, 1104.6, 2680.9, 6130.2},
			{33.4, 2, 318.1, 503.7, 14.4, 1662.5, 3839.9},
			{35.2, 44.9, 99, 273.3, 1294.7, 2690, 1557.8},
			{23, 72.3, 359.8, 350.5, 152.2, 169.9, 2963.6},
			{44.7, 99.4, 306.7, 348.2, 412.7, 184.2, 2292.5}}},
		{"a slot that was waited for once", [][]float64{
			{2.4, 1.3}, {0.3, 1166.2}, {1.2, 0.3}}},
		{"two hosts in turn, jitter after both", [][]float64{
			{0.8, 355.5, 0.9, 549.2, 1.1}, {0.6, 341.5, 0.9, 914.7, 1.4}, {1, 470.2, 1.7, 1067, 2.3},
			{0.5, 433.1, 1.1, 1135.9, 0.8}, {2, 338.6, 5, 559.9, 3.9}, {1, 457.1, 0.8, 520.2, 0.3}}},
	} {
		if in := Infer(inMillis(test.gaps), Options{}); in.Certain() {
			t.Errorf("%s: Infer(%v) = %v with certainty, want a doubt", test.name, test.gaps, in.Policy)
		}
	}
}

// TestFibonacciFromTwo gives delays that follow 2, 3, 5, 8 and 13.
func TestFibonacciFromTwo(t *testing.T) {
	t.Parallel()
	runs := inMillis([][]float64{{301.6, 452, 754.6, 1201.6, 1951.5}, {301.1, 452.4, 752.9, 1203.3, 1952}})
	want := "fibonacci:base=300ms,start=2-3"
	if in := Infer(runs, Options{}); in.Policy.String() != want || !in.Certain() {
		t.Errorf("Infer(%v) = %v, certain: %v (%s), want %s", runs, in.Policy, in.Certain(), in.Doubt, want)
	}
}

// inMillis are runs whose gaps are given in milliseconds.
func inMillis(rows [][]float64) (runs [][]time.Duration) {
	for _, row := range rows {
		var run []time.Duration
		for _, gap := range row {
			run = append(run, millis(gap))
		}
		runs = append(runs, run)
	}
	return runs
}

// TestLawBelowItsFloor calls delays fixed that lie at the floor of a law which does not get above it: 200 ms, of which one
// in ten is up to 10 ms late.
func TestLawBelowItsFloor(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{77, 78, 79} {
		rng := rand.New(rand.NewPCG(seed, 1))
		runs := make([][]time.Duration, 9)
		for i := range runs {
			for range 12 {
				late := 0.1 * float64(rng.IntN(12))
				if rng.Float64() < 0.1 {
					late += 10 * rng.Float64()
				}
				runs[i] = append(runs[i], time.Duration((200+late)*float64(time.Millisecond)))
			}
		}
		if in := Infer(runs, Options{Noise: 300 * time.Microsecond}); in.Policy.Shape != Fixed {
			t.Errorf("seed %d: Infer(%v) = %v, want a fixed delay", seed, runs, in.Policy)
		}
	}
}
