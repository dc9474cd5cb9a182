package migration

import (
	"encoding/binary"
	"os/exec"
	"strings"
	"testing"
	"time"

	"snag/probe/postgres"
	"snag/probe/snagtest"
)

// talk makes a session of which a test says what is sent and answered.
func talk() *session {
	return &session{recorder: &recorder{}, status: 'I', prepared: map[string]prepared{}, portals: map[string]portal{}}
}

// TestSteps notes the statements of a conversation: those that succeed, of both protocols, with arguments and data.
func TestSteps(t *testing.T) {
	s := talk()
	short := func(n int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(n)) }
	join := func(parts ...[]byte) (all []byte) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	s.asked('Q', []byte("create table t (i int); insert into t values (1);\x00"))
	s.answered('C', nil)
	s.answered('C', nil)
	s.answered('Z', []byte{'I'})
	s.asked('Q', []byte("select * from missing\x00"))
	s.answered('E', nil)
	s.answered('Z', []byte{'I'})
	s.asked('P', join([]byte("s\x00update t set i = $1, x = $2\x00"), short(0)))
	s.asked('B', join([]byte("\x00s\x00"), short(0), short(2), []byte{0, 0, 0, 1, '5'}, []byte{255, 255, 255, 255}, short(0)))
	s.asked('E', []byte("\x00\x00\x00\x00\x00"))
	s.answered('C', nil)
	s.answered('Z', []byte{'I'})
	s.asked('Q', []byte("copy t from stdin\x00"))
	s.answered('G', nil)
	s.asked('d', []byte("1\n"))
	s.asked('d', []byte("2\n"))
	s.answered('C', nil)
	s.answered('Z', []byte{'T'})
	s.left()
	steps, err := s.steps()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"BEGIN", "create table t (i int)", "insert into t values (1)", "COMMIT", "update t set i = $1, x = $2", "copy t from stdin", "ROLLBACK"}
	for i, step := range steps {
		if i >= len(want) || step.SQL != want[i] {
			t.Fatalf("step %d: got %q, want %q", i, step.SQL, want)
		}
	}
	if len(steps) != len(want) || steps[5].Data != "1\n2\n" || !steps[5].Copies {
		t.Errorf("got %+v", steps)
	}
	if text, ok := steps[4].Text(); !ok || text != "update t set i = '5', x = NULL" {
		t.Errorf("with its arguments: got %q", text)
	}
}

// TestStuck runs a tool that makes an index concurrently while another session of it keeps a transaction open.
func TestStuck(t *testing.T) {
	snagtest.Long(t)
	binaries, err := postgres.Binaries("")
	if err != nil {
		snagtest.Skip(t, "%v", err)
	}
	if _, err := exec.LookPath("psql"); err != nil {
		snagtest.Skip(t, "%v", err)
	}
	server, err := postgres.Start(t.Context(), binaries)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	schema, err := Script("schema.sql", "create table t (a int)", false)
	if err != nil {
		t.Fatal(err)
	}
	script := `(echo "begin; lock table t in row exclusive mode;"; sleep 100) | psql -q "$DATABASE_URL" & sleep 1; psql -q "$DATABASE_URL" -c 'create index concurrently i on t (a)'`
	_, err = Prepare(t.Context(), Config{Bench: Bench{Server: server, Limit: time.Minute}, Schema: schema, Command: []string{"sh", "-c", script}, Rows: 1000})
	if err == nil || !strings.Contains(err.Error(), "waits for itself: create index concurrently i on t (a) waits for") {
		t.Errorf("got %v", err)
	}
}

// FuzzSession checks that no message of a client or a server stops it.
func FuzzSession(f *testing.F) {
	f.Add(byte('Q'), []byte("select 1\x00"), true)
	f.Add(byte('B'), []byte("\x00\x00\x00\x01\x00\x01\x00\x01\xff\xff\xff\xf0"), true)
	f.Add(byte('P'), []byte("a\x00select $1\x00\x00\x02\x00"), true)
	f.Add(byte('Z'), []byte{}, false)
	f.Fuzz(func(t *testing.T, kind byte, body []byte, client bool) {
		s := talk()
		s.asked('Q', []byte("begin\x00"))
		if client {
			s.asked(kind, body)
			s.asked('E', []byte("\x00"))
		}
		s.answered(kind, body)
		s.left()
		steps, err := s.steps()
		if err != nil {
			return
		}
		for _, step := range steps {
			step.Text()
		}
	})
}
