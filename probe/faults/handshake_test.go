package faults

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/retry/experiment"
)

// mongoText is a message of MongoDB with a document whose only field is a number.
func mongoText(operation uint32, before, field string) string {
	document := "\x10" + field + "\x00\x01\x00\x00\x00\x00"
	body := before + string(binary.LittleEndian.AppendUint32(nil, uint32(len(document)+4))) + document
	head := binary.LittleEndian.AppendUint32(nil, uint32(16+len(body)))
	head = append(head, 7, 0, 0, 0, 0, 0, 0, 0)
	return string(binary.LittleEndian.AppendUint32(head, operation)) + body
}

// framed puts the length before a message, as Kafka does.
func framed(text string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + text
}

// conversations are the beginnings of connections: what the client says and what the answer contains, turn by
// turn, and its first command.
var conversations = []struct {
	protocol, how string
	turns         [][2]string
	command       string
}{
	{"postgresql", "auto", [][2]string{{"\x00\x00\x00\x08\x04\xd2\x16\x2f", "N"}, {"\x00\x00\x00\x10\x00\x03\x00\x00user\x00u\x00\x00", "server_version"}}, "Q\x00\x00\x00\x0dselect 1\x00"},
	{"mysql", "mysql", [][2]string{{"", "mysql_native_password"}, {"\x02\x00\x00\x01me", "\x07\x00\x00\x02\x00"}, {"\x0f\x00\x00\x00\x03SET NAMES utf8", "\x07\x00\x00\x01\x00"}}, "\x09\x00\x00\x00\x03select 1"},
	{"redis", "auto", [][2]string{{"*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n", "%7\r\n"}, {"*1\r\n$4\r\nINFO\r\n", "redis_version"}, {"*2\r\n$6\r\nSELECT\r\n$1\r\n1\r\n", "+OK"}}, "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"},
	{"mongodb", "auto", [][2]string{{mongoText(mongoQuery, "\x00\x00\x00\x00admin.$cmd\x00\x00\x00\x00\x00\xff\xff\xff\xff", "isMaster"), "isWritablePrimary"}, {mongoText(mongoMessage, "\x00\x00\x00\x00\x00", "hello"), "maxWireVersion"}}, mongoText(mongoMessage, "\x00\x00\x00\x00\x00", "ping")},
	{"amqp", "auto", [][2]string{{amqpHeader, "PLAIN AMQPLAIN"}, {string(amqpMethod(amqpStartOK, "")), string(amqpMethod(amqpTune, "\x07\xff\x00\x02\x00\x00\x00\x3c"))}, {string(amqpMethod(amqpTuneOK, "")) + string(amqpMethod(amqpOpen, "\x01/\x00\x00")), string(amqpMethod(amqpOpenOK, "\x00"))}}, "\x01\x00\x01\x00\x00\x00\x05\x00\x14\x00\x0a\x00\xce"},
	{"kafka", "auto", [][2]string{{framed("\x00\x12\x00\x04\x00\x00\x00\x01\x00\x00"), "\x00\x23"}, {framed("\x00\x12\x00\x00\x00\x00\x00\x02\x00\x00"), "\x00\x00\x00\x02\x00\x00\x00\x00\x00\x0e"}, {framed("\x00\x12\x00\x03\x00\x00\x00\x03\x00\x00\x00\x02x\x02x\x00"), "\x00\x00\x00\x03\x00\x00\x0f"}}, framed("\x00\x03\x00\x09\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00")},
}

// TestHandshakes lets clients in, and cuts them off when they are, or after their first command.
func TestHandshakes(t *testing.T) {
	for _, test := range conversations {
		for _, fault := range []string{"close-after-handshake", "close-after-request", "silence-after-handshake"} {
			s := listen(t, Config{TCP: true, Handshake: test.how, Script: script(t, fault)})
			c, err := net.Dial("tcp", s.Address())
			if err != nil {
				t.Fatal(err)
			}
			c.SetDeadline(time.Now().Add(5 * time.Second))
			for i, turn := range test.turns {
				io.WriteString(c, turn[0])
				answer := make([]byte, 4096)
				n, err := c.Read(answer)
				if got := string(answer[:n]); err != nil || !strings.Contains(got, turn[1]) {
					t.Fatalf("%s, turn %d: answer %q, %v; want it to contain %q", test.protocol, i+1, got, err, turn[1])
				}
			}
			phase := experiment.PhaseHeaders
			if fault != "close-after-handshake" {
				phase = experiment.PhaseRequest
				io.WriteString(c, test.command)
			}
			if fault == "silence-after-handshake" {
				c.SetDeadline(time.Now().Add(30 * time.Millisecond))
			}
			if n, err := c.Read(make([]byte, 1)); n > 0 || (err == io.EOF) != (fault != "silence-after-handshake") {
				t.Errorf("%s, %s: read %d bytes, %v", test.protocol, fault, n, err)
			}
			c.Close()
			s.Close()
			if a := s.Attempts(); len(a) != 1 || a[0].Phase != phase || a[0].Target != test.protocol || a[0].Fault.String() != fault {
				t.Errorf("%s, %s: attempts %+v, want one that reached %s", test.protocol, fault, a, phase)
			}
		}
	}
}

// TestHandshakeOfClient lets a client of PostgreSQL in that is not ours.
func TestHandshakeOfClient(t *testing.T) {
	s := listen(t, Config{TCP: true, Handshake: Auto, Script: script(t, "close-after-request")})
	c, err := pgconn.Connect(context.Background(), "postgres://u:p@"+s.Address()+"/d?connect_timeout=5")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Ping(context.Background()); err == nil {
		t.Error("a connection that was cut off answers")
	}
}

// TestHandshakeThatIsNotKnown is none: what would come after it comes after the first bytes.
func TestHandshakeThatIsNotKnown(t *testing.T) {
	for _, test := range []struct{ how, says, fault, want string }{
		{Auto, "EHLO me\r\n", "close-after-handshake", "close-after-request"},
		{Auto, "EHLO me\r\n", "silence-after-handshake", "silence"},
		{None, amqpHeader, "close-after-handshake", "close-after-request"},
		{Auto, "\x00\x00\x00\x10\x00\x03\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00", "reset-after-request", "reset-after-request"}, // Kafka's metadata
	} {
		s := listen(t, Config{TCP: true, Handshake: test.how, Script: script(t, test.fault)})
		c, err := net.Dial("tcp", s.Address())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, test.says)
		c.SetDeadline(time.Now().Add(50 * time.Millisecond))
		c.Read(make([]byte, 1))
		c.Close()
		s.Close()
		if a := s.Attempts(); len(a) != 1 || a[0].Fault.String() != test.want || !strings.HasPrefix(a[0].Target, "begins ") {
			t.Errorf("%q with %s: attempts %+v, want one with %s", test.says, test.fault, a, test.want)
		}
	}
}
