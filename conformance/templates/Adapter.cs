// An adapter for acegate in C#. Fill in the two functions; delete what your library does not have.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

static class Adapter {
    // The library's calls go here: text in, its code out, or an ArgumentException as a refusal.
    static string Encode(string text) { throw new NotImplementedException(); }
    static string Decode(string code) { throw new NotImplementedException(); }

    static readonly Dictionary<string, Func<string, string>> operations =
        new Dictionary<string, Func<string, string>> { { "encode", Encode }, { "decode", Decode } };

    static string Answer(Func<string, string> operation, string points) {
        string text = "";
        foreach (long c in points.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries).Select(long.Parse)) {
            bool pair = text != "" && char.IsHighSurrogate(text[text.Length - 1]) && c >= 0xDC00 && c < 0xE000;
            if (c > 0x10FFFF || pair) return "\"skip\":\"UTF-16 cannot hold this\"";
            text += c < 0x10000 ? ((char)c).ToString() : char.ConvertFromUtf32((int)c);
        }
        try {
            string made = operation(text);
            bool units = operation == Decode && IsOfUnits(made, text);
            if (units && made.Count(char.IsHighSurrogate) > 1) return "\"skip\":\"of two pairs, UTF-16 does not say which is one character\"";
            var result = new List<int>();
            for (int at = 0; at < made.Length; at++) {
                bool pair = !units && char.IsSurrogatePair(made, at);
                result.Add(pair ? char.ConvertToUtf32(made, at++) : made[at]);
            }
            return "\"ok\":{\"u\":[" + string.Join(",", result) + "]}";
        } catch (NotImplementedException) {
            return "\"skip\":\"not filled in yet\"";
        } catch (ArgumentException e) {
            return "\"error\":{\"message\":" + Quoted(e.Message) + "}";
        } catch (Exception e) {
            return "\"crash\":" + Quoted(e.ToString());
        }
    }

    // UTF-16 does not say whether a pair is one character: it is two surrogates if that character has another code.
    static bool IsOfUnits(string text, string code) {
        try {
            string own = text.Any(char.IsHighSurrogate) ? Encode(text) : code;
            return !own.Equals(code, StringComparison.OrdinalIgnoreCase) && Decode(own) == text;
        } catch (Exception) {
            return false; // there is no encoder that tells
        }
    }

    static string Quoted(string text) { return '"' + Regex.Replace(text, "[^ -~]|[\"\\\\]", "?") + '"'; }

    // A request is one object on one line, and its input is an array of integers, as the hello asks.
    static string Find(string name, string pattern, string line) {
        return Regex.Match(line, "\"" + name + "\":\"?" + pattern).Groups[1].Value;
    }

    static void Main() {
        for (string line; (line = Console.ReadLine()) != null; Console.Out.Flush()) {
            Func<string, string> operation = null;
            if (Find("codec", "([a-z0-9-]*)", line) == "punycode") operations.TryGetValue(Find("op", "([a-z-]*)", line), out operation);
            Console.WriteLine(line.Contains("\"type\":\"hello\"")
                ? "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"name\":\"mine\",\"version\":\"0.1\","
                    + "\"language\":\"C#\"},\"codecs\":{\"punycode\":{\"ops\":[\"encode\",\"decode\"]}}}"
                : "{\"id\":" + Find("id", "(\\d+)", line) + "," + (operation == null ? "\"skip\":\"only punycode encode and decode\""
                    : Answer(operation, Find("u", "\\[([\\d,]*)\\]", line))) + "}");
        }
    }
}
