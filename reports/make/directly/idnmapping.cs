// Calls System.Globalization.IdnMapping on the code points of a name.
using System;
using System.Globalization;
using System.Linq;

static class Direct {
    static int Main(string[] words) {
        string name = string.Concat(words.Skip(1).Select(c => char.ConvertFromUtf32(Convert.ToInt32(c, 16)))), made;
        var idn = new IdnMapping { AllowUnassigned = false, UseStd3AsciiRules = true };
        try {
            made = words[0] == "to-ascii" ? idn.GetAscii(name) : idn.GetUnicode(name);
        } catch (ArgumentException) {
            return 1;
        } catch (Exception) {
            return 70;
        }
        for (int at = 0; at < made.Length; at += char.IsSurrogatePair(made, at) ? 2 : 1)
            Console.Write("{0:X} ", char.IsSurrogatePair(made, at) ? char.ConvertToUtf32(made, at) : made[at]);
        return 0;
    }
}
