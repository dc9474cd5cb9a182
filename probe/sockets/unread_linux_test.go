package sockets

import "testing"

func TestUnread(t *testing.T) {
	const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1
   2: 0100007F:1F90 0100007F:9C41 01 00000000:000000C0 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1
   3: 0100007F:9C40 0100007F:1F90 01 00000000:00000005 00:00000000 00000000     0        0 3 1 0 20 4 30 10 -1
`
	for _, c := range []struct {
		port int
		from []int
		want bool
	}{
		{8080, nil, false},
		{8080, []int{40000}, false},
		{8080, []int{40000, 40001}, true},
		{40000, []int{40001}, false},
		{40000, []int{8080}, true},
	} {
		if got := unread(text, c.port, c.from); got != c.want {
			t.Errorf("to %d from %v: %t, want %t", c.port, c.from, got, c.want)
		}
	}
}
