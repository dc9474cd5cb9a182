// Answers what java.util.regex says of patterns: see oracle_test.go.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

class Oracle {
	static int flags(String letters) {
		int f = 0;
		for (char c : letters.toCharArray()) {
			switch (c) {
			case 'i' -> f |= Pattern.CASE_INSENSITIVE;
			case 'd' -> f |= Pattern.UNIX_LINES;
			case 'm' -> f |= Pattern.MULTILINE;
			case 's' -> f |= Pattern.DOTALL;
			case 'u' -> f |= Pattern.UNICODE_CASE;
			case 'x' -> f |= Pattern.COMMENTS;
			case 'U' -> f |= Pattern.UNICODE_CHARACTER_CLASS;
			case 'l' -> f |= Pattern.LITERAL;
			}
		}
		return f;
	}

	static String unhex(String hex) {
		byte[] b = new byte[hex.length() / 2];
		for (int i = 0; i < b.length; i++) b[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
		return new String(b, StandardCharsets.UTF_8);
	}

	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
		List<Integer> candidates = new ArrayList<>();
		for (String line; (line = in.readLine()) != null;) {
			String[] part = line.split("\t", -1);
			if (part[0].equals("candidates")) {
				for (String r : part[2].split(",")) {
					String[] ends = r.split("-");
					for (int c = Integer.parseInt(ends[0], 16); c <= Integer.parseInt(ends[1], 16); c++) candidates.add(c);
				}
				continue;
			}
			try {
				Pattern p = Pattern.compile(unhex(part[2]), flags(part[1]));
				Matcher m = p.matcher("");
				if (part[0].equals("valid")) {
					out.println("valid\t" + m.groupCount());
					continue;
				}
				StringBuilder b = new StringBuilder();
				int start = -1, last = -2;
				for (int c : candidates) {
					if (!m.reset(new String(Character.toChars(c))).matches()) continue;
					if (c != last + 1) {
						if (start >= 0) b.append(b.length() > 0 ? "," : "").append(Integer.toHexString(start)).append('-').append(Integer.toHexString(last));
						start = c;
					}
					last = c;
				}
				if (start >= 0) b.append(b.length() > 0 ? "," : "").append(Integer.toHexString(start)).append('-').append(Integer.toHexString(last));
				out.println(b);
			} catch (Exception | StackOverflowError e) {
				out.println("invalid\t" + String.valueOf(e.getMessage()).replaceAll("[^ -~]", " "));
			}
		}
		out.flush();
	}
}
