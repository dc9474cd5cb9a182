# Runs all cases in children of a process that has loaded Rails, two at a time, and writes what each one says.
require 'rails'
require 'active_record'
require 'active_record/railtie'
require 'concurrent'
require 'sqlite3'
cases = Dir[File.join(__dir__, '*.rb')].map { |f| File.basename(f) }.sort - %w[all.rb drive.rb]
cases.each_slice(2) do |some|
  some.map do |name|
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      $stdout.reopen(writer)
      load File.join(__dir__, name)
    end
    writer.close
    [name, reader, pid]
  end.each do |name, reader, pid|
    puts "#{name} #{reader.read.lines.last}"
    Process.wait(pid)
  end
end
