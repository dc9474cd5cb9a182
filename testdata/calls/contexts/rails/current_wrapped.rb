require_relative 'drive'
POOL = Concurrent::FixedThreadPool.new(1)
def work(user)
  Concurrent::Promises.future_on(POOL) do
    Rails.application.executor.wrap do
      Current.user = user if user
      Current.user
    end
  end.value!
end
work('ada')
tell work(nil).nil?
