// Measures Jackson on a JVM: a request in JSON a line on stdin, an answer a line on stdout.
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class worker {
    static final ObjectMapper mapper = new ObjectMapper();
    static Object value;

    interface Work { void run() throws Exception; }

    // How long a thread was on a processor so far, and ready to run without one, 0 where the kernel does not tell.
    static long[] scheduled(Path task) {
        try {
            String[] words = Files.readString(task.resolve("schedstat")).split(" ");
            return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
        } catch (Exception e) {
            return new long[2]; // not on Linux, or it has ended
        }
    }

    static final Path self = Path.of("/proc/thread-self");

    // The other threads, which collect garbage while this one waits for them.
    static List<Path> others() throws Exception {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/task"))) {
            Path own = self.toRealPath().getFileName();
            return all.filter(task -> !task.getFileName().equals(own)).collect(Collectors.toList());
        } catch (NoSuchFileException e) {
            return List.of(); // not on Linux
        }
    }

    // What some work takes without the waits for a processor, and how long those are: of this thread, and of others for
    // which it slept. Those outside of it are no longer than what asking took.
    static double[] spent(List<Path> others, Work work) throws Exception {
        long asked = System.nanoTime();
        long[] waits = others.stream().mapToLong(task -> scheduled(task)[1]).toArray(), before = scheduled(self);
        long start = System.nanoTime();
        work.run();
        long end = System.nanoTime();
        long[] after = scheduled(self);
        long own = Math.max(after[1] - before[1] - (start - asked) - (System.nanoTime() - end), 0), lost = own;
        if (before[0] > 0) {
            long slept = Math.max(end - start - own - (after[0] - before[0]), 0), waited = 0;
            for (int i = 0; i < waits.length; i++) waited += Math.max(scheduled(others.get(i))[1] - waits[i], 0);
            lost += Math.min(slept, waited);
        }
        return new double[] {(end - start - lost) / 1e6, lost / 1e6};
    }

    // What each of several runs took and lost. The limit is for what they take, the clock for all of it. The
    // compiler of the JVM needs more runs than others before it has done its work.
    static List<double[]> timed(Map<?, ?> q, Work work) throws Exception {
        int reps = 4 * ((Number) q.get("reps")).intValue();
        double limit = ((Number) q.get("limit")).doubleValue(), clock = ((Number) q.get("clock")).doubleValue(), took = 0;
        long begun = System.nanoTime();
        List<double[]> runs = new ArrayList<>();
        List<Path> others = others();
        while (runs.size() < reps) {
            runs.add(spent(others, work));
            took += runs.get(runs.size() - 1)[0];
            if (runs.size() > 1 && (took > limit || System.nanoTime() - begun > 1e6 * clock)) break;
        }
        return runs;
    }

    // The longest gap of a thread that wakes up every millisecond: what other threads wait.
    static double heartbeat(Work work) throws Exception {
        double[] gap = {0};
        boolean[] stop = {false};
        Thread beat = new Thread(() -> {
            long last = System.nanoTime();
            while (!stop[0]) {
                try { Thread.sleep(1); } catch (InterruptedException e) { return; }
                long now = System.nanoTime();
                gap[0] = Math.max(gap[0], (now - last) / 1e6);
                last = now;
            }
        });
        beat.start();
        Thread.sleep(5);
        work.run();
        stop[0] = true;
        beat.join();
        return Math.max(gap[0] - 1, 0);
    }

    static long memory() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status")))
                if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        } catch (Exception e) { /* not on Linux */ }
        return 0;
    }

    static Map<String, Object> answer(Map<?, ?> q) throws Exception {
        Map<String, Object> out = new LinkedHashMap<>();
        if (q.get("do").equals("version")) {
            out.put("version", System.getProperty("java.version") + ", Jackson " + mapper.version());
            return out;
        }
        boolean stringify = Boolean.TRUE.equals(q.get("stringify"));
        if (q.get("do").equals("depth")) {
            int n = ((Number) q.get("n")).intValue();
            String leaf = q.get("leaf") == null ? "" : (String) q.get("leaf");
            Object deep = mapper.readValue(((String) q.get("open")).repeat(n) + leaf + ((String) q.get("close")).repeat(n), Object.class);
            if (stringify) mapper.writeValueAsString(deep);
            out.put("ok", true);
            return out;
        }
        String text = Files.readString(Path.of((String) q.get("file")), StandardCharsets.UTF_8);
        out.put("length", text.length());
        out.put("parse", timed(q, () -> value = mapper.readValue(text, Object.class)));
        out.put("search", timed(q, () -> text.indexOf("nomatch")));
        if (stringify) out.put("stringify", timed(q, () -> mapper.writeValueAsString(value)));
        value = null;
        if (Boolean.TRUE.equals(q.get("beat"))) out.put("beat", heartbeat(() -> value = mapper.readValue(text, Object.class)));
        value = null;
        out.put("rss", memory());
        return out;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null;) {
            Map<String, Object> result;
            try {
                result = answer(mapper.readValue(line, Map.class));
            } catch (Throwable e) { // also errors of the stack and of memory
                String message = String.valueOf(e.getMessage());
                result = Map.of("error", e.getClass().getName() + ": " + message.substring(0, Math.min(200, message.length())));
            }
            out.println(mapper.writeValueAsString(result));
        }
    }
}
