// The worker that measures matches in .NET. The protocol is described in protocol.go.
using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

var utf8 = new UTF8Encoding(false);
var input = new StreamReader(Console.OpenStandardInput(), utf8);
var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true, NewLine = "\n" };
void Reply(JsonObject answer) => output.WriteLine(answer.ToJsonString());

Reply(new JsonObject { ["id"] = 0, ["version"] = Environment.Version.ToString() });
Job? job = null;
for (var line = input.ReadLine(); line != null; line = input.ReadLine())
{
    var q = JsonNode.Parse(line)!.AsObject();
    var answer = new JsonObject { ["id"] = (int)q["id"]! };
    var stage = q.ContainsKey("n") ? "run" : "compile";
    try
    {
        if (stage == "compile")
        {
            job = null;
            job = new Job(q);
        }
        else
        {
            job!.Run((int)q["n"]!, (int)q["limit"]!, answer);
        }
    }
    catch (Exception e)
    {
        answer["stage"] = stage;
        answer["error"] = $"{e.GetType().Name}: {e.Message[..Math.Min(300, e.Message.Length)]}";
    }
    Reply(answer);
}

sealed class Job
{
    readonly string pattern, mode, suffix;
    readonly RegexOptions options;
    readonly List<(string Prefix, string Pump, int Last)> pumps = new();
    Regex? regex;
    int limit;
    bool warm;

    public Job(JsonObject q)
    {
        pattern = Units(q["pattern"]!);
        mode = (string)q["mode"]!;
        suffix = Units(q["suffix"]!);
        foreach (var letter in (string)q["flags"]!)
        {
            options |= letter switch
            {
                'C' => RegexOptions.Compiled,
                'b' => (RegexOptions)1024, // NonBacktracking, since .NET 7
                'c' => RegexOptions.CultureInvariant,
                'e' => RegexOptions.ECMAScript,
                'i' => RegexOptions.IgnoreCase,
                'm' => RegexOptions.Multiline,
                'n' => RegexOptions.ExplicitCapture,
                'r' => RegexOptions.RightToLeft,
                's' => RegexOptions.Singleline,
                'x' => RegexOptions.IgnorePatternWhitespace,
                _ => throw new ArgumentException($"no flag {letter}"),
            };
        }
        // A comment under x must end before what follows the pattern.
        var end = options.HasFlag(RegexOptions.IgnorePatternWhitespace) ? "\n" : "";
        if (mode == "full") pattern = @"\A(?:" + pattern + end + @")\z";
        if (mode == "prefix") pattern = @"\G(?:" + pattern + end + ")";
        foreach (var pump in q["pumps"]!.AsArray())
        {
            pumps.Add((Units(pump![0]!), Units(pump[1]!), (int)pump[2]!));
        }
        Compile(1000);
    }

    // The reader of JSON replaces lone surrogates, so strings that have them come as numbers.
    static string Units(JsonNode node) =>
        node is JsonArray units ? new string(units.Select(u => (char)(int)u!).ToArray()) : (string)node!;

    void Compile(int milliseconds)
    {
        if (regex != null && milliseconds == limit) return;
        limit = milliseconds;
        regex = new Regex(pattern, options, TimeSpan.FromMilliseconds(milliseconds));
    }

    public void Run(int n, int milliseconds, JsonObject answer)
    {
        Compile(milliseconds);
        var b = new StringBuilder();
        foreach (var (prefix, pump, last) in pumps)
        {
            b.Append(prefix);
            if (last == 0) b.Insert(b.Length, pump, n);
            for (var i = 0; last != 0 && i < n; i++)
            {
                b.Append((char)(pump[0] + i % (last - pump[0] + 1))).Append(pump, 1, pump.Length - 1);
            }
        }
        var text = b.Append(suffix).ToString();
        answer["length"] = text.Length;
        double best = double.PositiveInfinity, total = 0;
        var matched = false;
        var whole = Stopwatch.StartNew();
        // The first matches run code that is not optimised yet. After that a cheap match is run
        // again, and the smallest time counts.
        var (runs, enough) = warm ? (5, 6.0) : (2000, 40.0);
        try
        {
            for (var run = 0; run < runs && total < enough; run++)
            {
                var watch = Stopwatch.StartNew();
                matched = mode == "all" ? regex!.Matches(text).Count > 0 : regex!.IsMatch(text);
                var took = watch.Elapsed.TotalMilliseconds;
                best = Math.Min(best, took);
                total += took;
            }
        }
        catch (RegexMatchTimeoutException) when (double.IsInfinity(best))
        {
            answer["ms"] = whole.Elapsed.TotalMilliseconds;
            answer["timeout"] = true;
            return;
        }
        catch (RegexMatchTimeoutException)
        {
        }
        warm = true;
        answer["ms"] = best;
        answer["matched"] = matched;
    }
}
