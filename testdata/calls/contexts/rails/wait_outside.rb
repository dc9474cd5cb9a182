require_relative 'drive'
one = Thread.new do
  worker = nil
  Rails.application.executor.wrap do
    worker = Thread.new { Rails.application.executor.wrap { Report.rows } }
  end
  worker.join
end
tell answered?(one)
exit!
