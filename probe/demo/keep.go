package demo

import (
	"net/http"
	"os"
	"runtime"
	"time"
)

// Limits of what the service keeps, on purpose, for ever.
const (
	entrySize      = 4 << 10
	maxEntries     = 20_000
	boundedEntries = 1_000
	entryTime      = 5 * time.Second
	maxFiles       = 4_000
)

// keeping is what requests leave behind. It belongs to the loop.
type keeping struct {
	cached, bounded, timed map[string][]byte
	order                  []string // of bounded, the oldest first
	listeners              [][]byte
	files                  []*os.File
}

func newKeeping() keeping {
	return keeping{cached: map[string][]byte{}, bounded: map[string][]byte{}, timed: map[string][]byte{}}
}

// cache keeps an entry for each key, as long as there is room.
func (s *Server) cache(w http.ResponseWriter, r *http.Request, _ []byte) {
	key := r.URL.Query().Get("item")
	if s.keeping.cached[key] == nil && len(s.keeping.cached) < maxEntries {
		s.keeping.cached[key] = make([]byte, entrySize)
	}
	answer(w, http.StatusOK, map[string]int{"entries": len(s.keeping.cached)})
}

// cacheBounded keeps entries for the keys that came last.
func (s *Server) cacheBounded(w http.ResponseWriter, r *http.Request, _ []byte) {
	k, key := &s.keeping, r.URL.Query().Get("item")
	if k.bounded[key] == nil {
		k.bounded[key] = make([]byte, entrySize)
		k.order = append(k.order, key)
	}
	if len(k.order) > boundedEntries {
		delete(k.bounded, k.order[0])
		k.order = append(k.order[:0], k.order[1:]...)
	}
	answer(w, http.StatusOK, map[string]int{"entries": len(k.bounded)})
}

// cacheTimed keeps an entry for each key for a time.
func (s *Server) cacheTimed(w http.ResponseWriter, r *http.Request, _ []byte) {
	key := r.URL.Query().Get("item")
	if s.keeping.timed[key] == nil && len(s.keeping.timed) < maxEntries {
		s.keeping.timed[key] = make([]byte, entrySize)
		time.AfterFunc(entryTime, func() {
			s.loop.Lock()
			defer s.loop.Unlock()
			delete(s.keeping.timed, key)
		})
	}
	answer(w, http.StatusOK, map[string]int{"entries": len(s.keeping.timed)})
}

// listen adds what holds on to a buffer with each request, and never removes it.
func (s *Server) listen(w http.ResponseWriter, _ *http.Request, _ []byte) {
	if len(s.keeping.listeners) < maxEntries {
		s.keeping.listeners = append(s.keeping.listeners, make([]byte, entrySize/4))
	}
	answer(w, http.StatusOK, map[string]int{"listeners": len(s.keeping.listeners)})
}

// open opens a file with each request, and closes none.
func (s *Server) open(w http.ResponseWriter, _ *http.Request, _ []byte) {
	if len(s.keeping.files) < maxFiles {
		if f, err := os.Open(os.DevNull); err == nil {
			s.keeping.files = append(s.keeping.files, f)
		}
	}
	answer(w, http.StatusOK, map[string]int{"files": len(s.keeping.files)})
}

// heap is the heap profile at /debug/pprof, as a service in Go has it.
func heap(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("gc") != "" {
		runtime.GC()
	}
	writeHeap(w) // the client may be gone
}

// close closes what requests left open.
func (k *keeping) close() {
	for _, f := range k.files {
		f.Close()
	}
}
