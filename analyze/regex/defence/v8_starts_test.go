package defence

import (
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

func TestWhereV8Begins(t *testing.T) {
	for _, test := range []struct {
		pattern, flags string
		want           Outcome
	}{
		{`(?=[^x]*x)^[0-7]`, "", Protected},
		{`(?!.*--)(?=.*x)^[0-7]+$`, "", Protected},
		{`(?=[^x]*x)(?:^a|^b)`, "", Protected},
		{`(?=[^x]*x)(?:^a|b)`, "", Grows},
		{`(?=[^x]*x)^[0-7]`, "m", Grows},
		{`(?=[^x]*x)a?^[0-7]`, "", Grows},
		{`(?=^(?:a|b)*x)`, "", Unmodelled}, // safe
		{`b?(?<!\W+)$`, "", Protected},
		{`(?<=^[^x]*x.*)(?:a|b{0,1000})$`, "", Protected},
		{`(?<=^[^x]*x.*)(?:a|b{0,1030})$`, "", Grows},
		{`b*(?<!\W+)$`, "", Grows},
		{`b?(?<!\W+)$`, "m", Grows},
		{`b?(?<!\W+)$|c`, "", Grows},
		{`(?=a*b)^(?:a+)+$`, "", Grows}, // from one start
	} {
		p := redos.Pattern{Text: test.pattern, Flags: test.flags, Dialect: syntax.JavaScript}
		v, err := redos.Analyze(t.Context(), p, redos.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		var f Forecast
		if v.Attack != nil {
			f = Of(v.Tree.Applied(syntax.Search), v, "node", "20.20.2")
		}
		if f.Outcome != test.want {
			t.Errorf("/%s/%s, %v of degree %d: predicted %+v, want %q", test.pattern, test.flags, v.Class, v.Degree, f, test.want)
		}
	}
}
