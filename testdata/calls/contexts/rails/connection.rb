require_relative 'drive'
def save
  Post.transaction do
    sleep 0.1
    Thread.new { Rails.application.executor.wrap { Post.first } }.value #! connection-across-wait
  end
end
requests = Array.new(2) { request { save } }
begin
  requests.each(&:value)
  tell true
rescue ActiveRecord::ConnectionTimeoutError
  tell false
end
exit!
