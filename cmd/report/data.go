package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Streamed is data that the json format writes part by part, so that no copy of the whole is made. It is an
// object; a member whose value is an iter.Seq[any] is a list.
type Streamed interface {
	Members() iter.Seq2[string, any]
}

// Data is the data of a report that was read: an object, or any other value. The values have no white space
// between their parts, and are otherwise as they were written.
type Data struct {
	Parts []Member
	Other json.RawMessage // what is no object
}

// Member is a member of the object that Data is.
type Member struct {
	Name  string
	Value json.RawMessage   // nil for a list
	Items []json.RawMessage // the elements of a list
}

// Member returns the member of the name, a zero one when there is none.
func (d *Data) Member(name string) Member {
	if d == nil {
		return Member{}
	}
	if i := slices.IndexFunc(d.Parts, func(m Member) bool { return m.Name == name }); i >= 0 {
		return d.Parts[i]
	}
	return Member{}
}

// Decode decodes the value of a member, which stays as it is when there is none.
func (m Member) Decode(v any) error {
	switch {
	case m.Items != nil:
		text, err := json.Marshal(m.Items)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, v)
	case m.Value != nil:
		return json.Unmarshal(m.Value, v)
	}
	return nil
}

// MarshalJSON writes the data as it was read.
func (d *Data) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	if d.Other != nil {
		return d.Other, nil
	}
	var b bytes.Buffer
	for i, m := range d.Parts {
		b.WriteByte("{,"[min(i, 1)])
		name, err := Marshal(Text(m.Name))
		if err != nil {
			return nil, err
		}
		b.Write(append(name, ':'))
		if m.Items == nil {
			b.Write(m.Value)
			continue
		}
		b.WriteByte('[')
		for k, item := range m.Items {
			if k > 0 {
				b.WriteByte(',')
			}
			b.Write(item)
		}
		b.WriteByte(']')
	}
	if len(d.Parts) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// readData reads a value; the elements of lists that are named go to their functions.
func readData(d *jsontext.Decoder, taken map[string]func(json.RawMessage) error) (*Data, error) {
	data := &Data{}
	if d.PeekKind() != '{' {
		var err error
		data.Other, err = readValue(d)
		return data, err
	}
	err := eachMember(d, func(name string) (err error) {
		m := Member{Name: name}
		if d.PeekKind() == '[' {
			m.Items = []json.RawMessage{}
			err = eachElement(d, func() error {
				take, elsewhere := taken[name]
				if elsewhere && take == nil {
					return d.SkipValue()
				}
				item, err := readValue(d)
				if err == nil && elsewhere {
					return take(item)
				}
				m.Items = append(m.Items, item)
				return err
			})
		} else {
			m.Value, err = readValue(d)
		}
		data.Parts = append(data.Parts, m)
		return err
	})
	return data, err
}

// readValue reads a value as it stands, but for white space between its parts.
func readValue(d *jsontext.Decoder) (json.RawMessage, error) {
	value, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(len(value))
	if err := json.Compact(&b, value); err != nil {
		return nil, err
	}
	return bytes.Clone(b.Bytes()), nil
}

// decodeValue reads a value into v.
func decodeValue(d *jsontext.Decoder, v any) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	return json.Unmarshal(value, v)
}

// eachMember hands the names of the members of an object to a function that reads their values.
func eachMember(d *jsontext.Decoder, read func(name string) error) error {
	if d.PeekKind() != '{' {
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		return errors.New("it is not an object")
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if err := read(name.String()); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// eachElement lets a function read each element of a list. Null is a list without any.
func eachElement(d *jsontext.Decoder, read func() error) error {
	switch first, err := d.ReadToken(); {
	case err != nil:
		return err
	case first.Kind() == 'n':
		return nil
	case first.Kind() != '[':
		return errors.New("it is not a list")
	}
	for d.PeekKind() != ']' && d.PeekKind() != 0 { // 0 is what cannot be read
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// writeStreamed writes data as a JSON object at a depth of one level, without an end of the line.
func writeStreamed(w io.Writer, data Streamed) error {
	write := func(before string, v any, indent string) error {
		text, err := Marshal(v)
		if err != nil {
			return err
		}
		b := bytes.NewBufferString(before)
		if err := json.Indent(b, text, indent, "  "); err != nil {
			return err
		}
		_, err = w.Write(b.Bytes())
		return err
	}
	var err error
	separator := "{\n    "
	for name, value := range data.Members() {
		items, list := value.(iter.Seq[any])
		if err = write(separator, Text(name), ""); err != nil {
			return err
		}
		separator = ",\n    "
		if !list {
			if err = write(": ", value, "    "); err != nil {
				return err
			}
			continue
		}
		before, after := ": [\n      ", ": []"
		for item := range items {
			if err = write(before, item, "      "); err != nil {
				return err
			}
			before, after = ",\n      ", "\n    ]"
		}
		if _, err = io.WriteString(w, after); err != nil {
			return err
		}
	}
	end := "\n  }"
	if separator[0] == '{' {
		end = "{}"
	}
	_, err = io.WriteString(w, end)
	return err
}
