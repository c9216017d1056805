import com.ibm.icu.impl.Punycode;
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.IDNA;
import com.ibm.icu.text.StringPrepParseException;
import com.ibm.icu.util.ICUInputTooLongException;
import com.ibm.icu.util.VersionInfo;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The Punycode and the host names of ICU4J: UTS 46 with all of its checks unless a request says otherwise. */
final class Icu4j {
    static final class Refusal extends Exception { Refusal(String why) { super(why); } }

    public static void main(String[] arguments) throws Exception {
        VersionInfo unicode = UCharacter.getUnicodeVersion();
        String uts46 = (",'uts46':{'ops':['to-ascii','to-unicode'],'limits':{'unicode':'" + unicode.getMajor() + "." + unicode.getMinor()
            + "','length':1000},'params':{'check-hyphens':[true,false],'check-bidi':[true,false],'check-joiners':[true,false],'std3':[true,false],"
            + "'verify-dns-length':[true,false],'transitional':[false,true]}}").replace('\'', '"');
        Frame.serve("\"name\":\"ICU4J\",\"version\":\"" + VersionInfo.ICU_VERSION + "\"", Map.of(
            "encode", text -> Punycode.encode(text, null).toString(),
            "decode", code -> Punycode.decode(code, null).toString(),
            "to-ascii", text -> named(text, IDNA::nameToASCII),
            "to-unicode", text -> named(text, IDNA::nameToUnicode)),
            ",\"idna\":\"strict\",\"limits\":{\"width\":31,\"length\":1000}",
            e -> e instanceof Refusal || e instanceof StringPrepParseException || e instanceof ICUInputTooLongException,
            uts46, line -> Uts46Frame.takes(uts46, line));
    }

    interface Conversion { StringBuilder apply(IDNA idna, CharSequence name, StringBuilder made, IDNA.Info info); }

    private static String named(String text, Conversion conversion) throws Refusal {
        int options = (Uts46Frame.is("std3", true) ? IDNA.USE_STD3_RULES : 0) | (Uts46Frame.is("check-bidi", true) ? IDNA.CHECK_BIDI : 0)
            | (Uts46Frame.is("check-joiners", true) ? IDNA.CHECK_CONTEXTJ : 0)
            | (Uts46Frame.is("transitional", false) ? 0 : IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE);
        IDNA.Info info = new IDNA.Info();
        StringBuilder made = conversion.apply(IDNA.getUTS46Instance(options), text, new StringBuilder(), info);
        Set<IDNA.Error> errors = EnumSet.noneOf(IDNA.Error.class);
        errors.addAll(info.getErrors());
        // Hyphens and lengths have no option: callers that allow them leave these errors aside.
        if (!Uts46Frame.is("check-hyphens", true)) errors.removeAll(Set.of(IDNA.Error.LEADING_HYPHEN, IDNA.Error.TRAILING_HYPHEN, IDNA.Error.HYPHEN_3_4));
        if (!Uts46Frame.is("verify-dns-length", true))
            errors.removeAll(Set.of(IDNA.Error.EMPTY_LABEL, IDNA.Error.LABEL_TOO_LONG, IDNA.Error.DOMAIN_NAME_TOO_LONG));
        if (!errors.isEmpty()) throw new Refusal(errors.toString());
        return made.toString();
    }
}
