// An adapter for acegate in C++. Fill in the two functions; delete what your library does not have.
#include <algorithm>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

struct Skip : std::runtime_error { using std::runtime_error::runtime_error; };

// The library's calls go here: code points in, code points out. An invalid_argument, out_of_range or
// another logic_error is a refusal.
std::u32string encode(const std::u32string &text) { (void)text; throw Skip("not filled in yet"); }
std::u32string decode(const std::u32string &code) { (void)code; throw Skip("not filled in yet"); }

const std::map<std::string, std::u32string (*)(const std::u32string &)> operations = {{"encode", encode}, {"decode", decode}};

// A request is one object on one line, and its input is an array of integers, as the hello asks.
std::string find(const std::string &name, const std::string &line) {
    auto at = line.find("\"" + name + "\":");
    if (at == std::string::npos) return "";
    at += name.size() + 3;
    bool list = line[at] == '[', text = line[at] == '"';
    return line.substr(at + (list || text), line.find_first_of(list ? "]" : text ? "\"" : ",}", at + 1) - at - (list || text));
}

// A string of JSON. A character that would have to be escaped becomes a question mark.
std::string quoted(std::string text) {
    for (char &c : text)
        if (c < ' ' || c > '~' || c == '"' || c == '\\') c = '?';
    return '"' + text + '"';
}

std::string answer(const std::string &line) try {
    auto operation = operations.find(find("op", line));
    if (operation == operations.end() || find("codec", line) != "punycode") throw Skip("only punycode encode and decode");
    std::u32string text; // may hold surrogates, and integers above 10FFFF
    std::string points = find("u", line);
    for (size_t at = 0, end; at < points.size(); at = end + 1) {
        end = std::min(points.find(',', at), points.size());
        text += static_cast<char32_t>(std::stoul(points.substr(at, end - at)));
    }
    std::string made;
    for (char32_t c : operation->second(text)) made += (made.empty() ? "" : ",") + std::to_string(static_cast<unsigned long>(c));
    return "\"ok\":{\"u\":[" + made + "]}";
} catch (const Skip &why) {
    return "\"skip\":" + quoted(why.what());
} catch (const std::logic_error &why) {
    return "\"error\":{\"message\":" + quoted(why.what()) + "}";
}

int main() {
    for (std::string line; std::getline(std::cin, line); std::cout << std::endl)
        if (find("type", line) == "hello")
            std::cout << R"({"type":"hello","protocol":1,"window":64,"values":["u"],"implementation":{"name":"mine","version":"0.1","language":"C++"},)"
                      << R"("codecs":{"punycode":{"ops":["encode","decode"]}}})";
        else
            std::cout << "{\"id\":" << find("id", line) << "," << answer(line) << "}";
}
