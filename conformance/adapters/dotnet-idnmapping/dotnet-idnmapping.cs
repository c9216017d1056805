// The host names of System.Globalization.IdnMapping, behind acegate's line protocol: IDNA2003 with the rules of STD 3.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

static class Adapter {
    static readonly IdnMapping idn = new IdnMapping { AllowUnassigned = false, UseStd3AsciiRules = true };

    // A request is one object on one line, and its input is an array of integers, as the hello asks.
    static string Find(string name, string pattern, string line) {
        return Regex.Match(line, "\"" + name + "\":\"?" + pattern).Groups[1].Value;
    }

    static string Quoted(string text) { return '"' + Regex.Replace(text, "[^ -~]|[\"\\\\]", "?") + '"'; }

    static string Answer(string op, IEnumerable<long> points) {
        if (points.Any(c => c > 0x10FFFF || c >= 0xD800 && c < 0xE000))
            return "\"skip\":\"asked characters alone\"";
        string name = string.Concat(points.Select(c => char.ConvertFromUtf32((int)c)));
        if (name == "") return "\"skip\":\"it takes no empty name\"";
        try {
            string made = op == "to-ascii" ? idn.GetAscii(name) : idn.GetUnicode(name);
            var result = new List<int>();
            for (int at = 0; at < made.Length; at += char.IsSurrogatePair(made, at) ? 2 : 1)
                result.Add(char.IsSurrogate(made, at) && !char.IsSurrogatePair(made, at) ? made[at] : char.ConvertToUtf32(made, at));
            return "\"ok\":{\"u\":[" + string.Join(",", result) + "]}";
        } catch (ArgumentException e) {
            return "\"error\":{\"message\":" + Quoted(e.Message) + "}";
        } catch (Exception e) {
            return "\"crash\":" + Quoted(e.ToString());
        }
    }

    static void Main() {
        string version = Type.GetType("Mono.Runtime") == null ? Environment.Version.ToString() : "Mono " + Environment.Version;
        for (string line; (line = Console.ReadLine()) != null; Console.Out.Flush()) {
            string op = Find("op", "([a-z-]*)", line), points = Find("u", "\\[([\\d,]*)\\]", line);
            bool known = Find("codec", "([a-z0-9-]*)", line) == "punycode" && (op == "to-ascii" || op == "to-unicode");
            Console.WriteLine(line.Contains("\"type\":\"hello\"")
                ? "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"name\":\"IdnMapping\",\"version\":\"" + version
                    + "\",\"language\":\"C#\"},\"codecs\":{\"punycode\":{\"ops\":[\"to-ascii\",\"to-unicode\"],\"idna\":\"strict\"}}}"
                : "{\"id\":" + Find("id", "(\\d+)", line) + "," + (known ? Answer(op, points == "" ? new long[0]
                    : points.Split(',').Select(long.Parse)) : "\"skip\":\"only to-ascii and to-unicode of punycode\"") + "}");
        }
    }
}
