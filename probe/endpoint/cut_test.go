package endpoint

import (
	"context"
	"net/http"
	"testing"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/wire/wiretest"
)

// TestCutOff ends runs, by an interrupt and by the end of their time, while requests are under way: none of those is
// held against the server.
func TestCutOff(t *testing.T) {
	target := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { time.Sleep(200 * time.Millisecond) }))
	get := wiretest.GetRequest(target, "/")
	w := HangWatch{Target: target, Canary: get, Request: func() []byte { return get }, Own: 200 * time.Millisecond}
	for _, ending := range []struct {
		name string
		of   func(context.Context) (context.Context, context.CancelFunc)
	}{
		{"interrupt", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(500*time.Millisecond, cancel)
			return ctx, cancel
		}},
		{"end of the time", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 500*time.Millisecond)
		}},
	} {
		t.Run(ending.name, func(t *testing.T) {
			ctx, cancel := ending.of(t.Context())
			defer cancel()
			waves := w.Waves(ctx, pool.NewWaves(64, w.Own, w.Own), 10*time.Second, time.Minute, func(int) {})
			if waves.Hang != nil || waves.Size.Unknown != "time ran out" || !waves.Unfinished {
				t.Errorf("waves: got %+v, want an unfinished search, and nothing said of the answers", waves)
			}
			ctx, cancel = ending.of(t.Context())
			defer cancel()
			if given, hang := w.GiveUp(ctx, 80, 60*time.Millisecond); given != 0 || hang != nil {
				t.Errorf("given up: got %d and %+v, want 0: no single request was answered behind them", given, hang)
			}
		})
	}
}
