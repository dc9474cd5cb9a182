package model

import "testing"

// BenchmarkDefault measures what each start of the program pays that asks what it knows.
func BenchmarkDefault(b *testing.B) {
	for b.Loop() {
		if _, err := load(); err != nil {
			b.Fatal(err)
		}
	}
}
