# One request with the retrying client that is named: client.rb CLIENT METHOD URL [key=value...]
#
# The keys are base, cap and step (milliseconds), factor, jitter and attempts. It exits with 0 when the request
# succeeded. KEY=value in the environment sends an idempotency key.
require "date"
require "net/http"

NAME, METHOD, URL = ARGV
VALUES = ARGV[3..].to_h { |pair| pair.split("=", 2) }
BODY = METHOD == "GET" ? nil : "x" * 200
HEADERS = ENV["KEY"] ? { "Idempotency-Key" => ENV["KEY"] } : {}

def number(key, otherwise) = VALUES.fetch(key, otherwise).to_f
def seconds(key, otherwise) = number(key, otherwise) / 1000
def attempts = number("attempts", 4).to_i

def done(status)
  raise "status #{status}" if status >= 400
end

# attempt makes one request without the retries of Net::HTTP, and an error of every status from 400 on.
def attempt(retries = 0)
  uri = URI(URL)
  http = Net::HTTP.new(uri.host, uri.port)
  http.max_retries = retries if retries
  http.start do
    request = Net::HTTPGenericRequest.new(METHOD, !BODY.nil?, true, uri.path.empty? ? "/" : uri.path, HEADERS)
    done(http.request(request, BODY).code.to_i)
  end
end

def faraday
  require "faraday"
  options = { max: attempts - 1, interval: seconds("base", 200), backoff_factor: number("factor", 1), interval_randomness: number("jitter", 0),
              retry_statuses: [429, 500, 502, 503, 504], exceptions: [*Faraday::Request::Retry::DEFAULT_EXCEPTIONS, Faraday::ConnectionFailed] }
  options[:max_interval] = seconds("cap", 0) if VALUES["cap"]
  options[:methods] = [METHOD.downcase.to_sym] if VALUES["all"]
  client = Faraday.new { |f| f.request :retry, options; f.adapter :net_http }
  done(client.run_request(METHOD.downcase.to_sym, URL, BODY, HEADERS).status)
end

def excon
  require "excon"
  client = Excon.new(URL, idempotent: METHOD == "GET" || VALUES.key?("all"), retry_limit: attempts, retry_interval: seconds("base", 0), persistent: false)
  client.request(method: METHOD, body: BODY, headers: HEADERS, expects: [200])
end

def retriable
  require "retriable"
  Retriable.retriable(tries: attempts, base_interval: seconds("base", 500), multiplier: number("factor", 1.5), rand_factor: number("jitter", 0),
                      max_interval: seconds("cap", 60_000)) { attempt }
end

# A loop as one writes it by hand.
def by_hand
  tries = 0
  begin
    yield
  rescue StandardError
    tries += 1
    raise if tries >= attempts
    delay = seconds("base", 200) * number("factor", 2)**(tries - 1)
    delay = [delay, seconds("cap", 0)].min if VALUES["cap"]
    delay *= rand if VALUES["jitter"] == "full"
    delay = delay / 2 + rand * delay / 2 if VALUES["jitter"] == "equal"
    sleep delay
    retry
  end
end

begin
  case NAME
  when "net-http" then attempt(nil)
  when "net-http-retries" then attempt(number("retries", 1).to_i)
  when "net-http-loop" then by_hand { attempt }
  when "faraday" then faraday
  when "excon" then excon
  when "retriable" then retriable
  when "httparty"
    require "httparty"
    by_hand { done(HTTParty.send(METHOD.downcase, URL, body: BODY, headers: HEADERS).code) }
  when "typhoeus"
    require "typhoeus"
    by_hand do
      answer = Typhoeus::Request.new(URL, method: METHOD.downcase.to_sym, body: BODY, headers: HEADERS).run
      raise answer.return_code.to_s if answer.code.zero?
      done(answer.code)
    end
  when "rest-client"
    require "rest-client"
    by_hand { RestClient::Request.execute(method: METHOD.downcase.to_sym, url: URL, payload: BODY, headers: HEADERS) }
  else abort "no client #{NAME}"
  end
rescue StandardError => e
  warn e.message
  exit 3
end
