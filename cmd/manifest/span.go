package manifest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// units are those of systemd.time(7).
var units = map[string]time.Duration{
	"": time.Second, "usec": time.Microsecond, "us": time.Microsecond, "µs": time.Microsecond, "μs": time.Microsecond,
	"msec": time.Millisecond, "ms": time.Millisecond, "seconds": time.Second, "second": time.Second, "sec": time.Second, "s": time.Second,
	"minutes": time.Minute, "minute": time.Minute, "min": time.Minute, "m": time.Minute,
	"hours": time.Hour, "hour": time.Hour, "hr": time.Hour, "h": time.Hour,
	"days": 24 * time.Hour, "day": 24 * time.Hour, "d": 24 * time.Hour,
	"weeks": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour, "w": 7 * 24 * time.Hour,
	"months": 2629800 * time.Second, "month": 2629800 * time.Second, "M": 2629800 * time.Second,
	"years": 31557600 * time.Second, "year": 31557600 * time.Second, "y": 31557600 * time.Second,
}

// composeUnits are those of the Compose Specification.
var composeUnits = map[string]time.Duration{
	"us": time.Microsecond, "ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour,
}

// Span reads a time span of systemd, such as "1min 30s", 90 or "infinity", for which endless is true:
// systemd.time(7). A time without a unit is in seconds.
func Span(text string) (d time.Duration, endless bool, err error) {
	text = strings.TrimSpace(text)
	if text == "infinity" {
		return 0, true, nil
	}
	d, err = span(text, units, " \t")
	return d, false, err
}

// ComposeSpan reads a duration of the Compose Specification, such as 1m30s. It needs units.
func ComposeSpan(text string) (time.Duration, error) { return span(text, composeUnits, "") }

// span adds up numbers with units; what stands between may be of the characters of gap.
func span(text string, units map[string]time.Duration, gap string) (time.Duration, error) {
	bad := func() (time.Duration, error) { return 0, fmt.Errorf("%q is not a time", clip(text)) }
	total := 0.0
	rest := strings.TrimLeft(text, gap)
	if rest == "" {
		return bad()
	}
	for rest != "" {
		end := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if end < 0 {
			end = len(rest)
		}
		n, err := strconv.ParseFloat(rest[:end], 64)
		if err != nil {
			return bad()
		}
		rest = strings.TrimLeft(rest[end:], gap)
		end = strings.IndexFunc(rest, func(r rune) bool { return r >= '0' && r <= '9' || r == '.' || strings.ContainsRune(gap, r) })
		if end < 0 {
			end = len(rest)
		}
		unit, ok := units[rest[:end]]
		if !ok {
			return bad()
		}
		total += n * float64(unit)
		if total > math.MaxInt64/2 {
			return 0, fmt.Errorf("%q is too long a time", clip(text))
		}
		rest = strings.TrimLeft(rest[end:], gap)
	}
	return time.Duration(total), nil
}
