# A small application of Rails with a database, two connections and a folder of code that is loaded when it is needed.
require 'rails'
require 'active_record'
require 'active_record/railtie'
require 'concurrent'
require 'tmpdir'

$stdout.sync = true
Thread.report_on_exception = false

class Demo < Rails::Application
  config.root = __dir__
  config.eager_load = false
  config.cache_classes = false
  config.autoloader = :classic
  config.autoload_paths = [File.join(__dir__, 'autoload')]
  config.active_support.deprecation = :silence
  config.logger = Logger.new(nil)
  config.secret_key_base = 'x'
end
FOLDER = Dir.mktmpdir
at_exit { FileUtils.remove_entry(FOLDER) }
ENV['DATABASE_URL'] = "sqlite3:#{FOLDER}/db?pool=2&checkout_timeout=1"
ActiveSupport::Deprecation.silenced = true
Demo.initialize!
class Post < ActiveRecord::Base; end
class Current < ActiveSupport::CurrentAttributes
  attribute :user
end
ActiveRecord::Base.connection.create_table(:posts) { |t| t.string :title }
ActiveRecord::Base.clear_active_connections!

def tell(own)
  puts own ? 'kept' : 'lost'
end

# The requests of Rails run like this; one that is stuck is left behind.
def request(&work)
  Thread.new { Rails.application.executor.wrap(&work) }
end

def answered?(*requests)
  requests.map { |r| r.join(3) }.all?
end
