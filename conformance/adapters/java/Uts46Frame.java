import java.util.regex.*;

/** The parameters of the requests to the codec {@code uts46}. */
final class Uts46Frame {
    private static String request = "";

    /** Whether a request is one to the codec, with only the settings of its hello in JSON. */
    static boolean takes(String hello, String line) {
        request = line;
        Matcher given = Pattern.compile("(\"[a-z0-9-]+\":)(true|false|\"[^\"]*\")").matcher(Frame.find("params", "(\\{[^}]*\\})", line));
        return Frame.find("codec", "([a-z0-9-]+)", line).equals("uts46")
            && given.results().allMatch(it -> Pattern.compile(it.group(1) + "\\[[^\\]]*" + it.group(2)).matcher(hello).find());
    }

    /** The value of a parameter of the last request. */
    static boolean is(String parameter, boolean otherwise) {
        String given = Frame.find(parameter, "(true|false)", request);
        return given.isEmpty() ? otherwise : given.equals("true");
    }
}
