# Work for a server of Rack: puma -t 4:4 config.ru. /work?ms=50 sleeps, cpu=1 computes, random=1 takes
# a random time; what follows hangs when requests overlap.
require 'monitor'

FIRST, SECOND = Mutex.new, Mutex.new
TURN = Mutex.new
$turn = 0
$leaked = nil

# An interlock as frameworks have it to load code: many may run, one may load when nobody runs.
class Interlock
  def initialize
    @lock, @free, @running = Monitor.new, nil, 0
    @free = @lock.new_cond
  end

  def running
    @lock.synchronize { @running += 1 }
    yield
  ensure
    @lock.synchronize { @running -= 1; @free.broadcast }
  end

  # One that loads counts as running itself, so it waits for the others alone.
  def loading
    @lock.synchronize { @free.wait_while { @running > 1 } }
    yield
  end
end

INTERLOCK = Interlock.new
JOBS = Queue.new
WORKERS = 2.times.map { Thread.new { loop { job, done = JOBS.pop; done << job.call } } }

def through_workers(&job)
  done = Queue.new
  JOBS << [job, done]
  done.pop
end

def clock = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID)

def work(query)
  ms = (query[/\bms=([\d.]+)/, 1] || 0).to_f
  ms *= -Math.log(1 - rand) if query.include?('random=')
  if query.include?('cpu=')
    finish = clock + ms / 1000
    nil while clock < finish
  else
    sleep ms / 1000
  end
end

HANDLERS = {
  '/health' => ->(_, _) {},
  '/work' => ->(query, _) { work(query) },
  # Two locks, every other request in the opposite order.
  '/abba' => lambda { |_, _|
    order = TURN.synchronize { ($turn += 1).odd? } ? [FIRST, SECOND] : [SECOND, FIRST]
    order[0].synchronize { sleep 0.02; order[1].synchronize {} }
  },
  # Both load code while they run, and each waits until the other no longer runs.
  '/interlock' => ->(_, _) { INTERLOCK.running { sleep 0.02; INTERLOCK.loading {} } },
  # A job that waits for another job of the same two workers.
  '/nested' => ->(_, _) { through_workers { sleep 0.02; through_workers { 1 } } },
  '/context' => ->(_, id) { sleep 0.005; id },
  '/leak' => ->(_, id) { $leaked = id; sleep 0.005; $leaked },
}

run(lambda do |env|
  handler = HANDLERS[env['PATH_INFO']]
  next [404, { 'content-length' => '2' }, ['no']] unless handler

  id = handler.call(env['QUERY_STRING'], env['HTTP_X_REQUEST_ID'].to_s)
  [200, { 'content-length' => '2', 'x-request-id' => id.is_a?(String) ? id : '' }, ['ok']]
end)
