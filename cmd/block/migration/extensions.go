package migration

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"snag/analyze/source/sql"
	trial "snag/probe/migration"
	"snag/probe/postgres"
)

// unavailable are the SQLSTATEs by which a server says that it does not have an extension: up to PostgreSQL 13 that
// its file is missing, later that what was asked is not supported. Both stand for much else as well.
var unavailable = []string{"0A000", "58P01"}

// belonging are names in extensions that migrations often use.
var belonging = map[string]string{
	"citext": "citext", "hstore": "hstore", "ltree": "ltree", "lquery": "ltree", "cube": "cube",
	"vector": "vector", "halfvec": "vector", "sparsevec": "vector", "vector_cosine_ops": "vector", "vector_l2_ops": "vector", "vector_ip_ops": "vector",
	"geometry": "postgis", "geography": "postgis", "st_setsrid": "postgis", "st_makepoint": "postgis",
	"uuid_generate_v1": "uuid-ossp", "uuid_generate_v1mc": "uuid-ossp", "uuid_generate_v4": "uuid-ossp", "uuid_generate_v5": "uuid-ossp",
	"gen_random_bytes": "pgcrypto", "gen_salt": "pgcrypto", "crypt": "pgcrypto", "digest": "pgcrypto", "hmac": "pgcrypto",
	"gin_trgm_ops": "pg_trgm", "gist_trgm_ops": "pg_trgm", "similarity": "pg_trgm", "unaccent": "unaccent",
	"gist_ltree_ops": "ltree", "gin__int_ops": "intarray", "create_hypertable": "timescaledb",
}

// lacking says what helps against a failure for which an extension is missing. It is empty for all others, and for
// what only may be one.
func lacking(f *trial.Failed) string {
	tokens := sql.Tokens(f.Step.SQL)
	word := func(i int) string {
		if i >= len(tokens) {
			return ""
		}
		return strings.ToLower(strings.Trim(f.Step.SQL[tokens[i].Start:tokens[i].End], `"`))
	}
	switch code := f.Fault.Code; {
	case slices.Contains(unavailable, code) && word(0) == "create" && word(1) == "extension":
		name := 2
		if word(2) == "if" {
			name = 5 // if not exists
		}
		return fmt.Sprintf("install the package of the extension %s for this server, or name a server that has it by --postgres", word(name))
	case code == undefinedObject || code == undefinedFunction:
		for i := range tokens {
			// In whatever language it speaks, the server names what it misses as it stands in the statement.
			if name := word(i); belonging[name] != "" && slices.Contains(strings.FieldsFunc(strings.ToLower(f.Fault.Message), notInName), name) {
				return fmt.Sprintf("%s is one of the extension %s, unless you have your own: CREATE EXTENSION %s belongs in the migration, or in --schema if it is there before", name, belonging[name], postgres.Quote(belonging[name]))
			}
		}
	}
	return ""
}

// notInName reports whether a character ends a name.
func notInName(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
