import com.ibm.icu.impl.Punycode;
import com.ibm.icu.text.IDNA;
import com.ibm.icu.text.StringPrepParseException;
import com.ibm.icu.util.ICUInputTooLongException;
import com.ibm.icu.util.VersionInfo;
import java.util.Map;

/** The Punycode and the host names of ICU4J: UTS 46 with all of its checks. */
final class Icu4j {
    static final class Refusal extends Exception { Refusal(String why) { super(why); } }

    public static void main(String[] arguments) throws Exception {
        IDNA idna = IDNA.getUTS46Instance(IDNA.USE_STD3_RULES | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ
            | IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE);
        Frame.serve("\"name\":\"ICU4J\",\"version\":\"" + VersionInfo.ICU_VERSION + "\"", Map.of(
            "encode", text -> Punycode.encode(text, null).toString(),
            "decode", code -> Punycode.decode(code, null).toString(),
            "to-ascii", text -> named(text, idna::nameToASCII),
            "to-unicode", text -> named(text, idna::nameToUnicode)),
            ",\"idna\":\"strict\",\"limits\":{\"width\":31,\"length\":1000}",
            e -> e instanceof Refusal || e instanceof StringPrepParseException || e instanceof ICUInputTooLongException);
    }

    interface Conversion { StringBuilder apply(CharSequence name, StringBuilder made, IDNA.Info info); }

    private static String named(String text, Conversion conversion) throws Refusal {
        IDNA.Info info = new IDNA.Info();
        StringBuilder made = conversion.apply(text, new StringBuilder(), info);
        if (info.hasErrors()) throw new Refusal(info.getErrors().toString());
        return made.toString();
    }
}
