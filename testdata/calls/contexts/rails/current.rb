require_relative 'drive'
POOL = Concurrent::FixedThreadPool.new(1)
def work(user)
  Concurrent::Promises.future_on(POOL) do #! thread-without-executor
    Current.user = user if user
    Current.user
  end.value!
end
work('ada')
tell work(nil).nil?
