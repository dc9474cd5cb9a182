require_relative 'drive'
one = Thread.new do
  Rails.application.executor.wrap do
    worker = Thread.new { Rails.application.executor.wrap { Report.rows } }
    worker.join #! wait-in-executor
  end
end
tell answered?(one)
exit!
