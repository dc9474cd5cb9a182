package reach

import "testing"

// TestInheritedCalls calls methods of classes that others extend and of modules by their names alone, and some that are
// of neither.
func TestInheritedCalls(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"a controller above others", "app/controllers/a_controller.rb", `
class ApplicationController < ActionController::Base
  private
  def limited(name, max)
    value = params[name].to_s
    raise ActionController::BadRequest if value.length > max
    value
  end
  def ok?(text) = text.match?(/(a+)+$/)
  def other(text) = text.match?(/(b+)+$/)
end
class ShopsController < ApplicationController
  def create = ok?(limited(:x, 10))
end
class Shop
  def check(text) = other(text)
end
Shop.new.check('x')
`, "remote body params.* 10; 10 unknown"},
		{"modules that are part of an app", "app.rb", `
require 'sinatra/base'
module Checks
  def fine?(text) = text.match?(/(a+)+$/)
  def never?(text) = text.match?(/(b+)+$/)
end
class App < Sinatra::Base
  helpers Checks
  helpers do
    def taken(name) = params[name][0, 20]
  end
  post('/a') { fine?(taken(:x)); y = params[:y]; redirect('/') if y.size > 5; y =~ /(c+)+$/ }
end
`, "remote body POST /a params.* 20; 5 unknown; remote body POST /a params.y 5"},
		{"helpers of an app without a class", "app.rb", `
require 'sinatra'
helpers do
  def fine?(text)
    text.match?(/(a+)+$/)
  end
end
get('/a') { fine?(params[:x]) }
`, "remote url GET /a params.x 10240"},
		{"a name that leaves where it is Sinatra's", "app.rb", `
require 'sinatra'
get('/a') { not_found if params[:x].size > 30; params[:x] =~ /(a+)+$/ }
`, "remote url GET /a params.x 30"},
		{"that name elsewhere", "app/controllers/notes_controller.rb", `
class NotesController < ApplicationController
  def show
    not_found if params[:x].size > 30
    params[:x] =~ /(a+)+$/
  end
end
`, "remote body params.x -1"},
		{"methods by their names", "app.rb", `
require 'sinatra'
get('/a') { params[:x].split(',').map(&:strip).any? { |s| s =~ /(a+)+$/ } }
get('/b') { params[:x].split(',').map(&:to_i).any? { |s| s.to_s =~ /(b+)+$/ } }
get('/c') { params[:x].split(',').map(&:inspect).any? { |s| s =~ /(c+)+$/ } }
`, "remote url GET /a params.x 10240; remote-possible url GET /b params.x -1; remote-possible url GET /c params.x -1"},
		{"what a model runs by itself", "app/models/shop.rb", `
class ShopsController < ApplicationController
  def create = Shop.new(params.require(:shop).permit(:name, :city)).save
  def index = Order.new('fixed').save
end
class Shop < ApplicationRecord
  validate :name_is_fine
  before_save :tidy
  def name_is_fine
    errors.add(:name) unless name.match?(/(a+)+$/)
  end
  def tidy = city.match?(/(b+)+$/)
  def other = city.match?(/(c+)+$/)
end
class Order < ApplicationRecord
  validate :fine
  def fine = name.match?(/(d+)+$/)
end
class Plain
  def fine = name.match?(/(e+)+$/)
end
Plain.new(ARGV)
`, "remote body params.shop.name -1; remote body params.shop.city -1; remote-possible body params.shop.city -1; 17 unknown; 20 unknown"},
		{"a controller of Spring above another", "A.java", `
import org.springframework.web.bind.annotation.*;
import java.util.regex.Pattern;
abstract class Base {
  protected boolean fine(String s) { return Pattern.matches("(a+)+$", s); }
  protected boolean never(String s) { return Pattern.matches("(b+)+$", s); }
}
class Other { boolean never2(String s) { return Pattern.matches("(c+)+$", s); } }
@RestController class A extends Base {
  @GetMapping("/a") boolean a(@RequestParam String s) { if (s.length() > 10) { return false; } return fine(s) && never2(s); }
}
`, "remote url GET /a s 10; 6 unknown; 8 unknown"},
		{"a controller of ASP.NET above another", "A.cs", `
using System.Text.RegularExpressions;
public abstract class Base : ControllerBase {
  protected bool Fine(string s) => Regex.IsMatch(s, "(a+)+$");
}
public class A : Base { [HttpGet("a")] public bool Get([FromQuery] string s) => Fine(s.Substring(0, 10)); }
`, "remote url GET /a s 10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := ways(t, test.file, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
