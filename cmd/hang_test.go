package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// lasting are handlers that hang for good, with what stands in the line at which one of them may be found,
// and those of the same servers that are slow and sound.
var lasting = []struct{ server, path, line string }{
	{"node", "/alternating", "take()"}, {"node", "/chance", "take()"}, {"node", "/bykey?id={{salt}}", "take()"}, {"node", "/twice", "take()"}, {"node", "/ten", "take()"},
	{"node", "/onerror", "places.take()"}, {"node", "/onabort", "uploads.take()"}, {"node", "/unsettled", ""}, {"node", "/ownqueue", "await"},
	{"node", "/upgrade", "readers.waiting"}, {"go", "/alternating", ".Lock()"}, {"go", "/twice", "pool <-"}, {"go", "/many", "many <-"}, {"go", "/starving", "Lock()"},
	{"go", "/ownqueue", "<-"}, {"python", "/alternating", "with "}, {"python", "/ownpool", "result()"}, {"python", "/onerror", "acquire()"},
	{"python", "/transaction", "begin immediate"}, {"ruby", "/alternating", ""}, {"ruby", "/load", ""}, {"ruby", "/twice", ""},
	{"java", "/alternating", ""}, {"java", "/ownpool", ""}, {"java", "/upgrade", ""}, {"java", "/twice", ""},
}

var slowButSound = []struct{ server, path string }{
	{"node", "/slow"}, {"node", "/onelock"}, {"node", "/four"}, {"node", "/ordered"}, {"node", "/lease"}, {"node", "/batched"}, {"node", "/late"}, {"node", "/thrashing"}, {"node", "/computing"},
	{"go", "/slow"}, {"go", "/onelock"}, {"go", "/four"}, {"go", "/timeout"}, {"python", "/slow"}, {"python", "/onelock"}, {"python", "/pooled"}, {"python", "/late"}, {"python", "/retrying"}, {"python", "/held"}, {"node", "/held"},
	{"python", "/writers"}, {"python", "/computing"}, {"ruby", "/slow"}, {"ruby", "/onelock"}, {"ruby", "/ordered"}, {"java", "/slow"}, {"java", "/onelock"},
	{"java", "/pooled"}, {"java", "/ordered"}, {"java", "/limited"}, {"java", "/lease"},
}

// hangs is the command of a server whose handlers hang.
func hangs(t *testing.T, language string) []string {
	const folder = "../testdata/block/hangs/"
	argv := map[string][]string{
		"node": {"node", folder + "server.js"}, "python": {"python3", folder + "server.py"}, "ruby": {"ruby", folder + "server.rb"}, "java": {"java", folder + "Hangs.java"},
	}[language]
	if argv == nil {
		return []string{snagtest.Build(t, "testdata/block/hangs/gohangs")}
	}
	snagtest.Needs(t, argv[0])
	return argv
}

// pooled runs snag block pool on a handler of such a server.
func pooled(t *testing.T, server, path string) map[string]any {
	args := []string{"block", "pool", "-f", "json", "--startup", "120s", path, "--"}
	return validDocument(t, "pool.schema.json", -1, append(args, hangs(t, server)...)...)
}

// TestLastingHangs finds handlers that hang for good, and where: a part of them, all for SNAG_MATRIX=all.
func TestLastingHangs(t *testing.T) {
	snagtest.Long(t)
	for i, h := range lasting {
		if !snagtest.IsWhole() && i%4 != 0 {
			continue
		}
		t.Run(h.server+strings.ReplaceAll(h.path, "/", "-"), func(t *testing.T) {
			t.Parallel() // nearly all of the time is spent waiting
			snagtest.InThree(t, func() error {
				document := pooled(t, h.server, h.path)
				overlap := at(document, "data", "overlap")
				// Accounts that no other request wants are free, and so is who asks while nobody loads.
				free := h.path == "/unsettled" || strings.HasPrefix(h.path, "/bykey")
				if found := rulesOf(document); !slices.Contains(found, "block/hang") && !(free && slices.Contains(found, "block/overlap-hang")) {
					return fmt.Errorf("findings %v, want block/hang: %v", found, overlap)
				}
				if line := lineAt(t, at(document, "data", "where")); !strings.Contains(line, h.line) {
					return fmt.Errorf("it stands at %q, want %q in it: %v", line, h.line, at(document, "summary", "notes"))
				}
				return nil
			})
		})
	}
}

// lineAt is the line of the source to which a place leads.
func lineAt(t *testing.T, where any) string {
	name, _ := at(where, "file").(string)
	number, _ := at(where, "line").(float64)
	if name == "" || filepath.Ext(name) == ".java" { // the folder of a class is not known
		return ""
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return ""
	}
	return strings.Split(string(content), "\n")[int(number)-1]
}

// TestSlowIsNoHang claims no hang of handlers that are slow and sound: a part of them, all for
// SNAG_MATRIX=all.
func TestSlowIsNoHang(t *testing.T) {
	snagtest.Long(t)
	for i, h := range slowButSound {
		if !snagtest.IsWhole() && i%6 != 0 {
			continue
		}
		t.Run(h.server+strings.ReplaceAll(h.path, "/", "-"), func(t *testing.T) {
			t.Parallel() // nearly all of the time is spent waiting
			document := pooled(t, h.server, h.path)
			for _, rule := range rulesOf(document) {
				if strings.HasSuffix(rule, "hang") {
					t.Errorf("%s is claimed: %v", rule, at(document, "data", "overlap"))
				}
			}
		})
	}
}
