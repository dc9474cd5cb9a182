package reach

import "encoding/binary"

// codec writes values as bytes, or reads back what was written: the same calls in the same order do both.
type codec struct {
	reading bool
	data    []byte // what was written, or what is left to read
	failed  bool   // what was read is not what was written
	texts   []string
	numbers map[string]int64 // of the texts
	trees   trees
}

func newWriter() *codec { return &codec{numbers: map[string]int64{}} }

func newReader(data []byte, t trees) *codec { return &codec{reading: true, data: data, trees: t} }

func (c *codec) number(n *int64) {
	if !c.reading {
		c.data = binary.AppendVarint(c.data, *n)
		return
	}
	v, size := binary.Varint(c.data)
	if size <= 0 {
		c.failed, c.data = true, nil
		return
	}
	*n, c.data = v, c.data[size:]
}

func (c *codec) int(n *int) {
	v := int64(*n)
	c.number(&v)
	*n = int(v)
}

func (c *codec) count(n int) { c.int(&n) }

func (c *codec) flag(b *bool) {
	v := int64(0)
	if *b {
		v = 1
	}
	c.number(&v)
	*b = v != 0
}

// text writes a text once, and then its number.
func (c *codec) text(s *string) {
	if !c.reading {
		n, known := c.numbers[*s]
		c.number(&n)
		if !known {
			c.numbers[*s] = int64(len(c.numbers)) + 1
			size := int64(len(*s))
			c.number(&size)
			c.data = append(c.data, *s...)
		}
		return
	}
	var n, size int64
	if c.number(&n); n > 0 && n <= int64(len(c.texts)) {
		*s = c.texts[n-1]
		return
	}
	if c.number(&size); n != 0 || size < 0 || size > int64(len(c.data)) {
		c.failed, c.data = true, nil
		return
	}
	*s, c.data = string(c.data[:size]), c.data[size:]
	c.texts = append(c.texts, *s)
}

// small writes or reads a value of few.
func small[T ~uint8](c *codec, v *T) {
	n := int64(*v)
	c.number(&n)
	*v = T(n)
}

// each writes or reads the values of a list. One that is nil stays so.
func each[T any](c *codec, all *[]T, one func(*T)) {
	n := len(*all)
	if *all == nil {
		n = -1
	}
	if c.int(&n); c.reading {
		if n > len(c.data) { // each takes a byte or more
			c.failed, c.data, n = true, nil, -1
		}
		if *all = nil; n >= 0 {
			*all = make([]T, n)
		}
	}
	for i := range *all {
		one(&(*all)[i])
	}
}
