# Measures JSON in Ruby: a request in JSON a line on stdin, an answer a line on stdout.
require 'json'

def now = Process.clock_gettime(Process::CLOCK_MONOTONIC) * 1000

SCHEDULED = begin
  File.open('/proc/thread-self/schedstat')
rescue SystemCallError
  nil # not on Linux
end

# How long this thread was ready to run and had no processor so far, 0 where the kernel does not tell.
def waited = SCHEDULED ? SCHEDULED.pread(64, 0).split[1].to_i / 1e6 : 0

# What some work takes without the waits for a processor, and how long those are. Those outside of it are no longer than
# what asking took.
def spent
  asked = now
  before = waited
  start = now
  yield
  ended = now
  lost = [waited - before - (start - asked) - (now - ended), 0].max
  [ended - start - lost, lost]
end

# What each of several runs took and lost. The limit is for what they take, the clock for all of it.
def timed(q, &work)
  begun = now
  runs = []
  took = 0
  while runs.length < q['reps'] || now < begun + 10 && runs.length < q['most'] # short ones more often
    runs << spent(&work)
    took += runs.last[0]
    break if runs.length > 1 && (took > q['limit'] || now > begun + q['clock'])
  end
  runs
end

# The longest gap of a thread that wakes up every millisecond: what other threads wait.
def heartbeat
  gap = 0.0
  stop = false
  last = now
  thread = Thread.new do
    until stop
      sleep 0.001
      t = now
      gap = [gap, t - last].max
      last = t
    end
  end
  sleep 0.005
  gap = 0.0
  yield
  sleep 0.003
  stop = true
  thread.join
  [gap - 1, 0].max
end

def answer(q)
  case q['do']
  when 'version' then return { version: "#{RUBY_VERSION}, json #{JSON::VERSION}" }
  when 'depth'
    value = JSON.parse(q['open'] * q['n'] + q['leaf'].to_s + q['close'] * q['n'])
    JSON.generate(value) if q['stringify']
    return { ok: true }
  end
  text = File.read(q['file'], encoding: 'utf-8')
  out = { length: text.length }
  value = nil
  options = { max_nesting: 1000 } # the shapes that are deep are 500 deep
  out[:parse] = timed(q) { value = JSON.parse(text, options) }
  out[:search] = timed(q) { text.index('nomatch') }
  out[:stringify] = timed(q) { JSON.generate(value, options) } if q['stringify']
  value = nil
  out[:beat] = heartbeat { value = JSON.parse(text, options) } if q['beat']
  status = '/proc/self/status'
  out[:rss] = File.read(status)[/VmHWM:\s+(\d+)/, 1].to_i * 1024 if File.exist?(status)
  out
end

$stdin.each_line do |line|
  result = begin
    answer(JSON.parse(line))
  rescue StandardError, SystemStackError => e
    { error: "#{e.class}: #{e.message[0, 200]}" }
  end
  $stdout.write(JSON.generate(result) + "\n")
  $stdout.flush
end
