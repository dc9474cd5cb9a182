package drain

import (
	"context"
	"errors"

	"snag/analyze/shutdown"
	"snag/probe/process"
)

// AtRest returns the signal masks of the target and everything below it, and sends nothing. A
// process that was started for it is ended by SIGKILL.
func AtRest(ctx context.Context, o Options) ([]shutdown.Masks, error) {
	o.defaults()
	s, err := take(o)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if s.child != nil {
		// Handlers are installed by the time that it listens.
		c := &check{Options: o, subject: s}
		if err := c.find(ctx); err != nil {
			return nil, err
		}
	}
	s.refresh()
	var all []shutdown.Masks
	for _, m := range s.living() {
		masks, err := process.Masks(m.info)
		if errors.Is(err, process.ErrGone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, masks)
	}
	return all, nil
}
