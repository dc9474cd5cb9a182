module Shop
  module Lock
    def self.with(name)
      File.open("/var/lock/#{name}") do |f| 
        f.flock(File::LOCK_EX) #!
        yield
      end
    end
  end
end
