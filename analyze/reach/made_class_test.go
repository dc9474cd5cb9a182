package reach

import "testing"

// TestMadeClasses follows texts through classes and methods of Ruby that calls make.
func TestMadeClasses(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"Struct.new", "Q = Struct.new(:s, :t) do\n  def ok?\n s =~ /(a+)+$/\n end\nend\n" + `class AController < ApplicationController
  def create
    Q.new(params[:s].to_s[0, 30], params[:t]).ok?
  end
end`, "30"},
		{"by name", "Q = Struct.new(:s, :t, keyword_init: true) do\n  def ok? = s =~ /(a+)+$/\nend\n" + `class AController < ApplicationController
  def create
    Q.new(t: params[:t], s: params[:s].first(20)).ok?
  end
end`, "20"},
		{"the other member", "Q = Struct.new(:s, :t) do\n  def ok? = t =~ /(a+)+$/\nend\n" + `class AController < ApplicationController
  def create
    Q.new(params[:s].first(20), params[:t]).ok?
  end
end`, "any"},
		{"a member that is set", "Q = Struct.new(:s)\n" + `class AController < ApplicationController
  def create
    q = Q.new("x")
    q.s = params[:s].first(20)
    q.s =~ /(a+)+$/
  end
end`, "20"},
		{"Data.define", "Q = Data.define(:s) do\n  def ok? = s.match?(/(a+)+$/)\nend\n" + `class AController < ApplicationController
  def create
    Q.new(s: params[:s].first(20)).ok?
  end
end`, "20"},
		{"a base", "class Q < Struct.new(:s)\n  def ok?\n s =~ /(a+)+$/\n end\nend\n" + `class AController < ApplicationController
  def create
    Q.new(params[:s].first(20)).ok?
  end
end`, "20"},
		{"constants", "Q = Struct.new(:s) do\n  def ok? = s =~ /(a+)+$/\nend\n" + `class AController < ApplicationController
  def create
    Q.new("x").ok?
  end
end`, "none"},
		{"delegate", `class Q
  attr_reader :s
  def initialize(s) = @s = s
end
class W
  delegate :s, to: :query
  attr_reader :query
  def initialize(query) = @query = query
  def ok? = s =~ /(a+)+$/
end
class AController < ApplicationController
  def create
    W.new(Q.new(params[:s].first(20))).ok?
  end
end`, "20"},
		{"delegate with arguments", `class Q
  def ok?(s) = s =~ /(a+)+$/
end
class W
  delegate :ok?, to: :@query, allow_nil: true
  def initialize(query) = @query = query
end
class AController < ApplicationController
  def create
    W.new(Q.new).ok?(params[:s].first(20))
  end
end`, "20"},
		{"define_method", `class Q
  define_method(:ok?) { |s| s =~ /(a+)+$/ }
end
class AController < ApplicationController
  def create
    Q.new.ok?(params[:s].first(20))
  end
end`, "20"},
		{"another method", `class Q
  define_method(:ok?) { |s| s =~ /(a+)+$/ }
  def fine?(s) = s
end
class AController < ApplicationController
  def create
    Q.new.fine?(params[:s])
  end
end`, "none"},
		{"scope", `class Post < ApplicationRecord
  scope :named, ->(s) { where(s: s) if s =~ /(a+)+$/ }
end
class AController < ApplicationController
  def create
    Post.named(params[:s].first(20)).limit(3)
  end
end`, "20"},
		{"all arguments", `class Q
  def self.call(...) = new(...).call
  def initialize(t, s:)
    @s = s
  end
  def call = @s =~ /(a+)+$/
end
class AController < ApplicationController
  def create
    Q.call(params[:t], s: params[:s].first(20))
  end
end`, "20"},
		{"arguments without names", `class Q
  def self.call(*, **) = new(*, **).call
  def initialize(s, t: nil)
    @s = s
  end
  def call = @s =~ /(a+)+$/
end
class AController < ApplicationController
  def create
    Q.call(params[:s].first(20), t: params[:t])
  end
end`, "20"},
		{"a model's check of an attribute", `class Form
  include ActiveModel::Model
  attr_accessor :s, :t
  validate :fine
  def fine
    errors.add(:s) if s =~ /(a+)+$/
  end
end
class AController < ApplicationController
  def create
    Form.new(params[:form]).valid?
  end
end`, "any"},
		{"a method that no check names", `class Form
  include ActiveModel::Model
  attr_accessor :s
  def fine
    errors.add(:s) if s =~ /(a+)+$/
  end
end
class AController < ApplicationController
  def create
    Form.new(params[:form]).valid?
  end
end`, "none"},
		{"a check in a concern", `module Named
  extend ActiveSupport::Concern
  included do
    before_validation :fine
  end
  def fine
    errors.add(:s) if s =~ /(a+)+$/
  end
end
class Post < ApplicationRecord
  include Named
end
class AController < ApplicationController
  def create
    Post.create!(params[:post])
  end
end`, "any"},
		{"a job", `class AJob < ApplicationJob
  def perform(t, s)
    s =~ /(a+)+$/
  end
end
class AController < ApplicationController
  def create
    AJob.set(wait: 5).perform_later(params[:t], params[:s].first(20))
  end
end`, "20"},
		{"a job later", `class AWorker
  include Sidekiq::Worker
  def perform(s)
    s =~ /(a+)+$/
  end
end
class AController < ApplicationController
  def create
    AWorker.perform_in(params[:t], params[:s].first(20))
  end
end`, "20"},
		{"what a token is", `class AController < ApplicationController
  def create
    authenticate_or_request_with_http_token { |s, _| s =~ /(a+)+$/ }
  end
end`, "81920"},
		{"units", `class AController < ApplicationController
  MAX = 2.kilobytes
  def create
    return head(413) if params[:s].length > MAX
    params[:s].tr('_', '-') =~ /(a+)+$/
  end
end`, "2048"},
	} {
		if got := longest(t, "app/controllers/a_controller.rb", test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
