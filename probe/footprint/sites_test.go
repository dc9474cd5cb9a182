package footprint

import (
	"slices"
	"strings"
	"testing"
)

const heapProfile = `heap profile: 3: 5000 [9: 9000] @ heap/2
2: 4000 [2: 4000] @ 0x1 0x2
#	0x1	runtime.makeslice+0x10	/usr/local/go/src/runtime/slice.go:10
#	0x2	main.main.func3+0x85		/src/app/main.go:42
#	0x3	net/http.HandlerFunc.ServeHTTP+0x29	/usr/local/go/src/net/http/server.go:2322

1: 1000 [1: 1000] @ 0x2
#	0x2	main.main.func3+0x85		/src/app/main.go:42

0: 0 [5: 500] @ 0x9
#	0x9	main.gone+0x1		/src/app/main.go:7

# runtime.MemStats
# HeapAlloc = 123
`

func TestGoSites(t *testing.T) {
	want := []Site{{"main.main.func3", "/src/app/main.go", 42, 5000}}
	if got := goSites(strings.NewReader(heapProfile)); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestGrown(t *testing.T) {
	before := []Site{{Name: "Map", Bytes: 100}, {Name: "Gone", Bytes: 50}}
	after := []Site{{Name: "Buffer", Bytes: 30}, {Name: "Map", Bytes: 900}, {Name: "Same", Bytes: 0}}
	want := []Site{{Name: "Map", Bytes: 800}, {Name: "Buffer", Bytes: 30}}
	if got := grown(before, after); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
