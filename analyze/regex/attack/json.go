package attack

import (
	"encoding/json"

	"snag/analyze/wtf8"
)

type jsonPump struct {
	Prefix wtf8.String `json:"prefix"`
	Pump   wtf8.String `json:"pump"`
}

// MarshalJSON encodes an attack as reports show it: one pump in the object itself, several in a list.
func (a Attack) MarshalJSON() ([]byte, error) {
	if len(a.Pumps) == 1 {
		return wtf8.Marshal(struct {
			jsonPump
			Suffix wtf8.String `json:"suffix"`
		}{jsonPump{wtf8.String(a.Pumps[0].Prefix), wtf8.String(a.Pumps[0].Pump)}, wtf8.String(a.Suffix)})
	}
	pumps := make([]jsonPump, len(a.Pumps))
	for i, p := range a.Pumps {
		pumps[i] = jsonPump{wtf8.String(p.Prefix), wtf8.String(p.Pump)}
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
	for _, p := range object.Pumps {
		a.Pumps = append(a.Pumps, Pump{Prefix: string(p.Prefix), Pump: string(p.Pump)})
	}
	return nil
}
