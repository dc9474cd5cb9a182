package postgres

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/lazyregexp"
)

// value is how a column is filled: an expression of SQL over g, the number of the row from 1, and how many
// different values that gives, 0 for as many as there are rows.
type value struct {
	expression string
	distinct   int64
}

// hint is what conditions say about the values of a column.
type hint struct {
	among      []string // constants of SQL
	low, high  string   // constants of SQL
	over       bool     // low is excluded
	longest    int
	hasLongest bool
}

// The forms in which the catalog shows conditions that can be met on purpose.
var (
	castText   = `(?:::[a-z "]+(?:\([0-9, ]+\))?(?:\[\])?)`
	constant   = `('(?:[^']|'')*'|\(?-?[0-9.]+\)?)` + castText + `*`
	columnName = `\(*("(?:[^"]|"")+"|[a-z_][a-z0-9_$]*)\)*` + castText + `?\)*`
	isAny      = lazyregexp.New(columnName + ` = ANY \(+ARRAY\[(.*?)\]`)
	compares   = lazyregexp.New(columnName + ` (>=|<=|>|<|=) ` + constant)
	lengths    = lazyregexp.New(`(?:char_length|length|octet_length)\(+("(?:[^"]|"")+"|[a-z_][a-z0-9_$]*)\)*` + castText + `?\)* (<=|<) ([0-9]+)`)
	constants  = lazyregexp.New(constant)
)

// hintsOf reads conditions.
func hintsOf(conditions []string) map[string]*hint {
	hints := map[string]*hint{}
	of := func(name string) *hint {
		if strings.HasPrefix(name, `"`) {
			name = strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
		}
		if hints[name] == nil {
			hints[name] = &hint{}
		}
		return hints[name]
	}
	for _, condition := range conditions {
		if strings.Contains(condition, " OR ") || strings.HasPrefix(strings.TrimLeft(condition, "("), "NOT ") {
			continue
		}
		for _, m := range isAny.FindAllStringSubmatch(condition, -1) {
			of(m[1]).among = constants.FindAllString(m[2], -1)
		}
		for _, m := range lengths.FindAllStringSubmatch(condition, -1) {
			if n, err := strconv.Atoi(m[3]); err == nil {
				h := of(m[1])
				h.hasLongest, h.longest = true, n-strings.Count(m[2], "<")+strings.Count(m[2], "=")
			}
		}
		for _, m := range compares.FindAllStringSubmatch(condition, -1) {
			text := strings.Trim(m[3], "()")
			if of(m[1]).hasLongest {
				continue // it is the length that is compared
			}
			switch m[2] {
			case "=":
				of(m[1]).among = []string{text}
			case ">=", ">":
				of(m[1]).low, of(m[1]).over = text, m[2] == ">"
			default:
				of(m[1]).high = text
			}
		}
	}
	return hints
}

// limited are the names of types whose length is limited, with the limit.
var limited = lazyregexp.New(`^(character varying|character|bit|bit varying|numeric)\((\d+)(?:,(\d+))?\)`)

// values returns how a column is filled.
func values(c *Column, h *hint) value {
	if h == nil {
		h = &hint{}
	}
	if n := len(h.among); n > 0 {
		return value{fmt.Sprintf("(array[%s])[1 + g%%%d]", strings.Join(h.among, ", "), n), int64(n)}
	}
	v := plainValue(c, h)
	if h.low != "" || h.high != "" {
		v = between(c, h, v)
	}
	return v
}

var instants = []string{"date", "timestamp", "timestamptz"}
var wholes = []string{"int2", "int4", "int8"}

// between keeps values of numbers and instants between limits.
func between(c *Column, h *hint, v value) value {
	switch {
	case slices.Contains(wholes, c.Base) || c.Base == "numeric" || c.Base == "float8" || c.Base == "float4":
		switch {
		case h.high == "":
			return value{fmt.Sprintf("(%s)::numeric + g", h.low), v.distinct}
		case h.low == "":
			return value{fmt.Sprintf("(%s)::numeric - g", h.high), v.distinct}
		}
		return value{fmt.Sprintf("(%[1]s)::numeric + %[3]d + g%%greatest(1, (%[2]s)::numeric - (%[1]s)::numeric - %[3]d)::bigint", h.low, h.high, map[bool]int{true: 1}[h.over]), -1}
	case slices.Contains(instants, c.Base):
		switch {
		case h.high == "":
			return value{fmt.Sprintf("(%s)::timestamp + g * interval '1 minute'", h.low), 0}
		case h.low == "":
			return value{fmt.Sprintf("(%s)::timestamp - g * interval '1 minute'", h.high), 0}
		}
		return value{fmt.Sprintf("(%[1]s)::timestamp + ((%[2]s)::timestamp - (%[1]s)::timestamp) * ((g%%1000003) / 1000003.0)", h.low, h.high), 0}
	}
	return v
}

// simple are the values of types without more ado.
var simple = map[string]value{
	"int4": {"g", 0}, "int8": {"g", 0}, "oid": {"g", 0}, "float4": {"g % 16000000", 16_000_000}, "float8": {"g", 0}, "money": {"g", 0},
	"int2": {"1 + g % 32000", 32_000}, "bool": {"g % 2 = 0", 2}, "uuid": {"md5('u' || g)", 0}, "date": {"date '2020-01-01' + (g % 2000)::int", 2000},
	"timestamp": {"timestamp '2020-01-01' + g * interval '1 minute'", 0}, "timestamptz": {"timestamptz '2020-01-01 00:00:00+00' + g * interval '1 minute'", 0},
	"time": {"time '00:00' + g * interval '1 second'", 86_400}, "timetz": {"timetz '00:00+00' + g * interval '1 second'", 86_400}, "interval": {"g * interval '1 second'", 0},
	"json": {"json_build_object('n', g, 'text', md5(g::text))", 0}, "jsonb": {"jsonb_build_object('n', g, 'text', md5(g::text))", 0}, "xml": {"'<n>' || g || '</n>'", 0},
	"bytea": {"decode(md5(g::text), 'hex')", 0}, "inet": {"inet '10.0.0.0' + g", 0}, "cidr": {"inet '10.0.0.0' + g", 0},
	"macaddr": {"lpad(to_hex(g), 12, '0')", 0}, "macaddr8": {"lpad(to_hex(g), 16, '0')", 0}, "tsvector": {"'w' || g", 0}, "tsquery": {"'w' || g", 0},
	"point": {"point(g, g)", 0}, "circle": {"circle(point(g, g), 0.1)", 0}, "box": {"box(point(g, g), point(g + 0.5, g + 0.5))", 0}, "lseg": {"lseg(point(g, g), point(g, g + 1))", 0},
	"line": {"line(point(0, 0), point(1, g))", 0}, "path": {"path(polygon(box(point(g, g), point(g + 1, g + 1))))", 0}, "polygon": {"polygon(box(point(g, g), point(g + 1, g + 1)))", 0},
	"int4range": {"int4range(g, g + 1)", 0}, "int8range": {"int8range(g, g + 1)", 0}, "numrange": {"numrange(g, g + 1)", 0}, "daterange": {"daterange(date '2000-01-01' + g::int, date '2000-01-02' + g::int)", 0},
	"tsrange":   {"tsrange(timestamp '2020-01-01' + g * interval '1 minute', timestamp '2020-01-01' + (g + 1) * interval '1 minute')", 0},
	"tstzrange": {"tstzrange(timestamptz '2020-01-01 00:00:00+00' + g * interval '1 minute', timestamptz '2020-01-01 00:00:00+00' + (g + 1) * interval '1 minute')", 0},
	"ltree":     {"'n' || g", 0}, "hstore": {"'n=>' || g", 0}, "varbit": {"g::bit(32)", 0},
}

// plainValue returns how a column is filled as to its type alone.
func plainValue(c *Column, h *hint) value {
	match := limited.FindStringSubmatch(c.Shown)
	most := 0
	if match != nil {
		most, _ = strconv.Atoi(match[2])
	}
	switch {
	case c.Element != nil && c.Element.Base != "":
		inner := values(c.Element, nil)
		return value{"array[(" + inner.expression + ")::" + c.Element.Shown + "]", inner.distinct}
	case c.Kind == "c":
		return value{"null", 1}
	case c.Kind == "e":
		return value{fmt.Sprintf("(enum_range(null::%s))[1 + g%%%d]", c.Type, max(1, c.Labels)), int64(max(1, c.Labels))}
	case c.Base == "numeric" && most > 0:
		scale, _ := strconv.Atoi(match[3])
		if digits := most - scale; digits < 12 {
			range10 := int64(1)
			for range max(0, digits) {
				range10 *= 10
			}
			return value{fmt.Sprintf("g%%%d", range10), range10}
		}
		return value{"g", 0}
	case c.Base == "bit":
		most = max(1, most)
		return value{fmt.Sprintf("(g%%(1::bigint << least(%d, 40)))::bit(64) << greatest(0, 64 - %d)", most, most), 1 << min(most, 40)}
	case slices.Contains([]string{"text", "varchar", "bpchar", "citext", "name"}, c.Base):
		if c.Base == "name" {
			most = 63
		}
		if h.hasLongest && (most == 0 || h.longest < most) {
			most = max(1, h.longest)
		}
		if c.Base == "bpchar" && most == 0 {
			most = 1
		}
		return text(c.Name, most)
	}
	if v, ok := simple[c.Base]; ok {
		return v
	}
	return value{"g::text", 0}
}

// text is the value of a column of texts, of at most so many characters, 0 for any number.
func text(name string, most int) value {
	name = strings.ToLower(name)
	switch {
	case strings.Contains(name, "email") && (most == 0 || most >= 30):
		return value{"'user' || g || '@example.com'", 0}
	case (strings.HasSuffix(name, "url") || strings.HasSuffix(name, "uri")) && (most == 0 || most >= 40):
		return value{"'https://example.com/' || g", 0}
	case most == 0 || most >= 24:
		return value{"left(md5(g::text), 12) || g", 0}
	case most >= 8:
		return value{"lpad(to_hex(g), 8, '0')", 0}
	}
	return value{fmt.Sprintf("right(lpad(to_hex(g), 8, '0'), %d)", most), 1 << (4 * most)}
}
