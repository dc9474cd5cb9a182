package drain

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// fixture is where a case runs: a folder of its own and a port.
type fixture struct {
	*testing.T
	dir  string
	port int
}

func (f fixture) data(name string) string { return snagtest.Path(f.T, "testdata/shutdown/"+name) }

func (f fixture) write(name, text string) string {
	path := filepath.Join(f.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
	return path
}

// shell is the command as a shell reads it.
func (f fixture) shell(argv []string) string { return "'" + strings.Join(argv, "' '") + "'" }

func (f fixture) number() string { return strconv.Itoa(f.port) }

func (f fixture) node(way string) []string {
	return []string{"node", f.data("server.js"), way, f.number()}
}

func (f fixture) shellNode(way string) string {
	return "node '" + f.data("server.js") + "' " + way + " " + f.number() + "; true"
}

func (f fixture) golang(way string) []string {
	return []string{snagtest.Build(f.T, "testdata/shutdown/gosrv"), way, f.number()}
}

func (f fixture) python(way string) []string {
	return []string{"python3", f.data("server.py"), way, f.number()}
}

func (f fixture) gunicorn(args ...string) []string {
	argv := []string{"gunicorn", "-b", "127.0.0.1:" + f.number(), "--chdir", f.data("."), "--log-level", "error"}
	return append(append(argv, args...), "app:application")
}

func (f fixture) uwsgi(args ...string) []string {
	argv := []string{"uwsgi", "--plugin", "python3", "--http-socket", "127.0.0.1:" + f.number(), "--wsgi-file", f.data("app.py"),
		"--master", "--processes", "6", "--need-app"}
	return append(argv, args...)
}

func (f fixture) puma(args ...string) []string {
	return append([]string{"puma", "-b", "tcp://127.0.0.1:" + f.number(), "-t", "6:6", "-e", "production"}, append(args, f.data("config.ru"))...)
}

// nginx returns nginx in front of a server that answers everything.
func (f fixture) nginx() []string {
	back, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { back.Close() })
	go func() {
		for {
			conn, err := back.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				buffer := make([]byte, 4096)
				seen := ""
				for !strings.Contains(seen, "\r\n\r\n") {
					n, err := conn.Read(buffer)
					if err != nil {
						return
					}
					seen += string(buffer[:n])
				}
				fmt.Fprint(conn, "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")
			}()
		}
	}()
	conf := f.write("nginx.conf", fmt.Sprintf(`
worker_processes 2;
pid %[1]s/nginx.pid;
error_log %[1]s/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path %[1]s/body;
  proxy_temp_path %[1]s/proxy;
  fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi;
  scgi_temp_path %[1]s/scgi;
  server {
    listen 127.0.0.1:%[2]d;
    location / { proxy_pass http://%[3]s; }
  }
}
`, f.dir, f.port, back.Addr()))
	// The workers run as another user when root starts them.
	os.Chmod(f.dir, 0o755)
	return []string{"nginx", "-c", conf, "-e", filepath.Join(f.dir, "error.log"), "-g", "daemon off;"}
}

// postgres returns a server on a new data directory. It refuses to run as root.
func (f fixture) postgres() []string {
	as := []string{"setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"}
	os.Chmod(filepath.Dir(f.dir), 0o755)
	os.Chmod(f.dir, 0o777)
	data := filepath.Join(f.dir, "data")
	initdb := exec.Command(as[0], append(as[1:], "initdb", "-D", data, "-A", "trust", "-N")...)
	initdb.Dir = "/"
	if out, err := initdb.CombinedOutput(); err != nil {
		snagtest.Skip(f.T, "initdb: %v: %s", err, out)
	}
	return append(as, "postgres", "-D", data, "-p", f.number(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+f.dir, "-c", "fsync=off")
}
