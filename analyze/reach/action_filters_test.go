package reach

import "testing"

// TestActionFilters compares parameters of requests of Ruby in what runs before the action that reads them.
func TestActionFilters(t *testing.T) {
	g := guardCase{"Rails", "app/controllers/a_controller.rb", `
module Limits
  extend ActiveSupport::Concern
  included do
  end
  def in_module
    head 400 if params[:s].length > 10
  end
end
class ApplicationController < ActionController::Base
  include Limits
  def base
    head 400 if params[:s].length > 10
  end
end
class AController < ApplicationController
  GUARD
  def run
    params[:s] =~ /(a+)+$/
  end
  private
  def short
    head 400 if params[:s].length > 10
  end
  def answer
    logger.info 'no'
    render json: { error: 'no' }, status: 400
  end
  def log
    logger.warn('long') if params[:s].length > 10
  end
end
`, "10", "any", []string{
		"before_action :short",
		"before_action :log, :short, only: %i[run walk]",
		"before_action :short, except: :walk",
		"before_action { head 400 if params[:s].length > 10 }",
		"before_action -> { redirect_to root_path if params[:s].to_s.size > 10 }, only: [:run]",
		"before_action :base",
		"before_action :in_module",
		"prepend_before_action :short",
		"before_action :short\n skip_before_action :short, only: :walk",
		"before_action :long\n def long\n if params[:s].length > 10\n render plain: 'no'\n return\n end\n logger.info 'ok'\n end",
		"before_action :long\n def long\n return unless params[:s].length > 10\n render json: {}, status: 422\n end",
		"before_action :long\n def long\n raise ActionController::BadRequest if params[:s].length > 10\n end",
		"before_action :long\n def long\n answer if params[:s].length > 10\n end",
		"before_action :long\n def long\n s = params[:s].to_s\n head(400) if s.length > 10\n end",
		"before_action :long\n def long\n if params[:s].blank? || params[:s].length > 10\n redirect_to(root_path)\n end\n end",
	}, []string{
		"before_action :log",
		"before_action :short, only: :walk",
		"before_action :short, except: :run",
		"before_action :short, if: :logged_in?",
		"before_action :short, unless: -> { admin? }",
		"before_action :short, only: SOME",
		"before_action :short\n skip_before_action :short",
		"before_action :short\n skip_before_action :short, only: :run",
		"after_action :short",
		"before_action { head 400 if params[:t].length > 10 }",
		"before_action { head 400 if params[:s].length < 10 }",
		"before_action { head 400 if params[:s].length > 10 && params[:t] }",
		"before_action { request.head 400 if params[:s].length > 10 }",
		"before_action :long\n def long\n redirect_to(a) if params[:s].length > 10 rescue nil\n logger.info 'x'\n end",
		"before_action :long\n def long\n answer if params[:s].length > 10\n end\n def answer\n render plain: 'no' if params[:t]\n end",
		"class BController < AController\n skip_before_action :short\n end\n before_action :short",
		"before_action :run, :short",
		"rescue_from StandardError, with: :run\n before_action :short",
		"before_action :short, if: :run",
		"def other\n before_action :short\n end",
	}}
	g.run(t)
	g = guardCase{"what others call", "app/controllers/a_controller.rb", `
class AController < ApplicationController
  before_action :short, only: %i[run walk]
  GUARD
  private
  def given
    params[:s]
  end
  def check
    given =~ /(a+)+$/
  end
  def short
    head 400 if params[:s].length > 10
  end
end
`, "10", "any", []string{
		"def run\n check\n end",
		"def walk\n check\n end",
		"def run\n check\n end\n def walk\n check\n end",
		"def run\n step\n end\n private def step\n check\n end",
		"def run\n [1].each { check }\n end",
		"def run\n @x = check\n render :run if @x\n end",
		"def walk\n return if params[:t].nil?\n check\n end",
		"def run\n check if params[:t]\n walk\n end\n def walk\n check\n end",
	}, []string{
		"def talk\n check\n end",
		"def run\n check\n end\n def talk\n check\n end",
		"before_action :check, prepend: true\n def run\n end",
		"before_action { check }\n def run\n end",
		"before_action :short, if: :check\n def run\n end",
		"def talk\n step\n end\n def run\n step\n end\n private def step\n check\n end",
		"rescue_from StandardError, with: :check\n def run\n end",
		"rescue_from(StandardError) { check }\n def run\n end",
	}}
	g.run(t)
	g = guardCase{"Sinatra", "app.rb", `
require 'sinatra'
GUARD
post '/users/new' do
  params[:s] =~ /(a+)+$/
end
`, "10", "any", []string{
		"before { halt 400 if params[:s].length > 10 }",
		"before do\n halt 400, 'no' unless params[:s].to_s.size <= 10\n end",
		"before '/users/*' do\n halt 400 if params[:s].length > 10\n end",
		"before('/users/new') { error 400 if params[:s].length > 10 }",
		"before { redirect '/' if params[:s].length > 10 }",
		"before { raise 'no' if params['s'].length > 10 }",
		"before do\n s = params[:s]\n halt 413 if s.length > 10\n end",
		"before { pass if params[:t]\n }\n before { halt 400 if params[:s].length > 10 }",
		"before '*' do\n halt 400 if params[:s].length > 10\n end",
	}, []string{
		"before { pass if params[:s].length > 10 }",
		"before { pass if params[:t]\n halt 400 if params[:s].length > 10 }",
		"after { halt 400 if params[:s].length > 10 }",
		"before '/admin/*' do\n halt 400 if params[:s].length > 10\n end",
		"before %r{/admin} do\n halt 400 if params[:s].length > 10\n end",
		"before agent: /Mozilla/ do\n halt 400 if params[:s].length > 10\n end",
		"before { logger.warn 'long' if params[:s].length > 10 }",
		"before { status 400 if params[:s].length > 10 }",
		"before { halt 400 if params[:t].length > 10 }",
		"class Other < Sinatra::Base\n before { halt 400 if params[:s].length > 10 }\n end",
	}}
	g.run(t)
	g = guardCase{"helpers of Sinatra", "app.rb", `
require 'sinatra'
helpers do
  def look
    params[:s] =~ /(a+)+$/
  end
end
before { halt 400 if params[:s].length > 10 }
GUARD
`, "10", "any", []string{
		"post('/a') { look }",
		"post '/a' do\n look\n end",
		"put('/a') { look if params[:t] }",
		"post('/a') { [1].each { look } }",
		"post('/a') { look }\n patch('/b') { look }",
		"def other\n look\n end\n post('/a') { other }",
		"post('/a') { halt 400 unless look }",
		"post('/a') { look }\n after { logger.info 'done' }",
	}, []string{
		"post('/a') { look }\n after { look }",
		"post('/a') { look }\n error(400) { look }",
		"post('/a') { look }\n not_found { look }",
		"before { look }\n post('/a') { look }",
		"post('/a') { params[:s] = params[:t] * 2\n look }",
		"post('/a') { params.merge!(s: params[:t])\n look }",
		"post('/a') { params.with_defaults!(s: params[:t])\n look }",
		"post('/a') { params.reverse_merge!(s: request.body.read)\n look }",
		"post('/a') { params.transform_values! { |v| v * 2 }\n look }",
		"post('/a') { params.deep_merge!(JSON.parse(request.body.read))\n look }",
		"after { look }",
		"before '/a' do\n look\n end\n post('/a') { look }",
		"def other\n look\n end\n after { other }\n post('/a') { other }",
	}}
	g.run(t)
}
