package reach

import "testing"

// TestValidatesGuards asks models of Rails whether they are valid before an attribute is read.
func TestValidatesGuards(t *testing.T) {
	g := guardCase{"ActiveRecord", "app/controllers/a_controller.rb", `
class ApplicationRecord < ActiveRecord::Base
end
class Note < ApplicationRecord
  validates :s, :t, presence: true, length: { maximum: 50 }
end
class AController < ApplicationController
  def run
    n = Note.new(params.require(:note).permit(:s, :t, :u))
    GUARD
    n.s =~ /(a+)+$/
  end
end
`, "50", "any", []string{
		"return unless n.save",
		"return render(:new) unless n.valid?",
		"n.save!",
		"n.validate!",
		"return if n.invalid?",
		"raise 'no' if !n.save",
		"if n.invalid?\n head 400\n return\n end",
		"return unless n.save && params[:go]",
		"n = Note.create!(params[:note])",
		"n.save or return",
	}, []string{
		"n.save",
		"n.valid?",
		"return if n.valid?",
		"return unless n.save(validate: false)",
		"return unless n.save || params[:go]",
		"m = Note.new(params[:m])\n return unless m.save",
		"return unless n.save\n n.s = params[:other]",
		"return unless n.save\n n[:s] = params[:other]",
		"return unless n.save\n n.assign_attributes(params[:other])",
		"return unless n.save\n n.update(params[:other])",
		"return unless n.save\n n.attributes = params[:other]",
		"return unless n.save\n n = Note.new(params[:other])",
		"return unless n.persisted?",
		"n = Note.create(params[:note])",
	}}
	g.run(t)
	g = guardCase{"declared", "app/controllers/a_controller.rb", `
class Note < ActiveRecord::Base
  MAX = 50
  GUARD
end
class AController < ApplicationController
  def run
    n = Note.new(params.require(:note).permit(:s, :t, :u))
    return unless n.save
    n.s =~ /(a+)+$/
  end
end
`, "50", "any", []string{
		"validates :s, length: { maximum: 50 }",
		"validates :t, :s, length: { maximum: MAX, minimum: 2 }",
		"validates :s, length: { in: 2..50, allow_nil: true }",
		"validates_length_of :s, maximum: 50",
		"validates_size_of :s, within: 2..50",
		"validates :s, presence: true, format: { with: /\\A[a-z]{0,50}\\z/ }",
		"validates_format_of :s, with: /\\A[a-z]{0,50}\\z/",
		"validates :s, length: { is: 50 }",
	}, []string{
		"validates :t, length: { maximum: 50 }",
		"validates :s, length: { minimum: 50 }",
		"validates :s, length: { maximum: 50 }, if: :long?",
		"validates :s, length: { maximum: 50 }, unless: -> { admin? }",
		"validates :s, length: { maximum: 50 }, on: :update",
		"validates :s, length: { maximum: 50, allow_blank: true }",
		"validates :s, length: { maximum: 50, tokenizer: ->(x) { x.split } }",
		"validates :s, length: { maximum: 50 }, except_on: :create",
		"validates :s, length: { maximum: 50, **options }",
		"validates :s, format: { with: /^[a-z]{0,50}$/ }",
		"validates :s, format: { without: /\\A[a-z]{0,50}\\z/ }",
		"validates :s, length: { maximum: 50 }\n before_save :twice\n def twice\n self.s = s * 2\n end",
		"validates :s, length: { maximum: 50 }\n def s\n super * 100\n end",
		"# validates :s, length: { maximum: 50 }",
		"validates :s, length: { maximum: 50 }\n clear_validators!",
		"validates :s, length: { maximum: 50 }\n skip_callback :validate",
		"with_options if: :long? do\n validates :s, length: { maximum: 50 }\n end",
		"with_options unless: -> { admin? } do |o|\n o.validates :s, length: { maximum: 50 }\n end",
		"def self.checked\n validates :s, length: { maximum: 50 }\n end",
	}}
	g.run(t)
}
