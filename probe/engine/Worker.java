import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The worker that measures matches in java.util.regex. The protocol is described in protocol.go. */
public final class Worker implements Runnable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CPU = THREADS.isCurrentThreadCpuTimeSupported();

    /** Time of the thread in nanoseconds; of the wall where the processor's cannot be had. */
    private static long clock(long thread) {
        return CPU ? THREADS.getThreadCpuTime(thread) : System.nanoTime();
    }

    private static final class Expired extends RuntimeException {
        Expired() {
            super(null, null, false, false);
        }
    }

    /** Text whose matching can be broken off: the matcher reads every character through it. */
    private static final class Text implements CharSequence {
        private final String s;
        volatile boolean expired;

        Text(String s) {
            this.s = s;
        }

        public char charAt(int i) {
            if (expired) {
                throw new Expired();
            }
            return s.charAt(i);
        }

        public int length() {
            return s.length();
        }

        public CharSequence subSequence(int from, int to) {
            return s.substring(from, to);
        }

        @Override
        public String toString() {
            return s;
        }
    }

    private Pattern pattern;
    private String mode;
    private List<?> pumps;
    private String suffix;
    private boolean warm;

    private volatile Text running;
    private volatile long deadline;

    private void load(Map<String, Object> q) {
        int flags = 0;
        for (char c : ((String) q.get("flags")).toCharArray()) {
            switch (c) {
                case 'U': flags |= Pattern.UNICODE_CHARACTER_CLASS; break;
                case 'd': flags |= Pattern.UNIX_LINES; break;
                case 'i': flags |= Pattern.CASE_INSENSITIVE; break;
                case 'l': flags |= Pattern.LITERAL; break;
                case 'm': flags |= Pattern.MULTILINE; break;
                case 's': flags |= Pattern.DOTALL; break;
                case 'u': flags |= Pattern.UNICODE_CASE; break;
                case 'x': flags |= Pattern.COMMENTS; break;
                default: throw new IllegalArgumentException("no flag " + c);
            }
        }
        pattern = Pattern.compile((String) q.get("pattern"), flags);
        mode = (String) q.get("mode");
        pumps = (List<?>) q.get("pumps");
        suffix = (String) q.get("suffix");
        warm = false;
    }

    private String build(int n) {
        StringBuilder b = new StringBuilder();
        for (Object pump : pumps) {
            b.append(((List<?>) pump).get(0));
            String s = (String) ((List<?>) pump).get(1);
            int last = ((Number) ((List<?>) pump).get(2)).intValue();
            for (int i = 0; i < n; i++) {
                b.append(s);
                if (last != 0) {
                    b.setCharAt(b.length() - s.length(), (char) (s.charAt(0) + i % (last - s.charAt(0) + 1)));
                }
            }
        }
        return b.append(suffix).toString();
    }

    private boolean match(Text text) {
        Matcher m = pattern.matcher(text);
        switch (mode) {
            case "search": return m.find();
            case "prefix": return m.lookingAt();
            case "full": return m.matches();
            default:
                boolean any = false;
                while (m.find()) {
                    any = true;
                }
                return any;
        }
    }

    private String run(int n, long limit) {
        Text text = new Text(build(n));
        long self = Thread.currentThread().getId();
        long begin = clock(self);
        deadline = begin + limit * 1_000_000;
        running = text;
        long best = Long.MAX_VALUE;
        long total = 0;
        boolean matched = false;
        // The first matches are interpreted; what an application runs is compiled before long. After
        // that a cheap match is run again, and the smallest time counts.
        int runs = warm ? 5 : 2000;
        long enough = warm ? 6_000_000 : 40_000_000;
        try {
            for (int i = 0; i < runs && total < enough; i++) {
                long start = clock(self);
                matched = match(text);
                long took = clock(self) - start;
                best = Math.min(best, took);
                total += took;
            }
        } catch (Expired e) {
            if (best == Long.MAX_VALUE) {
                return ",\"length\":" + text.length() + ",\"ms\":" + (clock(self) - begin) / 1e6 + ",\"timeout\":true";
            }
        } finally {
            running = null;
        }
        warm = true;
        return ",\"length\":" + text.length() + ",\"ms\":" + best / 1e6 + ",\"matched\":" + matched;
    }

    /** Breaks off matches that take longer than they may. */
    private void watch(long thread) {
        while (true) {
            try {
                Thread.sleep(4);
            } catch (InterruptedException e) {
                return;
            }
            Text text = running;
            if (text != null && clock(thread) > deadline) {
                text.expired = true;
            }
        }
    }

    @Override
    public void run() {
        long self = Thread.currentThread().getId();
        Thread watcher = new Thread(() -> watch(self));
        watcher.setDaemon(true);
        watcher.start();
        reply("{\"id\":0,\"version\":" + quote(System.getProperty("java.version")) + "}");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                reply(answer(new Json(line).object()));
            }
        } catch (java.io.IOException e) {
            System.err.println(e);
        }
    }

    private String answer(Map<String, Object> q) {
        String answer = "{\"id\":" + ((Number) q.get("id")).intValue();
        String stage = q.containsKey("n") ? "run" : "compile";
        try {
            if (stage.equals("compile")) {
                load(q);
            } else {
                answer += run(((Number) q.get("n")).intValue(), ((Number) q.get("limit")).longValue());
            }
        } catch (StackOverflowError e) {
            answer += ",\"stage\":\"stack\",\"error\":\"java.lang.StackOverflowError\"";
        } catch (RuntimeException | OutOfMemoryError e) {
            String message = e.toString();
            answer += ",\"stage\":" + quote(stage) + ",\"error\":" + quote(message.substring(0, Math.min(300, message.length())));
        }
        return answer + "}";
    }

    private static void reply(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ' || c > '~') {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.append('"').toString();
    }

    /** Reads the questions: JSON with strings, integers, booleans, arrays and objects. */
    private static final class Json {
        private final String s;
        private int pos;

        Json(String s) {
            this.s = s;
        }

        Map<String, Object> object() {
            Map<String, Object> m = new HashMap<>();
            take('{');
            while (s.charAt(pos) != '}') {
                String key = string();
                take(':');
                m.put(key, value());
                comma();
            }
            pos++;
            return m;
        }

        private Object value() {
            switch (s.charAt(pos)) {
                case '"': return string();
                case '[':
                    List<Object> list = new ArrayList<>();
                    for (pos++; s.charAt(pos) != ']'; comma()) {
                        list.add(value());
                    }
                    pos++;
                    return list;
                case 't': pos += 4; return true;
                case 'f': pos += 5; return false;
                default:
                    int start = pos;
                    while (s.charAt(pos) >= '0' && s.charAt(pos) <= '9') {
                        pos++;
                    }
                    return Long.parseLong(s.substring(start, pos));
            }
        }

        private String string() {
            take('"');
            StringBuilder b = new StringBuilder();
            for (char c = s.charAt(pos++); c != '"'; c = s.charAt(pos++)) {
                if (c != '\\') {
                    b.append(c);
                    continue;
                }
                c = s.charAt(pos++);
                if (c == 'u') {
                    b.append((char) Integer.parseInt(s.substring(pos, pos + 4), 16));
                    pos += 4;
                } else {
                    int i = "bfnrt".indexOf(c);
                    b.append(i < 0 ? c : "\b\f\n\r\t".charAt(i));
                }
            }
            return b.toString();
        }

        private void comma() {
            if (s.charAt(pos) == ',') {
                pos++;
            }
        }

        private void take(char c) {
            if (s.charAt(pos++) != c) {
                throw new IllegalArgumentException("no " + c + " before " + pos + " in " + s);
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        // A thread has the stack that applications give their matches, 1 MB unless set otherwise.
        Thread matcher = new Thread(new Worker());
        matcher.start();
        matcher.join();
    }
}
