package endpoint

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
)

// values are what the functions of a template work with.
type values struct {
	n      int
	random *rand.Rand
	room   int // bytes of a request
	// attack makes the text that {{attack}} stands for, escaped for the place behind what was written.
	attack func(written string) (string, error)
}

// function is what a template may call.
type function struct {
	// takes are the types of the arguments: i for an int, s for a string, * for any number of any values.
	takes string
	call  func(x *execution, a arguments) (any, error)
}

type arguments []any

func (a arguments) number(i int) int  { return a[i].(int) }
func (a arguments) text(i int) string { return a[i].(string) }

// functions are what templates may call, by name.
var functions = map[string]function{
	"n":      {"", func(x *execution, _ arguments) (any, error) { return x.n, nil }},
	"attack": {"", func(x *execution, _ arguments) (any, error) { return x.attack(x.out.String()) }},
	"salt":   {"", func(x *execution, _ arguments) (any, error) { return int(x.random.Uint64() >> 24), nil }},
	"repeat": {"si", func(x *execution, a arguments) (any, error) {
		text, times := a.text(0), a.number(1)
		if times < 0 || len(text) > 0 && times > x.room/len(text) {
			return nil, errTooLarge
		}
		return strings.Repeat(text, times), nil
	}},
	"seq":    {"i", sequence},
	"list":   {"ssi", numbered},
	"random": {"i", letters},
	"add":    {"ii", func(_ *execution, a arguments) (any, error) { return a.number(0) + a.number(1), nil }},
	"mul":    {"ii", func(_ *execution, a arguments) (any, error) { return a.number(0) * a.number(1), nil }},

	"print":    {"*", func(_ *execution, a arguments) (any, error) { return fmt.Sprint(a...), nil }},
	"urlquery": {"*", func(_ *execution, a arguments) (any, error) { return url.QueryEscape(fmt.Sprint(a...)), nil }},
	"printf":   {"*", formatted},
	"len":      {"s", func(_ *execution, a arguments) (any, error) { return len(a.text(0)), nil }},
	"not":      {"*", func(_ *execution, a arguments) (any, error) { return len(a) == 1 && !isTrue(a[0]), nil }},
	"and":      {"*", func(_ *execution, a arguments) (any, error) { return firstThat(a, false) }},
	"or":       {"*", func(_ *execution, a arguments) (any, error) { return firstThat(a, true) }},
	"eq":       {"*", equal},
	"ne":       {"*", comparing(func(c int) bool { return c != 0 })},
	"lt":       {"*", comparing(func(c int) bool { return c < 0 })},
	"le":       {"*", comparing(func(c int) bool { return c <= 0 })},
	"gt":       {"*", comparing(func(c int) bool { return c > 0 })},
	"ge":       {"*", comparing(func(c int) bool { return c >= 0 })},
}

// call checks the arguments and calls a function, whose work it counts.
func (x *execution) call(name string, args arguments) (any, error) {
	for _, a := range args {
		if text, is := a.(string); is {
			x.worked += len(text)
		}
	}
	if x.worked > maxWork*x.room {
		return nil, errTooLarge
	}
	v, err := x.checked(name, args)
	if text, is := v.(string); is {
		x.worked += len(text)
	}
	return v, err
}

// checked calls a function with arguments of its types.
func (x *execution) checked(name string, args arguments) (any, error) {
	f := functions[name]
	if f.takes == "*" {
		return f.call(x, args)
	}
	if len(args) != len(f.takes) {
		return nil, fmt.Errorf("%s takes %d arguments and got %d", name, len(f.takes), len(args))
	}
	for i, kind := range f.takes {
		_, number := args[i].(int)
		_, text := args[i].(string)
		if kind == 'i' && !number {
			return nil, fmt.Errorf("argument %d of %s is not a number", i+1, name)
		}
		if kind == 's' && !text {
			return nil, fmt.Errorf("argument %d of %s is not a text", i+1, name)
		}
	}
	return f.call(x, args)
}

// sequence is 1,2,...,n.
func sequence(x *execution, a arguments) (any, error) {
	last := a.number(0)
	if last < 0 || last > x.room/2 {
		return nil, errTooLarge
	}
	b := make([]byte, 0, 4*last)
	for i := 1; i <= last; i++ {
		if i > 1 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return string(b), nil
}

// numbered is an element n times, with the number for each #, and a separator between.
func numbered(x *execution, a arguments) (any, error) {
	element, separator, length := a.text(0), a.text(1), a.number(2)
	if length < 0 || length > x.room/(len(element)+len(separator)+1) {
		return nil, errTooLarge
	}
	var b strings.Builder
	for i := range length {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strings.ReplaceAll(element, "#", strconv.Itoa(i+1)))
	}
	return b.String(), nil
}

// letters are letters and digits that differ from request to request.
func letters(x *execution, a arguments) (any, error) {
	length := a.number(0)
	if length < 0 || length > x.room {
		return nil, errTooLarge
	}
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, length)
	for i := range b {
		b[i] = all[x.random.IntN(len(all))]
	}
	return string(b), nil
}

// formatted is fmt.Sprintf, whose widths, and texts that a format names several times, could ask for any length.
func formatted(x *execution, a arguments) (any, error) {
	if len(a) == 0 {
		return nil, errors.New("printf takes a format")
	}
	format, ok := a[0].(string)
	if !ok {
		return nil, errors.New("argument 1 of printf is not a text")
	}
	widest := 0
	for _, number := range strings.FieldsFunc(format, func(r rune) bool { return r < '0' || r > '9' }) {
		width, err := strconv.Atoi(number)
		if err != nil {
			return nil, errTooLarge
		}
		widest = max(widest, width)
	}
	for _, v := range a[1:] {
		switch v := v.(type) {
		case int: // it may be the width of a *
			if strings.Contains(format, "*") {
				widest = max(widest, min(max(v, -v), 1<<20))
			}
		case string:
			widest = max(widest, len(v))
		}
	}
	if verbs := strings.Count(format, "%"); verbs > 0 && widest > maxWork*x.room/verbs {
		return nil, errTooLarge
	}
	text := fmt.Sprintf(format, a[1:]...)
	if len(text) > x.room {
		return nil, errTooLarge
	}
	return text, nil
}

// firstThat returns the first value that is true, or that is not, else the last one.
func firstThat(a arguments, is bool) (any, error) {
	if len(a) == 0 {
		return nil, errors.New("and, or take values")
	}
	for _, v := range a {
		if isTrue(v) == is {
			return v, nil
		}
	}
	return a[len(a)-1], nil
}

// equal reports whether the first value is one of the others.
func equal(_ *execution, a arguments) (any, error) {
	if len(a) < 2 {
		return nil, errors.New("two values are compared")
	}
	for _, other := range a[1:] {
		if order, err := compare(a[0], other); err != nil || order == 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// comparing makes a function of two values out of their order.
func comparing(holds func(order int) bool) func(*execution, arguments) (any, error) {
	return func(_ *execution, a arguments) (any, error) {
		if len(a) != 2 {
			return nil, errors.New("two values are compared")
		}
		order, err := compare(a[0], a[1])
		return err == nil && holds(order), err
	}
}
