# Handlers that hang, each by a defect of its own, and sound ones that are slow.
require 'socket'
require 'monitor'

A, B, ONE = Mutex.new, Mutex.new, Mutex.new
$turns = 0
$counting = Mutex.new
$places = SizedQueue.new(3)

def turn
  $counting.synchronize { $turns += 1 }
end

def both(first, second)
  first.synchronize { sleep 0.02; second.synchronize {} }
end

# Interlock lets many run, and one load alone, as the autoloader of a framework does.
class Interlock
  def initialize
    @monitor = Monitor.new
    @changed = @monitor.new_cond
    @running = 0
  end

  def run
    @monitor.synchronize { @running += 1 }
    yield
  ensure
    @monitor.synchronize { @running -= 1; @changed.broadcast }
  end

  # load waits for all others, but also for those that wait to load.
  def load
    @monitor.synchronize { @changed.wait_while { @running > 1 } }
    yield
  end
end

INTERLOCK = Interlock.new

ROUTES = {
  '/health' => -> {},
  # two locks, every second request in the other order
  '/alternating' => -> { turn.odd? ? both(A, B) : both(B, A) },
  # a load that must be exclusive, while others that run want to load as well
  '/load' => -> { INTERLOCK.run { sleep 0.02; INTERLOCK.load { sleep 0.001 } } },
  # a connection of the pool for the request, and another one for what it calls
  '/twice' => -> { $places << 1; sleep 0.02; $places << 1; $places.pop; $places.pop },
  '/slow' => -> { sleep 0.4 },
  '/onelock' => -> { ONE.synchronize { sleep 0.1 } },
  '/ordered' => -> { both(A, B) }
}

server = TCPServer.new('127.0.0.1', 0)
loop do
  Thread.new(server.accept) do |client|
    while (line = client.gets)
      path = line.split[1].to_s.split('?').first
      while (header = client.gets) && header != "\r\n"; end
      route = ROUTES[path]
      route&.call
      client.write("HTTP/1.1 #{route ? 200 : 404} X\r\nContent-Length: 0\r\n\r\n")
    end
  rescue SystemCallError, IOError
    nil
  ensure
    client.close
  end
end
