package runtime

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// The second version of Go's JSON reads and writes a value of no known type over the tokens of its package jsontext.
// This does the same with them, since the rest of it, half a megabyte, is for types that are known. A test compares
// the two, and a benchmark what they take: what is written is compared with a pointer to the value, since a bare []any
// takes the way of types that are known.

// errDuplicate is the second version's answer to an object that names a member twice.
var errDuplicate = errors.New("jsontext: duplicate object member name")

// readTokens reads one document. As in the second version a map finds the duplicate names.
func readTokens(text []byte) (any, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
	v, err := readAny(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		if err == nil {
			err = errors.New("jsontext: more than one document")
		}
		return nil, err
	}
	return v, nil
}

func readAny(d *jsontext.Decoder) (any, error) {
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case 'f', 't':
		return t.Bool(), nil
	case '"':
		return t.String(), nil
	case '0':
		return strconv.ParseFloat(t.String(), 64)
	case '[':
		all := []any{}
		for d.PeekKind() != ']' {
			v, err := readAny(d)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
		_, err := d.ReadToken()
		return all, err
	case '{':
		all := map[string]any{}
		for d.PeekKind() != '}' {
			t, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			name := t.String()
			if _, ok := all[name]; ok {
				return nil, errDuplicate
			}
			if all[name], err = readAny(d); err != nil {
				return nil, err
			}
		}
		_, err := d.ReadToken()
		return all, err
	}
	return nil, nil
}

// written keeps what documents were written into, as the second version does.
var written = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// writeTokens returns a value of readTokens as a document, the members of objects in any order.
func writeTokens(v any) ([]byte, error) {
	out := written.Get().(*bytes.Buffer)
	defer written.Put(out)
	out.Reset()
	err := writeAny(jsontext.NewEncoder(out, jsontext.AllowDuplicateNames(true)), v)
	return bytes.Clone(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), err
}

func writeAny(e *jsontext.Encoder, v any) error {
	switch v := v.(type) {
	case bool:
		return e.WriteToken(jsontext.Bool(v))
	case string:
		return e.WriteToken(jsontext.String(v))
	case float64:
		return e.WriteToken(jsontext.Float(v))
	case []any:
		if err := e.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, one := range v {
			if err := writeAny(e, one); err != nil {
				return err
			}
		}
		return e.WriteToken(jsontext.EndArray)
	case map[string]any:
		if err := e.WriteToken(jsontext.BeginObject); err != nil {
			return err
		}
		for name, one := range v {
			if err := e.WriteToken(jsontext.String(name)); err != nil {
				return err
			}
			if err := writeAny(e, one); err != nil {
				return err
			}
		}
		return e.WriteToken(jsontext.EndObject)
	}
	return e.WriteToken(jsontext.Null)
}
