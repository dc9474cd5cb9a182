// Package runtime measures how long JSON occupies each language runtime on this machine: the real
// runtimes, each with a small script of its own that takes the time, and Go in this process.
package runtime

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Shape is a kind of JSON document of any size.
type Shape struct {
	Name string
	What string // in a few words
	// open, close and between are written around the items.
	open, between, close string
	item                 func(b []byte, i int) []byte
}

// Typical is the name of the shape that stands for ordinary data.
const Typical = "records"

func text(s string) func([]byte, int) []byte {
	return func(b []byte, _ int) []byte { return append(b, s...) }
}

func list(name, what, item string) Shape {
	return Shape{name, what, "[", ",", "]", text(item)}
}

func format(f string, more ...func(i int) any) func([]byte, int) []byte {
	return func(b []byte, i int) []byte {
		args := make([]any, len(more))
		for k, m := range more {
			args[k] = m(i)
		}
		return fmt.Appendf(b, f, args...)
	}
}

func index(i int) any { return i }

// mixed is a number that looks random and is the same every time.
func mixed(i int) uint64 {
	x := uint64(i) + 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Shapes are all shapes, in alphabetical order but for the typical one, which comes first.
var Shapes = []Shape{
	{Typical, "typical records of five fields", "[", ",", "]", func(b []byte, i int) []byte {
		x := mixed(i)
		return fmt.Appendf(b, `{"id":%d,"name":"user %d","email":"u%d@example.com","score":%d.%02d,"active":%t}`, i, x%100000, x%1000, x%100, x%97, x%2 == 0)
	}},
	{"base64", "one string of base64", `"`, "", `"`, text(strings.Repeat("TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu", 8))},
	list("booleans", "true and false", "true,false"),
	{"coordinates", "pairs of coordinates", "[", ",", "]", func(b []byte, i int) []byte {
		x := mixed(i)
		return fmt.Appendf(b, "[%d.%06d,%d.%06d]", x%180, x>>8%1000000, x>>16%90, x>>24%1000000)
	}},
	{"dates", "dates as strings", "[", ",", "]", func(b []byte, i int) []byte {
		x := mixed(i)
		return fmt.Appendf(b, `"20%02d-%02d-%02dT%02d:%02d:00Z"`, x%100, 1+x>>8%12, 1+x>>16%28, x>>24%24, x>>32%60)
	}},
	{"distinct-objects", "objects with a key of their own each", "[", ",", "]", format(`{"k%d":1}`, index)},
	{"duplicate-keys", "one object with the same key again and again", "{", ",", "}", text(`"k":1`)},
	list("empty-arrays", "empty arrays", "[]"),
	list("empty-objects", "empty objects", "{}"),
	list("empty-strings", "empty strings", `""`),
	{"escapes", "one string of escaped line breaks", `"`, "", `"`, text(strings.Repeat(`\n`, 64))},
	{"exponents", "numbers with exponents", "[", ",", "]", func(b []byte, i int) []byte { return fmt.Appendf(b, "%d.%03de-%d", 1+i%9, mixed(i)%1000, i%300) }},
	{"floats", "numbers of 17 digits", "[", ",", "]", func(b []byte, i int) []byte { return fmt.Appendf(b, "0.%017d", mixed(i)%1e17) }},
	list("integers", "integers of one digit", "1,2,3,4,5,6,7,8"),
	{"key-value", "strings in one object with unique keys", "{", ",", "}", format(`"key%d":"value %d"`, index, index)},
	{"large-integers", "integers of 15 digits", "[", ",", "]", func(b []byte, i int) []byte {
		return strconv.AppendUint(b, 100000000000000+mixed(i)%900000000000000, 10)
	}},
	{"log-lines", "objects as a log has them", "[", ",", "]", func(b []byte, i int) []byte {
		return fmt.Appendf(b, `{"time":%d,"level":"info","msg":"GET /items/%d 200","tags":["a","b"],"ctx":{"id":"%x"}}`, 1700000000000+i, i, mixed(i))
	}},
	{"long-keys", "objects with keys of a hundred characters", "[", ",", "]", func(b []byte, i int) []byte {
		return fmt.Appendf(b, `{"%s%d":0}`, strings.Repeat("k", 100), i%50)
	}},
	{"matrix", "rows of small numbers", "[", ",", "]", text("[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5]")},
	{"nested-arrays", "arrays 500 deep", "[", ",", "]", text(strings.Repeat("[", 500) + strings.Repeat("]", 500))},
	{"nested-objects", "objects 500 deep", "[", ",", "]", text(strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500))},
	list("nulls", "nulls", "null"),
	{"numeric-strings", "numbers in strings", "[", ",", "]", format(`"%d"`, index)},
	list("short-strings", "strings of one character", `"x"`),
	{"spaces", "white space around little", "[", "", "1]", text(strings.Repeat(" ", 256))},
	{"string", "one plain string", `"`, "", `"`, text(strings.Repeat("x", 256))},
	{"surrogates", "one string of escaped emoji", `"`, "", `"`, text(strings.Repeat(`\ud83d\ude00`, 16))},
	{"tree", "a tree of objects", "[", ",", "]", text(`{"v":1,"l":{"v":2,"l":{"v":3},"r":{"v":4}},"r":{"v":5,"l":{"v":6},"r":{"v":7}}}`)},
	{"unicode", "text outside ASCII", `"`, "", `"`, text(strings.Repeat("Füße €5 日本語 ", 8))},
	{"unicode-escapes", "one string of escaped letters", `"`, "", `"`, text(strings.Repeat(`\u00e9`, 32))},
	{"unique-keys", "one object with unique keys", "{", ",", "}", format(`"k%d":0`, index)},
	{"wide-records", "objects of fifty fields", "[", ",", "]", func(b []byte, i int) []byte {
		b = append(b, '{')
		for f := range 50 {
			if f > 0 {
				b = append(b, ',')
			}
			b = fmt.Appendf(b, `"f%d":%d`, f, mixed(i+f)%1000)
		}
		return append(b, '}')
	}},
}

// Lookup returns the shape of the name.
func Lookup(name string) (Shape, bool) {
	for _, s := range Shapes {
		if s.Name == name {
			return s, true
		}
	}
	return Shape{}, false
}

// Write writes a document of about size bytes, item by item: it is never held in memory. It
// returns how many bytes it wrote.
func (s Shape) Write(w io.Writer, size int64) (int64, error) {
	out := bufio.NewWriterSize(w, 256<<10)
	written := int64(len(s.open) + len(s.close))
	out.WriteString(s.open)
	var buffer []byte
	for i := 0; i == 0 || written < size; i++ {
		buffer = buffer[:0]
		if i > 0 {
			buffer = append(buffer, s.between...)
		}
		buffer = s.item(buffer, i)
		written += int64(len(buffer))
		if _, err := out.Write(buffer); err != nil {
			return written, err
		}
	}
	out.WriteString(s.close)
	return written, out.Flush()
}

// GuideLength is the length in characters of what WriteGuide writes.
const GuideLength = 25_165_807

// WriteGuide writes the document that the Node.js guide on blocking the event loop builds: an object
// of two references to the one before, twenty times over, beginning with {"a":1}.
func WriteGuide(w io.Writer) error {
	out := bufio.NewWriterSize(w, 256<<10)
	var write func(depth int)
	write = func(depth int) {
		if depth == 0 {
			out.WriteString(`{"a":1}`)
			return
		}
		out.WriteString(`{"obj1":`)
		write(depth - 1)
		out.WriteString(`,"obj2":`)
		write(depth - 1)
		out.WriteString(`}`)
	}
	write(20)
	return out.Flush()
}
