package cmd

// libraryClients are clients from npm, in Python and in Go whose policy their arguments say. What is expected of each
// is what the documentation of its library says.
func libraryClients() []realClient {
	// At the first retry they do not wait.
	atOnce := func(c realClient) realClient { c.base = 0; return c }
	once := realClient{shape: "none", jitter: "none", attempts: 1, checks: all(final4xx)}
	onceSafe := realClient{shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)}
	loop := all(unsafe5xx, ignores, retries4xx)
	status := all(ignores, final4xx)
	return []realClient{
		lawful("npm", "fetch", "GET", "", once),
		lawful("npm", "p-retry-law", "GET", "base=100 factor=3", law("exponential", 100, 3, 0, 4, ignores, retries4xx)),
		lawful("npm", "p-retry-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores, retries4xx)),
		lawful("npm", "p-retry-law", "POST", "base=150 factor=1", fixed(150, 4, loop)),
		// A number from 1 to 2 times the delay.
		lawful("npm", "p-retry-law", "GET", "base=80 jitter=1 attempts=7", spread("exponential", "equal|proportional", 7, ignores, retries4xx)),
		lawful("npm", "async-retry-law", "POST", "base=120 factor=1.5 attempts=5", law("exponential", 120, 1.5, 0, 5, loop)),
		lawful("npm", "async-retry-law", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("npm", "async-retry-law", "GET", "base=100 jitter=1 attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("npm", "exponential-backoff-law", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("npm", "exponential-backoff-law", "GET", "base=80 factor=3", law("exponential", 80, 3, 0, 4, ignores, retries4xx)),
		lawful("npm", "exponential-backoff-law", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("npm", "exponential-backoff-law", "GET", "base=200 factor=1", fixed(200, 4, ignores)),
		lawful("npm", "ky-law", "GET", "cap=600 attempts=5", law("exponential", 300, 2, 600, 5, final4xx)),
		lawful("npm", "ky-law", "POST", "all=1 attempts=3", double(300, 3, unsafe5xx, final4xx)),
		// A function of one's own replaces what got makes of Retry-After.
		lawful("npm", "got-law", "GET", "base=100 attempts=4", double(100, 4, status)),
		lawful("npm", "got-law", "POST", "base=150 factor=1 all=1", fixed(150, 4, unsafe5xx, status)),
		lawful("npm", "undici-law", "GET", "base=100 factor=3", law("exponential", 100, 3, 0, 4, honours, final4xx)),
		lawful("npm", "undici-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, final4xx)),
		lawful("npm", "undici-law", "POST", "base=200 all=1", double(200, 4, unsafe5xx, honours, final4xx)),
		lawful("npm", "axios-retry-linear", "GET", "base=100 attempts=5", law("linear", 100, 0, 0, 5, honours, final4xx)),
		lawful("npm", "fetch-retry-law", "POST", "base=100 attempts=5", double(100, 5, unsafe5xx, status)),
		lawful("npm", "make-fetch-happen-law", "GET", "base=100 factor=3", law("exponential", 100, 3, 0, 4, status)),
		lawful("npm", "make-fetch-happen-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, status)),
		lawful("npm", "ofetch-default", "GET", "", realClient{attempts: 2, checks: ignores}),
		lawful("npm", "ofetch-default", "POST", "", onceSafe),
		lawful("npm", "cockatiel-law", "POST", "shape=constant base=150", fixed(150, 4, loop)),
		lawful("npm", "cockatiel-law", "GET", "base=100 attempts=5", double(100, 5, ignores)),
		lawful("npm", "cockatiel-law", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("npm", "cockatiel-law", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, ignores)),
		lawful("npm", "cockatiel-law", "GET", "base=150 jitter=half attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("npm", "cockatiel-law", "GET", "base=150 jitter=decorrelated attempts=5", spread("exponential", "polly-v2", 5, ignores)),

		lawful("python", "plain_requests", "GET", "", once),
		lawful("python", "httpx", "GET", "", once),
		lawful("python", "aiohttp", "GET", "", once),
		lawful("python", "aiohttp", "POST", "", onceSafe),
		lawful("python", "urlopen", "GET", "", once),
		lawful("python", "urlopen", "POST", "", onceSafe),
		// It repeats at once what it could not send, and reads again only what is idempotent; never a status.
		lawful("python", "urllib3", "GET", "", realClient{shape: "immediate|undetermined|fixed", attempts: 4, checks: final4xx}),
		lawful("python", "urllib3", "POST", "", realClient{shape: "immediate|undetermined|fixed", attempts: 4, checks: all(safe, final4xx)}),
		// Of a transport it repeats connecting, at once and then after 0.5 s doubled.
		lawful("python", "httpx_transport", "POST", "attempts=4", atOnce(double(0, 4, safe, final4xx))),
		lawful("python", "requests_law", "GET", "base=200 attempts=5", atOnce(double(0, 5, honours, final4xx))),
		lawful("python", "requests_law", "GET", "base=150 ignore=1 attempts=5", atOnce(double(0, 5, status))),
		lawful("python", "requests_law", "POST", "base=200 all=1 attempts=5", atOnce(double(0, 5, unsafe5xx, honours, final4xx))),
		lawful("python", "tenacity_law", "POST", "shape=fixed base=150", fixed(150, 4, loop)),
		lawful("python", "tenacity_law", "GET", "shape=incrementing base=100 step=100 attempts=5", law("linear", 100, 0, 0, 5, ignores, retries4xx)),
		lawful("python", "tenacity_law", "GET", "shape=incrementing base=200 step=50 attempts=5", law("linear", 200, 0, 0, 5, ignores)),
		lawful("python", "tenacity_law", "GET", "base=60 factor=3", law("exponential", 60, 3, 0, 4, ignores)),
		lawful("python", "tenacity_law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("python", "tenacity_law", "GET", "shape=jitter base=100 jitter=100 attempts=6", spread("exponential", "additive", 6, ignores)),
		lawful("python", "tenacity_law", "GET", "shape=random base=100 cap=500 attempts=6", spread("fixed", "proportional|additive|full", 6, ignores)),
		lawful("python", "backoff_law", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("python", "backoff_law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("python", "backoff_law", "GET", "base=60 factor=3", law("exponential", 60, 3, 0, 4, ignores)),
		lawful("python", "backoff_law", "GET", "shape=constant base=150", fixed(150, 4, ignores, retries4xx)),
		lawful("python", "backoff_law", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, ignores)),
		lawful("python", "by_hand", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("python", "by_hand", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, ignores)),
		lawful("python", "by_hand", "GET", "base=150 jitter=equal attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("python", "by_hand", "GET", "base=100 jitter=decorrelated cap=1000 attempts=7", spread("exponential", "decorrelated", 7, ignores)),

		lawful("go", "net/http", "GET", "", once),
		lawful("go", "retryablehttp-law", "GET", "base=100 attempts=5", double(100, 5, honours, final4xx)),
		lawful("go", "retryablehttp-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, final4xx)),
		lawful("go", "retryablehttp-law", "GET", "shape=linear base=100 cap=100 attempts=5", law("linear", 100, 0, 0, 5, status)),
		// From the one delay to the other, times the number of the retry.
		lawful("go", "retryablehttp-law", "GET", "shape=linear base=100 cap=300 attempts=6", spread("linear", "proportional|equal|additive", 6, status)),
		lawful("go", "failsafe-law", "GET", "shape=fixed base=150", fixed(150, 4, final4xx)),
		lawful("go", "failsafe-law", "POST", "base=60 factor=3", law("exponential", 60, 3, 0, 4, unsafe5xx, final4xx)),
		lawful("go", "failsafe-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, final4xx)),
		lawful("go", "failsafe-law", "GET", "base=150 jitter=0.25 attempts=6", spread("exponential", "proportional|equal", 6, final4xx)),
		lawful("go", "cenkalti-law", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("go", "cenkalti-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("go", "cenkalti-law", "GET", "shape=constant base=150", fixed(150, 4, ignores, retries4xx)),
		lawful("go", "cenkalti-law", "GET", "base=200 factor=1.5 attempts=5", law("exponential", 200, 1.5, 0, 5, ignores)),
		lawful("go", "cenkalti-law", "GET", "base=150 jitter=0.5 attempts=7", spread("exponential", "proportional|equal", 7, ignores)),
		lawful("go", "avast-law", "POST", "shape=fixed base=150", fixed(150, 4, loop)),
		lawful("go", "avast-law", "GET", "base=100 attempts=5", double(100, 5, ignores, retries4xx)),
		lawful("go", "avast-law", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("go", "sethvargo-law", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("go", "sethvargo-law", "GET", "shape=constant base=150", fixed(150, 4, ignores)),
		lawful("go", "sethvargo-law", "GET", "shape=fibonacci base=100 attempts=7", law("fibonacci", 100, 0, 0, 7, ignores)),
		lawful("go", "sethvargo-law", "GET", "base=150 jitter=25 attempts=6", spread("exponential", "proportional|equal", 6, ignores)),
		lawful("go", "sethvargo-law", "GET", "shape=constant base=200 jitter=30 attempts=6", spread("fixed", "proportional|additive|equal", 6, ignores)),
		lawful("go", "by-hand", "POST", "base=100 factor=3", law("exponential", 100, 3, 0, 4, loop)),
		lawful("go", "by-hand", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("go", "by-hand", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, ignores)),
	}
}
