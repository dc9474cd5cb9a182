package cmd

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBlockCalls(t *testing.T) {
	dir := t.TempDir()
	source := "import { pbkdf2Sync as hash } from 'node:crypto';\nexport const login = async (req, res) => hash(req.body);\n"
	if err := os.WriteFile(filepath.Join(dir, "login.ts"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	document := validDocument(t, "calls.schema.json", 1, "block", "calls", "-f", "json", dir)
	found := at(document, "data", "calls").([]any)
	if len(found) != 1 || at(found[0], "call") != "crypto.pbkdf2Sync" || at(found[0], "line") != 2.0 || at(found[0], "column") != 42.0 {
		t.Errorf("found %v", found)
	}
}

func TestRetryCalls(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "load.py"), []byte("import requests\nrequests.get(url)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	document := validDocument(t, "retry-calls.schema.json", 1, "retry", "calls", "-f", "json", dir)
	found := at(document, "data", "calls").([]any)
	if len(found) != 1 || at(found[0], "call") != "requests.get" || at(found[0], "rule") != "retry/call-without-timeout" || at(found[0], "line") != 2.0 {
		t.Errorf("found %v", found)
	}
}
