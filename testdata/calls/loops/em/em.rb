require "eventmachine"
require_relative "lib/shop/fetch"

class Chat < EventMachine::Connection
  def receive_data(data)
    send_data Fetch.page(data)
  end
end

EventMachine.run { EventMachine.start_server "127.0.0.1", 8081, Chat }
