package runtime

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
)

// TestTokensReadAndWriteAsTheSecondVersion compares with the package itself.
func TestTokensReadAndWriteAsTheSecondVersion(t *testing.T) {
	documents := []string{
		"", " ", "null", "true", " false ", "0", "-1.5e3", "1e400", `"a\u00e9\ud83d\ude00"`, `"\ud800"`, "\"\xff\"", "[]", "{}", "[1,2,]", "[1 2]", `{"a":1,"a":2}`,
		`{"a":{"b":[null,true,{}]},"":[]}`, `{"a"}`, "[", "1 2", "nul", "{\"\xff\":1}", `{"a":1}x`, "[]]",
		strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
	}
	for _, s := range Shapes {
		var b bytes.Buffer
		if _, err := s.Write(&b, 20_000); err != nil {
			t.Fatal(err)
		}
		documents = append(documents, b.String())
	}
	for _, text := range documents {
		var want any
		wantErr := jsonv2.Unmarshal([]byte(text), &want)
		got, err := readTokens([]byte(text))
		if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%.60q: got %.60v, %v, want %.60v, %v", text, got, err, want, wantErr)
			continue
		}
		if err != nil {
			continue
		}
		wantText, wantErr := jsonv2.Marshal(want, jsonv2.Deterministic(true))
		gotText, err := writeTokens(got)
		var again any
		if (err == nil) != (wantErr == nil) || len(gotText) != len(wantText) || jsonv2.Unmarshal(gotText, &again) != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%.60q: wrote %.60q, %v, want %.60q, %v", text, gotText, err, wantText, wantErr)
		}
	}
}

func BenchmarkSecondVersion(b *testing.B) {
	for _, s := range Shapes {
		var text bytes.Buffer
		if _, err := s.Write(&text, 200_000); err != nil {
			b.Fatal(err)
		}
		value, err := readTokens(text.Bytes())
		if err != nil {
			continue // both refuse it
		}
		for _, c := range []struct {
			name string
			work func() error
		}{
			{"read", func() error { var v any; return jsonv2.Unmarshal(text.Bytes(), &v) }},
			{"read by tokens", func() error { _, err := readTokens(text.Bytes()); return err }},
			{"write", func() error { _, err := jsonv2.Marshal(&value); return err }},
			{"write by tokens", func() error { _, err := writeTokens(value); return err }},
		} {
			b.Run(s.Name+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					if err := c.work(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
