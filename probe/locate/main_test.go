package locate

import (
	"os"
	"testing"

	"snag/probe/snagtest"
)

func TestMain(m *testing.M) { os.Exit(snagtest.Programs{Tests: m}.Run()) }
