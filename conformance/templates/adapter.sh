#!/bin/sh
# An adapter for acegate in POSIX shell. Fill in the two functions: they get code points in decimal digits,
# and print those that they make. They return 0, 1 for a refusal, or 89 for what they do not have.
# Integers may be above 1114111 (U+10FFFF), or surrogates (55296 to 57343): exit with 89 for what your tool cannot take.

encode() { # the tool's calls go here
    return 89
}

decode() {
    return 89
}

# A request is one object on one line, and its input is an array of integers, as the hello requests.
field() { printf '%s\n' "$line" | sed -n "s/.*\"$1\":\"\{0,1\}\($2\).*/\1/p"; }

answer() {
    # The request asks for a function of this file, and the code points are words.
    made=$("$1" $(field u '\[[0-9,]*' | tr '[,' '  '))
    case $? in
    0) printf '"ok":{"u":[%s]}' "$(echo $made | tr ' ' ',')" ;;
    1) printf '"error":{}' ;;
    89) printf '"skip":"not filled in yet"' ;;
    *) printf '"crash":"an unexpected status"' ;;
    esac
}

while IFS= read -r line; do
    case $line in
    *'"type":"hello"'*)
        printf '%s%s\n' '{"type":"hello","protocol":1,"values":["u"],"implementation":{"name":"mine","version":"0.1",' \
            '"language":"POSIX shell"},"codecs":{"punycode":{"ops":["encode","decode"],"limits":{"length":10000}}}}'
        continue
        ;;
    esac
    case $(field codec '[a-z0-9-]*').$(field op '[a-z-]*') in
    punycode.encode) reply=$(answer encode) ;;
    punycode.decode) reply=$(answer decode) ;;
    *) reply='"skip":"only punycode encode and decode"' ;;
    esac
    printf '{"id":%s,%s}\n' "$(field id '[0-9]*')" "$reply"
done
