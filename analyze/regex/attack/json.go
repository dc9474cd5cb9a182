package attack

import (
	"encoding/json"
	"errors"

	"snag/analyze/wtf8"
)

type jsonPump struct {
	Prefix  wtf8.String `json:"prefix"`
	Pump    wtf8.String `json:"pump"`
	RisesTo wtf8.String `json:"rises_to,omitempty"`
}

func newJSONPump(p Pump) jsonPump {
	item := jsonPump{Prefix: wtf8.String(p.Prefix), Pump: wtf8.String(p.Pump)}
	if p.RisesTo != 0 {
		item.RisesTo = wtf8.String(wtf8.Encode([]rune{p.RisesTo}))
	}
	return item
}

// errRising reports a pump whose first character cannot rise to the one that it is said to rise to.
var errRising = errors.New("rises_to is one character, not before the first of the pump, with no surrogate between them and none beyond U+FFFF")

func (item jsonPump) pump() (Pump, error) {
	p := Pump{Prefix: string(item.Prefix), Pump: string(item.Pump)}
	if item.RisesTo == "" {
		return p, nil
	}
	first, last := wtf8.Decode(p.Pump), wtf8.Decode(string(item.RisesTo))
	if len(first) == 0 || len(last) != 1 || last[0] == 0 || first[0] > last[0] || last[0] > 0xFFFF || first[0] <= 0xDFFF && last[0] >= 0xD800 {
		return p, errRising
	}
	p.RisesTo = last[0]
	return p, nil
}

// MarshalJSON encodes an attack as reports show it: one pump in the object itself, several in a list.
func (a Attack) MarshalJSON() ([]byte, error) {
	if len(a.Pumps) == 1 {
		return wtf8.Marshal(struct {
			jsonPump
			Suffix wtf8.String `json:"suffix"`
		}{newJSONPump(a.Pumps[0]), wtf8.String(a.Suffix)})
	}
	pumps := make([]jsonPump, len(a.Pumps))
	for i, p := range a.Pumps {
		pumps[i] = newJSONPump(p)
	}
	return wtf8.Marshal(struct {
		Pumps  []jsonPump  `json:"pumps,omitempty"`
		Suffix wtf8.String `json:"suffix"`
	}{pumps, wtf8.String(a.Suffix)})
}

// UnmarshalJSON decodes what MarshalJSON encodes.
func (a *Attack) UnmarshalJSON(data []byte) error {
	var object struct {
		jsonPump
		Pumps  []jsonPump  `json:"pumps"`
		Suffix wtf8.String `json:"suffix"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	if len(object.Pumps) == 0 && object.Pump != "" {
		object.Pumps = []jsonPump{object.jsonPump}
	}
	*a = Attack{Suffix: string(object.Suffix)}
	for _, item := range object.Pumps {
		p, err := item.pump()
		if err != nil {
			return err
		}
		a.Pumps = append(a.Pumps, p)
	}
	return nil
}
