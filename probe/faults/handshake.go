package faults

import (
	"bufio"
	"errors"
	"io"
	"net"
	"time"
)

// Auto recognises a protocol by what the client sends first, None speaks none, as does the empty text. They
// are values of Config.Handshake beside the names of Handshakes.
const (
	Auto = "auto"
	None = "none"
)

// Handshakes are the protocols of databases, caches and queues whose beginning a server of plain
// connections can speak, up to the point where the client may use the connection.
func Handshakes() []string {
	var names []string
	for _, p := range protocols {
		names = append(names, p.name)
	}
	return names
}

// session is the server's side of a protocol on one connection, as far as its beginning.
type session interface {
	// next reads a message. It returns the answer and whether the client may use the connection after
	// it; errCommand where the message is what the client wants done, and no longer part of the beginning.
	next(in *bufio.Reader) (answer []byte, ready bool, err error)
}

var (
	errCommand = errors.New("the first command")
	errUnknown = errors.New("not the protocol that it seemed to be")
)

// protocols are what can be spoken. Those whose server speaks first have a greeting and are not recognised.
var protocols = []struct {
	name     string
	begins   func(first []byte) bool
	greeting []byte
	open     func() session
}{
	{name: "postgresql", begins: beginsPostgres, open: func() session { return &postgres{} }},
	{name: "mysql", greeting: mysqlGreeting(), open: func() session { return &mysql{} }},
	{name: "redis", begins: beginsRedis, open: func() session { return redis{} }},
	{name: "mongodb", begins: beginsMongo, open: func() session { return mongo{} }},
	{name: "amqp", begins: beginsAMQP, open: func() session { return &amqp{} }},
	{name: "kafka", begins: beginsKafka, open: func() session { return kafka{} }},
}

const (
	longestMessage = 1 << 20
	// recognisable is how many bytes tell every protocol.
	recognisable = 16
	// between is how long a client may take from one message of its handshake to the next. Where none
	// follows, the connection is in use.
	between = 100 * time.Millisecond
)

// greets reports whether the server speaks first.
func (c *conn) greets() bool {
	for _, p := range protocols {
		if p.name == c.server.config.Handshake {
			return p.greeting != nil
		}
	}
	return false
}

// shake carries out the beginning of the protocol that is configured or recognised, and names it. Command
// makes it wait for the client's first command as well; until then it returns as soon as the connection can
// be used. Of what is not recognised the name is empty.
func (c *conn) shake(in *bufio.Reader, command bool) (name string, err error) {
	var s session
	for _, p := range protocols {
		switch c.server.config.Handshake {
		case p.name:
			if _, err := c.Write(p.greeting); err != nil {
				return p.name, err
			}
		case Auto:
			if first, _ := in.Peek(min(in.Buffered(), recognisable)); p.begins == nil || !p.begins(first) {
				continue
			}
		default:
			continue
		}
		name, s = p.name, p.open()
		break
	}
	if s == nil {
		return "", nil
	}
	defer c.SetReadDeadline(time.Time{})
	usable := false
	for {
		if usable && !command {
			c.SetReadDeadline(time.Now().Add(between))
			if _, err := in.Peek(1); err != nil {
				var slow net.Error
				if errors.As(err, &slow) && slow.Timeout() {
					return name, nil
				}
				return name, err
			}
			c.SetReadDeadline(time.Time{})
		}
		answer, ready, err := s.next(in)
		switch {
		case errors.Is(err, errCommand):
			return name, nil
		case err != nil:
			return name, err
		}
		if _, err := c.Write(answer); err != nil {
			return name, err
		}
		usable = usable || ready
	}
}

// take reads so many bytes, at most the longest message.
func take(in *bufio.Reader, n int) ([]byte, error) {
	if n < 0 || n > longestMessage {
		return nil, errUnknown
	}
	message := make([]byte, n)
	_, err := io.ReadFull(in, message)
	return message, err
}
