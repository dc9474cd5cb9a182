package cmd

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"snag/probe/snagtest"
)

// TestBlockLive asks a server that serves one request at a time, with each command once.
func TestBlockLive(t *testing.T) {
	server := httptest.NewServer(oneAtATime())
	defer server.Close()
	snagtest.InThree(t, func() error {
		document := validDocument(t, "handler.schema.json", -1, "block", "handler", "-f", "json", "--trials", "2", server.URL+"/spin?n=100")
		collateral := at(document, "data", "collateral")
		if effect := at(collateral, "effect"); effect != "blocks-everyone" && effect != "blocks-partly" || at(collateral, "trials") != 2.0 {
			return fmt.Errorf("got %v, want two trials that block", collateral)
		}
		if found := rulesOf(document); !slices.Contains(found, "block/others-wait") {
			return fmt.Errorf("findings %v", found)
		}
		return nil
	})
	document := validDocument(t, "watch.schema.json", -1, "block", "watch", "-f", "json", "--duration", "200ms", server.URL+"/health")
	if count := at(document, "data", "responses", "count").(float64); count < 1 || at(document, "data", "protocol") != "http/1.1" {
		t.Errorf("watched with %v requests over %v", count, at(document, "data", "protocol"))
	}
	document = validDocument(t, "pool.schema.json", -1, "block", "pool", "-f", "json", server.URL+"/spin?n=20", "--light", "/spin?n=0", "--without", "full,overlap,context")
	// Where other programs take the processors the size stays open.
	if size := at(document, "data", "size"); at(size, "k") != 1.0 && at(size, "unknown") == nil {
		t.Errorf("size %v, want 1", size)
	}
}
