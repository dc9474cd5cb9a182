package faults

import (
	"bufio"
	"bytes"
	"encoding/binary"
)

const amqpHeader = "AMQP\x00\x00\x09\x01"

func beginsAMQP(first []byte) bool { return bytes.HasPrefix(first, []byte(amqpHeader)) }

// amqp is a broker of AMQP 0-9-1 that lets everybody in.
type amqp struct{ begun bool }

// The methods of the class connection.
const (
	amqpConnection = 10
	amqpStart      = 10
	amqpStartOK    = 11
	amqpTune       = 30
	amqpTuneOK     = 31
	amqpOpen       = 40
	amqpOpenOK     = 41
	amqpEnd        = 0xce // of each frame
)

func (a *amqp) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	if !a.begun {
		header, err := take(in, len(amqpHeader))
		if err != nil || string(header) != amqpHeader {
			return nil, false, orUnknown(err)
		}
		a.begun = true
		return amqpMethod(amqpStart, "\x00\x09\x00\x00\x00\x00\x00\x00\x00\x0ePLAIN AMQPLAIN\x00\x00\x00\x05en_US"), false, nil
	}
	head, err := take(in, 7)
	if err != nil {
		return nil, false, err
	}
	payload, err := take(in, int(binary.BigEndian.Uint32(head[3:]))+1)
	if err != nil {
		return nil, false, err
	}
	if head[0] != 1 || len(payload) < 5 || payload[len(payload)-1] != amqpEnd {
		return nil, false, errUnknown
	}
	if binary.BigEndian.Uint16(payload) != amqpConnection {
		return nil, false, errCommand
	}
	switch binary.BigEndian.Uint16(payload[2:]) {
	case amqpStartOK: // at most 2047 channels, frames of 128 KiB, a heartbeat every minute
		return amqpMethod(amqpTune, "\x07\xff\x00\x02\x00\x00\x00\x3c"), false, nil
	case amqpTuneOK:
		return nil, false, nil
	case amqpOpen:
		return amqpMethod(amqpOpenOK, "\x00"), true, nil
	}
	return nil, false, errCommand
}

// amqpMethod is a frame with a method of the class connection.
func amqpMethod(method uint16, arguments string) []byte {
	frame := []byte{1, 0, 0}
	frame = binary.BigEndian.AppendUint32(frame, uint32(4+len(arguments)))
	frame = binary.BigEndian.AppendUint16(frame, amqpConnection)
	frame = binary.BigEndian.AppendUint16(frame, method)
	return append(append(frame, arguments...), amqpEnd)
}

// What a client of Kafka asks first.
const (
	kafkaVersions    = 18
	kafkaNewest      = 3  // version of that question
	kafkaUnsupported = 35 // the error of a newer one
)

// kafkaRequests are the requests that a broker knows, and their newest versions.
var kafkaRequests = [][2]uint16{{0, 9}, {1, 12}, {2, 6}, {3, 9}, {8, 8}, {9, 8}, {10, 3}, {11, 7}, {12, 4}, {13, 4}, {14, 5}, {kafkaVersions, kafkaNewest}, {19, 7}, {22, 4}}

func beginsKafka(first []byte) bool {
	if len(first) < 10 {
		return false
	}
	length := binary.BigEndian.Uint32(first)
	return length >= 8 && length < 4096 && binary.BigEndian.Uint16(first[4:]) == kafkaVersions && binary.BigEndian.Uint16(first[6:]) < 16
}

// kafka is a broker that says what it knows.
type kafka struct{}

func (kafka) next(in *bufio.Reader) (answer []byte, ready bool, err error) {
	length, err := take(in, 4)
	if err != nil {
		return nil, false, err
	}
	request, err := take(in, int(binary.BigEndian.Uint32(length)))
	if err != nil || len(request) < 8 {
		return nil, false, orUnknown(err)
	}
	if binary.BigEndian.Uint16(request) != kafkaVersions {
		return nil, false, errCommand
	}
	version := binary.BigEndian.Uint16(request[2:])
	body := append([]byte{}, request[4:8]...) // the correlation
	switch {
	case version > kafkaNewest:
		body = binary.BigEndian.AppendUint16(body, kafkaUnsupported)
	default:
		body = binary.BigEndian.AppendUint16(body, 0)
	}
	compact := version == kafkaNewest
	if compact {
		body = append(body, byte(len(kafkaRequests)+1))
	} else {
		body = binary.BigEndian.AppendUint32(body, uint32(len(kafkaRequests)))
	}
	for _, known := range kafkaRequests {
		body = binary.BigEndian.AppendUint16(body, known[0])
		body = binary.BigEndian.AppendUint16(body, 0)
		body = binary.BigEndian.AppendUint16(body, known[1])
		if compact {
			body = append(body, 0) // no tagged fields
		}
	}
	if version >= 1 && version <= kafkaNewest {
		body = append(body, 0, 0, 0, 0) // no throttling
	}
	if compact {
		body = append(body, 0)
	}
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...), version <= kafkaNewest, nil
}
