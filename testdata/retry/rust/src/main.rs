//! One request with the retrying client that is named:
//!
//!     clients CLIENT METHOD URL [key=value...]
//!
//! The keys are base, cap and step (milliseconds), factor, jitter and attempts. It exits with 0 when the
//! request succeeded. KEY=value in the environment sends an idempotency key.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone)]
struct Options {
    method: String,
    url: String,
    values: HashMap<String, String>,
}

impl Options {
    fn number(&self, key: &str, otherwise: f64) -> f64 {
        self.values.get(key).map_or(otherwise, |v| v.parse().expect("a number"))
    }
    fn millis(&self, key: &str, otherwise: u64) -> Duration {
        Duration::from_millis(self.number(key, otherwise as f64) as u64)
    }
    fn retries(&self) -> usize {
        self.number("attempts", 4.0) as usize - 1
    }
    fn jitter(&self) -> bool {
        self.values.contains_key("jitter")
    }
}

// attempt makes one request, and an error of every status from 400 on.
async fn attempt(o: &Options) -> Result<(), Failure> {
    let mut request = reqwest::Client::new().request(o.method.parse()?, &o.url);
    if o.method != "GET" {
        request = request.body("x".repeat(200));
    }
    if let Ok(key) = std::env::var("KEY") {
        request = request.header("Idempotency-Key", key);
    }
    request.send().await?.error_for_status()?.bytes().await?;
    Ok(())
}

async fn middleware(o: &Options) -> Result<(), Failure> {
    use reqwest_retry::{policies::ExponentialBackoff, Jitter, RetryTransientMiddleware};
    let jitter = match o.values.get("jitter").map(String::as_str) {
        None => Jitter::None,
        Some("bounded") => Jitter::Bounded,
        Some(_) => Jitter::Full,
    };
    let policy = ExponentialBackoff::builder()
        .retry_bounds(o.millis("base", 200), o.millis("cap", 60_000))
        .base(o.number("factor", 2.0) as u32)
        .jitter(jitter)
        .build_with_max_retries(o.retries() as u32);
    let client = reqwest_middleware::ClientBuilder::new(reqwest::Client::new())
        .with(RetryTransientMiddleware::new_with_policy(policy))
        .build();
    let mut request = client.request(o.method.parse()?, &o.url);
    if o.method != "GET" {
        request = request.body("x".repeat(200));
    }
    request.send().await?.error_for_status()?.bytes().await?;
    Ok(())
}

async fn backon(o: &Options) -> Result<(), Failure> {
    use backon::{ConstantBuilder, ExponentialBuilder, FibonacciBuilder, Retryable};
    let run = || attempt(o);
    match o.values.get("shape").map(String::as_str) {
        Some("constant") => {
            run.retry(ConstantBuilder::default().with_delay(o.millis("base", 200)).with_max_times(o.retries())).await
        }
        Some("fibonacci") => {
            let b = FibonacciBuilder::default().with_min_delay(o.millis("base", 200)).with_max_delay(o.millis("cap", 60_000));
            run.retry(b.with_max_times(o.retries())).await
        }
        _ => {
            let mut b = ExponentialBuilder::default()
                .with_min_delay(o.millis("base", 200))
                .with_max_delay(o.millis("cap", 60_000))
                .with_factor(o.number("factor", 2.0) as f32)
                .with_max_times(o.retries());
            if o.jitter() {
                b = b.with_jitter();
            }
            run.retry(b).await
        }
    }
}

async fn backoff(o: &Options) -> Result<(), Failure> {
    let left = std::cell::Cell::new(o.retries());
    let policy = backoff::ExponentialBackoff {
        initial_interval: o.millis("base", 500),
        current_interval: o.millis("base", 500),
        randomization_factor: o.number("jitter", 0.0),
        multiplier: o.number("factor", 1.5),
        max_interval: o.millis("cap", 60_000),
        ..Default::default()
    };
    backoff::future::retry(policy, || async {
        attempt(o).await.map_err(|error| match left.get() {
            0 => backoff::Error::permanent(error),
            n => {
                left.set(n - 1);
                backoff::Error::transient(error)
            }
        })
    })
    .await
}

async fn tokio_retry(o: &Options) -> Result<(), Failure> {
    use tokio_retry::strategy::{jitter, ExponentialBackoff, FibonacciBackoff, FixedInterval};
    let mut delays: Box<dyn Iterator<Item = Duration>> = match o.values.get("shape").map(String::as_str) {
        Some("fixed") => Box::new(FixedInterval::new(o.millis("base", 200))),
        Some("fibonacci") => Box::new(FibonacciBackoff::from_millis(o.number("base", 200.0) as u64)),
        // Its delays are base, base², base³, each times a factor.
        _ => Box::new(
            ExponentialBackoff::from_millis(2)
                .factor(o.number("base", 200.0) as u64 / 2)
                .max_delay(o.millis("cap", 60_000)),
        ),
    };
    if o.jitter() {
        delays = Box::new(delays.map(jitter));
    }
    tokio_retry::Retry::start(delays.take(o.retries()), || attempt(o)).await
}

// Limited is a policy of tower that waits as its own backoff says.
#[derive(Clone)]
struct Limited {
    left: usize,
    backoff: tower::retry::backoff::ExponentialBackoff,
}

impl tower::retry::Policy<Options, (), Failure> for Limited {
    type Future = Pin<Box<dyn Future<Output = ()>>>;
    fn retry(&mut self, _: &mut Options, result: &mut Result<(), Failure>) -> Option<Self::Future> {
        use tower::retry::backoff::Backoff;
        if result.is_ok() || self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(Box::pin(self.backoff.next_backoff()))
    }
    fn clone_request(&mut self, o: &Options) -> Option<Options> {
        Some(o.clone())
    }
}

async fn tower(o: &Options) -> Result<(), Failure> {
    use tower::retry::backoff::{ExponentialBackoffMaker, MakeBackoff};
    use tower::{Service, ServiceExt};
    let mut maker = ExponentialBackoffMaker::new(
        o.millis("base", 200),
        o.millis("cap", 60_000),
        o.number("jitter", 0.0),
        tower::util::rng::HasherRng::default(),
    )?;
    let policy = Limited { left: o.retries(), backoff: maker.make_backoff() };
    let service = tower::service_fn(|o: Options| async move { attempt(&o).await });
    tower::retry::Retry::new(policy, service).ready().await?.call(o.clone()).await
}

fn blocking(o: &Options) -> Result<(), Failure> {
    use retry::delay::{jitter, Exponential, Fibonacci, Fixed};
    let base = o.number("base", 200.0) as u64;
    let mut delays: Box<dyn Iterator<Item = Duration>> = match o.values.get("shape").map(String::as_str) {
        Some("fixed") => Box::new(Fixed::from_millis(base)),
        Some("fibonacci") => Box::new(Fibonacci::from_millis(base)),
        _ => Box::new(Exponential::from_millis_with_factor(base, o.number("factor", 2.0))),
    };
    if o.jitter() {
        delays = Box::new(delays.map(jitter));
    }
    retry::retry(delays.take(o.retries()), || -> Result<(), Failure> {
        let request = ureq::request(&o.method, &o.url);
        let answer = if o.method == "GET" { request.call()? } else { request.send_string(&"x".repeat(200))? };
        answer.into_string()?;
        Ok(())
    })
    .map_err(|e| e.error)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let values = args[3..].iter().filter_map(|a| a.split_once('=')).map(|(k, v)| (k.to_string(), v.to_string()));
    let o = Options { method: args[1].clone(), url: args[2].clone(), values: values.collect() };
    let result = match args[0].as_str() {
        "reqwest" => attempt(&o).await,
        "reqwest-retry" => middleware(&o).await,
        "backon" => backon(&o).await,
        "backoff" => backoff(&o).await,
        "tokio-retry" => tokio_retry(&o).await,
        "tower" => tower(&o).await,
        "retry" => blocking(&o),
        other => panic!("no client {other}"),
    };
    if let Err(error) = result {
        eprintln!("{error}");
        std::process::exit(3);
    }
}
