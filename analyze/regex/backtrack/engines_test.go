package backtrack_test

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// Each script reads lines of flags, a pattern in hex and inputs in hex, separated by blanks ("-" is an
// empty one), and answers each line by "!" if the pattern is not valid, else by an answer for each input,
// separated by blanks: "-" without a match, "E" after an error, else the bounds of the match and its
// captures, separated by commas, -1 for those that are unset.
const (
	pythonScript = `
import re, sys, warnings
warnings.simplefilter("ignore")
text = lambda s: "" if s == "-" else bytes.fromhex(s).decode()
for line in sys.stdin:
    flags, pattern, *inputs = line.split()
    try:
        bits = 0
        for c in flags.strip("-"):
            bits |= getattr(re, c.upper())
        r = re.compile(text(pattern), bits)
    except Exception as e:
        print("!", e)
        continue
    out = []
    for s in inputs:
        m = r.search(text(s))
        out.append(",".join("%d,%d" % m.span(i) for i in range(r.groups + 1)) if m else "-")
    print(" ".join(out))
`
	perlScript = `
no warnings; $| = 0;
while (<STDIN>) {
  my ($flags, @fields) = split;
  my ($pattern, @inputs) = map { $_ eq "-" ? "" : pack("H*", $_) } @fields;
  $flags = "" if $flags eq "-";
  $pattern .= "\n" if $flags =~ /x/;
  my $r = eval { $flags eq "" ? qr/$pattern/ : qr/(?^$flags:$pattern)/ };
  if (!defined $r) { my $e = $@; $e =~ s/\s+/ /g; print "! $e\n"; next; }
  my $groups = eval { "" =~ /|(?:$r)/; $#+ };
  if (!defined $groups || $groups < 0) { print "! groups\n"; next; }
  my @out;
  for my $s (@inputs) {
    my $a = eval { $s =~ $r ? join(",", map { ($-[$_] // -1), ($+[$_] // -1) } 0 .. $groups) : "-" };
    push @out, $a // "E";
  }
  print join(" ", @out), "\n";
}
`
	phpScript = `
ini_set("pcre.jit", "0");
while (($line = fgets(STDIN)) !== false) {
  $fields = explode(" ", trim($line));
  $flags = trim(array_shift($fields), "-");
  foreach ($fields as $i => $f) $fields[$i] = $f === "-" ? "" : hex2bin($f);
  $pattern = "\x01" . array_shift($fields) . "\x01" . $flags;
  if (@preg_match($pattern, "") === false && preg_last_error() === PREG_INTERNAL_ERROR) { echo "! ", preg_last_error_msg(), "\n"; continue; }
  $out = [];
  foreach ($fields as $s) {
    $n = @preg_match($pattern, $s, $m, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
    if ($n === false) { $out[] = "E"; continue; }
    if ($n === 0) { $out[] = "-"; continue; }
    $b = [];
    foreach ($m as $k => $g) if (is_int($k)) { $b[] = $g[0] === null ? -1 : $g[1]; $b[] = $g[0] === null ? -1 : $g[1] + strlen($g[0]); }
    $out[] = implode(",", $b);
  }
  echo implode(" ", $out), "\n";
}
`
	rubyScript = `
require "timeout"
$VERBOSE = nil
STDIN.each_line do |line|
  flags, *fields = line.split
  pattern, *inputs = fields.map { |f| f == "-" ? "" : [f].pack("H*").force_encoding("UTF-8") }
  begin
    r = Regexp.new(pattern, (flags["i"] ? 1 : 0) | (flags["x"] ? 2 : 0) | (flags["m"] ? 4 : 0))
  rescue => e
    puts "! " + e.message.gsub(/\s+/, " ")
    next
  end
  begin
    puts Timeout.timeout(2) { inputs.map { |s|
      m = r.match(s)
      m ? (0...m.size).map { |i| m.begin(i) ? "#{m.begin(i)},#{m.end(i)}" : "-1,-1" }.join(",") : "-"
    }.join(" ") }
  rescue Timeout::Error
    puts (["E"] * inputs.size).join(" ")
  end
end
`
	javaScript = `
import java.io.*;
import java.util.*;
import java.util.regex.*;
public class Match {
  static String text(String s) {
    if (s.equals("-")) return "";
    byte[] b = new byte[s.length() / 2];
    for (int i = 0; i < b.length; i++) b[i] = (byte) Integer.parseInt(s.substring(2 * i, 2 * i + 2), 16);
    return new String(b, java.nio.charset.StandardCharsets.UTF_8);
  }
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintWriter out = new PrintWriter(System.out);
    for (String line; (line = in.readLine()) != null; ) {
      String[] f = line.split(" ");
      Pattern p;
      int flags = 0;
      for (char c : f[0].toCharArray()) flags |= c == 'i' ? 2 : c == 'm' ? 8 : c == 's' ? 32 : c == 'd' ? 1 : c == 'u' ? 64 : c == 'x' ? 4 : c == 'U' ? 256 : c == 'l' ? 16 : 0;
      try { p = Pattern.compile(text(f[1]), flags); } catch (RuntimeException e) { out.println("! " + e.getMessage().replaceAll("\\s+", " ")); continue; }
      StringBuilder b = new StringBuilder();
      for (int i = 2; i < f.length; i++) {
        if (i > 2) b.append(' ');
        try {
          Matcher m = p.matcher(text(f[i]));
          if (!m.find()) { b.append('-'); continue; }
          for (int g = 0; g <= m.groupCount(); g++) b.append(g > 0 ? "," : "").append(m.start(g)).append(',').append(m.end(g));
        } catch (RuntimeException | StackOverflowError e) { b.append('E'); }
      }
      out.println(b);
    }
    out.flush();
  }
}
`
)

// question is a pattern and the inputs to search with it.
type question struct {
	pattern, flags string
	inputs         []string
}

// engineOf returns what runs the dialect's script and is on the machine, else it skips the test.
func engineOf(t *testing.T, d syntax.Dialect) []string {
	t.Helper()
	script := map[syntax.Dialect][]string{
		syntax.Python: {"python3", "-c", pythonScript}, syntax.Perl: {"perl", "-e", perlScript},
		syntax.PCRE: {"php", "-r", phpScript}, syntax.Ruby: {"ruby", "-e", rubyScript},
	}[d]
	if d == syntax.Java {
		file := filepath.Join(t.TempDir(), "Match.java")
		if err := os.WriteFile(file, []byte(javaScript), 0o600); err != nil {
			t.Fatal(err)
		}
		script = []string{"java", "-Xss16m", "-XX:TieredStopAtLevel=1", file}
	}
	path, err := exec.LookPath(script[0])
	if err != nil {
		t.Skipf("%s is not on the PATH: the matcher is not compared with it", script[0])
	}
	return append([]string{path}, script[1:]...)
}

// ask returns the answers of the dialect's engine.
func ask(t *testing.T, d syntax.Dialect, questions []question) [][]string {
	t.Helper()
	if d == syntax.DotNet {
		return askRegexp2(questions)
	}
	var in bytes.Buffer
	field := func(s string) string {
		if s == "" {
			return "-"
		}
		return hex.EncodeToString([]byte(s))
	}
	for _, q := range questions {
		in.WriteString(cmp.Or(q.flags, "-") + " " + field(q.pattern))
		for _, s := range q.inputs {
			in.WriteString(" " + field(s))
		}
		in.WriteByte('\n')
	}
	command := engineOf(t, d)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", command[0], err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(questions) {
		t.Fatalf("%s gave %d answers to %d questions", command[0], len(lines), len(questions))
	}
	answers := make([][]string, len(lines))
	for i, line := range lines {
		if strings.HasPrefix(line, "!") {
			answers[i] = []string{line}
			continue
		}
		answers[i] = strings.Fields(line)
	}
	return answers
}

// askRegexp2 is ask for the imitation of .NET's engine that is a Go package.
func askRegexp2(questions []question) [][]string {
	answers := make([][]string, len(questions))
	for i, q := range questions {
		options := regexp2.None
		for letter, option := range map[string]regexp2.RegexOptions{
			"i": regexp2.IgnoreCase, "m": regexp2.Multiline, "s": regexp2.Singleline, "x": regexp2.IgnorePatternWhitespace,
			"n": regexp2.ExplicitCapture, "r": regexp2.RightToLeft, "e": regexp2.ECMAScript,
		} {
			if strings.Contains(q.flags, letter) {
				options |= option
			}
		}
		r, err := regexp2.Compile(q.pattern, regexp2.RegexOptions(options))
		if err != nil {
			answers[i] = []string{"! " + err.Error()}
			continue
		}
		for _, s := range q.inputs {
			answer := "-"
			if m, err := r.FindStringMatch(s); err != nil {
				answer = "E"
			} else if m != nil {
				var bounds []int
				for _, g := range m.Groups() {
					if len(g.Captures) == 0 {
						bounds = append(bounds, -1, -1)
						continue
					}
					bounds = append(bounds, g.Index, g.Index+g.Length)
				}
				answer = join(bounds)
			}
			answers[i] = append(answers[i], answer)
		}
	}
	return answers
}

func join(bounds []int) string {
	var b strings.Builder
	for i, at := range bounds {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(at))
	}
	return b.String()
}

// answer is what this package says in the form of the scripts.
func answer(tree *syntax.Tree, p *backtrack.Program, input string) string {
	text, _ := alphabet(tree, input)
	res := p.Match(text, backtrack.Options{Captures: true, MaxSteps: 300_000})
	switch res.Outcome {
	case backtrack.Matched:
		return join(res.Captures)
	case backtrack.Failed:
		return "-"
	}
	return "?"
}

// agreement counts what became of questions.
type agreement struct {
	same, different, invalid, unparsed, unsupported, over int
	matched                                               int
}

func (a agreement) String() string {
	return fmt.Sprintf("%d answers agree (%d are matches), %d do not; %d patterns are not valid, %d only there, %d not supported; %d errors or limits",
		a.same, a.matched, a.different, a.invalid, a.unparsed, a.unsupported, a.over)
}

// odd is how many of a thousand answers may differ: Ruby and Perl go through some loops that may match
// empty, and that calls or conditions are in, in another order, and references in Java see captures
// of ways that failed.
var odd = map[syntax.Dialect]int{syntax.Ruby: 1, syntax.Perl: 3, syntax.Java: 2}

// compareWith compares this package with the dialect's engine.
func compareWith(t *testing.T, d syntax.Dialect, questions []question, spansOnly bool) (a agreement) {
	t.Helper()
	for i, answers := range ask(t, d, questions) {
		q := questions[i]
		if strings.HasPrefix(answers[0], "!") {
			a.invalid++
			continue
		}
		tree, err := parser.Parse(d, q.pattern, q.flags)
		if err != nil {
			if a.unparsed++; a.unparsed <= 5 {
				t.Logf("%s: %v", q.pattern, err)
			}
			continue
		}
		p, err := backtrack.Compile(tree)
		if err != nil {
			a.unsupported++
			continue
		}
		for k, input := range q.inputs {
			got, want := answer(tree, p, input), answers[k]
			if spansOnly {
				got, want = span(got), span(want)
			}
			switch {
			case want == "E" || got == "?":
				a.over++
			case got == want:
				if a.same++; got != "-" {
					a.matched++
				}
			default:
				if a.different++; a.different <= 12 {
					t.Logf("%s /%s/%s on %q: got %s, want %s", d, q.pattern, q.flags, input, got, want)
				}
			}
		}
	}
	t.Log(a)
	return a
}

// span cuts an answer down to the bounds of the match.
func span(answer string) string {
	fields := strings.Split(answer, ",")
	return strings.Join(fields[:min(len(fields), 2)], ",")
}

// shortInputs are all texts over a and b of at most four characters, and some with line ends.
var shortInputs = func() []string {
	all := slices.Clone(words(4))
	return append(all, "\n", "a\n", "\na", "ab\n", "a\nb", "\n\n", "a\n\n", "b\r\n", "aabab", "abbab", "bbaab")
}()
