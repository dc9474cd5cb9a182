# Prints what Ruby's own parser makes of files: where calls, variables, methods and the like stand. Each line of
# the input names a file, each line of the output is an object.

require "json"

# What says something about the members of a class, and is no call in the trees.
DIRECTIVES = %i[module_function private protected public private_class_method include prepend attr attr_reader attr_writer attr_accessor __dir__ __method__]

class Places
  attr_reader :all

  def initialize(source)
    @lines = [0]
    source.each_byte.with_index { |b, i| @lines << i + 1 if b == 10 }
    @all = {}
  end

  def from(n) = @lines[n.first_lineno - 1] + n.first_column

  def to(n) = @lines[n.last_lineno - 1] + n.last_column

  def add(kind, n) = @all["#{kind} #{from(n)} #{to(n)}"] = true

  def starts(kind, n) = @all["#{kind} #{from(n)} #{from(n)}"] = true

  def ends(kind, n) = @all["#{kind} #{to(n)} #{to(n)}"] = true

  def visit(n)
    return unless n.is_a?(RubyVM::AbstractSyntaxTree::Node)
    c = n.children
    case n.type
    when :CALL, :QCALL
      starts("call/#{c[1]}", n) if c[1].to_s =~ /\A\w/
    when :OPCALL
      starts("operator/#{c[1]}", n) if c[2] && !%i[! !~].include?(c[1])
    when :FCALL, :VCALL
      starts("call/#{c[0]}", n) unless DIRECTIVES.include?(c[0]) || c[0] !~ /\A\w/
    when :DEFN
      add("def/#{c[0]}", n)
    when :DEFS
      add("def/#{c[1]}", n)
    when :CLASS, :MODULE
      add("class", n)
    when :IVAR, :IASGN
      starts("ivar/#{c[0]}", n)
    when :WHILE, :UNTIL
      add("loop", n)
    when :CASE, :CASE2
      add("case", n)
    when :YIELD
      starts("call/yield", n)
    when :ITER
      ends("block", n) unless c[0].type == :FOR
    when :LAMBDA
      ends("block", n)
    when :FOR
      starts("for", n)
    end
    c.each { |k| k.is_a?(Array) ? k.each { |m| visit(m) } : visit(k) }
  end
end

$VERBOSE = nil
STDIN.each_line(chomp: true) do |file|
  out = { File: file }
  begin
    source = File.binread(file)
    places = Places.new(source)
    places.visit(RubyVM::AbstractSyntaxTree.parse_file(file))
    out[:Places] = places.all.keys
  rescue SyntaxError, ArgumentError, EncodingError => e
    out[:Error] = e.message[0, 100].scrub
  end
  puts JSON.generate(out)
end
