// An adapter for acegate in Java. Fill in the two functions; delete what your library does not have.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Collectors;

final class Adapter {
    // The library's calls go here: text in, its code out, or an exception that `refuses` knows.
    static String encode(String text) throws Exception { throw new UnsupportedOperationException("not filled in yet"); }
    static String decode(String code) throws Exception { throw new UnsupportedOperationException("not filled in yet"); }
    static boolean refuses(Exception e) { return e instanceof IllegalArgumentException; }

    static final String HELLO = "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],"
        + "\"implementation\":{\"name\":\"mine\",\"version\":\"0.1\",\"language\":\"Java\"},"
        + "\"codecs\":{\"punycode\":{\"ops\":[\"encode\",\"decode\"]}}}";

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; )
            out.println(line.contains("\"type\":\"hello\"") ? HELLO : "{\"id\":" + find("id", "(\\d+)", line) + "," + reply(line) + "}");
    }

    static String reply(String line) {
        String op = find("op", "([a-z-]*)", line), points = find("u", "\\[([\\d,]*)\\]", line);
        if (!find("codec", "([a-z0-9-]*)", line).equals("punycode") || !Set.of("encode", "decode").contains(op))
            return "\"skip\":\"only punycode encode and decode\"";
        StringBuilder text = new StringBuilder();
        for (String point : points.isEmpty() ? new String[0] : points.split(",")) {
            long c = Long.parseLong(point);
            boolean pair = text.length() > 0 && Character.isSurrogatePair(text.charAt(text.length() - 1), (char) c);
            if (c > 0x10FFFF || pair && c < 0x10000) return "\"skip\":\"a String cannot hold this\"";
            text.appendCodePoint((int) c);
        }
        try {
            String asked = text.toString(), made = op.equals("encode") ? encode(asked) : decode(asked);
            boolean units = op.equals("decode") && isOfUnits(made, asked);
            if (units && made.length() - made.codePoints().count() > 1) return "\"skip\":\"of two pairs, UTF-16 does not say which is one character\"";
            return "\"ok\":{\"u\":[" + (units ? made.chars() : made.codePoints()).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "]}";
        } catch (UnsupportedOperationException e) {
            return "\"skip\":\"not filled in yet\"";
        } catch (Exception e) {
            return (refuses(e) ? "\"error\":{\"message\":" : "\"crash\":") + '"' + e.toString().replaceAll("[^ -~]|[\"\\\\]", "?") + '"' + (refuses(e) ? "}" : "");
        }
    }

    // UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
    static boolean isOfUnits(String text, String code) {
        try {
            String own = text.codePoints().count() < text.length() ? encode(text) : code;
            return !own.equalsIgnoreCase(code) && decode(own).equals(text);
        } catch (Exception e) {
            return false; // there is no encoder that tells
        }
    }

    // A request is one object on one line, and its input is an array of integers, as the hello requests.
    static String find(String name, String pattern, String line) {
        Matcher matcher = Pattern.compile('"' + name + "\":\"?" + pattern).matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }
}
