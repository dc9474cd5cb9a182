package locate

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Inspector speaks the Chrome DevTools Protocol with a Node process over a WebSocket (RFC 6455). It
// sends one command at a time.
type Inspector struct {
	conn   net.Conn
	reader *bufio.Reader
	id     int
	events []event     // that came while an answer was awaited
	listen func(event) // is told of every event, if it is not nil
	// scripts are the addresses of the scripts by their ids, once the debugger is enabled.
	scripts map[string]string
}

// event is a message that no command asked for.
type event struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// inspect connects to the inspector that listens on the port of the loopback.
func inspect(ctx context.Context, port int) (*Inspector, error) {
	address := fmt.Sprintf("127.0.0.1:%d", port)
	request, err := http.NewRequestWithContext(ctx, "GET", "http://"+address+"/json/list", nil)
	if err != nil {
		return nil, err
	}
	client := http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the inspector: %w", err)
	}
	defer response.Body.Close()
	var targets []struct {
		URL string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&targets); err != nil || len(targets) == 0 {
		return nil, errors.New("port " + address + " is no inspector")
	}
	_, path, ok := strings.Cut(strings.TrimPrefix(targets[0].URL, "ws://"), "/")
	if !ok {
		return nil, errors.New("the inspector names no address")
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	in := &Inspector{conn: conn, reader: bufio.NewReader(conn), scripts: map[string]string{}}
	var key [16]byte
	rand.Read(key[:])
	conn.SetDeadline(time.Now().Add(3 * time.Second))
	fmt.Fprintf(conn, "GET /%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
		path, address, base64.StdEncoding.EncodeToString(key[:]))
	upgrade, err := http.ReadResponse(in.reader, nil)
	if err != nil || upgrade.StatusCode != http.StatusSwitchingProtocols {
		conn.Close()
		return nil, errors.New("the inspector refuses the connection")
	}
	return in, nil
}

// Close ends the session.
func (in *Inspector) Close() { in.conn.Close() }

// Call sends a command and decodes its result, if result is not nil, within the limit.
func (in *Inspector) Call(method string, params, result any, limit time.Duration) error {
	in.id++
	in.conn.SetDeadline(time.Now().Add(limit))
	message, err := json.Marshal(map[string]any{"id": in.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := in.write(message); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		message, err := in.read()
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal(message, &answer); err != nil || answer.ID != in.id {
			in.note(message)
			continue
		}
		if answer.Error != nil {
			return fmt.Errorf("%s: %s", method, answer.Error.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	}
}

// Await waits for an event of the debugger, of those that Call keeps, and decodes it.
func (in *Inspector) Await(method string, result any, limit time.Duration) error {
	in.conn.SetDeadline(time.Now().Add(limit))
	for {
		for _, e := range in.events {
			if e.Method == method {
				return json.Unmarshal(e.Params, result)
			}
		}
		message, err := in.read()
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		in.note(message)
	}
}

// note keeps an event that is of use.
func (in *Inspector) note(message []byte) {
	var e event
	if json.Unmarshal(message, &e) != nil {
		return
	}
	if in.listen != nil {
		in.listen(e)
	}
	switch e.Method {
	case "Debugger.paused":
		in.events = append(in.events, e)
	case "Debugger.scriptParsed":
		var script struct {
			ID  string `json:"scriptId"`
			URL string `json:"url"`
		}
		if json.Unmarshal(e.Params, &script) == nil && len(in.scripts) < 100_000 {
			in.scripts[script.ID] = script.URL
		}
	}
}

// write sends a text frame. A client masks what it sends.
func (in *Inspector) write(payload []byte) error {
	frame := []byte{0x81}
	switch n := len(payload); {
	case n < 126:
		frame = append(frame, 0x80|byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(n))
	}
	frame = append(frame, 0, 0, 0, 0) // a mask of zeros leaves the text as it is
	_, err := in.conn.Write(append(frame, payload...))
	return err
}

// read returns the next message, put together from its frames.
func (in *Inspector) read() ([]byte, error) {
	const limit = 256 << 20
	var message []byte
	for {
		var head [2]byte
		if _, err := io.ReadFull(in.reader, head[:]); err != nil {
			return nil, err
		}
		length := uint64(head[1] & 0x7F)
		var wide [8]byte
		switch length {
		case 126:
			if _, err := io.ReadFull(in.reader, wide[6:]); err != nil {
				return nil, err
			}
			length = binary.BigEndian.Uint64(wide[:])
		case 127:
			if _, err := io.ReadFull(in.reader, wide[:]); err != nil {
				return nil, err
			}
			length = binary.BigEndian.Uint64(wide[:])
		}
		if length > limit || uint64(len(message))+length > limit {
			return nil, errors.New("a message of the inspector is too long")
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(in.reader, payload); err != nil {
			return nil, err
		}
		switch opcode := head[0] & 0x0F; opcode {
		case 8:
			return nil, io.EOF
		case 9, 10: // pings need no answer on a session this short
			continue
		}
		message = append(message, payload...)
		if head[0]&0x80 != 0 {
			return message, nil
		}
	}
}
