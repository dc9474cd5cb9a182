package cli

import (
	"context"
	"iter"
	"sync"
)

// InOrder applies work to every item with as many goroutines as jobs, and yields the results in the
// order of the items. It keeps a bounded number of results waiting. When ctx ends or the consumer
// breaks off, no further item is begun, and no goroutine is left behind; results that are under way
// when ctx ends are still yielded.
func InOrder[T, R any](ctx context.Context, jobs int, items iter.Seq[T], work func(T) R) iter.Seq[R] {
	type task struct {
		item T
		slot chan<- R
	}
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		tasks := make(chan task)
		slots := make(chan (<-chan R), 4*jobs)
		var workers sync.WaitGroup
		defer workers.Wait()
		defer cancel()
		workers.Go(func() {
			defer close(tasks)
			defer close(slots)
			for item := range items {
				slot := make(chan R, 1)
				// The task first: a slot without a worker would never be filled.
				select {
				case tasks <- task{item, slot}:
				case <-ctx.Done():
					return
				}
				select {
				case slots <- slot:
				case <-ctx.Done():
					return
				}
			}
		})
		for range jobs {
			workers.Go(func() {
				for t := range tasks {
					t.slot <- work(t.item)
				}
			})
		}
		for slot := range slots {
			if !yield(<-slot) {
				return
			}
		}
	}
}
