# Answers what Ruby's Regexp says of patterns: see oracle_test.go.
$VERBOSE = nil
LETTERS = { "i" => 1, "x" => 2, "m" => 4, "n" => 32 }

def ranges(ok)
  ok.slice_when { |a, b| b != a + 1 }.map { |r| format("%x-%x", r.first, r.last) }.join(",")
end

candidates = []
STDIN.set_encoding("UTF-8")
STDIN.each_line do |line|
  mode, flags, text = line.chomp.split("\t", 3)
  if mode == "candidates"
    candidates = text.split(",").flat_map { |r| lo, hi = r.split("-"); (lo.hex..hi.hex).to_a }
    next
  end
  begin
    source = [text].pack("H*").force_encoding("UTF-8")
    options = flags.chars.sum { |l| LETTERS[l] || 0 }
    source = "\\A(?:#{source})\\z" if mode == "set"
    source = source.b if flags.include?("n")
    re = Regexp.new(source, options)
    if mode == "valid"
      puts "valid\t0"
    elsif flags.include?("n")
      puts ranges(candidates.select { |c| c < 256 && re.match?(c.chr.b) })
    else
      puts ranges(candidates.select { |c| re.match?([c].pack("U")) })
    end
  rescue StandardError, SyntaxError => e
    puts "invalid\t" + e.message.gsub(/[\n\t]/, " ").b.gsub(/[^ -~]/n, "?")
  end
end
