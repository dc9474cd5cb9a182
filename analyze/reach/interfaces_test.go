package reach

import (
	"strings"
	"testing"
)

// TestInterfaces takes what TypeScript declares to be of an interface or a class for objects of the classes that implement or
// extend it, and leaves values alone that have the name of an interface.
func TestInterfaces(t *testing.T) {
	const match = "{ return /(a+)+$/.test(s) }"
	const route = "require('express')().get('/a', (req, res) => run(req.query.s))\n"
	const store = `-- store.ts --
export const Store = Symbol('Store')
export interface Store { find(s: string): boolean }
-- own.ts --
import type { Store } from './store'
`
	const service = `
-- service.ts --
import { Store } from './store'
class Service { constructor(@Inject(Store) private readonly store: Store) {} find(s: string) { return this.store.find(s) } }
function run(s: string) { return new Service(registry.get('store')).find(s) }
` + route
	for _, test := range []struct{ name, text, want string }{
		{"interface", store + "export class Own implements Store { find(s: string) " + match + " }" + service, "remote url 16384"},
		{"interface of an interface", store + "interface More extends Store { }\nexport class Own implements More { find(s: string) " + match + " }" + service, "remote url 16384"},
		{"interface that is not said", store + "export class Own { find(s: string) " + match + " }\nclass Other { find() { } }\nclass Third { find() { } }\nclass Fourth { find() { } }" + service, "unknown"},
		{"interface of many", store + "export class Own implements Store { find(s: string) " + match + " }\nclass Other implements Store { find() { } }\nclass Third implements Store { find() { } }\nclass Fourth implements Store { find() { } }" + service, "unknown"},
		{"exported behind", "-- store.ts --\ninterface Store { find(s: string): boolean }\nexport type { Store }\n-- own.ts --\nimport { Store } from './store'\nexport class Own implements Store { find(s: string) " + match + " }" + service, "remote url 16384"},
		{"abstract class", "-- a.ts --\nabstract class Store { abstract find(s: string): boolean }\nclass Own extends Store { find(s: string) " + match + " }\nfunction run(s: string) { return find(registry.get('store'), s) }\nfunction find(store: Store, s: string) { return store.find(s) }\n" + route, "remote url 16384"},
		{"checked where it is implemented", store + "export class Own implements Store { find(s: string) { return s.length < 40 && /(a+)+$/.test(s) } }" + service, "remote url 39"},
		{"value of the same name", "-- a.ts --\ninterface URL { find(s: string): boolean }\nfunction run(s: string) { return /(a+)+$/.test(new URL(s).pathname) }\n" + route, "remote url 49152"},
		{"class of the same name", "-- a.ts --\ninterface Own { on(s: string): boolean }\nclass Own { find(s: string) " + match + " }\nfunction run(s: string) { return new Own().find(s) }\n" + route, "remote url 16384"},
		{"constant of the same name", "-- a.ts --\ninterface Max { }\nconst Max = 40\nfunction run(s: string) { return s.length < Max && /(a+)+$/.test(s) }\n" + route, "remote url 39"},
		{"request of an interface", "-- a.ts --\nimport { IncomingMessage } from 'http'\ninterface Known extends IncomingMessage { user: string }\nexport function read(m: Known) { return /(a+)+$/.test(m.url) }", "remote url 16384"},
	} {
		out := describe(t, strings.TrimPrefix(test.text, "\n"))
		if got := firstWay(out); got != test.want {
			t.Errorf("%s: got %s, want %s\n%s", test.name, got, test.want, out)
		}
	}
}
