require_relative 'drive'
POOL = Concurrent::FixedThreadPool.new(2)
def index
  2.times.map do
    Concurrent::Promises.future_on(POOL) { Rails.application.executor.wrap { Post.count } }
  end.each(&:value!)
end
index
index
begin
  tell Post.count.zero?
rescue ActiveRecord::ConnectionTimeoutError
  tell false
end
