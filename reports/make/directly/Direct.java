import java.lang.reflect.*;

/**
 * Calls a decoder or encoder in Java on code points: {@code Direct CLASS OPERATION POINT...}. The variable SETTINGS
 * has the flags of UTS #46 that are on.
 */
final class Direct {
    private static boolean on(String setting) {
        return java.util.Arrays.asList(System.getenv().getOrDefault("SETTINGS", "").split(" ")).contains(setting);
    }

    public static void main(String[] words) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int at = 2; at < words.length; at++) text.appendCodePoint(Integer.parseInt(words[at], 16));
        String made = null;
        try {
            Class<?> named = Class.forName(words[0]);
            if (words[0].endsWith("Rfc3492Idn")) {
                Method decode = named.getDeclaredMethod("decode", String.class);
                decode.setAccessible(true);
                Constructor<?> make = named.getDeclaredConstructor();
                made = (String) decode.invoke(make.newInstance(), text.toString());
            } else if (words[0].equals("java.net.IDN")) {
                Method call = named.getMethod(words[1].equals("to-ascii") ? "toASCII" : "toUnicode", String.class, int.class);
                made = (String) call.invoke(null, text.toString(), java.net.IDN.USE_STD3_ASCII_RULES);
            } else if (words[0].endsWith("text.IDNA")) {
                int options = (on("std3") ? 2 : 0) | (on("check-bidi") ? 4 : 0) | (on("check-joiners") ? 8 : 0) | (on("transitional") ? 0 : 48);
                Class<?> details = Class.forName(words[0] + "$Info");
                Object info = details.getConstructor().newInstance();
                Object idna = named.getMethod("getUTS46Instance", int.class).invoke(null, options);
                Method call = named.getMethod(words[1].equals("to-ascii") ? "nameToASCII" : "nameToUnicode",
                    CharSequence.class, StringBuilder.class, details);
                made = call.invoke(idna, text, new StringBuilder(), info).toString();
                // Hyphens and lengths have no option.
                String aside = (on("check-hyphens") ? "" : "HYPHEN") + (on("verify-dns-length") ? "" : "EMPTY_LABEL TOO_LONG");
                for (Object error : (Iterable<?>) details.getMethod("getErrors").invoke(info)) {
                    String kind = error.toString().replaceFirst(".*(HYPHEN|TOO_LONG).*", "$1");
                    if (!aside.contains(kind)) System.exit(1);
                }
            } else {
                Method call = named.getMethod(words[1], StringBuffer.class, boolean[].class);
                made = call.invoke(null, new StringBuffer(text), null).toString();
            }
        } catch (InvocationTargetException e) {
            Throwable why = e.getCause();
            System.exit(why instanceof IllegalArgumentException || why instanceof java.text.ParseException ? 1 : 70);
        }
        made.codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
    }
}
