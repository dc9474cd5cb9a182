package model

import (
	"slices"
	"strconv"
	"strings"
)

// length reads what a call does to the length of a text.
func (f *fields) length() Length {
	text := f.text("length")
	if text == "" {
		return Length{}
	}
	if at := slices.Index(effects, text); at >= 0 {
		return Length{Effect: Effect(at)}
	}
	times := Fixed
	number := text
	if rest, ok := strings.CutPrefix(text, "x"); ok {
		times, number = Times, rest
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 {
		shown := slices.DeleteFunc(slices.Clone(effects), func(e string) bool { return e == "" })
		f.fail(f.at("length"), "length is %q: allowed are %s, a number, and x with a number", text, strings.Join(shown, ", "))
	}
	return Length{Effect: times, N: n}
}

// flows reads where a text goes in a call.
func (f *fields) flows(key string, roles []string, missing string) []Flow {
	texts := f.list(key)
	if texts == nil && missing != "" {
		texts = []string{missing}
	}
	var all []Flow
	for _, text := range texts {
		if text == "none" {
			continue
		}
		from, to, ok := strings.Cut(text, "->")
		if !ok {
			f.fail(f.at(key), "%s is %q: it is written from -> to", key, text)
			return nil
		}
		all = append(all, Flow{f.place(from, key, roles), f.place(to, key, roles)})
	}
	return all
}

// GivenName is the step to the member whose name is the text that a call is given in the role "name".
const GivenName = "$name"

// Made is the role of an object that a call makes, and in which it holds what it is given later.
const Made = "made"

// Shared is the role of an object that all calls of the rules of a program have together.
const Shared = "program"

// place reads a place in a call: "result.*", "fn[0].name", "fn()", "this", "with.heard[0]" for what a method of an argument
// gets. From "fn[0]" comes what the function calls its first argument with, from "fn[0].@1" what it hands that behind an error.
func (f *fields) place(text, key string, roles []string) Place {
	text = strings.TrimSpace(text)
	parts := strings.Split(text, ".")
	p := Place{Role: parts[0], Param: Itself, Steps: parts[1:]}
	called := &p.Role
	if len(parts) > 1 && strings.ContainsAny(parts[1], "[(") {
		p.Method, p.Steps = parts[1], parts[2:]
		called = &p.Method
	}
	if fn, ok := strings.CutSuffix(*called, "()"); ok {
		*called, p.Param = fn, Returned
	} else if fn, inside, ok := strings.Cut(*called, "["); ok {
		*called = fn
		n, err := strconv.Atoi(strings.TrimSuffix(inside, "]"))
		switch {
		case inside == "this]":
			p.Param = ThisOfCall
		case err == nil && n >= 0:
			p.Param = n
		default:
			f.fail(f.at(key), "%q: what a function gets is fn[0], fn[1] or fn[this], what it returns fn()", text)
		}
	}
	if allowed := append([]string{"this", "result", Made, Shared}, roles...); !slices.Contains(allowed, p.Role) {
		f.fail(f.at(key), "%q is no place in a call: allowed are %s", p.Role, strings.Join(allowed, ", "))
	}
	return p
}

// Second reports whether a place is what a function hands to one of its arguments, which it calls, behind an error.
func (p Place) Second() bool { return len(p.Steps) > 0 && p.Steps[0] == "@1" }
