# Handlers that keep a known number of bytes for each key or request.
require 'socket'

everything = {}
log = []
routes = {
  '/health' => ->(_) {}, '/flat' => ->(_) {}, '/map' => ->(key) { everything[key] ||= 'x' * 3000 }, '/log' => ->(_) { log << 'x' * 2000 }
}

server = TCPServer.new('127.0.0.1', 0)
loop do
  Thread.new(server.accept) do |client|
    while (line = client.gets)
      path, query = line.split[1].to_s.split('?')
      while (header = client.gets) && header != "\r\n"; end
      route = routes[path]
      route&.call(query)
      client.write("HTTP/1.1 #{route ? 200 : 404} X\r\nContent-Length: 0\r\n\r\n")
    end
  rescue SystemCallError, IOError
    nil
  ensure
    client.close
  end
end
