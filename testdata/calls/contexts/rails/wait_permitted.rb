require_relative 'drive'
one = Thread.new do
  Rails.application.executor.wrap do
    worker = Thread.new { Rails.application.executor.wrap { Report.rows } }
    ActiveSupport::Dependencies.interlock.permit_concurrent_loads { worker.join }
  end
end
tell answered?(one)
exit!
