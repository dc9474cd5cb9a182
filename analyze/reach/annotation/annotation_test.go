package annotation_test

import (
	"strings"
	"testing"

	"snag/analyze/reach/annotation"
	"snag/analyze/reach/graph"
	"snag/analyze/reach/model"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/python"
)

// parameter returns the one of a function of Python, as "a: T = d".
func parameter(t *testing.T, src string) tree.Param {
	t.Helper()
	f := python.Parse([]byte("def f(" + src + "):\n    pass\n"))
	return f.Body.Body.Kids[0].Func.Params[0]
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ src, names, called, alias string }{
		{`a: str`, "str", "", ""},
		{`a: Optional[User]`, "Optional User", "", ""},
		{`a: Annotated[str, Query(alias="b")]`, "Annotated str Query", "Query", "b"},
	} {
		kind := parameter(t, c.src).Type
		if got := strings.Join(annotation.Names(kind), " "); got != c.names {
			t.Errorf("Names(%s) = %s, want %s", c.src, got, c.names)
		}
		if got := strings.Join(annotation.Called(kind), " "); got != c.called {
			t.Errorf("Called(%s) = %s, want %s", c.src, got, c.called)
		}
		if got := annotation.Alias(kind); got != c.alias {
			t.Errorf("Alias(%s) = %q, want %q", c.src, got, c.alias)
		}
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		src          string
		isMany, list bool
	}{
		{`a: str`, false, false},
		{`a: list[str]`, true, true},
		{`a: Optional[str]`, false, false},
		{`a: typing.Sequence[User]`, true, true},
		{`a: Dict[str, str]`, true, false},
	} {
		kind := parameter(t, c.src).Type
		if many, list := annotation.IsMany(kind), annotation.IsList(kind); many != c.isMany || list != c.list {
			t.Errorf("IsMany and IsList(%s) = %v, %v, want %v, %v", c.src, many, list, c.isMany, c.list)
		}
	}
}

func TestBounds(t *testing.T) {
	field, err := model.ParseCall("pydantic.Field(..., max_length=max)", "max")
	if err != nil {
		t.Fatal(err)
	}
	bound := &model.Bound{Fields: []*model.CallPattern{field}}
	read := annotation.Reader{Bound: bound, Calls: func(name string, q *model.CallPattern) bool { return name == "Field" || name == "pydantic.Field" }}
	for _, c := range []struct {
		src  string
		want int64
	}{
		{`a: str`, graph.NoLimit},
		{`a: Annotated[str, Field(max_length=20)]`, 20},
		{`a: Annotated[list[str], Field(max_length=20)]`, graph.NoLimit},
		{`a: Optional[Annotated[str, Field(max_length=20)]]`, 20},
		{`a: Union[Annotated[str, Field(max_length=20)], Annotated[str, Field(max_length=30)]]`, 30},
		{`a: Union[Annotated[str, Field(max_length=20)], str]`, graph.NoLimit},
		{`a: Annotated[str, Field(max_length=MOST)]`, graph.NoLimit},
		{`a: Annotated[str, pydantic.Field(max_length=20)]`, 20},
		{`a: Annotated[str, other.Field(max_length=20)]`, graph.NoLimit},
	} {
		if got := read.TypeMax(parameter(t, c.src).Type); got != c.want {
			t.Errorf("TypeMax(%s) = %d, want %d", c.src, got, c.want)
		}
	}
}
