# frozen_string_literal: true
require_relative "lib/shop/app"
run Shop::App.new
