package experiment

import (
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/judge"
)

// exchanges are requests a quarter of a second apart: "+" succeeds, "-" is refused, "5" is answered with 502,
// "/" breaks off after half of its body.
func exchanges(text string) []Exchange {
	var list []Exchange
	for i, c := range text {
		e := Exchange{Status: 200, BodyHash: "b", Sent: time.Duration(i) * 250 * time.Millisecond, Effect: Fault{Status: 200}.Effect()}
		switch c {
		case '-':
			e = Exchange{Sent: e.Sent, Effect: Unsent, Error: "connection refused"}
		case '5':
			e.Status, e.Effect = 502, Fault{Status: 502}.Effect()
		case '/':
			e.Error, e.Effect = "connection closed without an answer", Ambiguous
		}
		list = append(list, e)
	}
	return list
}

func TestJudgeServer(t *testing.T) {
	answer := func(status int, body string) Exchange { return Exchange{Name: "x", Status: status, BodyHash: body} }
	// Answers are all alike.
	mute := Writes{First: answer(200, "a"), Again: answer(200, "a"), OtherBody: answer(200, "a"), NoKey: answer(200, "a"), Bare: answer(200, "a"), AtOnce: [2]Exchange{answer(200, "a"), answer(200, "a")}, Changed: true}
	// Every request makes something new.
	deaf := Writes{First: answer(201, "1"), Again: answer(201, "2"), OtherBody: answer(201, "3"), NoKey: answer(201, "4"), Bare: answer(201, "5"), AtOnce: [2]Exchange{answer(201, "6"), answer(201, "7")}, Changed: true}
	good := Writes{First: answer(201, "1"), Again: answer(201, "1"), OtherBody: answer(422, "e"), NoKey: answer(400, "e"), Bare: answer(201, "5"), AtOnce: [2]Exchange{answer(201, "6"), answer(201, "6")}, Changed: true}
	// Answers are all alike, and every second request is refused because there are too many.
	limited := mute
	limited.NoKey, limited.Bare, limited.AtOnce[0] = answer(429, "e"), answer(429, "e"), answer(503, "e")
	again := good
	again.Again = answer(503, "e")
	for _, test := range []struct {
		name   string
		audit  ServerAudit
		defect Defect
		want   Outcome
		says   string
	}{
		{"half an answer", ServerAudit{Reads: exchanges("++/+")}, FailsWithoutAnswer, Failed, "1 of 4"},
		{"whole answers", ServerAudit{Reads: exchanges("++++")}, FailsWithoutAnswer, Passed, ""},
		{"answers of 502", ServerAudit{Reads: exchanges(strings.Repeat("5", 25))}, AmbiguousErrors, Failed, "25 of 25"},
		{"answers of 200", ServerAudit{Reads: exchanges("++")}, AmbiguousErrors, NotApplicable, ""},
		{"one outage", ServerAudit{Watch: exchanges("++--++")}, NotRecovered, Passed, "away for 500ms"},
		{"two outages", ServerAudit{Watch: exchanges("+-++---+")}, NotRecovered, Passed, "250ms, 750ms"},
		{"up and down, and down at the end", ServerAudit{Watch: exchanges("+--+--+--")}, NotRecovered, Unknown, "up and down"},
		{"down in the last moment", ServerAudit{Watch: exchanges("++++++-")}, NotRecovered, Unknown, "just begun"},
		{"down for good", ServerAudit{Watch: exchanges("++-------")}, NotRecovered, Failed, ""},
		{"never down", ServerAudit{Watch: exchanges("+++")}, NotRecovered, NotApplicable, ""},
		{"alike answers for another body", ServerAudit{Writes: &mute}, KeyConflictAccepted, Unknown, ""},
		{"alike answers without quotes", ServerAudit{Writes: &mute}, KeySyntax, Unknown, ""},
		{"ignored keys", ServerAudit{Writes: &deaf}, KeyIgnored, Failed, "(201 with another body)"},
		{"ignored keys without quotes", ServerAudit{Writes: &deaf}, KeySyntax, NotApplicable, ""},
		{"alike answers under a limit", ServerAudit{Writes: &limited}, KeyIgnored, Unknown, ""},
		{"alike answers for another body under a limit", ServerAudit{Writes: &limited}, KeyConflictAccepted, Unknown, ""},
		{"a limit without quotes", ServerAudit{Writes: &limited}, KeySyntax, Unknown, "429"},
		{"a limit without a key", ServerAudit{Writes: &limited}, KeyMissing, Unknown, "429"},
		{"refused again", ServerAudit{Writes: &again}, KeyIgnored, Unknown, "503"},
		{"another answer again", ServerAudit{Writes: &deaf}, KeyIgnored, Failed, "twice"},
		{"no key where one is needed", ServerAudit{Writes: &good}, KeyMissing, Passed, "400"},
		{"a key that counts", ServerAudit{Writes: &good}, KeySyntax, Passed, ""},
		{"a key that is taken", ServerAudit{Writes: &good}, KeyConflictAccepted, Passed, ""},
	} {
		judged := test.audit.Judge()
		if c := outcomeFor(t, judged.Checks, test.defect); c.Outcome != test.want || !strings.Contains(c.Message, test.says) {
			t.Errorf("%s: %v, want %v with %q: %s", test.name, c.Outcome, test.want, test.says, c.Message)
		}
		if test.want == Failed && !slices.ContainsFunc(judged.Findings, func(f judge.Finding) bool { return f.Rule == test.defect.Rule() }) {
			t.Errorf("%s: no finding of %s", test.name, test.defect.Rule())
		}
	}
}
