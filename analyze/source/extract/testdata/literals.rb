# Prints the regex literals that Ruby's own lexer finds in the files named on standard input, one JSON
# document a line: {"file", "literals": [[offset in bytes, pattern or null, flags], ...]} or {"file",
# "error"}. The pattern is null for a literal that inserts code.
require "json"
require "ripper"
$VERBOSE = nil
STDIN.read.split("\n").each do |name|
  begin
    src = File.read(name, encoding: "UTF-8")
    raise "not UTF-8" unless src.valid_encoding?
    raise "syntax error" if Ripper.sexp(src).nil?
    starts = [0]
    src.each_line { |l| starts << starts.last + l.bytesize }
    found, open = [], []
    Ripper.lex(src).each do |(line, column), type, text, _|
      at = starts[line - 1] + column
      case type
      when :on_regexp_beg
        open << [at, false]
      when :on_embexpr_beg, :on_embvar
        open.last[1] = true if open.last && type == :on_embvar
        open << [:code] if type == :on_embexpr_beg
      when :on_embexpr_end
        open.pop while open.last && open.last[0] != :code
        open.pop
        open.last[1] = true if open.last && open.last.size == 2
      when :on_regexp_end
        start, inserts = open.pop
        code = src.byteslice(start...(at + text.bytesize))
        value = inserts ? nil : eval("# encoding: utf-8\n" + code).source
        found << [start, value, text[1..]]
      end
    end
    puts JSON.generate({ file: name, literals: found })
  rescue Exception => e
    puts JSON.generate({ file: name, error: e.message[0, 200].scrub })
  end
end
