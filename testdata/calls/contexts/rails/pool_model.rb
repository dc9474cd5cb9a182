require_relative 'drive'
POOL = Concurrent::FixedThreadPool.new(2)
def index
  2.times.map do
    Concurrent::Promises.future_on(POOL) { Post.count } #! thread-without-executor
  end.each(&:value!)
end
index
index
begin
  tell Post.count.zero?
rescue ActiveRecord::ConnectionTimeoutError
  tell false
end
