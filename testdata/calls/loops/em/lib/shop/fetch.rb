require "net/http"

class Fetch
  def self.page(url)
    body = Net::HTTP.get(URI(url)) #!
    pause if body.empty?
    body + File.read("footer.html") #!
  end

  def self.pause
    sleep 1 #!
    system("sync") #!
  end
end
