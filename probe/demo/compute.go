package demo

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"time"
)

// spent bounds what a request computes: ask over after some portion of the work.
type spent struct {
	request *http.Request
	until   time.Time
}

func spend(r *http.Request) spent { return spent{r, time.Now().Add(maxCompute)} }

// over reports whether the limit was reached, or that nobody waits for the answer any more.
func (s spent) over() bool { return s.request.Context().Err() != nil || time.Now().After(s.until) }

func tooMuch(w http.ResponseWriter) {
	fail(w, http.StatusServiceUnavailable, "too much work, given up")
}

func (s *Server) flat(w http.ResponseWriter, r *http.Request, _ []byte) {
	n, ok := number(w, r, "n", 1000, 1e9)
	if !ok {
		return
	}
	answer(w, http.StatusOK, map[string]uint32{"sum": checksum(n, 500)})
}

// checksum formats rows and adds them up.
func checksum(first, rows int) uint32 {
	h := fnv.New32a()
	for i := range rows {
		fmt.Fprintf(h, "%d;customer %d;%d.%02d;open\n", first+i, i*7919%1000, i*31%5000, i%100)
	}
	return h.Sum32()
}

func (s *Server) linear(w http.ResponseWriter, r *http.Request, _ []byte) {
	rows, ok := number(w, r, "rows", 1000, 1e9)
	if !ok {
		return
	}
	sum, limit := uint32(0), spend(r)
	for done := 0; done < rows; done += 1000 {
		sum ^= checksum(done, min(1000, rows-done))
		if limit.over() {
			tooMuch(w)
			return
		}
	}
	answer(w, http.StatusOK, map[string]uint32{"sum": sum})
}

func (s *Server) quadratic(w http.ResponseWriter, r *http.Request, _ []byte) {
	n, ok := number(w, r, "n", 1000, 1e6)
	if !ok {
		return
	}
	items := make([]uint32, n)
	for i := range items {
		items[i] = uint32(i) * 2654435761 >> 7
	}
	pairs, limit := 0, spend(r)
	for i, a := range items {
		for _, b := range items[i+1:] {
			if a^b == 1 {
				pairs++
			}
		}
		if i%64 == 0 && limit.over() {
			tooMuch(w)
			return
		}
	}
	answer(w, http.StatusOK, map[string]int{"pairs": pairs})
}

func (s *Server) exponential(w http.ResponseWriter, r *http.Request, _ []byte) {
	n, ok := number(w, r, "n", 16, 60)
	if !ok {
		return
	}
	const sum = -1 // no subset of positive weights has it, so all are tried
	weights := make([]int, n)
	for i := range weights {
		weights[i] = (i*7919)%97 + 1
	}
	limit, steps, gaveUp := spend(r), 0, false
	var search func(i, total int) int
	search = func(i, total int) int {
		if steps++; steps%(1<<18) == 0 && limit.over() {
			gaveUp = true
		}
		if i == len(weights) || gaveUp {
			if total == sum {
				return 1
			}
			return 0
		}
		return search(i+1, total) + search(i+1, total+weights[i])
	}
	found := search(0, 0)
	if gaveUp {
		tooMuch(w)
		return
	}
	answer(w, http.StatusOK, map[string]int{"subsets": found})
}

// Pattern is the regex of /validate, the example of the Node.js guide on not blocking the event loop.
const Pattern = `(\/.+)+$`

func (s *Server) validate(w http.ResponseWriter, r *http.Request, _ []byte) {
	path := r.URL.Query().Get("path")
	if len(path) > 64<<10 {
		fail(w, http.StatusBadRequest, "the path is too long")
		return
	}
	valid, err := matches(path)
	if err != nil { // the time ran out; the message has the whole input in it
		tooMuch(w)
		return
	}
	answer(w, http.StatusOK, map[string]bool{"valid": valid})
}

func (s *Server) importJSON(w http.ResponseWriter, r *http.Request, body []byte) {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	again, err := json.Marshal(value)
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	answer(w, http.StatusOK, map[string]int{"bytes": len(again)})
}
