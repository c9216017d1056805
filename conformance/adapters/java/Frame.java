import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.Predicate;
import java.util.regex.*;
import java.util.stream.Collectors;

/** The frame of the adapters in Java: acegate's line protocol around functions from text to text. */
final class Frame {
    interface Function { String apply(String text) throws Exception; }

    /** Serves functions that refuse by an exception that {@code refuses} knows; {@code support} is JSON. */
    static void serve(String who, Map<String, Function> functions, String support, Predicate<Exception> refuses) throws Exception {
        String ops = functions.keySet().stream().sorted().map(Frame::quoted).collect(Collectors.joining(","));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            Function function = find("codec", "([a-z0-9-]+)", line).equals("punycode") ? functions.get(find("op", "([a-z-]+)", line)) : null;
            out.println(line.contains("\"type\":\"hello\"")
                ? "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"language\":\"Java\"," + who
                    + "},\"codecs\":{\"punycode\":{\"ops\":[" + ops + "]" + support + "}}}"
                : "{\"id\":" + find("id", "(\\d+)", line) + "," + (function == null ? "\"skip\":\"only of punycode, and not this\""
                    : answer(function, find("u", "\\[([\\d,]*)\\]", line), refuses)) + "}");
        }
    }

    private static String answer(Function function, String points, Predicate<Exception> refuses) {
        StringBuilder text = new StringBuilder();
        for (String point : points.isEmpty() ? new String[0] : points.split(",")) {
            long c = Long.parseLong(point);
            boolean pair = text.length() > 0 && Character.isSurrogatePair(text.charAt(text.length() - 1), (char) c);
            if (c > 0x10FFFF) return "\"skip\":\"UTF-16 holds nothing above U+10FFFF\"";
            if (pair && c < 0x10000) return "\"skip\":\"in UTF-16 a pair of surrogates is one character\"";
            text.appendCodePoint((int) c);
        }
        try {
            String made = function.apply(text.toString());
            return "\"ok\":{\"u\":[" + made.codePoints().mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]}";
        } catch (Exception e) {
            return refuses.test(e) ? "\"error\":{\"message\":" + quoted(e.toString()) + "}" : "\"crash\":" + quoted(e.toString());
        }
    }

    static String quoted(String text) { return '"' + text.replaceAll("[^ -~]|[\"\\\\]", "?") + '"'; }

    // A request is one object on one line, and its input is an array of integers, as the hello asks.
    private static String find(String name, String pattern, String line) {
        Matcher matcher = Pattern.compile('"' + name + "\":\"?" + pattern).matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }
}
