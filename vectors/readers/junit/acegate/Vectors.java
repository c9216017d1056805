package acegate;

import com.google.gson.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;

/** The test vectors of acegate as dynamic tests of JUnit 5. README.md has an example. */
public final class Vectors {
    public interface Call { String apply(String text) throws Exception; }
    private static final List<String> LEVELS = List.of("must", "should", "may");
    private final String codec;
    private final java.util.function.Predicate<Exception> refuses;
    private final Map<String, Call> functions = new HashMap<>();
    private final Map<String, Object> own = new HashMap<>(Map.of("level", "must", "idna", "undeclared", "url", "undeclared", "unicode", 12.1));
    /** An exception that `refuses` knows rejects an input; every other one fails. */
    public Vectors(String codec, java.util.function.Predicate<Exception> refuses) { this.codec = codec; this.refuses = refuses; }
    public Vectors on(String op, Call function) { functions.put(op, function); return this; }
    /** Declares level, idna, url, unicode, width, labels, length, exceptions (a file) or a parameter of the codec. */
    public Vectors declare(String name, Object value) { own.put(name, value); return this; }
    public Stream<DynamicTest> tests() throws IOException {
        JsonObject suite;
        try (var octets = new java.util.zip.GZIPInputStream(Vectors.class.getResourceAsStream("acegate-vectors.json.gz"))) {
            suite = JsonParser.parseReader(new InputStreamReader(octets, "UTF-8")).getAsJsonObject();
        }
        String path = (String) own.get("exceptions");
        JsonArray excepted = path == null ? new JsonArray() : JsonParser.parseString(Files.readString(Path.of(path))).getAsJsonObject().getAsJsonArray("exceptions");
        JsonObject defaults = suite.getAsJsonObject("defaults").getAsJsonObject(codec);
        return StreamSupport.stream(suite.getAsJsonArray("cases").spliterator(), false).map(JsonElement::getAsJsonObject)
            .filter(c -> word(c, "codec").equals(codec) && functions.containsKey(word(c, "op")) && applies(c, defaults))
            .map(c -> DynamicTest.dynamicTest(word(c, "name"), () -> run(c, excepted, path)));
    }

    private boolean applies(JsonObject c, JsonObject defaults) {
        JsonObject needs = c.getAsJsonObject("needs");
        for (var needed : needs.getAsJsonObject("params").entrySet())
            if (!String.valueOf(own.getOrDefault(needed.getKey(), defaults.get(needed.getKey()))).replace("\"", "").equals(needed.getValue().getAsString())) return false;
        for (String name : List.of("idna", "url"))
            if (needs.has(name) && !needs.getAsJsonArray(name).contains(new JsonPrimitive((String) own.get(name)))) return false;
        for (String limit : List.of("labels", "unicode"))
            if (needs.has(limit) && own.containsKey(limit) && needs.get(limit).getAsDouble() > ((Number) own.get(limit)).doubleValue()) return false;
        String text = text(c.get("input")); // null for what no string holds
        return text != null && !needs.has("text") && LEVELS.indexOf(word(c, "level")) <= LEVELS.indexOf(own.get("level"))
            && (!needs.has("width") || needs.get("width").getAsString().equals(String.valueOf(own.get("width"))))
            && (!own.containsKey("length") || text.codePointCount(0, text.length()) <= (int) own.get("length"));
    }

    private void run(JsonObject c, JsonArray excepted, String path) {
        String name = word(c, "name"), got = null, shown;
        boolean isRefusal = false;
        try { shown = "\"" + (got = functions.get(word(c, "op")).apply(text(c.get("input")))) + "\""; }
        catch (Exception e) { isRefusal = refuses.test(e); shown = (isRefusal ? "a refusal: " : "a crash: ") + e; }
        boolean isRight = false;
        for (JsonElement it : c.getAsJsonArray("expected")) {
            JsonElement ok = it.getAsJsonObject().get("ok");
            isRight |= ok == null ? isRefusal : got != null && got.equals(text(ok));
        }
        for (JsonElement it : excepted) {
            String id = word(it.getAsJsonObject(), "id"), until = it.getAsJsonObject().has("expires") ? word(it.getAsJsonObject(), "expires") : "9999-12-31";
            boolean covers = name.matches("\\Q" + id.replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E(:" + word(c, "op") + ")?");
            if (!covers || until.compareTo(java.time.LocalDate.now().toString()) < 0) continue;
            if (isRight && !id.matches(".*[*?].*")) Assertions.fail(name + " passes: remove it from " + path);
            Assumptions.assumeTrue(isRight, word(it.getAsJsonObject(), "reason"));
        }
        if (!isRight) Assertions.fail(name + " (" + word(c, "level") + ")\n  input     " + c.get("input") + " " + c.get("params") + "\n  got       " + shown
            + "\n  expected  " + c.get("expected") + "\n  clause    " + word(c, "document") + ", " + word(c, "clause") + (c.get("note").isJsonNull() ? "" : "\n  note      " + word(c, "note")));
    }
    private static String word(JsonObject object, String name) { return object.get(name).getAsString(); }
    private static String text(JsonElement value) {
        if (!value.isJsonObject() || value.getAsJsonObject().has("b") || value.getAsJsonObject().has("flags")) return null;
        if (value.getAsJsonObject().has("t")) return word(value.getAsJsonObject(), "t");
        StringBuilder text = new StringBuilder();
        for (JsonElement c : value.getAsJsonObject().getAsJsonArray("u"))
            if (c.getAsLong() > 0x10FFFF) return null;
            else text.appendCodePoint(c.getAsInt());
        return text.toString();
    }
}
