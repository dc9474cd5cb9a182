package process

import (
	"bytes"
	"encoding/binary"
	"io"
)

// hasSection reports whether an executable in the Executable and Linkable Format has a section of that
// name. The packages of the standard library that know more about executables would make snag a
// thirtieth larger.
func hasSection(file io.ReaderAt, name string) bool {
	var head [64]byte
	if _, err := file.ReadAt(head[:], 0); err != nil || string(head[:4]) != "\x7fELF" {
		return false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[5] == 2 {
		order = binary.BigEndian
	}
	// Where the fields stand in the header of 64 bits, and in that of 32.
	wide := head[4] == 2
	table, size, count, names := int64(order.Uint32(head[32:])), order.Uint16(head[46:]), order.Uint16(head[48:]), order.Uint16(head[50:])
	least := uint16(40)
	if wide {
		table, size, count, names = int64(order.Uint64(head[40:])), order.Uint16(head[58:]), order.Uint16(head[60:]), order.Uint16(head[62:])
		least = 64
	}
	const most = 4 << 20 // a header may lie
	if table <= 0 || size < least || names >= count || int(size)*int(count) > most {
		return false
	}
	sections := make([]byte, int(size)*int(count))
	if _, err := file.ReadAt(sections, table); err != nil {
		return false
	}
	section := func(i uint16) []byte { return sections[int(i)*int(size):] }
	offset, length := int64(order.Uint32(section(names)[16:])), int64(order.Uint32(section(names)[20:]))
	if wide {
		offset, length = int64(order.Uint64(section(names)[24:])), int64(order.Uint64(section(names)[32:]))
	}
	if offset <= 0 || length <= 0 || length > most {
		return false
	}
	text := make([]byte, length)
	if _, err := file.ReadAt(text, offset); err != nil {
		return false
	}
	for i := range count {
		if at := int64(order.Uint32(section(i))); at < length {
			if got, _, ended := bytes.Cut(text[at:], []byte{0}); ended && string(got) == name {
				return true
			}
		}
	}
	return false
}
