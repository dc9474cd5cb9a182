module Lines
  def receive_data(data)
    send_data `git log -1` #!
    Page.new(data)
  end
end

module Unused
  def receive_data(data)
    sleep 1
  end
end

class Basis < EM::Connection
end

class Quotes < Basis
  def receive_line(line)
    send_data %x(fortune #{line}) #!
  end
end

class Page
  def initialize(name)
    @text = File.read(name) #!
  end
end

class Banner
  def initialize
    @text = `figlet shop`
  end
end
