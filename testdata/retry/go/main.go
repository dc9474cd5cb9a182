// Command clients makes one request with the retrying client that is named:
//
//	clients CLIENT METHOD URL [key=value...]
//
// The keys are base and cap (milliseconds), factor, jitter, attempts and shape. It exits with 0 when the request succeeded. KEY=value in the environment sends an idempotency key.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	avast "github.com/avast/retry-go/v5"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
	sethvargo "github.com/sethvargo/go-retry"
	"github.com/sony/gobreaker/v2"
)

var method, url = os.Args[2], os.Args[3]

// number is the value that an argument gives to the key.
func number(key string, otherwise float64) float64 {
	if text := word(key); text != "" {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			log.Fatal(err)
		}
		return x
	}
	return otherwise
}

func word(key string) string {
	for _, arg := range os.Args[4:] {
		if text, ok := strings.CutPrefix(arg, key+"="); ok {
			return text
		}
	}
	return ""
}

func millis(key string, otherwise float64) time.Duration {
	return time.Duration(number(key, otherwise) * float64(time.Millisecond))
}

func attempts() int { return int(number("attempts", 4)) }

func request() *http.Request {
	var body io.Reader
	if method != http.MethodGet {
		body = strings.NewReader(strings.Repeat("x", 200))
	}
	r, err := http.NewRequest(method, url, body)
	if err != nil {
		log.Fatal(err)
	}
	if key := os.Getenv("KEY"); key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	return r
}

// finish reads an answer to its end and makes an error of every status from 400 on.
func finish(answer *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode >= 400 {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}

func attempt() error { return finish(http.DefaultClient.Do(request())) }

var clients = map[string]func(context.Context) error{
	"net/http": func(context.Context) error { return attempt() },
	"retryablehttp": func(context.Context) error {
		c := retryablehttp.NewClient()
		c.Logger, c.RetryWaitMin, c.RetryMax = nil, 200*time.Millisecond, 3
		r, err := retryablehttp.FromRequest(request())
		if err != nil {
			return err
		}
		return finish(c.Do(r))
	},
	"resty": func(context.Context) error {
		c := resty.New().SetRetryCount(4).AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= 500 || r.StatusCode() == 429
		})
		r := c.R()
		if method != http.MethodGet {
			r.SetBody(strings.Repeat("x", 200))
		}
		answer, err := r.Execute(method, url)
		if err == nil && answer.IsError() {
			err = errors.New(answer.Status())
		}
		return err
	},
	"failsafe": func(context.Context) error {
		policy := failsafehttp.NewRetryPolicyBuilder().WithBackoff(150*time.Millisecond, 2*time.Second).WithMaxRetries(3).Build()
		c := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, policy)}
		return finish(c.Do(request()))
	},
	"cenkalti": func(ctx context.Context) error {
		b := backoff.NewExponentialBackOff()
		b.InitialInterval = 150 * time.Millisecond
		_, err := backoff.Retry(ctx, func() (int, error) { return 0, attempt() }, backoff.WithBackOff(b), backoff.WithMaxTries(6))
		return err
	},
	"avast": func(context.Context) error {
		return avast.New(avast.Attempts(5)).Do(attempt)
	},
	"sethvargo-fibonacci": func(ctx context.Context) error {
		b := sethvargo.WithMaxRetries(5, sethvargo.NewFibonacci(150*time.Millisecond))
		return sethvargo.Do(ctx, b, func(context.Context) error { return sethvargo.RetryableError(attempt()) })
	},
	"sethvargo-capped": func(ctx context.Context) error {
		b := sethvargo.WithMaxRetries(6, sethvargo.WithCappedDuration(600*time.Millisecond, sethvargo.NewExponential(150*time.Millisecond)))
		return sethvargo.Do(ctx, b, func(context.Context) error { return sethvargo.RetryableError(attempt()) })
	},
	// The same libraries with what the arguments say.
	"retryablehttp-law": func(context.Context) error {
		c := retryablehttp.NewClient()
		c.Logger, c.RetryWaitMin, c.RetryWaitMax, c.RetryMax = nil, millis("base", 200), millis("cap", 60_000), attempts()-1
		if word("shape") == "linear" {
			c.Backoff = retryablehttp.LinearJitterBackoff
		}
		r, err := retryablehttp.FromRequest(request())
		if err != nil {
			return err
		}
		return finish(c.Do(r))
	},
	"failsafe-law": func(context.Context) error {
		b := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(attempts() - 1)
		if word("shape") == "fixed" {
			b.WithDelay(millis("base", 200))
		} else {
			b.WithBackoffFactor(millis("base", 200), millis("cap", 60_000), number("factor", 2))
		}
		if jitter := number("jitter", 0); jitter > 0 {
			b.WithJitterFactor(jitter)
		}
		c := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, b.Build())}
		return finish(c.Do(request()))
	},
	"cenkalti-law": func(ctx context.Context) error {
		var b backoff.BackOff = backoff.NewConstantBackOff(millis("base", 200))
		if word("shape") != "constant" {
			b = &backoff.ExponentialBackOff{InitialInterval: millis("base", 200), RandomizationFactor: number("jitter", 0), Multiplier: number("factor", 2), MaxInterval: millis("cap", 60_000)}
		}
		_, err := backoff.Retry(ctx, func() (int, error) { return 0, attempt() }, backoff.WithBackOff(b), backoff.WithMaxTries(uint(attempts())))
		return err
	},
	"avast-law": func(context.Context) error {
		kind := avast.BackOffDelay
		if word("shape") == "fixed" {
			kind = avast.FixedDelay
		}
		return avast.New(avast.Attempts(uint(attempts())), avast.Delay(millis("base", 200)), avast.MaxDelay(millis("cap", 60_000)), avast.DelayType(kind)).Do(attempt)
	},
	"sethvargo-law": func(ctx context.Context) error {
		var b sethvargo.Backoff
		switch word("shape") {
		case "constant":
			b = sethvargo.NewConstant(millis("base", 200))
		case "fibonacci":
			b = sethvargo.NewFibonacci(millis("base", 200))
		default:
			b = sethvargo.NewExponential(millis("base", 200))
		}
		if percent := number("jitter", 0); percent > 0 {
			b = sethvargo.WithJitterPercent(uint64(percent), b)
		}
		b = sethvargo.WithCappedDuration(millis("cap", 60_000), b)
		return sethvargo.Do(ctx, sethvargo.WithMaxRetries(uint64(attempts()-1), b), func(context.Context) error { return sethvargo.RetryableError(attempt()) })
	},
	// A loop as one writes it by hand.
	"by-hand": func(context.Context) (err error) {
		delay := millis("base", 200)
		for range attempts() {
			if err = attempt(); err == nil {
				return nil
			}
			wait := min(delay, millis("cap", 60_000))
			if word("jitter") == "full" {
				wait = rand.N(wait)
			}
			time.Sleep(wait)
			delay = time.Duration(float64(delay) * number("factor", 2))
		}
		return err
	},
	"fixed-forever": func(context.Context) error {
		for attempt() != nil {
			time.Sleep(200 * time.Millisecond)
		}
		return nil
	},
	// A breaker that opens after 4 failures in a row, for a second, driven until it is ended.
	"gobreaker": func(context.Context) error {
		b := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
			Timeout: time.Second, ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 4 },
		})
		for {
			b.Execute(func() (int, error) { return 0, attempt() })
			time.Sleep(40 * time.Millisecond)
		}
	},
	"go-redis": func(ctx context.Context) error {
		c := redis.NewClient(&redis.Options{Addr: strings.Trim(strings.TrimPrefix(url, "tcp://"), "/")})
		return c.Get(ctx, "k").Err()
	},
}

func main() {
	log.SetFlags(0)
	if err := clients[os.Args[1]](context.Background()); err != nil {
		log.Print(err)
		os.Exit(3)
	}
}
