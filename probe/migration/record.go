package migration

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"snag/analyze/block/migration"
	"snag/analyze/shutdown"
	"snag/analyze/source/sql"
	"snag/probe/postgres"
	"snag/probe/process"
	"snag/probe/service"
)

// recorder stands between the sessions of a command and the server, and notes the statements that succeed.
type recorder struct {
	server   *postgres.Server
	database string
	listener net.Listener
	password string
	working  sync.WaitGroup

	mu       sync.Mutex
	sent     []*sending
	sessions int
	conns    []net.Conn
}

// sending is a statement that a command has sent.
type sending struct {
	step   Step
	simple bool // by the simple protocol, which may hold several
	inside bool // a transaction was open before it
	failed bool
	done   bool
}

// record listens on a port of this machine, where the password opens a database.
func record(server *postgres.Server, database string) (*recorder, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &recorder{server: server, database: database, listener: l, password: strings.ToLower(rand.Text())}
	r.working.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			r.mu.Lock()
			number := r.sessions
			r.sessions++
			r.conns = append(r.conns, conn)
			r.mu.Unlock()
			r.working.Go(func() {
				defer conn.Close()
				(&session{recorder: r, number: number, client: conn}).serve()
			})
		}
	})
	return r, nil
}

// close ends the sessions.
func (r *recorder) close() {
	r.listener.Close()
	r.mu.Lock()
	for _, c := range r.conns {
		c.Close()
	}
	r.mu.Unlock()
	r.working.Wait()
}

// environment tells a command how to connect, in the ways that tools look for.
func (r *recorder) environment() (url string, variables []string) {
	host, port, _ := net.SplitHostPort(r.listener.Addr().String())
	url = fmt.Sprintf("postgres://snag:%s@%s:%s/snag_scratch?sslmode=disable", r.password, host, port)
	return url, []string{"DATABASE_URL=" + url, "PGHOST=" + host, "PGPORT=" + port, "PGUSER=snag", "PGPASSWORD=" + r.password, "PGDATABASE=snag_scratch", "PGSSLMODE=disable"}
}

// steps are the statements that succeeded, in the order in which they were sent. What was sent at once without a
// transaction is one.
func (r *recorder) steps() ([]Step, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Step
	for _, s := range r.sent {
		if s.failed {
			continue
		}
		if !s.simple {
			all = append(all, s.step)
			continue
		}
		parts, err := sql.Split(s.step.SQL)
		if err != nil {
			return nil, fmt.Errorf("a statement of the command cannot be read: %w", err)
		}
		var steps []Step
		controlled := false
		for _, p := range parts {
			one := s.step
			one.SQL = p.SQL
			steps = append(steps, one)
			controlled = controlled || Controls(p.SQL)
		}
		if len(steps) > 1 && !s.inside && !controlled {
			steps = Wrap(steps)
		}
		all = append(all, steps...)
	}
	return all, nil
}

// command runs a command against a database and returns the statements that it sent. {url} in its words stands for
// the URL of the database.
func (b *Bench) command(ctx context.Context, database string, argv []string) ([]Step, error) {
	r, err := record(b.Server, database)
	if err != nil {
		return nil, err
	}
	defer r.close()
	url, variables := r.environment()
	words := make([]string, len(argv))
	for i, word := range argv {
		words[i] = strings.ReplaceAll(word, "{url}", url)
	}
	child, err := process.Start(process.Command{Argv: words, Env: variables})
	if err != nil {
		return nil, fmt.Errorf("start the command: %w", err)
	}
	defer child.Close()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-child.Done():
	}
	if exit := child.Ended().Exit; exit.Kind != shutdown.Exited || exit.Code != 0 {
		err := fmt.Errorf("%s: %s", argv[0], exit)
		if text := service.LastLines(child, 5); text != "" {
			return nil, &CommandFailed{err, strings.ReplaceAll(text, r.password, "***")}
		}
		return nil, err
	}
	return r.steps()
}

// CommandFailed is a command that did not succeed.
type CommandFailed struct {
	error
	wrote string
}

// Hint quotes what the command wrote.
func (e *CommandFailed) Hint() string { return "it wrote: " + e.wrote }

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

// packet is a message of a type.
func packet(kind byte, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4)), body...)
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

func readPacket(r io.Reader) (kind byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(head[1:])
	if length < 4 || length > mostPacket {
		return 0, nil, errors.New("not a message of PostgreSQL")
	}
	body = make([]byte, length-4)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
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

// fields reads the members of a message; what is missing is zero.
type fields struct{ rest []byte }

func (f *fields) text() string {
	i := strings.IndexByte(string(f.rest), 0)
	if i < 0 {
		f.rest = nil
		return ""
	}
	text := string(f.rest[:i])
	f.rest = f.rest[i+1:]
	return text
}

func (f *fields) number() int {
	if len(f.rest) < 2 {
		f.rest = nil
		return 0
	}
	n := binary.BigEndian.Uint16(f.rest)
	f.rest = f.rest[2:]
	return int(n)
}

func (f *fields) long() uint32 {
	if len(f.rest) < 4 {
		f.rest = nil
		return 0
	}
	n := binary.BigEndian.Uint32(f.rest)
	f.rest = f.rest[4:]
	return n
}

// bytes reads a value with its length before it; nil for NULL.
func (f *fields) bytes() []byte {
	n := int32(f.long())
	if n < 0 || int(n) > len(f.rest) {
		return nil
	}
	value := append([]byte{}, f.rest[:n]...)
	f.rest = f.rest[n:]
	return value
}
