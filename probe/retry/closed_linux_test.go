package retry

import "testing"

func TestIsSYN(t *testing.T) {
	packet := make([]byte, 40)
	packet[0], packet[9] = 0x45, 6
	packet[22], packet[23], packet[33] = 0x1f, 0x90, 0x02
	for name, change := range map[string]func([]byte){
		"another port":   func(p []byte) { p[23]++ },
		"SYN and ACK":    func(p []byte) { p[33] = 0x12 },
		"no TCP":         func(p []byte) { p[9] = 17 },
		"another family": func(p []byte) { p[0] = 0x65 },
	} {
		other := append([]byte(nil), packet...)
		change(other)
		if isSYN(other, 8080) {
			t.Errorf("%s counts as an attempt", name)
		}
	}
	if !isSYN(packet, 8080) || isSYN(packet[:30], 8080) || isSYN(nil, 8080) {
		t.Error("a SYN is not recognised, or a part of one is")
	}
}
