package migration

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/block/migration"
)

// session is one connection of a command.
type session struct {
	*recorder
	number   int
	client   net.Conn
	upstream *pgconn.HijackedConn

	mu       sync.Mutex
	status   byte
	pending  []*sending
	prepared map[string]prepared
	portals  map[string]portal
	copying  *sending
}

type prepared struct {
	sql   string
	types []uint32
}

type portal struct {
	prepared
	formats []int16
	values  [][]byte
}

// The codes with which a connection may begin.
const (
	askTLS     = 80877103
	askGSS     = 80877104
	askCancel  = 80877102
	mostPacket = 256 << 20
)

// serve speaks for the server until the session is open, and passes everything on from then on.
func (s *session) serve() {
	s.prepared, s.portals, s.status = map[string]prepared{}, map[string]portal{}, 'I'
	parameters, err := s.greet()
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, err := s.server.ConnectWith(ctx, s.database, parameters)
	if err != nil {
		s.refuse("08006", err.Error())
		return
	}
	if s.upstream, err = conn.Hijack(); err != nil {
		return
	}
	defer s.upstream.Conn.Close()
	var out []byte
	out = append(out, packet('R', binary.BigEndian.AppendUint32(nil, 0))...)
	for name, value := range s.upstream.ParameterStatuses {
		out = append(out, packet('S', []byte(name+"\x00"+value+"\x00"))...)
	}
	out = append(out, packet('K', append(binary.BigEndian.AppendUint32(nil, s.upstream.PID), s.upstream.SecretKey...))...)
	out = append(out, packet('Z', []byte{'I'})...)
	if _, err := s.client.Write(out); err != nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.pass(s.upstream.Conn, s.client, s.answered)
		s.client.Close()
	}()
	s.pass(s.client, s.upstream.Conn, s.asked)
	s.upstream.Conn.Close()
	<-done
	s.left()
}

func (s *session) refuse(code, message string) {
	s.client.Write(packet('E', []byte("SFATAL\x00VFATAL\x00C"+code+"\x00M"+message+"\x00\x00")))
}

// greet reads how the client begins, and its password. It returns the settings that it asks for.
func (s *session) greet() (map[string]string, error) {
	s.client.SetDeadline(time.Now().Add(20 * time.Second))
	defer s.client.SetDeadline(time.Time{})
	for range 4 {
		var head [8]byte
		if _, err := io.ReadFull(s.client, head[:]); err != nil {
			return nil, err
		}
		length := binary.BigEndian.Uint32(head[:4])
		if length < 8 || length > 1<<16 {
			return nil, errors.New("not a client of PostgreSQL")
		}
		switch code := binary.BigEndian.Uint32(head[4:]); code {
		case askTLS, askGSS:
			if _, err := s.client.Write([]byte{'N'}); err != nil {
				return nil, err
			}
			continue
		case askCancel:
			return nil, errors.New("nothing to cancel")
		}
		body := make([]byte, length-8)
		if _, err := io.ReadFull(s.client, body); err != nil {
			return nil, err
		}
		words := strings.Split(string(body), "\x00")
		parameters := map[string]string{}
		for i := 0; i+1 < len(words) && words[i] != ""; i += 2 {
			if words[i] != "user" && words[i] != "database" && words[i] != "replication" && !strings.HasPrefix(words[i], "_pq_.") {
				parameters[words[i]] = words[i+1]
			}
		}
		return parameters, s.authenticate()
	}
	return nil, errors.New("not a client of PostgreSQL")
}

// authenticate asks for the password, which nobody knows but the command.
func (s *session) authenticate() error {
	if _, err := s.client.Write(packet('R', binary.BigEndian.AppendUint32(nil, 3))); err != nil {
		return err
	}
	kind, body, err := readPacket(s.client)
	if err != nil {
		return err
	}
	if kind != 'p' || strings.TrimSuffix(string(body), "\x00") != s.password {
		s.refuse("28P01", "the password is another: connect as DATABASE_URL says")
		return errors.New("wrong password")
	}
	return nil
}

// pass passes messages on, after a look at each.
func (s *session) pass(from io.Reader, to io.Writer, look func(kind byte, body []byte)) {
	for {
		kind, body, err := readPacket(from)
		if err != nil {
			return
		}
		look(kind, body)
		if _, err := to.Write(packet(kind, body)); err != nil {
			return
		}
	}
}

// asked notes what the client sends.
func (s *session) asked(kind byte, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := fields{body}
	switch kind {
	case 'Q':
		s.send(&sending{step: s.step(f.text()), simple: true, inside: s.status != 'I'})
	case 'P':
		name := f.text()
		p := prepared{sql: f.text()}
		for range f.number() {
			p.types = append(p.types, f.long())
		}
		s.prepared[name] = p
	case 'B':
		name := f.text()
		p := portal{prepared: s.prepared[f.text()]}
		for range f.number() {
			p.formats = append(p.formats, int16(f.number()))
		}
		for range f.number() {
			p.values = append(p.values, f.bytes())
		}
		s.portals[name] = p
	case 'E':
		p := s.portals[f.text()]
		one := &sending{step: s.step(p.sql), inside: s.status != 'I'}
		if len(p.values) > 0 {
			one.step.Arguments = &Arguments{Values: p.values, Types: p.types, Formats: p.formats}
		}
		s.send(one)
	case 'd':
		if s.copying != nil {
			s.copying.step.Data += string(body)
		}
	}
}

func (s *session) step(text string) Step {
	return Step{Statement: migration.Statement{SQL: strings.TrimRight(strings.TrimSpace(text), "; \n"), Session: s.number}}
}

func (s *session) send(one *sending) {
	if strings.TrimSpace(one.step.SQL) == "" {
		one.failed = true // nothing to send again
	}
	s.pending = append(s.pending, one)
	s.recorder.mu.Lock()
	s.sent = append(s.sent, one)
	s.recorder.mu.Unlock()
}

// answered notes what the server answers.
func (s *session) answered(kind byte, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch kind {
	case 'E':
		for _, one := range s.pending {
			one.failed = one.failed || !one.done
		}
	case 'C', 'I', 's':
		for _, one := range s.pending {
			if !one.done && !one.simple {
				one.done = true
				break
			}
		}
	case 'G':
		for _, one := range s.pending {
			if !one.done {
				s.copying, one.step.Copies, one.simple = one, true, false
				break
			}
		}
	case 'Z':
		s.pending, s.copying = nil, nil
		if len(body) == 1 {
			s.status = body[0]
		}
	}
}

// left notes that the session has ended, and with it what it held.
func (s *session) left() {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := "DISCARD ALL"
	if s.status != 'I' {
		text = "ROLLBACK"
	}
	one := &sending{step: s.step(text)}
	one.step.Implied = true
	s.send(one)
}
