require_relative 'drive'
def save
  Post.transaction { sleep 0.1 }
  ActiveRecord::Base.clear_active_connections!
  Thread.new { Rails.application.executor.wrap { Post.first } }.value
end
requests = Array.new(2) { request { save } }
begin
  requests.each(&:value)
  tell true
rescue ActiveRecord::ConnectionTimeoutError
  tell false
end
exit!
