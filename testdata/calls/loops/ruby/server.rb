require "async"
require "async/http/server"
require "async/http/endpoint"
require_relative "lib/shop/accounts"
require_relative "lib/shop/index"
require_relative "lib/shop/journal"

endpoint = Async::HTTP::Endpoint.parse("http://127.0.0.1:9292")
Async do
  server = Async::HTTP::Server.for(endpoint) do |request|
    Shop::Journal.note(request.path)
    Protocol::HTTP::Response[200, {}, [Shop::Accounts.login(request.path), Shop::Index.search(request.path)]]
  end
  server.run
end
