import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** See compare.py. */
public final class Compare {
    private static String results(Pattern p, Pattern skip, String mode, String text, boolean spans) {
        Matcher m = p.matcher(text);
        if (skip != null) {
            Matcher before = skip.matcher(text);
            before.lookingAt();
            m.region(before.end(), text.length()).useTransparentBounds(true).useAnchoringBounds(false);
        }
        StringBuilder b = new StringBuilder();
        for (int n = 0; n < (mode.equals("all") ? 50 : 1) && (skip != null ? m.lookingAt() : mode.equals("full") ? m.matches() : m.find()); n++) {
            for (int g = 0; g <= (spans ? 0 : m.groupCount()); g++) {
                b.append(m.start(g)).append('-').append(m.end(g)).append(' ');
            }
        }
        return b.toString();
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null; ) {
            String[] f = line.split("\t", -1);
            for (int i = 0; i < f.length; i++) {
                f[i] = new String(Base64.getDecoder().decode(f[i]), StandardCharsets.UTF_8);
            }
            int flags = 0;
            for (char c : f[1].toCharArray()) {
                flags |= switch (c) {
                    case 'U' -> Pattern.UNICODE_CHARACTER_CLASS;
                    case 'd' -> Pattern.UNIX_LINES;
                    case 'i' -> Pattern.CASE_INSENSITIVE;
                    case 'm' -> Pattern.MULTILINE;
                    case 's' -> Pattern.DOTALL;
                    case 'u' -> Pattern.UNICODE_CASE;
                    case 'x' -> Pattern.COMMENTS;
                    default -> 0;
                };
            }
            String answer = "";
            try {
                Pattern a = Pattern.compile(f[3], flags), b = Pattern.compile(f[4], flags);
                Pattern skip = f[0].equals("steps") ? Pattern.compile(f[5], flags) : null; // what stands before each match of b
                for (int i = skip == null ? 5 : 6; i < f.length && answer.isEmpty(); i++) {
                    String x = results(a, null, f[0], f[i], f[2].equals("spans")), y = results(b, skip, f[0], f[i], f[2].equals("spans"));
                    if (!x.equals(y)) {
                        answer = f[i] + ": " + x + " and " + y;
                    }
                }
            } catch (PatternSyntaxException e) {
                answer = "refused: " + e.getMessage();
            }
            System.out.println(Base64.getEncoder().encodeToString(answer.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
