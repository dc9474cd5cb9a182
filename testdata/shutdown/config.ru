# An application for Rack servers that can be slow.
run lambda { |env|
  sleep 2 if env['PATH_INFO'] == '/slow'
  [200, { 'Content-Type' => 'text/plain' }, ['hello']]
}
