require "eventmachine"
require_relative "lib/shop/fetch"
require_relative "lib/shop/lines"

class Chat < EventMachine::Connection
  def receive_data(data)
    send_data Fetch.page(data)
  end
end

EventMachine.run do
  EventMachine.start_server "127.0.0.1", 8081, Chat
  EventMachine.start_server "127.0.0.1", 8082, Lines
  EventMachine.start_server "127.0.0.1", 8083, Quotes
  Banner.new
end
