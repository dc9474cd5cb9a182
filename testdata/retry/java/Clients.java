import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * One request with the retrying client that is named: Clients CLIENT METHOD URL [key=value...]
 *
 * The keys are base, cap and step (milliseconds), factor, jitter and attempts. It exits with 0 when the request
 * succeeded. KEY=value in the environment sends an idempotency key.
 */
public class Clients {
    static String method, url;
    static final String body = "x".repeat(200);
    static final Map<String, String> values = new HashMap<>();

    static double number(String key, double otherwise) {
        return values.containsKey(key) ? Double.parseDouble(values.get(key)) : otherwise;
    }

    static long millis(String key, long otherwise) {
        return (long) number(key, otherwise);
    }

    static int attempts() {
        return (int) number("attempts", 4);
    }

    static Void done(int status) throws IOException {
        if (status >= 400) throw new IOException("status " + status);
        return null;
    }

    static final HttpClient plain = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Makes one request, and an exception of every status from 400 on. */
    static Void attempt() throws Exception {
        var content = method.equals("GET") ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(URI.create(url)).method(method, content);
        if (System.getenv("KEY") != null) request.header("Idempotency-Key", System.getenv("KEY"));
        return done(plain.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    static void okhttp(okhttp3.OkHttpClient client) throws Exception {
        var content = method.equals("GET") ? null : okhttp3.RequestBody.create(body, okhttp3.MediaType.parse("text/plain"));
        var request = new okhttp3.Request.Builder().url(url).method(method, content);
        try (var answer = client.newCall(request.build()).execute()) {
            answer.body().string();
            done(answer.code());
        }
    }

    /** The interceptor that many programs carry: it repeats on status and on exception, with doubling delays. */
    static okhttp3.Response interceptor(okhttp3.Interceptor.Chain chain) throws IOException {
        long delay = millis("base", 200);
        for (int n = 1; ; n++, delay *= (long) number("factor", 2)) {
            try {
                var answer = chain.proceed(chain.request());
                if (answer.code() < 500 && answer.code() != 429 || n == attempts()) return answer;
                answer.close();
            } catch (IOException e) {
                if (n == attempts()) throw e;
            }
            try {
                Thread.sleep(delay);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    static void resilience4j() throws Exception {
        var interval = switch (values.getOrDefault("shape", "exponential")) {
            case "fixed" -> io.github.resilience4j.core.IntervalFunction.of(millis("base", 200));
            case "random" -> io.github.resilience4j.core.IntervalFunction.ofRandomized(millis("base", 200), number("jitter", 0.5));
            default -> values.containsKey("jitter")
                ? io.github.resilience4j.core.IntervalFunction.ofExponentialRandomBackoff(millis("base", 200), number("factor", 2), number("jitter", 0.5))
                : io.github.resilience4j.core.IntervalFunction.ofExponentialBackoff(millis("base", 200), number("factor", 2), millis("cap", 60_000));
        };
        var config = io.github.resilience4j.retry.RetryConfig.custom().maxAttempts(attempts()).intervalFunction(interval).build();
        io.github.resilience4j.retry.Retry.of("client", config).executeCallable((Callable<Void>) Clients::attempt);
    }

    static void spring() throws Exception {
        var template = org.springframework.retry.support.RetryTemplate.builder().maxAttempts(attempts());
        if ("fixed".equals(values.get("shape"))) {
            template.fixedBackoff(millis("base", 200));
        } else if ("uniform".equals(values.get("shape"))) {
            template.uniformRandomBackoff(millis("base", 200), millis("cap", 600));
        } else {
            template.exponentialBackoff(millis("base", 200), number("factor", 2), millis("cap", 60_000), values.containsKey("jitter"));
        }
        template.build().execute(context -> attempt());
    }

    static void failsafe() {
        var policy = dev.failsafe.RetryPolicy.<Void>builder().withMaxRetries(attempts() - 1);
        if (values.containsKey("cap") || values.containsKey("factor")) {
            policy.withBackoff(Duration.ofMillis(millis("base", 200)), Duration.ofMillis(millis("cap", 60_000)), number("factor", 2));
        } else {
            policy.withDelay(Duration.ofMillis(millis("base", 200)));
        }
        if (values.containsKey("jitter")) policy.withJitter(number("jitter", 0.25));
        dev.failsafe.Failsafe.with(policy.build()).run(() -> attempt());
    }

    static void apache(boolean plain) throws Exception {
        var builder = org.apache.hc.client5.http.impl.classic.HttpClients.custom();
        if (!plain) {
            builder.setRetryStrategy(new org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy(attempts() - 1,
                org.apache.hc.core5.util.TimeValue.ofMilliseconds(millis("base", 200))));
        }
        try (var client = builder.build()) {
            var request = new org.apache.hc.client5.http.classic.methods.HttpUriRequestBase(method, URI.create(url));
            if (!method.equals("GET")) request.setEntity(new org.apache.hc.core5.http.io.entity.StringEntity(body));
            done(client.execute(request, answer -> {
                org.apache.hc.core5.http.io.entity.EntityUtils.consume(answer.getEntity());
                return answer.getCode();
            }));
        }
    }

    static void google() throws Exception {
        var backOff = new com.google.api.client.util.ExponentialBackOff.Builder().setInitialIntervalMillis((int) millis("base", 200))
            .setMultiplier(number("factor", 1.5)).setRandomizationFactor(number("jitter", 0)).setMaxIntervalMillis((int) millis("cap", 60_000)).build();
        var factory = new com.google.api.client.http.javanet.NetHttpTransport().createRequestFactory();
        var content = method.equals("GET") ? null : com.google.api.client.http.ByteArrayContent.fromString("text/plain", body);
        var request = factory.buildRequest(method, new com.google.api.client.http.GenericUrl(url), content).setNumberOfRetries(attempts() - 1);
        request.setUnsuccessfulResponseHandler(new com.google.api.client.http.HttpBackOffUnsuccessfulResponseHandler(backOff));
        if (values.containsKey("io")) request.setIOExceptionHandler(new com.google.api.client.http.HttpBackOffIOExceptionHandler(backOff));
        request.execute().parseAsString();
    }

    static void aws() {
        var builder = software.amazon.awssdk.services.sqs.SqsClient.builder()
            .endpointOverride(URI.create(url)).region(software.amazon.awssdk.regions.Region.US_EAST_1)
            .credentialsProvider(software.amazon.awssdk.auth.credentials.StaticCredentialsProvider.create(
                software.amazon.awssdk.auth.credentials.AwsBasicCredentials.create("a", "b")))
            .httpClient(software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient.create());
        if (values.containsKey("mode")) {
            builder.overrideConfiguration(c -> c.retryStrategy(software.amazon.awssdk.core.retry.RetryMode.valueOf(values.get("mode"))));
        }
        try (var client = builder.build()) {
            client.listQueues();
        }
    }

    public static void main(String[] args) {
        method = args[1];
        url = args[2];
        for (int i = 3; i < args.length; i++) {
            var pair = args[i].split("=", 2);
            values.put(pair[0], pair[1]);
        }
        try {
            switch (args[0]) {
                case "java.net.http" -> attempt();
                case "HttpURLConnection" -> {
                    var connection = (java.net.HttpURLConnection) URI.create(url).toURL().openConnection();
                    connection.setRequestMethod(method);
                    if (!method.equals("GET")) {
                        connection.setDoOutput(true);
                        connection.getOutputStream().write(body.getBytes());
                    }
                    done(connection.getResponseCode());
                }
                case "okhttp" -> okhttp(new okhttp3.OkHttpClient());
                case "okhttp-interceptor" -> okhttp(new okhttp3.OkHttpClient.Builder().addInterceptor(Clients::interceptor).build());
                case "resilience4j" -> resilience4j();
                case "spring-retry" -> spring();
                case "failsafe" -> failsafe();
                case "httpclient5" -> apache(false);
                case "httpclient5-default" -> apache(true);
                case "google" -> google();
                case "aws" -> aws();
                default -> throw new IllegalArgumentException("no client " + args[0]);
            }
        } catch (Exception e) {
            System.err.println(e);
            System.exit(3);
        }
        System.exit(0);
    }
}
