import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.Predicate;
import java.util.regex.*;
import java.util.stream.Collectors;

/** The frame of the adapters in Java: acegate's line protocol around functions from text to text. */
final class Frame {
    interface Function { String apply(String text) throws Exception; }

    /** Serves functions that refuse as {@code refuses} knows; {@code support} and {@code more} codecs with requests that it {@code takes} are JSON. */
    static void serve(String who, Map<String, Function> functions, String support, Predicate<Exception> refuses, String more, Predicate<String> takes) throws Exception {
        String ops = functions.keySet().stream().sorted().map(Frame::quoted).collect(Collectors.joining(","));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            String op = find("op", "([a-z-]+)", line);
            boolean known = (takes.test(line) || find("codec", "([a-z0-9-]+)", line).equals("punycode")) && functions.containsKey(op);
            out.println(line.contains("\"type\":\"hello\"")
                ? "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"language\":\"Java\"," + who
                    + "},\"codecs\":{\"punycode\":{\"ops\":[" + ops + "]" + support + "}" + more + "}}"
                : "{\"id\":" + find("id", "(\\d+)", line) + "," + (!known ? "\"skip\":\"it has no such codec, operation or setting\""
                    : answer(functions, op, find("u", "\\[([\\d,]*)\\]", line), refuses)) + "}");
        }
    }

    private static String answer(Map<String, Function> functions, String op, String points, Predicate<Exception> refuses) {
        StringBuilder text = new StringBuilder();
        for (String point : points.isEmpty() ? new String[0] : points.split(",")) {
            long c = Long.parseLong(point);
            boolean pair = text.length() > 0 && Character.isSurrogatePair(text.charAt(text.length() - 1), (char) c);
            if (c > 0x10FFFF || pair && c < 0x10000) return "\"skip\":\"UTF-16 holds no such number, or only as half of a character\"";
            text.appendCodePoint((int) c);
        }
        try {
            String asked = text.toString(), made = functions.get(op).apply(asked);
            long pairs = made.length() - made.codePoints().count();
            boolean units = pairs > 0 && op.equals("decode") && asked.chars().allMatch(c -> c < 0x80) && isOfUnits(functions, made, asked);
            if (units && pairs > 1 && functions.containsKey("encode")) return "\"skip\":\"of two pairs, UTF-16 does not say which is one character\"";
            return "\"ok\":{\"u\":[" + (units ? made.chars() : made.codePoints()).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]}";
        } catch (Exception e) {
            return refuses.test(e) ? "\"error\":{\"message\":" + quoted(e.toString()) + "}" : "\"crash\":" + quoted(e.toString());
        }
    }

    // UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
    private static boolean isOfUnits(Map<String, Function> functions, String made, String code) {
        if (!functions.containsKey("encode")) return true; // HttpClient alone, which makes one unit of each number
        try {
            String own = functions.get("encode").apply(made);
            return !own.equalsIgnoreCase(code) && functions.get("decode").apply(own).equals(made);
        } catch (Exception e) {
            return false; // the encoder does not tell
        }
    }

    static String quoted(String text) { return '"' + text.replaceAll("[^ -~]|[\"\\\\]", "?") + '"'; }

    // A request is one object on one line, and its input is an array of integers, as the hello requests.
    static String find(String name, String pattern, String line) {
        Matcher matcher = Pattern.compile('"' + name + "\":\"?" + pattern).matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }
}
