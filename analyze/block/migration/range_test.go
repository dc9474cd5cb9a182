package migration

import "testing"

func TestHasRange(t *testing.T) {
	for text, want := range map[string]bool{
		`update t set a = 1 where "id" > 5000 and "id" <= 7500`:             true,
		"update t set a = a + 1 where (a is null) and id >= $1 and id < $2": true,
		"delete from t where id between 100 and 200":                        true,
		"delete from t where t.id > '0a' and t.id <= '0b'":                  true,
		"update t set a = 1 where id > -100 and id < -1":                    true,
		"update t set a = 1":                                          false,
		"delete from t where id > 5000":                               false,
		"delete from t where id > 5000 and other < 7000":              false,
		"delete from t where id > 5000 and id <> 7000":                false,
		"delete from t where id > 5000 and id < 7000 or id > 9000":    false,
		"delete from t where not (id > 5000 and id < 7000)":           false,
		"delete from t where id > 5 and id < (select max(id) from t)": false,
		"update t set a = 1 where id > limit_of(t) and id < 10":       false,
		"delete from t where f(a) > 5 and f(b) < 7":                   false,
		"update t set a = (select b from o where id > 5 and id < 7)":  false,
		"update t set a = 1 where id":                                 false,
	} {
		if got := hasRange(text); got != want {
			t.Errorf("%s: got %t, want %t", text, got, want)
		}
	}
}
