# See compare.py.
$VERBOSE = nil
$stdout.sync = true
OPTIONS = { 'i' => Regexp::IGNORECASE, 'm' => Regexp::MULTILINE, 'x' => Regexp::EXTENDED }.freeze

def results(regexp, mode, text, what)
  found = []
  put = lambda do |m|
    found << (what == 'spans' ? m.offset(0) : (0...m.size).map { |g| m.offset(g) })
  end
  if mode == 'all'
    text.scan(regexp) { put.($~) if found.size < 50 }
  elsif (m = regexp.match(text))
    put.(m)
  end
  found.to_s
end

STDIN.each_line do |line|
  mode, flags, what, a, b, *texts = line.chomp.split("\t", -1).map { |f| f.unpack1('m0').force_encoding('UTF-8') }
  answer = ''
  begin
    options = flags.each_char.sum { |c| OPTIONS.fetch(c, 0) }
    a = Regexp.new(a, options)
    b = Regexp.new(b, options)
    texts.each do |text|
      x = results(a, mode, text, what)
      y = results(b, mode, text, what)
      next if x == y
      answer = "#{text.inspect}: #{x} and #{y}"
      break
    end
  rescue RegexpError, ArgumentError, Encoding::CompatibilityError => e
    answer = "refused: #{e.message}"
  end
  puts [answer].pack('m0')
end
