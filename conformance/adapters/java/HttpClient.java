import java.lang.reflect.Method;
import java.util.Map;
import org.apache.http.client.utils.Rfc3492Idn;
import org.apache.http.util.VersionInfo;

/** The decoder of Apache HttpClient; it has no encoder. */
final class HttpClient {
    public static void main(String[] arguments) throws Exception {
        Method decode = Rfc3492Idn.class.getDeclaredMethod("decode", String.class);
        decode.setAccessible(true);
        String version = VersionInfo.loadVersionInfo("org.apache.http.client", HttpClient.class.getClassLoader()).getRelease();
        Frame.serve("\"name\":\"Apache HttpClient\",\"version\":\"" + version + "\"",
            Map.of("decode", code -> decoded(decode, code)), "", IllegalArgumentException.class::isInstance, "", line -> false);
    }

    private static String decoded(Method decode, String code) throws Exception {
        try {
            return (String) decode.invoke(new Rfc3492Idn(), code);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
