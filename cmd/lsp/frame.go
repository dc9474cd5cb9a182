package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The limits of what a client may send.
const (
	longestHeader  = 4 << 10  // bytes of all lines of a header
	longestMessage = 64 << 20 // bytes of a message
)

// framing reads and writes the messages of the base protocol: a header that tells the length, an empty line, and
// JSON. It is a channel of jrpc2, whose own framing takes headers and messages of any size, and refuses a
// Content-Type that is spelled in another way.
type framing struct {
	in  *bufio.Reader
	out io.WriteCloser
}

func newFraming(in io.Reader, out io.WriteCloser) *framing {
	return &framing{bufio.NewReader(in), out}
}

// Recv returns the next message, or io.EOF where the client ended between two.
func (f *framing) Recv() ([]byte, error) {
	length, err := f.header()
	if err != nil {
		return nil, err
	}
	var message bytes.Buffer // grows as bytes come, and not as the header says
	if n, err := message.ReadFrom(io.LimitReader(f.in, int64(length))); err != nil {
		return nil, err
	} else if n < int64(length) {
		return nil, fmt.Errorf("the client ended within a message: %w", io.ErrUnexpectedEOF)
	}
	return message.Bytes(), nil
}

// header reads a header and returns the length that it tells.
func (f *framing) header() (length int, err error) {
	length = -1
	for read := 0; ; {
		line, err := f.in.ReadSlice('\n')
		read += len(line)
		switch {
		case errors.Is(err, bufio.ErrBufferFull), read > longestHeader:
			return 0, fmt.Errorf("the header of a message is longer than %d bytes", longestHeader)
		case errors.Is(err, io.EOF) && read > 0:
			return 0, fmt.Errorf("the client ended within a header: %w", io.ErrUnexpectedEOF)
		case err != nil:
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length < 0 {
				return 0, errors.New("the header of a message has no Content-Length")
			}
			return length, nil
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("the header of a message has the line %.40q", text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 32)
		if err != nil || n > longestMessage {
			return 0, fmt.Errorf("Content-Length %.40q is not a number of at most %d", strings.TrimSpace(value), longestMessage)
		}
		length = int(n)
	}
}

// Send writes a message.
func (f *framing) Send(message []byte) error {
	frame := make([]byte, 0, len(message)+32)
	frame = fmt.Appendf(frame, "Content-Length: %d\r\n\r\n", len(message))
	_, err := f.out.Write(append(frame, message...))
	return err
}

// Close ends the stream to the client.
func (f *framing) Close() error { return f.out.Close() }
