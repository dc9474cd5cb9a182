package faults

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
)

// beginsRedis recognises a command that is an array of strings.
func beginsRedis(first []byte) bool {
	return len(first) >= 4 && first[0] == '*' && first[1] >= '1' && first[1] <= '9' && bytes.IndexByte(first, '\n') > 0
}

// redis agrees to what sets a connection up: its version, name, user and database.
type redis struct{}

func (redis) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	count, err := redisNumber(in, '*')
	if err != nil || count < 1 || count > 1024 {
		return nil, false, orUnknown(err)
	}
	var words []string
	for range count {
		length, err := redisNumber(in, '$')
		if err != nil {
			return nil, false, err
		}
		word, err := take(in, length+2)
		if err != nil {
			return nil, false, err
		}
		words = append(words, string(word[:len(word)-2]))
	}
	switch strings.ToUpper(words[0]) {
	case "AUTH", "SELECT", "CLIENT", "READONLY":
		return []byte("+OK\r\n"), true, nil
	case "INFO":
		const text = "# Server\r\nredis_version:7.2.0\r\nredis_mode:standalone\r\nloading:0\r\n"
		return []byte("$" + strconv.Itoa(len(text)) + "\r\n" + text + "\r\n"), true, nil
	case "HELLO":
		about := "$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.2.0\r\n$5\r\nproto\r\n:2\r\n$2\r\nid\r\n:1\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n$7\r\nmodules\r\n*0\r\n"
		if len(words) > 1 && words[1] == "3" {
			return []byte("%7\r\n" + strings.Replace(about, ":2", ":3", 1)), true, nil
		}
		return []byte("*14\r\n" + about), true, nil
	}
	return nil, false, errCommand
}

// redisNumber reads the number in a line that begins with the mark.
func redisNumber(in *bufio.Reader, mark byte) (int, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if text := strings.TrimSuffix(string(line), "\r\n"); len(text) > 1 && text[0] == mark {
		if n, err := strconv.Atoi(text[1:]); err == nil && n >= 0 && n <= longestMessage {
			return n, nil
		}
	}
	return 0, errUnknown
}

func orUnknown(err error) error {
	if err == nil {
		return errUnknown
	}
	return err
}

// The operations of MongoDB's wire protocol that greetings come in.
const (
	mongoReply   = 1
	mongoQuery   = 2004
	mongoMessage = 2013
)

func beginsMongo(first []byte) bool {
	if len(first) < 16 {
		return false
	}
	length, operation := binary.LittleEndian.Uint32(first), binary.LittleEndian.Uint32(first[12:])
	return length > 16 && length <= longestMessage && (operation == mongoQuery || operation == mongoMessage)
}

// mongo is a standalone server that answers who greets it.
type mongo struct{}

func (mongo) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	head, err := take(in, 16)
	if err != nil {
		return nil, false, err
	}
	body, err := take(in, int(binary.LittleEndian.Uint32(head))-16)
	if err != nil {
		return nil, false, err
	}
	operation := binary.LittleEndian.Uint32(head[12:])
	document := 5 // after the flags and the kind of the section
	if operation == mongoQuery {
		name := bytes.IndexByte(body[min(4, len(body)):], 0)
		document = 4 + name + 1 + 8
	}
	if document+5 >= len(body) {
		return nil, false, errUnknown
	}
	command, _, _ := bytes.Cut(body[document+5:], []byte{0})
	if name := strings.ToLower(string(command)); name != "hello" && name != "ismaster" {
		return nil, false, errCommand
	}
	reply, payload := uint32(mongoMessage), make([]byte, 5)
	if operation == mongoQuery {
		// The flags say that the server can await; one document follows the cursor and the start.
		reply, payload = mongoReply, append(append([]byte{8, 0, 0, 0}, make([]byte, 12)...), 1, 0, 0, 0)
	}
	payload = append(payload, mongoGreeting(time.Now())...)
	answer = binary.LittleEndian.AppendUint32(nil, uint32(16+len(payload)))
	answer = append(answer, 1, 0, 0, 0)
	answer = append(answer, head[4:8]...)
	answer = binary.LittleEndian.AppendUint32(answer, reply)
	return append(answer, payload...), true, nil
}

// mongoGreeting is the document in which a standalone server says what it can.
func mongoGreeting(now time.Time) []byte {
	var b []byte
	element := func(kind byte, name string) { b = append(append(append(b, kind), name...), 0) }
	for _, name := range []string{"helloOk", "ismaster", "isWritablePrimary"} {
		element(8, name)
		b = append(b, 1)
	}
	for _, field := range []struct {
		name  string
		value uint32
	}{{"maxBsonObjectSize", 16 << 20}, {"maxMessageSizeBytes", 48_000_000}, {"maxWriteBatchSize", 100_000}, {"logicalSessionTimeoutMinutes", 30}, {"connectionId", 1}, {"minWireVersion", 0}, {"maxWireVersion", 21}} {
		element(16, field.name)
		b = binary.LittleEndian.AppendUint32(b, field.value)
	}
	element(9, "localTime")
	b = binary.LittleEndian.AppendUint64(b, uint64(now.UnixMilli()))
	element(8, "readOnly")
	b = append(b, 0)
	element(1, "ok")
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(1))
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(b)+5)), b...), 0)
}
