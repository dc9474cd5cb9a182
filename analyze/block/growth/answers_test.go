package growth_test

import (
	"strings"
	"testing"
	"time"

	"snag/analyze/block/growth"
)

func TestMeaningOf(t *testing.T) {
	for _, test := range []struct {
		status int
		want   growth.Meaning
		ends   bool
	}{
		{200, growth.Handled, false}, {204, growth.Handled, false}, {302, growth.Handled, false}, {400, growth.Refused, false}, {409, growth.Refused, false}, {422, growth.Refused, false},
		{401, growth.Unreached, true}, {403, growth.Unreached, true}, {404, growth.Unreached, true}, {405, growth.Unreached, true}, {415, growth.Unreached, true},
		{413, growth.TooLarge, true}, {414, growth.TooLarge, true}, {431, growth.TooLarge, true}, {429, growth.Throttled, true}, {500, growth.Broken, true}, {503, growth.Broken, true},
	} {
		if got := growth.MeaningOf(test.status, nil); got != test.want || got.Ends() != test.ends {
			t.Errorf("%d: got %q, ends %t, want %q, ends %t", test.status, got, got.Ends(), test.want, test.ends)
		}
		if got := growth.MeaningOf(test.status, []int{test.status}); got != growth.Handled {
			t.Errorf("%d, which is expected: got %q, want %q", test.status, got, growth.Handled)
		}
	}
}

func TestStatuses(t *testing.T) {
	for _, test := range []struct {
		in    growth.Statuses
		want  string
		usual int
	}{
		{growth.Statuses{1: 200, 5: 200}, "200", 200},
		{growth.Statuses{1: 200, 5: 200, 9: 400, 2000: 413}, "200 from n = 1, 400 from n = 9, 413 from n = 2,000", 0},
		{growth.Statuses{1: 422, 2: 422, 3: 431}, "422 from n = 1, 431 from n = 3", 422},
		{growth.Statuses{1: 422, 2: 200}, "422 from n = 1, 200 from n = 2", 0},
	} {
		if got := test.in.String(); got != test.want || test.in.Usual(nil) != test.usual {
			t.Errorf("%v: got %q, usually %d, want %q, usually %d", map[int]int(test.in), got, test.in.Usual(nil), test.want, test.usual)
		}
	}
}

func TestWithoutRefused(t *testing.T) {
	const ms = time.Millisecond
	plan := growth.Plan{Noise: ms}
	rising := []growth.Cost{{1, ms}, {10, 4 * ms}, {20, 16 * ms}}
	for _, test := range []struct {
		name    string
		costs   []growth.Cost
		kept    int
		refused bool
	}{
		{"refused before the work", append(rising[:3:3], growth.Cost{30, ms}, growth.Cost{40, ms}), 3, true},
		{"refused after the work", append(rising[:3:3], growth.Cost{30, 40 * ms}), 4, false},
		{"nothing refused", rising, 3, false},
		{"all within the noise", []growth.Cost{{1, 0}, {20, 0}, {30, 0}}, 2, true},
	} {
		if kept, refused := growth.WithoutRefused(test.costs, 20, plan); len(kept) != test.kept || refused != test.refused {
			t.Errorf("%s: got %d sizes, %t, want %d, %t", test.name, len(kept), refused, test.kept, test.refused)
		}
	}
}

func TestWhyFlat(t *testing.T) {
	for _, test := range []struct {
		in   growth.Reading
		want string
	}{
		{growth.Reading{Statuses: growth.Statuses{1: 422, 50: 422}}, "every request is refused with 422"},
		{growth.Reading{Statuses: growth.Statuses{1: 200, 50: 200}, Lengths: map[int]int64{1: 7, 50: 7}}, "as if the field were not read"},
		{growth.Reading{Statuses: growth.Statuses{1: 200, 50: 400}, Bound: 32}, "nothing above n = 32"},
		{growth.Reading{Statuses: growth.Statuses{1: 200, 11: 200, 12: 400, 900: 400, 990: 414}, Bound: 900}, "from n = 12 on it is answered with 400, perhaps before the match; nothing above n = 900"},
		{growth.Reading{Statuses: growth.Statuses{1: 200, 50: 200}, Promised: 900}, "said to need n = 900"},
		{growth.Reading{Statuses: growth.Statuses{1: 200}, Place: "cookie"}, "white space"},
	} {
		if got := strings.Join(test.in.WhyFlat(), "; "); !strings.Contains(got, test.want) {
			t.Errorf("%+v: got %q, want %q in it", test.in, got, test.want)
		}
	}
}

func TestRefusedFrom(t *testing.T) {
	for _, test := range []struct {
		in        growth.Statuses
		n, status int
	}{
		{growth.Statuses{1: 200, 12: 403, 80: 403}, 12, 403},
		{growth.Statuses{1: 200, 12: 400, 80: 200, 90: 422, 99: 400}, 90, 422},
		{growth.Statuses{1: 422, 50: 422}, 0, 0},
		{growth.Statuses{1: 422, 5: 200, 50: 200}, 0, 0},
		{growth.Statuses{1: 200, 50: 413}, 0, 0},
		{growth.Statuses{}, 0, 0},
	} {
		if n, status := test.in.RefusedFrom(); n != test.n || status != test.status {
			t.Errorf("%v: got %d from n = %d, want %d from n = %d", test.in, status, n, test.status, test.n)
		}
	}
}
