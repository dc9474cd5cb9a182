package faults

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"strings"
)

// The codes that the first messages of PostgreSQL carry instead of a type.
const (
	postgresVersion = 3 << 16
	postgresTLS     = 80877103
	postgresGSS     = 80877104
)

// beginsPostgres recognises a startup message, or the question whether there is encryption.
func beginsPostgres(first []byte) bool {
	if len(first) < 8 {
		return false
	}
	// Without the name of a setting it would be a request of Kafka's.
	named := len(first) > 8 && first[8] >= 'a' && first[8] <= 'z'
	switch length := binary.BigEndian.Uint32(first); binary.BigEndian.Uint32(first[4:]) {
	case postgresTLS, postgresGSS:
		return length == 8
	case postgresVersion, postgresVersion + 2:
		return named && length <= 10_000
	}
	return false
}

// postgres lets everybody in without a password.
type postgres struct{ ready bool }

func (p *postgres) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	if p.ready {
		if _, err := in.Peek(1); err != nil {
			return nil, false, err
		}
		return nil, false, errCommand
	}
	head, err := take(in, 8)
	if err != nil {
		return nil, false, err
	}
	if _, err := take(in, int(binary.BigEndian.Uint32(head))-8); err != nil {
		return nil, false, err
	}
	switch binary.BigEndian.Uint32(head[4:]) {
	case postgresTLS, postgresGSS:
		return []byte("N"), false, nil
	case postgresVersion, postgresVersion + 2:
	default:
		return nil, false, errUnknown
	}
	message := func(kind byte, payload string) {
		answer = append(answer, kind)
		answer = binary.BigEndian.AppendUint32(answer, uint32(4+len(payload)))
		answer = append(answer, payload...)
	}
	message('R', "\x00\x00\x00\x00")
	for _, setting := range [][2]string{
		{"server_version", "16.0"}, {"server_encoding", "UTF8"}, {"client_encoding", "UTF8"}, {"DateStyle", "ISO, MDY"},
		{"TimeZone", "UTC"}, {"integer_datetimes", "on"}, {"standard_conforming_strings", "on"},
	} {
		message('S', setting[0]+"\x00"+setting[1]+"\x00")
	}
	message('K', "\x00\x00\x00\x01\x00\x00\x00\x02")
	message('Z', "I")
	p.ready = true
	return answer, true, nil
}

// The commands of MySQL that a connection begins with.
const (
	mysqlUseSchema = 2
	mysqlQuery     = 3
)

// mysqlGreeting is the first packet of a server.
func mysqlGreeting() []byte {
	// Long passwords and flags, a schema at once, the protocol of 4.1, transactions, secure connections, several
	// statements and results, plugins that authenticate.
	const capabilities = 1 | 4 | 8 | 0x200 | 0x2000 | 0x8000 | 0x10000 | 0x20000 | 0x80000
	var b bytes.Buffer
	b.WriteString("\x0a8.0.36\x00\x01\x00\x00\x00abcdefgh\x00")
	binary.Write(&b, binary.LittleEndian, uint16(capabilities&0xffff))
	b.WriteString("\xff\x02\x00")
	binary.Write(&b, binary.LittleEndian, uint16(capabilities>>16))
	b.WriteString("\x15" + strings.Repeat("\x00", 10) + "ijklmnopqrst\x00mysql_native_password\x00")
	return mysqlPacket(0, b.Bytes())
}

func mysqlPacket(sequence byte, payload []byte) []byte {
	n := len(payload)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), sequence}, payload...)
}

// mysql lets everybody in, and agrees to what a session sets.
type mysql struct{ inside bool }

func (m *mysql) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	head, err := take(in, 4)
	if err != nil {
		return nil, false, err
	}
	payload, err := take(in, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	if err != nil {
		return nil, false, err
	}
	if m.inside {
		set := len(payload) > 0 && (payload[0] == mysqlUseSchema || payload[0] == mysqlQuery && strings.HasPrefix(strings.ToLower(string(payload[1:])), "set "))
		if !set {
			return nil, false, errCommand
		}
	}
	m.inside = true
	return mysqlPacket(head[3]+1, []byte{0, 0, 0, 2, 0, 0, 0}), true, nil
}
