package reach

import "testing"

// TestParamsGuards compares parameters of requests in Ruby where they stand, without a variable.
func TestParamsGuards(t *testing.T) {
	g := guardCase{"Rails", "app/controllers/a_controller.rb", `
class AController < ApplicationController
  def run
    GUARD
    params[:s] =~ /(a+)+$/
  end
end
`, "10", "any", []string{
		"return head(400) if params[:s].length > 10",
		"return if params[:s].size > 10",
		"raise 'no' if params[:s].to_s.length > 10",
		"if params[:s].length > 10\n head 400\n return\n end",
		"unless params[:s].length <= 10\n return head(400)\n end",
		"return if params[:s].nil? || params[:s].length > 10",
		"return unless params['s'].length <= 10",
		"return head(400) if params[:t].blank? || params[:s].to_s.size > 10",
		"head(400) and return if params[:s].length > 10",
		"if params[:s].length > 10\n redirect_to(root_path, alert: 'no') and return\n end",
		"render(plain: 'no') && return if params[:s].length > 10",
	}, []string{
		"head(400) if params[:s].length > 10",
		"head(400) or return if params[:s].length > 10",
		"note(400) and return if params[:s].length > 10",
		"head(400) and log if params[:s].length > 10",
		"redirect_to(a) and return if params[:t].length > 10",
		"format.render(400) and return if params[:s].length > 10",
		"logger.warn('long') if params[:s].length > 10",
		"return head(400) if params[:t].length > 10",
		"return head(400) if params[:s].length < 10",
		"return head(400) if params[:s].length > 10 && params[:t]",
		"return head(400) if params[:s].length > 10\n params[:s] = params[:t]",
		"return head(400) if params[:s].length > 10\n params[:s] += params[:t]",
		"params[:list].each { |x| next if params[:s].length > 10 }",
	}}
	g.run(t)
}
