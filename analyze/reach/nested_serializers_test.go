package reach

import (
	"strings"
	"testing"
)

// TestNestedSerializers hands what a request sends to the methods of serializers within serializers, and what all fields let pass to
// the methods that store it.
func TestNestedSerializers(t *testing.T) {
	const app = `
import re
from rest_framework import serializers, generics
class Line(serializers.Serializer):
    sku = serializers.CharField(max_length=20)
    note = serializers.CharField()
    LINE
class Order(serializers.Serializer):
    lines = Line(many=True)
    line = Line()
    name = serializers.CharField(max_length=30)
    ORDER
class Create(generics.CreateAPIView):
    serializer_class = Order
`
	for _, test := range []struct{ line, order, want string }{
		{"def validate_note(self, v):\n        re.match(r'^(a+)+$', v)\n        return v", "x = 1", "any"},
		{"def validate_sku(self, v):\n        re.match(r'^(a+)+$', v)\n        return v", "x = 1", "20"},
		{"def validate(self, data):\n        re.match(r'^(a+)+$', data['sku'])\n        return data", "x = 1", "20"},
		{"x = 1", "def validate(self, data):\n        re.match(r'^(a+)+$', data['lines'][0]['sku'])\n        return data", "20"},
		{"x = 1", "def validate(self, data):\n        for l in data['lines']:\n            re.match(r'^(a+)+$', l['note'])\n        return data", "any"},
		{"x = 1", "def validate(self, data):\n        re.match(r'^(a+)+$', data['line']['sku'])\n        return data", "20"},
		{"x = 1", "def create(self, data):\n        return re.match(r'^(a+)+$', data['name'])", "30"},
		{"x = 1", "def create(self, data):\n        return [re.match(r'^(a+)+$', l['sku']) for l in data['lines']]", "20"},
		{"x = 1", "def update(self, instance, data):\n        return re.match(r'^(a+)+$', data['name'])", "30"},
		{"x = 1", "def update(self, instance, data):\n        return re.match(r'^(a+)+$', data['line']['note'])", "any"},
		{"def to_internal_value(self, data):\n        return data", "def validate(self, data):\n        re.match(r'^(a+)+$', data['line']['sku'])\n        return data", "any"},
		{"def validate_sku(self, v):\n        return v * 2", "def validate(self, data):\n        re.match(r'^(a+)+$', data['line']['sku'])\n        return data", "any"},
	} {
		text := strings.NewReplacer("LINE", test.line, "ORDER", test.order).Replace(app)
		if got := longest(t, "a.py", text); got != test.want {
			t.Errorf("%s\n%s\ngot %s, want %s", test.line, test.order, got, test.want)
		}
	}
}
