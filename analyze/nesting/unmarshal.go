package nesting

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

// Unmarshal decodes a YAML text into v. One that is nested deeper than Limit is an [*Error]; what the
// parser fails on, which panics on some texts that are not valid, is an error like any other.
func Unmarshal(text []byte, v any, options ...yaml.DecodeOption) (err error) {
	if err := YAML(text); err != nil {
		return err
	}
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("not YAML: the parser fails on it: %v", failed)
		}
	}()
	return yaml.UnmarshalWithOptions(text, v, options...)
}
