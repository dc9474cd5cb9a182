//go:build race

package backtrack_test

func init() { raceDetector = true }
