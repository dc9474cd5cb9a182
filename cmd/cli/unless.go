package cli

import "context"

// UnlessDone returns what a call returns that may take long, or the error of ctx when that ends first. The call is
// left behind then: what it reads may be closed under it, and nobody looks at what it returns.
func UnlessDone[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := call()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// ValueUnlessDone is [UnlessDone] for a call that cannot fail; ok is false when ctx ended first.
func ValueUnlessDone[T any](ctx context.Context, call func() T) (value T, ok bool) {
	value, err := UnlessDone(ctx, func() (T, error) { return call(), nil })
	return value, err == nil
}
