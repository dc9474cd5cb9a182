#!/usr/bin/env falcon-host
require "falcon/environment/rack"

service "shop" do
  include Falcon::Environment::Rack
end
