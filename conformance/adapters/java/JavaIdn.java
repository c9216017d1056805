import java.net.IDN;
import java.util.Map;

/** The host names of java.net.IDN: IDNA2003 with the rules of STD 3. */
final class JavaIdn {
    public static void main(String[] arguments) throws Exception {
        String version = System.getProperty("java.version");
        Frame.serve("\"name\":\"java.net.IDN\",\"version\":\"" + version + "\"", Map.of(
            "to-ascii", text -> IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES),
            "to-unicode", text -> IDN.toUnicode(text, IDN.USE_STD3_ASCII_RULES)),
            ",\"idna\":\"strict\"", IllegalArgumentException.class::isInstance, "", line -> false);
    }
}
