package memory

// Plan bounds the requests of a measurement.
type Plan struct {
	// Round is the number of requests of the first rounds; 500 when 0.
	Round int
	// Keys is the number of distinct keys after which a measurement ends that has seen what it can; 10,000
	// when 0.
	Keys int
	// Most bounds all requests; 60,000 when 0.
	Most int
	// Late means that the time for new keys is over, where those that were sent show growth.
	Late bool
}

// Phase is what a round of requests is for.
type Phase uint8

// The phases. Rest has no requests: it watches whether memory is given back.
const (
	Warm Phase = iota
	Control
	NewKeys
	After
	Rest
)

const (
	warmRounds    = 2
	controlRounds = 5
	leastRounds   = 6 // with new keys
	afterRounds   = 5
	largestRound  = 8_000
)

// Distinct is the number of distinct keys that a measurement is to send.
func (p Plan) Distinct() int {
	if p.Keys == 0 {
		return 10_000
	}
	return p.Keys
}

// Next returns what to send after what was read, warm being the number of rounds that only warmed up, and false
// when nothing more is to be learnt from requests.
func (p Plan) Next(warm int, s Series) (phase Phase, requests int, more bool) {
	round, keys, most := p.Round, p.Distinct(), p.Most
	if round == 0 {
		round = 500
	}
	if most == 0 {
		most = 60_000
	}
	switch {
	case warm < warmRounds:
		return Warm, round, true
	case len(s.Control) < controlRounds:
		return Control, round, true
	case len(s.Keys) == 0:
		return NewKeys, round, true
	}
	last := s.Keys[len(s.Keys)-1]
	if n := len(s.After); n > 0 {
		size := s.After[0].Requests - last.Requests
		return After, size, n < afterRounds && size > 0 && s.After[n-1].Requests+size <= most
	}
	v := Guess(s)
	grows := v.Kind == ByKey || v.Kind == ByRequest || v.Kind == ByEither
	if last.Requests >= most || p.Late && grows || len(s.Keys) >= leastRounds && last.Keys >= keys && v.Kind != Undetermined {
		// So many that growth shows well, but no more than half of those with new keys.
		size := min(20*v.Noise/max(v.PerKey+v.PerRequest, 1), float64(last.Keys-s.Control[len(s.Control)-1].Keys)/2) / afterRounds
		size = max(size, float64(round)/2)
		return After, int(size), grows && last.Requests+afterRounds*int(size) <= most
	}
	before := s.Control[len(s.Control)-1].Keys
	if len(s.Keys) > 1 {
		before = s.Keys[len(s.Keys)-2].Keys
	}
	size := last.Keys - before
	// Two rounds of a size, then twice as many: an end shows at any number, and so does little.
	if len(s.Keys)%2 == 0 {
		size = min(2*size, largestRound)
	}
	return NewKeys, max(min(size, most-last.Requests), 1), true
}
