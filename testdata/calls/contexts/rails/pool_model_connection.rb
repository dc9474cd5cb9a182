require_relative 'drive'
POOL = Concurrent::FixedThreadPool.new(2)
def index
  2.times { POOL.post { ActiveRecord::Base.connection_pool.with_connection { Post.count } } }
  sleep 0.2
end
index
index
begin
  tell Post.count.zero?
rescue ActiveRecord::ConnectionTimeoutError
  tell false
end
