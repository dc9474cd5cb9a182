package block

import (
	"testing"

	"snag/cmd/block/target"
	"snag/probe/endpoint"
)

// TestAgainSendsTheSame holds that the command which repeats a finding has the method and the headers of its request,
// without credentials.
func TestAgainSendsTheSame(t *testing.T) {
	o := &handlerOptions{request: target.Request{Method: "PUT", Data: `{"name":"{{attack}}"}`}}
	o.URL = "http://127.0.0.1:1/x"
	o.Headers = []string{"Content-Type: application/json", "Authorization: Bearer hidden"}
	got := (&handlerRun{options: o}).again(7)
	const want = `snag block handler http://127.0.0.1:1/x -X PUT -H 'Content-Type: application/json' -H 'Authorization: Bearer '"$SECRET" -d '{"name":"{{attack}}"}' --size 7`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMultipartIsRepeatedBySnag(t *testing.T) {
	o := &handlerOptions{request: target.Request{Form: []string{`v={{repeat "a" n}}`}}}
	o.URL = "http://127.0.0.1:1/x"
	got := (&handlerRun{options: o}).curl(7)
	const want = `snag block handler http://127.0.0.1:1/x -F 'v={{repeat "a" n}}' --size 7`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSentenceOfAnInterruptedRun has words where nothing was judged.
func TestSentenceOfAnInterruptedRun(t *testing.T) {
	o := &handlerOptions{}
	o.URL = "http://127.0.0.1:1/x"
	r := &handlerRun{options: o, partial: true, input: &endpoint.Input{Method: "GET"}}
	const want = "GET http://127.0.0.1:1/x: not measured."
	if got := r.sentence(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
