package attack

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestJSON(t *testing.T) {
	for _, a := range []Attack{
		{Pumps: []Pump{{Prefix: "x", Pump: "a"}}, Suffix: "!"},
		{Pumps: []Pump{{Pump: "一-", RisesTo: '龥'}}},
		{Pumps: []Pump{{Prefix: "x", Pump: "a"}, {Pump: "\ue000", RisesTo: 0xF8FF}}, Suffix: "!"},
	} {
		data, err := json.Marshal(a)
		var got Attack
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || !reflect.DeepEqual(got, a) {
			t.Errorf("%s: got %+v (%v), want %+v", data, got, err, a)
		}
	}
	for _, bad := range []string{
		`{"pump": "b", "rises_to": "a"}`, `{"pump": "a", "rises_to": "bc"}`, `{"pump": "a", "rises_to": "😀"}`,
		`{"pump": "一", "rises_to": "\ue000"}`, `{"pumps": [{"pump": "", "rises_to": "b"}]}`,
	} {
		var got Attack
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s: got %+v, want an error", bad, got)
		}
	}
}

// Repetitions of a pump that rises differ from each other until there is no further character.
func TestRises(t *testing.T) {
	a := Attack{Pumps: []Pump{{Prefix: "<", Pump: "ab", RisesTo: 'c'}, {Pump: "-"}}, Suffix: ">"}
	if got, want := a.Build(4), "<abbbcbab---->"; got != want || a.Distinct() != 3 || !a.Rises() {
		t.Errorf("got %q, %d distinct, rises %t; want %q, 3, true", got, a.Distinct(), a.Rises(), want)
	}
	a.Pumps[0].RisesTo = 0
	if got, want := a.Build(2), "<abab-->"; got != want || a.Distinct() != 0 || a.Rises() {
		t.Errorf("got %q, %d distinct, rises %t; want %q, 0, false", got, a.Distinct(), a.Rises(), want)
	}
}
