package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseSize reads a size such as 100KB or 4MB, in powers of 1024 as servers count them.
func ParseSize(text string) (int64, error) {
	number, factor := strings.ToUpper(strings.TrimSpace(text)), int64(1)
	for _, unit := range []struct {
		suffix string
		factor int64
	}{{"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1}} {
		if n, ok := strings.CutSuffix(number, unit.suffix); ok {
			number, factor = n, unit.factor
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if size := v * float64(factor); err == nil && size >= 1 && size <= 4<<30 {
		return int64(size), nil
	}
	return 0, fmt.Errorf("%q is not a size such as 100KB or 4MB", text)
}
