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
	return func(yield func(R) bool) {
		inOrder(ctx, jobs, func(begin func(task) bool) {
			for item := range items {
				worked := begin(func() delivery {
					result := work(item)
					return func() bool { return yield(result) }
				})
				if !worked {
					return
				}
			}
		})
	}
}

// A task does the work on one item.
type task func() delivery

// A delivery hands a result on, and reports whether more are wanted.
type delivery func() bool

// inOrder is [InOrder] without the types of items and results, for which it would be compiled anew each time.
func inOrder(ctx context.Context, jobs int, items iter.Seq[task]) {
	type slotted struct {
		task
		slot chan<- delivery
	}
	ctx, cancel := context.WithCancel(ctx)
	tasks := make(chan slotted)
	slots := make(chan (<-chan delivery), 4*jobs)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	workers.Go(func() {
		defer close(tasks)
		defer close(slots)
		for item := range items {
			slot := make(chan delivery, 1)
			// The task first: a slot without a worker would never be filled.
			select {
			case tasks <- slotted{item, slot}:
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
				t.slot <- t.task()
			}
		})
	}
	for slot := range slots {
		if !(<-slot)() {
			return
		}
	}
}
