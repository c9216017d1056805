import java.util.Map;
import jdk.internal.icu.impl.Punycode;

/** The Punycode inside the JDK, to which java.net.IDN gives labels. */
final class JdkPunycode {
    public static void main(String[] arguments) throws Exception {
        String version = System.getProperty("java.version");
        Frame.serve("\"name\":\"JDK Punycode\",\"version\":\"" + version + "\"", Map.of(
            "encode", text -> Punycode.encode(new StringBuffer(text), null).toString(),
            "decode", code -> Punycode.decode(new StringBuffer(code), null).toString()),
            ",\"limits\":{\"width\":31,\"length\":63}", java.text.ParseException.class::isInstance, "", line -> false);
    }
}
