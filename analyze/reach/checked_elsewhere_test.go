package reach

import "testing"

// TestCheckedElsewhere follows values to patterns and methods that libraries let check them by what classes declare.
func TestCheckedElsewhere(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"serializers that views name", "views.py", `
import re
from rest_framework import serializers, viewsets
class Shop(serializers.ModelSerializer):
    phone = serializers.CharField(max_length=10)
    def validate_phone(self, value): re.search(r'(a+)+$', value)
    def validate_notes(self, value): re.search(r'(b+)+$', value)
    def validate(self, attrs): re.search(r'(c+)+$', attrs['phone'])
class Shown(serializers.ModelSerializer):
    def validate_notes(self, value): re.search(r'(d+)+$', value)
class Unused(serializers.ModelSerializer):
    def validate_notes(self, value): re.search(r'(e+)+$', value)
class Shops(viewsets.ModelViewSet):
    serializer_class = Shop
class Reads(viewsets.ReadOnlyModelViewSet):
    serializer_class = Shown
`, "remote body data.phone 10; remote body data.notes -1; remote body data.phone 10; 10 unknown; 12 unknown"},
		{"patterns of forms that take what was sent", "a.py", `
import re
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import Length, Regexp
app = Flask(__name__)
class Contact(FlaskForm):
    s = StringField('s', validators=[Length(max=10), Regexp(r'(a+)+$')])
    t = StringField('t', [Regexp(r'(b+)+$')])
class Unused(FlaskForm):
    s = StringField('s', [Regexp(r'(c+)+$')])
@app.route('/a', methods=['POST'])
def a():
    return str(Contact().validate_on_submit())
`, "remote body POST /a FlaskForm.s.data -1; remote body POST /a FlaskForm.t.data -1; 12 unknown"},
		{"patterns of schemas of marshmallow", "a.py", `
import re
from flask import Flask, request
from marshmallow import Schema, fields, validate
app = Flask(__name__)
class Order(Schema):
    s = fields.Str(validate=[validate.Length(max=10), validate.Regexp(r'(a+)+$')])
class Unused(Schema):
    s = fields.Str(validate=validate.Regexp(r'(b+)+$'))
@app.post('/a')
def a():
    return Order().load(request.get_json())
`, "remote body POST /a request.get_json().s -1; 9 unknown"},
		{"objects among rules of Laravel", "app/a.php", `<?php
use Illuminate\Foundation\Http\FormRequest;
class Isbn { public function validate(string $attribute, mixed $value, Closure $fail): void { preg_match('/(a+)+$/', $value); preg_match('/(b+)+$/', $attribute); } }
class Old { public function passes($attribute, $value) { return preg_match('/(c+)+$/', $value); } }
class Unused { public function passes($attribute, $value) { return preg_match('/(d+)+$/', $value); } }
class StoreBook extends FormRequest { public function rules() { return ['isbn' => ['max:20', new Isbn()], 'old' => [new Old]]; } }
`, "remote body FormRequest.input().isbn 8388608; 3 unknown; remote body FormRequest.input().old 8388608; 5 unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
