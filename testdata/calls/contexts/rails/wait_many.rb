require_relative 'drive'
one = request do
  workers = %w[a b].map { |name| Thread.new(name) { |n| Rails.application.executor.wrap { Report.rows + n.size } } }
  Rails.application.executor.wrap { workers.each(&:join) } #! wait-in-executor
end
tell answered?(one)
exit!
