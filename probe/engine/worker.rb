# The worker that measures matches in Ruby. The protocol is described in protocol.go.
require 'json'
require 'strscan'

OPTIONS = { 'i' => Regexp::IGNORECASE, 'm' => Regexp::MULTILINE, 'x' => Regexp::EXTENDED }.freeze
# Flags that say how literals are evaluated or encoded, or that another engine is meant.
SILENT = %w[O e n o s u].freeze

class Job
  def initialize(q)
    @bytes = q['bytes']
    options = @bytes ? Regexp::NOENCODING : 0
    q['flags'].each_char do |letter|
      next if SILENT.include?(letter)
      options |= OPTIONS.fetch(letter)
    end
    @regexp = Regexp.new(text(q['pattern']), options)
    @mode = q['mode']
    @regexp = Regexp.new("\\A(?:#{@regexp})\\z".dup.force_encoding(@regexp.source.encoding)) if @mode == 'full'
    @pumps = q['pumps'].map { |prefix, pump, last| [text(prefix), text(pump), last] }
    @suffix = text(q['suffix'])
  end

  def text(s)
    @bytes ? s.encode(Encoding::ISO_8859_1).force_encoding(Encoding::BINARY) : s
  end

  def build(n)
    s = @pumps.map { |prefix, pump, last| prefix + repeated(pump, last, n) }.join + @suffix
    s.force_encoding(Encoding::BINARY) if @bytes
    s.ascii_only? # the string remembers this, before the clock runs
    s
  end

  def repeated(pump, last, n)
    return pump * n if last.zero?
    first, rest = pump.ord, pump[1..]
    (0...n).map { |i| [first + i % (last - first + 1)].pack('U') + rest }.join
  end

  def match(s)
    case @mode
    when 'prefix' then !StringScanner.new(s).match?(@regexp).nil?
    when 'all' then count(s) > 0
    else @regexp.match?(s)
    end
  end

  def count(s)
    found = 0
    s.scan(@regexp) { found += 1 }
    found
  end
end

def clock
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :float_millisecond)
end

def run(job, n)
  text = job.build(n)
  best = Float::INFINITY
  total = 0.0
  matched = false
  # A cheap match is run again, and the smallest time counts.
  5.times do
    start = clock
    matched = job.match(text)
    took = clock - start
    best = took if took < best
    total += took
    break if total >= 6
  end
  { length: text.length, ms: best.round(6), matched: matched }
end

def reply(answer)
  $stdout.puts(JSON.generate(answer))
  $stdout.flush
end

$VERBOSE = nil
GC.disable
reply({ id: 0, version: RUBY_ENGINE == 'ruby' ? RUBY_VERSION : "#{RUBY_VERSION} #{RUBY_ENGINE}" })
job = nil
$stdin.set_encoding(Encoding::UTF_8)
$stdin.each_line do |line|
  q = JSON.parse(line)
  stage = q.key?('n') ? 'run' : 'compile'
  answer = { id: q['id'] }
  begin
    if stage == 'compile'
      GC.enable
      GC.start
      GC.disable
      job = nil
      job = Job.new(q)
    else
      answer.update(run(job, q['n']))
    end
  rescue StandardError, NoMemoryError => e
    answer[:stage] = stage
    answer[:error] = "#{e.class}: #{e.message[0, 300]}".scrub('?')
  end
  reply(answer)
end
