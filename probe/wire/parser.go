package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errMalformed means that what came is no answer of the protocol that was spoken.
var errMalformed = errors.New("the answer is not HTTP")

// maxBody is the length at which an answer counts as endless.
const maxBody = 256 << 20

// errEndless means that the body of an answer exceeds maxBody.
var errEndless = fmt.Errorf("the answer exceeds %d MB", maxBody>>20)

// errLongHead means that the head of an answer exceeds maxHead bytes or maxFields fields.
var errLongHead = fmt.Errorf("the head of the answer exceeds %d KB or %d fields", maxHead>>10, maxFields)

const (
	maxHead   = 1 << 20  // bytes of the head of an answer
	maxLine   = 64 << 10 // bytes of one line in its body
	maxFields = 1000
	maxKept   = 64 << 10 // bytes of a body that are kept
)

// Parser reads the answers of a connection as their bytes come in. It keeps the head and the
// beginning of the body of the current one.
type Parser struct {
	state  state
	line   []byte // of what is not yet complete
	need   int64  // bytes of the body or the chunk that are missing
	Status int
	Header []Field
	body   []byte
	head   int   // bytes of the head, and of the trailer, so far
	length int64 // bytes of the body so far
	Close  bool  // the connection ends with this answer
	noBody bool  // the request was a HEAD
}

type state uint8

const (
	inHead state = iota
	inLength
	inChunkSize
	inChunk
	inChunkEnd
	inTrailer
	inRest // until the connection ends
)

// Feed takes bytes up to the end of one answer, and returns how many it took and whether the answer
// is complete. The next call begins a new one.
func (p *Parser) Feed(b []byte) (taken int, done bool, err error) {
	for taken < len(b) {
		rest := b[taken:]
		switch p.state {
		case inLength, inChunk:
			n := min(int64(len(rest)), p.need)
			p.keep(rest[:n])
			taken, p.need = taken+int(n), p.need-n
			if p.need > 0 {
				break
			}
			if p.state == inLength {
				p.state = inHead
				return taken, true, nil
			}
			p.state = inChunkEnd
		case inRest:
			p.keep(rest)
			taken = len(b)
		default:
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				p.line = append(p.line, rest...)
				switch {
				case p.state == inHead && p.Status == 0 && !beginsStatusLine(p.line):
					// A server of another protocol may speak first, and wait: no line end would ever come.
					return taken, false, fmt.Errorf("%w: it begins with %.40q", errMalformed, p.line)
				case p.state == inHead && p.Status != 0 && p.head+len(p.line) > maxHead:
					return taken, false, errLongHead
				case (p.state != inHead || p.Status == 0) && len(p.line) > maxLine:
					return taken, false, fmt.Errorf("%w: a line without end", errMalformed)
				}
				return len(b), false, nil
			}
			if p.state == inHead || p.state == inTrailer {
				if p.head += len(p.line) + i; p.head > maxHead {
					return taken, false, errLongHead
				}
			}
			line := append(p.line, rest[:i]...)
			p.line = p.line[:0]
			taken += i + 1
			done, err := p.take(strings.TrimSuffix(string(line), "\r"))
			if done || err != nil {
				return taken, done, err
			}
		}
	}
	if p.length > maxBody {
		return taken, false, errEndless
	}
	return taken, false, nil
}

// beginsStatusLine reports whether a line may become the first one of an answer, or the empty line that may precede it.
func beginsStatusLine(line []byte) bool {
	const version = "HTTP/1."
	return string(line) == "\r" || strings.HasPrefix(string(line[:min(len(line), len(version))]), version[:min(len(line), len(version))])
}

// UntilEnd reports whether the body of the answer is all that comes until the connection ends.
func (p *Parser) UntilEnd() bool { return p.state == inRest }

// Reset forgets the answer that is complete.
func (p *Parser) Reset() { *p = Parser{noBody: p.noBody, line: p.line[:0]} }

func (p *Parser) keep(b []byte) {
	p.length += int64(len(b))
	if room := maxKept - len(p.body); room > 0 {
		p.body = append(p.body, b[:min(room, len(b))]...)
	}
}

// take handles one line.
func (p *Parser) take(line string) (done bool, err error) {
	switch p.state {
	case inHead:
		return p.takeHead(line)
	case inChunkSize:
		size, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseInt(strings.TrimSpace(size), 16, 64)
		if err != nil || n < 0 {
			return false, fmt.Errorf("%w: chunk of size %.20q", errMalformed, size)
		}
		p.need, p.state = n, inChunk
		if n == 0 {
			p.state = inTrailer
		}
	case inChunkEnd:
		p.state = inChunkSize
	case inTrailer:
		if line == "" {
			p.state = inHead
			return true, nil
		}
	}
	return false, nil
}

func (p *Parser) takeHead(line string) (done bool, err error) {
	switch {
	case p.Status == 0 && line == "":
		return false, nil
	case p.Status == 0:
		proto, rest, _ := strings.Cut(line, " ")
		code, _, _ := strings.Cut(rest, " ")
		p.Status, err = strconv.Atoi(code)
		if err != nil || !strings.HasPrefix(proto, "HTTP/1.") || p.Status < 100 || p.Status > 999 {
			p.Status = 0
			return false, fmt.Errorf("%w: it begins with %.40q", errMalformed, line)
		}
		p.Close = proto == "HTTP/1.0"
		return false, nil
	case line != "":
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			return false, fmt.Errorf("%w: header %.40q", errMalformed, line)
		case len(p.Header) == maxFields:
			return false, errLongHead
		}
		p.Header = append(p.Header, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
		return false, nil
	}
	if p.Status < 200 && p.Status != 101 {
		p.Status, p.Header = 0, p.Header[:0] // 100 Continue and 103 Early Hints precede the answer
		return false, nil
	}
	return p.endHead()
}

// endHead finds out how the body is framed, as RFC 9112 section 6.3 has it.
func (p *Parser) endHead() (done bool, err error) {
	length, chunked := int64(-1), false
	for _, f := range p.Header {
		switch strings.ToLower(f.Name) {
		case "connection":
			switch strings.ToLower(f.Value) {
			case "close":
				p.Close = true
			case "keep-alive":
				p.Close = false
			}
		case "content-length":
			before := length
			if length, err = strconv.ParseInt(f.Value, 10, 64); err != nil || length < 0 || before >= 0 && before != length {
				return false, fmt.Errorf("%w: Content-Length %.20q", errMalformed, f.Value)
			}
		case "transfer-encoding":
			chunked = strings.EqualFold(f.Value, "chunked")
		}
	}
	switch {
	case p.noBody || p.Status == 204 || p.Status == 304 || p.Status == 101 || length == 0 && !chunked:
		p.state = inHead
		return true, nil
	case chunked:
		p.state = inChunkSize
	case length > 0:
		p.need, p.state = length, inLength
	default:
		p.state, p.Close = inRest, true
	}
	return false, nil
}
