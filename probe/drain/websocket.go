package drain

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// The opcodes of RFC 6455 that are told apart.
const (
	opClose = 8
	opPing  = 9
	opPong  = 10
)

// listenWebSocket reads frames until one closes the WebSocket, and returns its code, 1005 for none.
func listenWebSocket(w io.Writer, in *bufio.Reader) (code int, err error) {
	const longestControl = 125
	for {
		var head [2]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return 0, err
		}
		length, extra := uint64(head[1]&0x7f), 0
		switch length {
		case 126:
			extra = 2
		case 127:
			extra = 8
		}
		if extra > 0 {
			size := make([]byte, 8)
			if _, err := io.ReadFull(in, size[8-extra:]); err != nil {
				return 0, err
			}
			length = binary.BigEndian.Uint64(size)
		}
		if head[1]&0x80 != 0 {
			length += 4 // a mask, which servers do not send
		}
		opcode := head[0] & 0x0f
		if opcode < opClose {
			if length > mostRead {
				return 0, errors.New("malformed")
			}
			if _, err := io.CopyN(io.Discard, in, int64(length)); err != nil {
				return 0, err
			}
			continue
		}
		if length > longestControl {
			return 0, errors.New("malformed")
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(in, payload); err != nil {
			return 0, err
		}
		switch opcode {
		case opPing:
			w.Write(control(opPong, payload))
		case opClose:
			w.Write(control(opClose, payload[:min(2, len(payload))]))
			if len(payload) < 2 {
				return 1005, nil
			}
			return int(binary.BigEndian.Uint16(payload)), nil
		}
	}
}

// control is a frame of a client: masked, here by zeros.
func control(opcode byte, payload []byte) []byte {
	return append([]byte{0x80 | opcode, 0x80 | byte(len(payload)), 0, 0, 0, 0}, payload...)
}
