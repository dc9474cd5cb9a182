# A shop with two ways to stall it, behind checks, and two that only look so.
require "action_controller/railtie"

class Shop < Rails::Application
  config.root = __dir__
  config.eager_load = false
  config.hosts.clear
  config.consider_all_requests_local = false
  config.secret_key_base = "of a test"
  config.logger = Logger.new($stderr, level: Logger::FATAL)
end

Rails.application.initialize!
run Rails.application
