# frozen_string_literal: true

require "time"

# Reads the diary of a weather station.
module Diary
  STAMP = /(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)/
  NUMBER = '[-+]?\d+(?:\.\d+)?'
  UNIT = %w[C F K].join("|").freeze
  ENTRY = %r{\A\s*#{STAMP}\s+(?<value>#{NUMBER})/?(?<unit>#{UNIT})?\s*\z}x
  WORDS = Regexp.new("\\b(?:rain|snow|#{NUMBER} ?mm)\\b", Regexp::IGNORECASE)

  Entry = Struct.new(:time, :value, :unit, :note) do
    def celsius
      case unit
      when /\AF\z/i then (value - 32) / 1.8
      when "K" then value - 273.15
      else value
      end
    end

    def wet? = note =~ WORDS ? true : false
  end

  class Reader
    attr_reader :entries, :skipped

    def initialize(io, strict: false)
      @io, @strict = io, strict
      @entries = []
      @skipped = 0
      @rate = 60 / 5 / 2
    end

    def read
      @io.each_line.with_index(1) do |line, number|
        next if line =~ /^\s*(#|$)/

        text, note = line.split(/\s*\|\s*/, 2)
        if (m = ENTRY.match(text))
          entries << Entry.new(Time.parse(m[0][/\A\s*\S+ \S+/]), m[:value].to_f, m[:unit], note.to_s.strip)
        elsif @strict
          raise ArgumentError, "line #{number}: #{text.gsub(/[^[:print:]]/, "?")}"
        else
          @skipped += 1
        end
      end
      self
    end

    def mean
      return 0 if entries.empty?

      entries.sum(&:celsius) / entries.size
    end

    def to_s
      <<~TEXT
        #{entries.size} entries, #{skipped} skipped
        mean #{mean.round(1)} / #{entries.count(&:wet?)} wet
      TEXT
    end
  end

  def self.days(entries)
    entries.group_by { |e| e.time.strftime("%F") }.transform_values { |list| list.map(&:celsius).minmax }
  end
end

puts Diary::Reader.new($stdin).read if $PROGRAM_NAME == __FILE__
__END__
2024-01-02 03:04 5.5C | rain /not a regex/
