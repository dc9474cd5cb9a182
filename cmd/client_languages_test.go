package cmd

import "strings"

// lawful is a client whose policy its arguments say.
func lawful(language, client, method, args string, c realClient) realClient {
	c.name = language + " " + client + " " + method
	if args != "" {
		c.name += " " + args
	}
	c.argv = append([]string{language, client, method, "{url}"}, strings.Fields(args)...)
	return c
}

// law is a client whose gaps follow one law without jitter.
func law(shape string, base, factor, limit float64, attempts int, checks ...map[string]string) realClient {
	return realClient{shape: shape, jitter: "none", base: base, factor: factor, limit: limit, attempts: attempts, checks: all(checks...)}
}

// double is a client whose gaps double.
func double(base float64, attempts int, checks ...map[string]string) realClient {
	return law("exponential", base, 2, 0, attempts, checks...)
}

// fixed is a client whose gaps are the same.
func fixed(base float64, attempts int, checks ...map[string]string) realClient {
	return law("fixed", base, 0, 0, attempts, checks...)
}

// spread is a client with jitter. It may be called by several names, at the least of certainty with which the
// gaps tell them.
func spread(shape, jitter string, attempts int, checks ...map[string]string) realClient {
	return realClient{shape: shape, jitter: jitter, attempts: attempts, checks: all(checks...), varies: true}
}

// policyClients are clients in Java, Rust and Ruby: each is a program of testdata/retry that takes the policy
// as arguments.
func policyClients() []realClient {
	once := realClient{shape: "none", jitter: "none", attempts: 1, checks: all(safe, final4xx)}
	// What a library repeats at once where a connection breaks, and not for a status.
	again := func(attempts int, checks ...map[string]string) realClient {
		return realClient{shape: "immediate|undetermined|fixed", attempts: attempts, checks: all(checks...)}
	}
	loop := all(unsafe5xx, ignores, retries4xx)
	status := all(ignores, final4xx)
	return []realClient{
		// It connects again once, and sends what is idempotent again when the connection breaks.
		lawful("java", "java.net.http", "GET", "", again(2, final4xx)),
		lawful("java", "java.net.http", "POST", "", again(2, safe, final4xx)),
		// It sends a request again, once and also a POST, when the connection breaks before the answer.
		lawful("java", "HttpURLConnection", "GET", "", again(2, final4xx)),
		lawful("java", "HttpURLConnection", "POST", "", again(2, unsafe, final4xx)),
		lawful("java", "okhttp", "GET", "", realClient{shape: "none", jitter: "none", attempts: 1, checks: final4xx}),
		lawful("java", "okhttp", "POST", "", once),
		lawful("java", "okhttp-interceptor", "GET", "base=100 attempts=5", double(100, 5, status)),
		lawful("java", "okhttp-interceptor", "POST", "base=200", double(200, 4, unsafe5xx, ignores, final4xx)),
		lawful("java", "okhttp-interceptor", "GET", "base=60 factor=3", law("exponential", 60, 3, 0, 4, status)),
		lawful("java", "okhttp-interceptor", "GET", "base=150 factor=1", fixed(150, 4, status)),
		lawful("java", "resilience4j", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("java", "resilience4j", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores, retries4xx)),
		lawful("java", "resilience4j", "GET", "base=200 factor=1.5 attempts=5", law("exponential", 200, 1.5, 0, 5, ignores)),
		lawful("java", "resilience4j", "GET", "shape=fixed base=200", fixed(200, 4, ignores, retries4xx)),
		lawful("java", "resilience4j", "GET", "shape=random base=200 jitter=0.5 attempts=6", spread("fixed", "proportional|additive|equal", 6, ignores)),
		lawful("java", "resilience4j", "GET", "base=100 jitter=0.5 attempts=6", spread("exponential", "proportional", 6, ignores)),
		lawful("java", "spring-retry", "GET", "base=100 attempts=5", double(100, 5, ignores, retries4xx)),
		lawful("java", "spring-retry", "POST", "shape=fixed base=150", fixed(150, 4, loop)),
		lawful("java", "spring-retry", "GET", "base=100 cap=400 attempts=6", law("exponential", 100, 2, 400, 6, ignores)),
		lawful("java", "spring-retry", "GET", "shape=uniform base=100 cap=500 attempts=6", spread("fixed", "proportional|additive|full", 6, ignores)),
		lawful("java", "spring-retry", "GET", "base=100 jitter=1 attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("java", "failsafe", "POST", "base=150", fixed(150, 4, loop)),
		lawful("java", "failsafe", "GET", "base=100 factor=2 attempts=5", double(100, 5, ignores)),
		lawful("java", "failsafe", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("java", "failsafe", "GET", "base=200 jitter=0.25 attempts=6", spread("fixed", "proportional|additive|equal", 6, ignores)),
		lawful("java", "failsafe", "GET", "base=100 factor=2 jitter=0.3 attempts=6", spread("exponential", "proportional|equal", 6, ignores)),
		lawful("java", "httpclient5-default", "GET", "", realClient{shape: "undetermined|fixed", attempts: 2, checks: all(honours, final4xx)}),
		lawful("java", "httpclient5", "GET", "base=200", fixed(200, 4, honours, final4xx)),
		// Its strategy asks for the method when a connection breaks, and not when a status comes.
		lawful("java", "httpclient5", "POST", "base=200", fixed(200, 4, safe, map[string]string{"retry-after (seconds)": "passed"})),
		lawful("java", "google", "POST", "base=100 attempts=5", law("exponential", 100, 1.5, 0, 5, ignores, final4xx)),
		lawful("java", "google", "GET", "io=1 base=100 factor=2 attempts=5", double(100, 5, status)),
		lawful("java", "google", "GET", "io=1 base=100 jitter=0.5 attempts=7", spread("exponential", "proportional|equal", 7, status)),
		lawful("java", "aws", "POST", "", spread("exponential", "full", 4, unsafe)),
		lawful("java", "aws", "POST", "mode=STANDARD", spread("exponential", "", 3, unsafe)),

		lawful("rust", "reqwest", "GET", "", realClient{shape: "none", jitter: "none", attempts: 1, checks: final4xx}),
		lawful("rust", "reqwest", "POST", "", once),
		lawful("rust", "reqwest-retry", "GET", "base=100 attempts=5", double(100, 5, status)),
		lawful("rust", "reqwest-retry", "POST", "base=200", double(200, 4, unsafe5xx, ignores, final4xx)),
		lawful("rust", "reqwest-retry", "GET", "base=60 factor=3", law("exponential", 60, 3, 0, 4, status)),
		lawful("rust", "reqwest-retry", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, status)),
		lawful("rust", "reqwest-retry", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, status)),
		// From the base to the delay: no law of ours, and never certain.
		lawful("rust", "reqwest-retry", "GET", "base=100 jitter=bounded attempts=6", spread("undetermined", "undetermined|full|decorrelated|proportional|additive", 6, status)),
		lawful("rust", "backon", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("rust", "backon", "GET", "shape=constant base=150", fixed(150, 4, ignores, retries4xx)),
		lawful("rust", "backon", "GET", "shape=fibonacci base=100 attempts=7", law("fibonacci", 100, 0, 0, 7, ignores)),
		lawful("rust", "backon", "GET", "base=200 factor=1.5 attempts=5", law("exponential", 200, 1.5, 0, 5, ignores)),
		lawful("rust", "backon", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("rust", "backon", "GET", "base=100 jitter=1 attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("rust", "backoff", "POST", "base=100 factor=2 attempts=5", double(100, 5, loop)),
		lawful("rust", "backoff", "GET", "base=100 cap=250 factor=2 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("rust", "backoff", "GET", "base=150 jitter=0.5 attempts=7", spread("exponential", "proportional|equal", 7, ignores)),
		lawful("rust", "tokio-retry", "GET", "base=100 attempts=5", double(100, 5, ignores)),
		lawful("rust", "tokio-retry", "GET", "shape=fixed base=150", fixed(150, 4, ignores)),
		lawful("rust", "tokio-retry", "GET", "shape=fibonacci base=100 attempts=7", law("fibonacci", 100, 0, 0, 7, ignores)),
		lawful("rust", "tokio-retry", "GET", "base=200 jitter=1 attempts=6", spread("exponential", "full|proportional", 6, ignores)),
		lawful("rust", "tower", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("rust", "tower", "GET", "base=100 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, ignores)),
		lawful("rust", "tower", "GET", "base=100 jitter=0.5 attempts=6", spread("exponential", "proportional|equal", 6, ignores)),
		lawful("rust", "retry", "GET", "base=100 attempts=5", double(100, 5, ignores, retries4xx)),
		lawful("rust", "retry", "POST", "shape=fixed base=150", fixed(150, 4, loop)),
		lawful("rust", "retry", "GET", "shape=fibonacci base=100 attempts=7", law("fibonacci", 100, 0, 0, 7, ignores)),
		lawful("rust", "retry", "GET", "base=150 jitter=1 attempts=6", spread("exponential", "full|proportional", 6, ignores)),

		lawful("ruby", "net-http", "GET", "", again(2, final4xx)),
		lawful("ruby", "net-http", "POST", "", once),
		lawful("ruby", "net-http-retries", "GET", "retries=3", again(4, final4xx)),
		lawful("ruby", "net-http-loop", "POST", "base=100 attempts=5", double(100, 5, loop)),
		lawful("ruby", "net-http-loop", "GET", "base=100 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("ruby", "net-http-loop", "GET", "base=60 factor=3", law("exponential", 60, 3, 0, 4, ignores)),
		lawful("ruby", "net-http-loop", "GET", "base=150 jitter=full attempts=6", spread("exponential", "full|proportional", 6, ignores)),
		lawful("ruby", "net-http-loop", "GET", "base=150 jitter=equal attempts=6", spread("exponential", "equal|proportional", 6, ignores)),
		lawful("ruby", "faraday", "GET", "base=100 factor=2 attempts=5", double(100, 5, honours, final4xx)),
		lawful("ruby", "faraday", "GET", "base=150", fixed(150, 4, honours, final4xx)),
		lawful("ruby", "faraday", "GET", "base=100 factor=2 cap=300 attempts=6", law("exponential", 100, 2, 300, 6, final4xx)),
		lawful("ruby", "faraday", "GET", "base=100 factor=2 jitter=0.5 attempts=6", spread("exponential", "additive|proportional", 6, final4xx)),
		lawful("ruby", "faraday", "POST", "base=100", once),
		lawful("ruby", "faraday", "POST", "base=100 factor=2 all=1", double(100, 4, unsafe5xx, honours, final4xx)),
		lawful("ruby", "excon", "GET", "base=150", fixed(150, 4, ignores)),
		lawful("ruby", "excon", "GET", "", realClient{shape: "immediate", jitter: "none", attempts: 4, checks: all(ignores, map[string]string{"storm": "failed"})}),
		lawful("ruby", "excon", "POST", "base=150", once),
		lawful("ruby", "retriable", "POST", "base=100 factor=2 attempts=5", double(100, 5, loop)),
		lawful("ruby", "retriable", "GET", "base=100 factor=2 cap=250 attempts=6", law("exponential", 100, 2, 250, 6, ignores)),
		lawful("ruby", "retriable", "GET", "base=150 jitter=0.5 attempts=7", spread("exponential", "proportional|equal", 7, ignores)),
		lawful("ruby", "httparty", "POST", "base=100", double(100, 4, loop)),
		lawful("ruby", "typhoeus", "POST", "base=100 factor=1", fixed(100, 4, loop)),
		lawful("ruby", "rest-client", "GET", "base=200 factor=1.5 attempts=5", law("exponential", 200, 1.5, 0, 5, ignores)),
	}
}
