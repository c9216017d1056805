import java.lang.reflect.*;

/** Calls a decoder or encoder in Java on code points: {@code Direct CLASS OPERATION POINT...}. */
final class Direct {
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
