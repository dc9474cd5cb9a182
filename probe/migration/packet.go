package migration

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

func readPacket(r io.Reader) (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(head[1:])
	if length < 4 || length > mostPacket {
		return 0, nil, errors.New("not a message of PostgreSQL")
	}
	body = make([]byte, length-4)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
}

// fields reads the members of a message; what is missing is zero.
type fields struct{ rest []byte }

func (f *fields) text() string {
	i := strings.IndexByte(string(f.rest), 0)
	if i < 0 {
		f.rest = nil
		return ""
	}
	text := string(f.rest[:i])
	f.rest = f.rest[i+1:]
	return text
}

func (f *fields) number() int {
	if len(f.rest) < 2 {
		f.rest = nil
		return 0
	}
	n := binary.BigEndian.Uint16(f.rest)
	f.rest = f.rest[2:]
	return int(n)
}

func (f *fields) long() uint32 {
	if len(f.rest) < 4 {
		f.rest = nil
		return 0
	}
	n := binary.BigEndian.Uint32(f.rest)
	f.rest = f.rest[4:]
	return n
}

// bytes reads a value with its length before it; nil for NULL.
func (f *fields) bytes() []byte {
	n := int32(f.long())
	if n < 0 || int(n) > len(f.rest) {
		return nil
	}
	value := append([]byte{}, f.rest[:n]...)
	f.rest = f.rest[n:]
	return value
}

// packet is a message of a type.
func packet(kind byte, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4)), body...)
}
